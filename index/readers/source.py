"""What a reader reads: a name to report, and bytes that can be opened more than once."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import BinaryIO, TextIO

from index.readers.encodings import SAMPLE, decode, open_text


@dataclass(frozen=True)
class Source:
    """A file, a member of an archive, or what came in on standard input.

    `name` is what records are located by; `binary` opens the uncompressed bytes anew each time,
    as a seekable stream.
    """

    name: str
    binary: Callable[[], AbstractContextManager[BinaryIO]]

    @property
    def suffix(self) -> str:
        """The file's extension in lower case, with its dot."""
        return PurePath(self.name).suffix.lower()

    @cached_property
    def head(self) -> bytes:
        """The first bytes, for telling what format this is."""
        with self.binary() as stream:
            return stream.read(SAMPLE)

    @cached_property
    def head_text(self) -> str:
        """The first characters, decoded, with `\\n` at the ends of lines."""
        text = decode(self.head).lstrip("\ufeff")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    @contextlib.contextmanager
    def text(self) -> Iterator[TextIO]:
        """The content, decoded line by line."""
        with self.binary() as stream:
            text = open_text(stream)
            try:
                yield text
            finally:
                text.detach()
