"""`answerable doctor`."""
def doctor() -> None:
    """Check."""
