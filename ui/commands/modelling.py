"""`answerable models`."""
import typer
models = typer.Typer(name="models", help="Models.")
@models.callback(invoke_without_command=True)
def list_models() -> None:
    """Check."""
@models.command()
def pull(name:str)->None:
    """Pull"""
