"""HTML, JATS, MathML and Markdown in running text to plain text."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from lxml import etree

_ATTRIBUTES = r"(?:\s+[\w:.-]{1,40}\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s<>\"']+)){0,15}"
_TAG = re.compile(
    rf"<(/?)((?:jats|mml|m|xhtml|ns\d):)?([a-zA-Z][a-zA-Z0-9-]*)({_ATTRIBUTES})\s*/?>"
)
_INLINE = frozenset(
    """a abbr acronym b big bdi bdo bold cite code em ext-link font fixed-case i inf inline-formula
    italic kbd mark monospace named-content nobr off overline q roman samp sans-serif sc small span
    strike strong styled-content sub sup tt u underline uri url var xref ce:italic""".split()
)
_BLOCK = frozenset(
    """abstract abstracttext address alternatives article blockquote br center col dd def-list
    disp-formula div dl dt figure h1 h2 h3 h4 h5 h6 hr html body head img label li list list-item
    ol p para pre sec section simple-para table tbody td tex-math th thead title tr ul math
    article-title subtitle graphic inline-graphic""".split()
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_COMMENT = re.compile(r"<!--.*?-->|<\?xml[^>]*\?>", re.S)
_HREF = re.compile(r"(?:xlink:)?href\s*=\s*[\"']?(https?://[^\s\"'>]+)", re.I)
_SCRIPT = re.compile(r"<(?:jats:|xhtml:)?(sub|sup|inf)>([^<>]{0,200})</(?:jats:|xhtml:)?\1>", re.I)
_JATS_HEADING = re.compile(r"<(?:jats:)?title>([^<>]{0,80})</(?:jats:)?title>", re.I)
_ABSTRACT_HEADING = re.compile(r"(?:graphical )?abstract|summary", re.I)
_DOCUMENT = re.compile(r"\\begin\{document\}(.*?)\\end\{document\}", re.S)

_LINK = re.compile(
    r"!?\[([^\[\]]{1,300})\]\(\s*<?(https?://[^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)>?\s*\)"
)
_AUTOLINK = re.compile(r"<(https?://[^\s<>]+|mailto:[^\s<>]+)>")
_STRONG = re.compile(r"(\*{2,3})(?=[^\s*])([^*\n]{1,300}?)(?<=[^\s*])\1")
_EMPHASIS = re.compile(r"(?<![\w*^\\)\]}/])\*(?=[^\s*])([^*\n]{1,300}?)(?<=[^\s*])\*(?![\w*])")
_UNDERSCORE = re.compile(r"(?<![\w\\/])_(?=[^\s_])([^_\n]{1,200}?)(?<=[^\s_])_(?![\w/])")
_CODE = re.compile(r"(?<!`)`([^`'\s](?:[^`'\n]{0,80}[^`'\s])?)`(?!`)")
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(?=[A-Z])", re.M)
_TEX_QUOTES = re.compile(r"``\s?|(?<=[^\d\s'(])''(?![\w'(])")


def strip_markup(text: str) -> str:
    """Replace tags, entities and formulas of HTML, JATS and MathML by plain text.

    Only tags with known names go: `a < b` and `<unk>` are text. Formulas given in TeX come out
    as `$…$`, for the LaTeX step to read.
    """
    if "<" in text:
        text = _COMMENT.sub(" ", text).replace("<![CDATA[", "").replace("]]>", "")
        if "math" in text:
            text = _formulas(text)
        text = _JATS_HEADING.sub(_heading, text)
        text = _SCRIPT.sub(_script, text)
        text = _AUTOLINK.sub(r"\1", text)
        text = _links(text)
        text = _TAG.sub(_tag, text)
    if "&" in text:
        text = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
    return text


def strip_markdown(text: str) -> str:
    """Replace emphasis, code marks, headings and links of Markdown by plain text.

    A link becomes `text (address)`. Asterisks and underscores of ordinary text stay.
    """
    if "](" in text:
        text = _LINK.sub(_markdown_link, text)
    if "*" in text:
        text = _STRONG.sub(_strong, text)
        text = _EMPHASIS.sub(r"\1", text)
    if "_" in text:
        text = _UNDERSCORE.sub(r"\1", text)
    if "`" in text:
        text = _CODE.sub(r"\1", text)
        text = _SINGLE_QUOTED.sub(r"'\1'", text)
    if "``" in text or "''" in text:
        text = _TEX_QUOTES.sub('"', text)
    if "#" in text:
        text = _HEADING.sub("", text)
    return text


_SINGLE_QUOTED = re.compile(r"(?<![\w`'])`([^`'\n]{1,120})'(?!')")


def _strong(match: re.Match[str]) -> str:
    """`**bold**`, also within words (`acr**ON**yms`); but `2**3` and `x**y**z` are powers."""
    text, start, end, inner = match.string, match.start(), match.end(), match[2]
    before, after = text[start - 1 : start], text[end : end + 1]
    outside = before.isalnum() or before in (")", "]"), after.isalnum()
    if before.isalpha() and after.isalpha() and inner.isalpha() and inner.isupper():
        return inner
    if all(outside) or (any(outside) and not inner.isalpha()):
        return match[0]
    return inner


def _markdown_link(match: re.Match[str]) -> str:
    label, url = match[1].strip(), match[2]
    return url if label in (url, "") else f"{label} ({url})"


def _tag(match: re.Match[str]) -> str:
    prefix, name = match[2], match[3].lower()
    if name in _BLOCK:
        return " "
    if name in _INLINE or prefix:
        return ""
    return match[0]


def _heading(match: re.Match[str]) -> str:
    """A heading inside an abstract: `Results` becomes `Results:`, `Abstract` goes."""
    heading = match[1].strip()
    if not heading or _ABSTRACT_HEADING.fullmatch(heading.rstrip(".:")):
        return " "
    return f" {heading} " if heading[-1] in ".:?!" else f" {heading}: "


def _script(match: re.Match[str]) -> str:
    before = match.string[match.start() - 1 : match.start()] if match.start() else ""
    return script_to_text("^" if match[1].lower() == "sup" else "_", match[2], before)


def script_to_text(mark: str, inner: str, before: str) -> str:
    """A superscript (mark `^`) or subscript (`_`) after the character `before`.

    `10<sup>-3</sup>` is no `10-3`, so the mark stays; but `CO<sub>2</sub>` is CO2.
    """
    inner = inner.strip()
    if not inner or (mark == "^" and inner in "°′″∘™®"):
        return inner
    if mark == "_" and before.isalpha() and inner.isdigit():
        return inner
    return _marked(mark, inner)


def _marked(mark: str, inner: str) -> str:
    return mark + inner if inner.isalnum() else f"{mark}{{{inner}}}"


def _links(text: str) -> str:
    """`<a href="https://…">code</a>` becomes `code (https://…)`."""
    if "href" not in text:
        return text

    def linked(opening: str, content: str) -> str:
        href = _HREF.search(opening)
        label = _TAG.sub("", content).strip()
        if href is None or label == href[1]:
            return content
        return f"{content} ({href[1]})"

    for name in ("a", "ext-link", "jats:ext-link"):
        text = _replace_elements(text, name, linked)
    return text


def _formulas(text: str) -> str:
    """Formulas to `$TeX$` where a TeX twin is given, to linear text where MathML alone is."""
    for name in ("jats:alternatives", "alternatives", "jats:inline-formula", "inline-formula"):
        text = _replace_elements(text, name, _prefer_tex)
    for name in ("jats:tex-math", "tex-math"):
        text = _replace_elements(text, name, lambda _, content: tex_to_text(content))
    for name in ("mml:math", "m:math", "math"):
        text = _replace_elements(text, name, lambda _, content: mathml_to_text(content))
    return text


def _prefer_tex(_: str, content: str) -> str:
    for name in ("jats:tex-math", "tex-math"):
        start, end = content.find(f"<{name}"), content.find(f"</{name}>")
        if 0 <= start < end:
            return content[start : end + len(name) + 3]
    return content


def tex_to_text(content: str) -> str:
    """A `tex-math` element's content as `$…$`, without the document that it may be wrapped in."""
    tex = html.unescape(content).strip()
    document = _DOCUMENT.search(tex)
    if document:
        tex = document[1].strip()
    tex = tex.removeprefix("\\(").removesuffix("\\)").strip("$ \n")
    return f"${tex}$" if tex else ""


def mathml_to_text(content: str) -> str:
    """Linear plain text for the inside of a MathML `math` element."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, huge_tree=False)
    unescaped = re.sub(r"&(?!lt;|gt;|amp;|#)\w+;", lambda m: html.unescape(m[0]), content)
    bare = re.sub(r"<(/?)\w+:", r"<\1", unescaped)
    try:
        root = etree.fromstring(f"<math>{bare}</math>".encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    if root is None:
        return _TAG.sub("", content)
    return " ".join(linear_mathml(root).split())


def linear_mathml(element: etree._Element, depth: int = 0) -> str:
    """Linear plain text for a MathML element: `x^2`, `a/b`, `√(n)`; a TeX annotation wins."""
    name = etree.QName(element).localname if isinstance(element.tag, str) else ""
    if depth > 60 or not name:
        return ""
    children = [child for child in element if isinstance(child.tag, str)]
    for child in children:
        encoding = child.get("encoding", "").lower()
        if etree.QName(child).localname == "annotation" and "tex" in encoding and child.text:
            return f"${child.text.strip()}$"
    if not children:
        return (element.text or "").strip()
    parts = [linear_mathml(child, depth + 1) for child in children]
    if name in ("msup", "mover") and len(parts) == 2:
        return parts[0] + (_marked("^", parts[1]) if name == "msup" else parts[1])
    if name == "msub" and len(parts) == 2:
        return parts[0] + _marked("_", parts[1])
    if name == "msubsup" and len(parts) == 3:
        return parts[0] + _marked("_", parts[1]) + _marked("^", parts[2])
    if name == "mfrac" and len(parts) == 2:
        return "/".join(part if part.isalnum() else f"({part})" for part in parts)
    if name == "msqrt":
        inner = "".join(parts)
        return f"√{inner}" if inner.isalnum() else f"√({inner})"
    if name == "semantics":
        return parts[0]
    if name.startswith("annotation"):
        return ""
    return "".join(parts)


def _replace_elements(text: str, name: str, replace: Callable[[str, str], str]) -> str:
    """Replace every `<name …>content</name>`; elements of one name do not nest here."""
    closing = f"</{name}>"
    if closing not in text:
        return text
    opening = re.compile(rf"<{re.escape(name)}(?:\s[^<>]*)?>")
    out: list[str] = []
    at = 0
    while (start := opening.search(text, at)) is not None:
        end = text.find(closing, start.end())
        if end < 0:
            break
        out += [text[at : start.start()], replace(start[0], text[start.end() : end])]
        at = end + len(closing)
    return "".join([*out, text[at:]])
