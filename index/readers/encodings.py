"""From bytes to text: byte order marks, declared and guessed encodings, stray bytes."""

from __future__ import annotations

import codecs
import contextlib
import io
import re
import zlib
from typing import BinaryIO

from charset_normalizer import from_bytes

SAMPLE = 65_536  # bytes that a guess is made from
_SEARCHED = 16 * 1024 * 1024  # bytes within which the first non-ASCII byte is looked for
_FEW = 24  # non-ASCII bytes below which a statistical guess is worth nothing
_HARDLY = 0.1  # of `chaos`, the share of unlikely characters

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(rb"(?:%\s*Encoding:\s*|encoding=[\"'])([A-Za-z0-9_.:-]{2,30})", re.I)


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Bytes that are no UTF-8 are most often Windows-1252 ones, pasted in."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    stray = error.object[error.start : error.end]
    if error.encoding.lower().startswith(("utf-16", "utf-32", "utf16", "utf32")):
        return "\ufffd", error.end
    return "".join(_windows_1252(byte) for byte in stray), error.end


def _windows_1252(byte: int) -> str:
    try:
        return bytes([byte]).decode("cp1252")
    except UnicodeDecodeError:
        return "\ufffd"


codecs.register_error("windows-1252", _as_windows_1252)


def detect_encoding(sample: bytes) -> str:
    """The encoding of a text that begins with, or contains, `sample`."""
    for mark, name in _MARKS:
        if sample.startswith(mark):
            return name
    wide = _utf16_without_mark(sample)
    if wide:
        return wide
    if _is_utf8(sample):
        return "utf-8"
    declared = _DECLARED.search(sample[:2048])
    if declared:
        name = declared[1].decode("ascii").replace("Cp", "cp")
        try:
            sample.decode(name)
            return codecs.lookup(name).name
        except (LookupError, UnicodeError):
            pass
    if sum(byte > 127 for byte in sample) < _FEW:
        return "cp1252"
    return _guess(sample)


def _guess(sample: bytes) -> str:
    """What statistics say, or Windows-1252, which is the most common, where they hardly differ."""
    found = list(from_bytes(sample))  # best first
    for each in found:
        if (
            "cp1252" in (each.encoding, *each.could_be_from_charset)
            and each.chaos <= found[0].chaos + _HARDLY
            and each.coherence >= found[0].coherence
        ):
            return "cp1252"
    return found[0].encoding if found else "cp1252"


def open_text(binary: BinaryIO) -> io.TextIOWrapper:
    """Decode a seekable binary stream line by line; no byte makes it fail."""
    sample = binary.read(SAMPLE)
    searched = len(sample)
    begin = sample
    # A damaged archive is read as far as it goes, by whoever reads the text.
    with contextlib.suppress(OSError, EOFError, zlib.error):
        while sample.isascii() and len(sample) == SAMPLE and searched < _SEARCHED:
            sample = binary.read(SAMPLE)
            searched += len(sample)
    encoding = detect_encoding(begin)
    if encoding == "utf-8" and not sample.isascii():
        encoding = detect_encoding(sample.lstrip(bytes(range(0x80, 0xC0))))
    binary.seek(0)
    return io.TextIOWrapper(binary, encoding=encoding, errors="windows-1252", newline=None)


def decode(sample: bytes) -> str:
    """The text of a sample, for looking at; a character cut at its end is left out."""
    return sample.decode(detect_encoding(sample), errors="replace")


def is_binary(sample: bytes) -> bool:
    """Whether a sample is no text at all: an image, a program, a PDF."""
    if sample.startswith(
        (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x7fELF", b"\xd0\xcf\x11\xe0")
    ):
        return True
    text = decode(sample[:8192])
    odd = sum(
        1
        for char in text
        if (char < " " and char not in "\t\n\r\x0c\x02\x1e\x1f") or char == "\ufffd"
    )
    return odd > max(2, len(text) // 50)


def _is_utf8(sample: bytes) -> bool:
    """Whether a sample is UTF-8, but for a few bytes that somebody pasted in."""
    text = sample.decode("utf-8", "replace")
    # Somebody else's replacement characters are valid ones here.
    broken = text.count("\ufffd") - sample.count("\ufffd".encode())
    valid = sum(char > "\x7f" for char in text) - broken
    # A sequence of several bytes is hardly ever valid UTF-8 by chance.
    return broken - text.endswith("\ufffd") <= 2 * valid


def _utf16_without_mark(sample: bytes) -> str | None:
    head = sample[:2000]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if len(head) >= 8 and odd > len(head) * 0.3 and even < len(head) * 0.05:
        return "utf-16-le"
    if len(head) >= 8 and even > len(head) * 0.3 and odd < len(head) * 0.05:
        return "utf-16-be"
    return None
