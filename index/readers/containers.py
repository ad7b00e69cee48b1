"""What stands behind a path: a file, a compressed one, an archive, a folder, standard input."""

from __future__ import annotations

import contextlib
import gzip
import shutil
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO, cast

from index.errors import UnreadableFileError
from index.readers.source import Source

STANDARD_INPUT = "-"
_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
_EMPTY_ZIP = b"PK\x05\x06"
_MAX_NESTING = 3
_IN_MEMORY = 16 * 1024 * 1024  # bytes of standard input or of an archive within an archive
# What unpacking and reading a damaged file raises; RuntimeError is zipfile's for encryption.
DAMAGE = (OSError, EOFError, zlib.error, zipfile.BadZipFile, RuntimeError, ValueError)
# Files that systems and programs leave in folders and archives, of no use to anybody.
_LITTER = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")


def sources(path: Path) -> Iterator[Source | UnreadableFileError]:
    """Every file behind a path, in the order of their names.

    A file within a folder or an archive that cannot be opened comes as the error that says so.

    Raises:
        UnreadableFileError: the path itself leads nowhere or cannot be opened.
    """
    if str(path) == STANDARD_INPUT:
        yield from _standard_input()
    elif path.is_dir():
        yield from _in_folder(path)
    else:
        yield from _unpacked(_on_disk(path), 0)


def _on_disk(path: Path) -> Source:
    try:
        if not path.exists():
            raise UnreadableFileError(
                f"There is no file {path}.", "Check the spelling of its path."
            )
        if not path.is_file():
            raise UnreadableFileError(f"{path} is no ordinary file.", "Name a file or a folder.")
        source = Source(str(path), lambda: path.open("rb"))
        _ = source.head
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UnreadableFileError(
            f"{path} cannot be read: {why}.", "Check its name and its permissions."
        ) from error
    return source


def _in_folder(folder: Path) -> Iterator[Source | UnreadableFileError]:
    found = False
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).parts
        if path.is_dir() or any(p.startswith(".") for p in inside) or path.name in _LITTER:
            continue
        found = True
        try:
            yield from _unpacked(_on_disk(path), 0)
        except UnreadableFileError as error:
            yield error
    if not found:
        raise UnreadableFileError(f"The folder {folder} holds no files.", "Name another folder.")


def _standard_input() -> Iterator[Source | UnreadableFileError]:
    """Standard input can be read but once, so it is kept until all of it was dealt with."""
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as kept:
        shutil.copyfileobj(sys.stdin.buffer, kept)

        @contextlib.contextmanager
        def binary() -> Iterator[BinaryIO]:
            kept.seek(0)
            yield cast("BinaryIO", kept)

        yield from _unpacked(Source("standard input", binary), 0)


def _unpacked(source: Source, nesting: int) -> Iterator[Source | UnreadableFileError]:
    """The source itself, or what it holds if it is compressed or an archive."""
    if nesting > _MAX_NESTING:
        yield UnreadableFileError(f"{source.name} is packed too deeply.", "Unpack it.")
    elif source.head.startswith(_GZIP):
        name = source.name.removesuffix(".gz")
        yield from _unpacked(_checked(Source(name, _gunzip(source))), nesting + 1)
    elif source.head.startswith((_ZIP, _EMPTY_ZIP)):
        yield from _in_zip(source, nesting)
    else:
        yield source


def _gunzip(packed: Source) -> Callable[[], AbstractContextManager[BinaryIO]]:
    @contextlib.contextmanager
    def binary() -> Iterator[BinaryIO]:
        with packed.binary() as stream, gzip.GzipFile(fileobj=stream, mode="rb") as unpacked:
            yield cast("BinaryIO", unpacked)

    return binary


def _in_zip(source: Source, nesting: int) -> Iterator[Source | UnreadableFileError]:
    try:
        with source.binary() as stream, zipfile.ZipFile(stream) as archive:
            members = [m for m in archive.infolist() if not m.is_dir()]
    except DAMAGE as error:
        raise UnreadableFileError(
            f"{source.name} is a broken zip file.", "Make it anew."
        ) from error
    if any(member.filename == "[Content_Types].xml" for member in members):
        yield source  # an Office document is a zip file, too
        return
    for member in members:
        if any(litter in member.filename for litter in _LITTER):
            continue
        name = f"{source.name}/{member.filename}"
        try:
            yield from _unpacked(
                _checked(Source(name, _unzip(source, member.filename))), nesting + 1
            )
        except UnreadableFileError as error:
            yield error


def _unzip(packed: Source, member: str) -> Callable[[], AbstractContextManager[BinaryIO]]:
    @contextlib.contextmanager
    def binary() -> Iterator[BinaryIO]:
        with (
            packed.binary() as stream,
            zipfile.ZipFile(stream) as archive,
            archive.open(member) as unpacked,
        ):
            yield cast("BinaryIO", unpacked)

    return binary


def _checked(source: Source) -> Source:
    """The source, once its first bytes could be unpacked."""
    try:
        _ = source.head
    except DAMAGE as error:
        raise UnreadableFileError(
            f"{source.name} cannot be unpacked: {error}.", "Unpack it, and add what it held."
        ) from error
    return source
