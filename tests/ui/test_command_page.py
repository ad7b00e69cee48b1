import runpy
from pathlib import Path

WRITER = Path(__file__).parents[2] / "docs" / "write_commands.py"


def test_the_page_of_commands_says_what_the_commands_say() -> None:
    writer = runpy.run_path(str(WRITER))
    assert writer["PAGE"].read_text("utf-8") == writer["page"](), (
        "Renew it: python docs/write_commands.py"
    )
