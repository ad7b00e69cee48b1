"""Writing a file and reading it back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from index.papers import Record, Skipped
from index.readers.registry import detect, read

ReadText = Callable[..., list[Record | Skipped]]


@pytest.fixture
def read_text(tmp_path: Path) -> ReadText:
    """Reads what a file of some name with some content holds; checks its format, if told."""

    def reads(
        content: str | bytes, name: str = "some.txt", kind: str | None = None
    ) -> list[Record | Skipped]:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        if kind is not None:
            assert detect(path) == kind
        return list(read(path))

    return reads


@pytest.fixture
def read_one(read_text: ReadText) -> Callable[..., Record]:
    """Reads a file that holds one record with an abstract."""

    def reads(content: str | bytes, name: str = "some.txt", kind: str | None = None) -> Record:
        (item,) = read_text(content, name, kind)
        assert isinstance(item, Record), item
        return item

    return reads
