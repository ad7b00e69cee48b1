"""From what files hold to plain text that can be read, searched, cited and highlighted."""

from __future__ import annotations

import re
import unicodedata

from index.cleaning_boilerplate import strip_boilerplate
from index.cleaning_latex import strip_latex
from index.cleaning_markup import strip_markdown, strip_markup

MAX_PASSES = 8
SHORT = 60  # characters; names, venues and keywords, most of which need no cleaning

_PLAIN = re.compile(r"[A-Za-z0-9.,-]+(?: [A-Za-z0-9.,-]+)*")
_MARKED = re.compile(r"^(?:abstract|summary)|copyright|published|reserved", re.I)

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
# Zero-width spaces and joiners, byte order marks, direction marks, tag characters: unseen by a
# reader, they break words for search and may hide text from people but not from a model.
_INVISIBLE = re.compile(
    "[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff\U000e0000-\U000e007f]"
)
_JOINERS = re.compile("(?<![^\x00-\u024f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\u024f])")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SOFT_HYPHEN = re.compile("\u00ad\\s*\n\\s*|\u00ad")
# PDF extraction leaves U+0002 where a hyphen ended the line.
_BROKEN = re.compile(r"(?<![^\W\d_]-)(?<=[^\W\d_])(?:[-‐]\r?\n[ \t]*|\x02\s*)(?=[a-z])")
_BEFORE = re.compile(r"[\w-]*\Z")
_COMPOUND = re.compile(r"\w+(?:-\w+)*")
_AFTER = re.compile(r"\w*")
# First parts that English compounds keep their hyphen after.
_HYPHENATED = frozenset(
    """self non state of the to in on by all cross high low long short well multi semi fine large
    small real time open end data model one two three four zero few single cost task domain human
    computer machine deep user based based first second third full half hard soft post pre mid
    quasi pseudo ex anti less more most least best worst free level scale off out up right left
    black white light heavy near far""".split()
)


def clean(text: str) -> str:
    """Plain text for a title or an abstract: NFC, one space between words, no markup.

    LaTeX, HTML, JATS, MathML and Markdown are resolved, formulas are kept in a readable plain
    form, headings such as "Abstract:" and copyright lines go. What only looks like markup
    (`a < b`, `$5 or $10`, `x_1`) stays, and so does every number. `clean(clean(x)) == clean(x)`.
    """
    if len(text) < SHORT and _PLAIN.fullmatch(text) and not _MARKED.search(text):
        return text
    for _ in range(MAX_PASSES):
        before, text = text, _once(text)
        if text == before:
            break
    return text


def _once(text: str) -> str:
    text = _plain_characters(text)
    text = strip_markup(text)
    text = strip_latex(text)
    text = strip_markdown(text)
    text = strip_boilerplate(text)
    text = " ".join(text.split())
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _plain_characters(text: str) -> str:
    """Ligatures, hyphens of line breaks, and characters that nobody sees."""
    if not text.isascii():
        text = _SOFT_HYPHEN.sub("", text)
        text = _INVISIBLE.sub("", text)
        text = _JOINERS.sub("", text)
        if _SURROGATE.search(text):
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        for ligature, letters in _LIGATURES.items():
            if ligature in text:
                text = text.replace(ligature, letters)
    if "\n" in text or "\x02" in text:
        text = _join_broken_words(text)
    return _CONTROL.sub(" ", text)


def _join_broken_words(text: str) -> str:
    """Mend words that a hyphen broke at the end of a line.

    Whether the hyphen belongs to the word is decided by the rest of the text, where the word
    occurs there, else by its first part (`self-attention`, but `exper-iment`).
    """

    words: set[str] = set()

    def mend(match: re.Match[str]) -> str:
        if not words:
            words.update(word.casefold() for word in _COMPOUND.findall(text))
        head = _BEFORE.search(text, max(0, match.start() - 60), match.start())
        tail = _AFTER.match(text, match.end(), match.end() + 60)
        first = head[0].casefold() if head else ""
        second = tail[0].casefold() if tail else ""
        if first + second in words:
            return ""
        if f"{first}-{second}" in words:
            return "-"
        return "-" if "-" in first or first in _HYPHENATED else ""

    return _BROKEN.sub(mend, text)
