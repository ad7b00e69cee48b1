"""Files that can be read and files that cannot."""

from pathlib import Path

import pytest

from index.errors import UnreadableFileError
from index.readers.registry import detect, read


@pytest.mark.parametrize(
    "content",
    [b"", b" \n\n", b"%PDF-1.7 and so on", b"\x89PNG\r\n\x1a\n\x00\x00", bytes(range(256)) * 20,
     b"just a few words", b"<html><body>abstract</body></html>", b"\xef\xbb\xbf"],
)  # fmt: skip
def test_unreadable(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.bib"
    path.write_bytes(content)
    assert detect(path) is None
    with pytest.raises(UnreadableFileError) as caught:
        list(read(path))
    assert str(path) in caught.value.message
    assert caught.value.remedy


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="no file"):
        list(read(tmp_path / "gone.bib"))
