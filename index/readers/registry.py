"""Which formats there are, and reading a file of any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from index.errors import UnreadableFileError
from index.papers import Record, Skipped
from index.readers import bibtex, plaintext
from index.readers.encodings import is_binary
from index.readers.source import Source


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its name, how it is known by its content, and its reader."""

    name: str
    detect: Callable[[Source], bool]
    read: Callable[[Source], Iterator[Record | Skipped]]


# In the order in which they are tried: the more certain a format's marks, the earlier.
FORMATS = (
    Format("BibTeX", bibtex.detect, bibtex.read),
    Format("plain text", plaintext.detect, plaintext.read),
)


def read(path: Path) -> Iterator[Record | Skipped]:
    """Every record of a file, those left out included, in the order of the file.

    Raises:
        UnreadableFileError: the file is missing, empty, binary or of no known format.
    """
    source = _source(path)
    return _format_of(source).read(source)


def detect(path: Path) -> str | None:
    """The name of a file's format, or None where it is none that we know."""
    try:
        return _format_of(_source(path)).name
    except UnreadableFileError:
        return None


def _source(path: Path) -> Source:
    if not path.exists():
        raise UnreadableFileError(f"There is no file {path}.", "Check the spelling of its path.")
    if not path.is_file():
        raise UnreadableFileError(f"{path} is no file.", "Name the files in it.")
    source = Source(str(path), lambda: path.open("rb"))
    try:
        head = source.head
    except OSError as error:
        raise UnreadableFileError(
            f"{path} cannot be read: {error.strerror}.", "Check the file's permissions."
        ) from error
    if not head.strip():
        raise UnreadableFileError(f"{path} is empty.", "Export it again.")
    return source


def _format_of(source: Source) -> Format:
    if not is_binary(source.head):
        for known in FORMATS:
            if known.detect(source):
                return known
    kind = "a PDF" if source.head.startswith(b"%PDF") else None
    raise UnreadableFileError(
        f"{source.name} is {kind or 'of no format that can be read'}.",
        "Export it as BibTeX, RIS, CSV or JSON, or save bare abstracts as text, "
        "with a blank line between them.",
    )
