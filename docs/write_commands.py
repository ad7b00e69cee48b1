"""Write docs/commands.md: what each command says of itself. Run it after changing a command."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import typer
from typer.testing import CliRunner

from ui.app import app

PAGE = Path(__file__).parent / "commands.md"
_WIDTH = "88"
_HEAD = """\
# Commands

Written by `docs/write_commands.py` from the commands' own help.
"""


def page() -> str:
    """The page's text as it should be."""
    return _HEAD + "".join(
        f"\n## {' '.join(words)}\n\n```\n{_help(words)}\n```\n" for words in _commands()
    )


def _commands() -> Iterator[tuple[str, ...]]:
    root = typer.main.get_group(app)
    yield ("answerable",)
    for name, command in root.commands.items():
        yield ("answerable", name)
        for inner in getattr(command, "commands", ()):
            yield ("answerable", name, inner)


def _help(words: tuple[str, ...]) -> str:
    os.environ["COLUMNS"] = os.environ["TERMINAL_WIDTH"] = _WIDTH
    shown = CliRunner().invoke(app, [*words[1:], "--help"], prog_name="answerable")
    return "\n".join(line.rstrip() for line in shown.output.strip().splitlines())


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
