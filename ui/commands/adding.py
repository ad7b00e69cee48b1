"""`answerable add`."""
def add() -> None:
    """Add papers."""
