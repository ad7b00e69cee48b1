"""Text that may be hostile, made safe to show: escaping, maths, highlights, a little Markdown.

Titles, abstracts and what a model writes are data. Everything here returns HTML on one line:
within one line of HTML the page's Markdown renderer reads no Markdown, so nothing of such text
can become a link, an image or a tag.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

# Control characters, the ones that turn the direction of text around, and private use, which
# this module uses as markers.
_UNSHOWABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff\ufeff]"
    "|[\ud800-\udfff]"
)
_DISPLAY = re.compile(r"\$\$(?!\s*\$)(.{1,600}?)\$\$|\\\[(.{1,600}?)\\\]", re.DOTALL)
_BRACKETED = re.compile(r"\\\((.{1,400}?)\\\)", re.DOTALL)
_DOLLARS = re.compile(r"(?<![\\$])\$(?![\s$])((?:[^$\\\n]|\\.){1,300}?)(?<!\s)\$(?!\$)")
_COMMAND = re.compile(r"[\\^_]")
_MATHS_SIGN = re.compile(r"[={}<>|]")
_WORDS_APART = re.compile(r"(?:^|\s)[^\W\d_]{2,}(?:\s|$)")
_CITATION = re.compile(r"\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\]")


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of text to highlight; `anchors` are ids that a link can lead to."""

    start: int
    end: int
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Maths:
    """A formula in a text: `text[start:end]`, delimiters included; `body` without them."""

    start: int
    end: int
    body: str
    display: bool = False

    @property
    def html(self) -> str:
        left, right = (r"\[", r"\]") if self.display else (r"\(", r"\)")
        body = re.sub(r"\s", " ", _UNSHOWABLE.sub("", self.body))
        return f"{left}{html.escape(body)}{right}"


def one_line(text: str) -> str:
    """Plain text as HTML, on one line, formulas ready for the page to render."""
    return marked(text, ())


def attribute(text: str, limit: int = 400) -> str:
    """Plain text for the inside of an HTML attribute, cut to `limit` characters."""
    shown = _UNSHOWABLE.sub("", text)
    return _escape(shown if len(shown) <= limit else f"{shown[: limit - 1]}…")


def marked(text: str, marks: Iterable[Mark]) -> str:
    """Plain text as HTML with stretches highlighted.

    Marks that overlap become one; a mark that would cut a formula is widened to hold it.
    """
    formulas = find_maths(text)
    pieces: list[str] = []
    at = 0
    for mark in _disjoint(marks, formulas, len(text)):
        pieces.append(_with_maths(text, at, mark.start, formulas))
        anchors = "".join(f'<span class="anchor" id="{attribute(a)}"></span>' for a in mark.anchors)
        pieces.append(f"<mark>{anchors}{_with_maths(text, mark.start, mark.end, formulas)}</mark>")
        at = mark.end
    pieces.append(_with_maths(text, at, len(text), formulas))
    return "".join(pieces)


def find_maths(text: str) -> tuple[Maths, ...]:
    r"""The formulas of a text, written `$…$`, `$$…$$`, `\(…\)` or `\[…\]`; prices are none."""
    found = [Maths(m.start(), m.end(), m[1] or m[2], display=True) for m in _DISPLAY.finditer(text)]
    found += [Maths(m.start(), m.end(), m[1]) for m in _BRACKETED.finditer(text)]
    found += _between_dollars(text)
    kept: list[Maths] = []
    for formula in sorted(found, key=lambda f: (f.start, -f.end)):
        if not kept or formula.start >= kept[-1].end:
            kept.append(formula)
    return tuple(kept)


def written(
    text: str,
    sentences: Sequence[str],
    wrap: Callable[[int], tuple[str, str]],
    cite: Callable[[int, int | None], str],
) -> str:
    """What a model wrote, as HTML: paragraphs, lists, tables, emphasis, code and formulas.

    Links, images and HTML in it are shown as the characters they are. The i-th of `sentences`
    stands between the two tags that `wrap(i)` gives, and each `[n]` becomes `cite(n, i)`, where
    i is the sentence it belongs to, if any.
    """
    shown = _with_sentence_marks(_UNSHOWABLE.sub("", text), sentences)
    formulas = find_maths(shown)[:_MARKERS]
    pieces: list[str] = []
    at = 0
    for number, formula in enumerate(formulas):
        pieces += [shown[at : formula.start], chr(_FORMULA + number)]
        at = formula.end
    typed = tuple(shown[formula.start : formula.end] for formula in formulas)
    context = _Context(formulas, typed, wrap, cite)
    rendered = str(_MARKDOWN.render("".join(pieces) + shown[at:], {"context": context}))
    return _on_one_line(rendered)


# Private use characters that stand for something while Markdown is read.
_OPEN, _CLOSE, _FORMULA, _MARKERS = 0xE000, 0xE400, 0xE800, 0x400
_HELD = re.compile(f"[{chr(_OPEN)}-{chr(_FORMULA + _MARKERS - 1)}]")
_LIST_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+")


class _Context:
    def __init__(
        self,
        formulas: tuple[Maths, ...],
        typed: tuple[str, ...],
        wrap: Callable[[int], tuple[str, str]],
        cite: Callable[[int, int | None], str],
    ) -> None:
        self._formulas = formulas
        self._typed = typed
        self._wrap = wrap
        self._cite = cite
        self._sentence: int | None = None

    def text(self, text: str) -> str:
        """Running text: citations become links, sentence marks become tags."""
        pieces: list[str] = []
        at = 0
        for found in re.finditer(f"{_HELD.pattern}|{_CITATION.pattern}", text):
            pieces.append(_escape(text[at : found.start()]))
            pieces.append(self._held(found[0]) if found[1] is None else self._links(found[1]))
            at = found.end()
        pieces.append(_escape(text[at:]))
        return "".join(pieces)

    def code(self, text: str) -> str:
        """Code: nothing in it means anything, and its line breaks stay."""
        typed = _UNSHOWABLE.sub("", _HELD.sub(self._as_typed, text)).rstrip("\n")
        return html.escape(typed).replace("\n", "&#10;")

    def _held(self, character: str) -> str:
        code = ord(character)
        if code >= _FORMULA:
            return self._formulas[code - _FORMULA].html
        if code >= _CLOSE:
            number = code - _CLOSE
            self._sentence = None
            return self._wrap(number)[1]
        self._sentence = code - _OPEN
        return self._wrap(self._sentence)[0]

    def _links(self, numbers: str) -> str:
        return "".join(self._cite(int(n), self._sentence) for n in re.findall(r"\d+", numbers))

    def _as_typed(self, found: re.Match[str]) -> str:
        code = ord(found[0])
        return self._typed[code - _FORMULA] if code >= _FORMULA else ""


def _render_text(
    _renderer: RendererHTML, tokens: Sequence[Token], at: int, _options: Any, env: Any
) -> str:
    return str(env["context"].text(tokens[at].content))


def _render_code(
    _renderer: RendererHTML, tokens: Sequence[Token], at: int, _options: Any, env: Any
) -> str:
    return f"<code>{env['context'].code(tokens[at].content)}</code>"


def _render_block(
    _renderer: RendererHTML, tokens: Sequence[Token], at: int, _options: Any, env: Any
) -> str:
    return f"<pre><code>{env['context'].code(tokens[at].content)}</code></pre>"


def _markdown() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")
    reader.disable(["link", "image", "autolink", "reference", "html_block", "html_inline"])
    reader.add_render_rule("text", _render_text)
    reader.add_render_rule("code_inline", _render_code)
    reader.add_render_rule("fence", _render_block)
    reader.add_render_rule("code_block", _render_block)
    return reader


_MARKDOWN = _markdown()


def _with_sentence_marks(text: str, sentences: Sequence[str]) -> str:
    """Put private marks around each sentence where it stands in the text, in order."""
    pieces: list[str] = []
    at = 0
    for number, sentence in enumerate(sentences[:_MARKERS]):
        plain = _CITATION.sub("", _UNSHOWABLE.sub("", sentence))
        words = re.findall(r"[^\W_]+|[^\w\s*`]", plain)
        if not words:
            continue
        # What may stand between two words: space, emphasis, citations.
        between = rf"(?:[\s*_`]|{_CITATION.pattern})*"
        pattern = between.join(map(re.escape, words)) + rf"(?:\s*{_CITATION.pattern})*"
        found = re.compile(pattern).search(text, at)
        if found is None:
            continue
        start = found.start()
        # A mark before a list item's bullet would hide the bullet from Markdown.
        if text[:start].rpartition("\n")[2].strip() == "":
            bullet = _LIST_ITEM.match(text, start)
            start = bullet.end() if bullet else start
        pieces += [text[at:start], chr(_OPEN + number), text[start : found.end()]]
        pieces.append(chr(_CLOSE + number))
        at = found.end()
    return "".join(pieces) + text[at:]


def _disjoint(marks: Iterable[Mark], formulas: Sequence[Maths], length: int) -> tuple[Mark, ...]:
    """The marks in order, none overlapping, none cutting a formula, all within the text."""
    merged: list[Mark] = []
    for mark in sorted(marks, key=lambda m: (m.start, m.end)):
        start, end = max(0, mark.start), min(length, mark.end)
        if start >= end:
            continue
        for formula in formulas:
            if formula.start < start < formula.end:
                start = formula.start
            if formula.start < end < formula.end:
                end = formula.end
        if merged and start < merged[-1].end:
            last = merged.pop()
            start, end = last.start, max(last.end, end)
            merged.append(Mark(start, end, (*last.anchors, *mark.anchors)))
        else:
            merged.append(Mark(start, end, mark.anchors))
    return tuple(merged)


def _with_maths(text: str, start: int, end: int, formulas: Sequence[Maths]) -> str:
    pieces: list[str] = []
    at = start
    for formula in formulas:
        if start <= formula.start and formula.end <= end:
            pieces += [_escape(text[at : formula.start]), formula.html]
            at = formula.end
    pieces.append(_escape(text[at:end]))
    return "".join(pieces)


def _escape(text: str) -> str:
    """Escaped, on one line. A backslash before a bracket would start a formula in the page."""
    shown = re.sub(r"\s", " ", _UNSHOWABLE.sub("", text))
    return html.escape(shown).replace("\\(", "&#92;\u2060(").replace("\\[", "&#92;\u2060[")


def _between_dollars(text: str) -> list[Maths]:
    """What stands between two dollars and is maths, not the words between two prices."""
    found: list[Maths] = []
    at = 0
    while (match := _DOLLARS.search(text, at)) is not None:
        body = match[1]
        plain = bool(_MATHS_SIGN.search(body)) or not _WORDS_APART.search(body)
        # "100$\times$" touches a number; "US$5 for A$" touches letters and is no formula.
        if _COMMAND.search(body) or (plain and _stands_alone(text, match)):
            found.append(Maths(match.start(), match.end(), body))
            at = match.end()
        else:
            at = match.start() + 1
    return found


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    before, after = text[: match.start()][-1:], text[match.end() :][:1]
    return not before.isalnum() and not after.isalnum()


def _on_one_line(rendered: str) -> str:
    """HTML without a line break; those within code are character references already."""
    return " ".join(rendered.split("\n")).strip()
