"""The two streams: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from rich.console import Console
from rich.text import Text

# Lines are broken for people's eyes only; a file or a program gets them whole.
out = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
err = Console(stderr=True, highlight=False, soft_wrap=not sys.stderr.isatty())

# Text from files or models could carry escape sequences, which a terminal would obey.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def plain(text: str, style: str = "") -> Text:
    """Text to show as it stands: no markup is read, no control character reaches the terminal."""
    return Text(_CONTROLS.sub("", text), style=style)


def print_json(data: Any) -> None:
    """Print data as JSON, alone, on standard output."""
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(data, ensure_ascii=not utf8, indent=2)
    # A lone surrogate, from a damaged file, is valid in JSON only as an escape.
    sys.stdout.write(text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n")


def note(message: str) -> None:
    """Tell the user something that is no result."""
    err.print(plain(message))


def report(message: str, remedy: str = "") -> None:
    """Tell the user what went wrong and what mends it."""
    err.print(plain(message, "bold red"))
    if remedy:
        err.print(plain(remedy))


def agreed(question: str) -> bool:
    """Whether the user says yes. No answer, as where nobody is asked, is a no."""
    err.print(f"{question} [y/N] ", end="")
    try:
        return input().strip().lower() in ("y", "yes")
    except EOFError:
        return False
