"""Reading whatever stands behind a path."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from index.errors import UnreadableFileError
from index.papers import Location, Record, Skipped
from index.readers.containers import DAMAGE, sources
from index.readers.formats import format_of
from index.readers.source import Source

# Files that tell of those beside them. What they say in paragraphs is no abstract, unless they
# list abstracts as such.
_COMPANION = re.compile(
    r"(?:readme|licen[cs]e|copying|notice|change(?:log|s)|contributing|code.of.conduct|authors)\b.*",
    re.I,
)
_LOOSE = frozenset(["Markdown", "plain text", "web page", "tagged text", "table without a header"])
_LISTED = re.compile(r"\babstract\W{0,4}[:：]", re.I)
_TOLD_OF_OTHERS = "tells of the files beside it; name it by itself to have it read"


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file behind a path: its name, and its format, or what is wrong with it."""

    name: str
    format: str | None
    error: UnreadableFileError | None
    _source: Source | None = None
    _reader: Callable[[Source], Iterator[Record | Skipped]] | None = None

    def items(self) -> Iterator[Record | Skipped]:
        """Every record, those left out included, in the order of the file.

        A file that proves damaged further on ends with a `Skipped` that says so, and one that
        holds nothing gives one.
        """
        if self._source is None or self._reader is None:
            return
        empty = True
        try:
            for item in self._reader(self._source):
                empty = False
                yield item
            if empty:
                yield Skipped(Location(self.name), f"no records found in this {self.format} file")
        except DAMAGE as error:
            yield Skipped(Location(self.name), f"the rest of the file is damaged ({error})")


def open_files(path: Path) -> Iterator[FoundFile]:
    """Every file behind a path: of a folder, a zip or gz file, or standard input (`-`).

    Raises:
        UnreadableFileError: the path itself leads nowhere or cannot be opened.
    """
    for source in sources(path):
        if isinstance(source, UnreadableFileError):
            name = source.message.partition(" cannot be ")[0].partition(" is ")[0]
            yield FoundFile(name, None, source)
            continue
        try:
            known = format_of(source)
        except UnreadableFileError as error:
            yield FoundFile(source.name, None, error)
        else:
            alone = source.name == str(path)
            passed_over = not alone and known.name in _LOOSE and _is_companion(source)
            reader = _pass_over if passed_over else known.read
            yield FoundFile(source.name, known.name, None, source, reader)


def _is_companion(source: Source) -> bool:
    name = PurePath(source.name).name
    return bool(_COMPANION.fullmatch(name)) and not _LISTED.search(source.head_text)


def _pass_over(source: Source) -> Iterator[Skipped]:
    yield Skipped(Location(source.name, line=1), _TOLD_OF_OTHERS)


def read(path: Path) -> Iterator[Record | Skipped]:
    """Every record behind a path, those left out included, in order.

    Of several files in a folder or an archive, those that cannot be read come as `Skipped`.

    Raises:
        UnreadableFileError: the path leads nowhere, or to a file that is empty, binary or of no
            known format.
    """
    several = path.is_dir()
    for found in open_files(path):
        if found.error is None:
            yield from found.items()
        elif several or found.name != str(path):
            yield Skipped(Location(found.name), found.error.message)
        else:
            raise found.error


def detect(path: Path) -> str | None:
    """The name of a file's format, or None where it is none that we know.

    Of a folder or an archive: the formats of what it holds, separated by commas.
    """
    try:
        names = {found.format for found in open_files(path) if found.format}
    except UnreadableFileError:
        return None
    return ", ".join(sorted(names)) or None
