"""Answers and their papers, to take along: text, web pages and reference managers' formats."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from index.papers import Paper
from rag.answers import Answer, Source
from ui.page.markup import attribute, find_maths, one_line, written
from ui.page.turns import Turn

Work = Paper | Source

_BIBTEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$",
    "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
_RIS_TYPES = {"inproceedings": "CONF", "article": "JOUR", "misc": "GEN"}
_CSL_TYPES = {"inproceedings": "paper-conference", "article": "article-journal", "misc": "article"}
_MEETING = re.compile(
    r"\b(conference|proceedings|symposium|workshop|meeting|advances in neural)\b", re.I
)
_SHORT_MEETING = re.compile(r"[A-Z]{3,8}(?: \d{4})?")
_PLAIN_WORD = re.compile(r"[^\W_]+")


def cited(answer: Answer) -> tuple[Source, ...]:
    """The sources that an answer cites, in the order of their numbers."""
    return tuple(source for source in answer.sources if source.cited)


def reference(work: Work) -> str:
    """A work in one line: authors, title, venue, year, address."""
    where = ", ".join(part for part in (work.venue or "", str(work.year or "")) if part)
    parts = (", ".join(work.authors), work.title or work.label, where, address(work))
    return ". ".join(part for part in parts if part)


def address(work: Work) -> str:
    """Where a work stands on the web, if that is known."""
    if work.doi:
        return f"https://doi.org/{work.doi}"
    if isinstance(work, Paper) and work.arxiv_id:
        return f"https://arxiv.org/abs/{work.arxiv_id}"
    return work.url or ""


def plain(answer: Answer) -> str:
    """An answer to paste elsewhere: its text and what its numbers stand for."""
    sources = [f"[{source.number}] {reference(source)}" for source in cited(answer)]
    return "\n".join([answer.answer, *(["", *sources] if sources else [])])


class File(NamedTuple):
    """A file for the browser to save."""

    name: str
    kind: str
    text: str


def export(turns: Sequence[Turn], works: Sequence[Work], what: str) -> File:
    """Turns, or the works they cite, in one of the formats md, html, bib, ris and json.

    Raises KeyError for another format.
    """
    makers: dict[str, tuple[str, Callable[[], str]]] = {
        "md": ("text/markdown", lambda: markdown(turns)),
        "html": ("text/html", lambda: web_page(turns)),
        "bib": ("application/x-bibtex", lambda: bibtex(works)),
        "ris": ("application/x-research-info-systems", lambda: ris(works)),
        "json": ("application/vnd.citationstyles.csl+json", lambda: csl_json(works)),
    }
    kind, make = makers[what]
    stem = "-".join(_PLAIN_WORD.findall(_ascii(turns[0].question))[:6]).lower() if turns else ""
    return File(f"{stem or 'answer'}.{what}", f"{kind};charset=utf-8", make())


def markdown(turns: Iterable[Turn]) -> str:
    """Answered questions as a Markdown document, with the sentences that support them."""
    blocks: list[str] = []
    for turn in turns:
        if turn.answer is None:
            continue
        blocks += [f"## {' '.join(turn.question.split())}", turn.answer.answer]
        for source in cited(turn.answer):
            entry = f"[{source.number}] {reference(source)}"
            quotes = _quotes(turn.answer, source.number)
            blocks.append("\n".join([f"- {entry}", *(f"  > {quote}" for quote in quotes)]))
    return "\n\n".join(blocks) + "\n"


def web_page(turns: Iterable[Turn]) -> str:
    """Answered questions as a page of their own, which loads nothing from anywhere."""
    body: list[str] = []
    for at, turn in enumerate(turns):
        if turn.answer is None:
            continue
        text = written(turn.answer.answer, (), lambda _: ("", ""), _to_source(at))
        items = "".join(_item(turn.answer, source, at) for source in cited(turn.answer))
        body.append(f"<section><h2>{one_line(turn.question)}</h2>{text}<ol>{items}</ol></section>")
    return (
        '<!doctype html><html><head><meta charset="utf-8"><title>Answerable</title><style>'
        "body{font:17px/1.6 Georgia,serif;max-width:42rem;margin:3rem auto;padding:0 1rem}"
        "blockquote{color:#555;margin:.3rem 0 .6rem}li{font-size:15px}a{color:#1f5f5b}</style>"
        f"</head><body>{''.join(body)}</body></html>\n"
    )


def bibtex(works: Sequence[Work]) -> str:
    """Works as BibTeX entries."""
    entries: list[str] = []
    for key, work in zip(_keys(works), works, strict=True):
        kind = _kind(work)
        fields = {
            "title": f"{{{_for_bibtex(work.title or work.label)}}}",
            "author": _for_bibtex(" and ".join(work.authors)),
            "booktitle" if kind == "inproceedings" else "journal": _for_bibtex(work.venue or ""),
            "year": str(work.year or ""),
            "doi": work.doi or "",
            "eprint": work.arxiv_id or "" if isinstance(work, Paper) else "",
            "url": work.url or "",
            "abstract": _for_bibtex(work.abstract),
        }
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
        entries.append("\n".join([f"@{kind}{{{key},", *lines, "}"]))
    return "\n\n".join(entries) + "\n"


def ris(works: Sequence[Work]) -> str:
    """Works in the format of RIS: a tag of two characters, two spaces, a hyphen, a space."""
    records: list[str] = []
    for work in works:
        lines = [("TY", _RIS_TYPES[_kind(work)])]
        lines += [("TI", work.title or work.label)]
        lines += [("AU", author) for author in work.authors]
        lines += [("PY", str(work.year or "")), ("T2", work.venue or ""), ("DO", work.doi or "")]
        lines += [("UR", address(work)), ("AB", work.abstract)]
        kept = [f"{tag}  - {' '.join(value.split())}" for tag, value in lines if value]
        records.append("\r\n".join([*kept, "ER  - "]))
    return "\r\n\r\n".join(records) + "\r\n"


def csl_json(works: Sequence[Work]) -> str:
    """Works as CSL-JSON, the data format of citation processors."""
    items: list[dict[str, Any]] = []
    for key, work in zip(_keys(works), works, strict=True):
        item: dict[str, Any] = {
            "id": key,
            "type": _CSL_TYPES[_kind(work)],
            "title": work.title or work.label,
            "author": [_csl_name(author) for author in work.authors],
            "container-title": work.venue,
            "DOI": work.doi,
            "URL": address(work),
            "abstract": work.abstract,
        }  # fmt: skip
        if work.year:
            item["issued"] = {"date-parts": [[work.year]]}
        items.append({name: value for name, value in item.items() if value})
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def _item(answer: Answer, source: Source, at: int) -> str:
    quotes = (f"<blockquote>{one_line(q)}</blockquote>" for q in _quotes(answer, source.number))
    return (
        f'<li id="s{at}-{source.number}" value="{source.number}">{one_line(reference(source))}'
        f"{''.join(quotes)}</li>"
    )


def _quotes(answer: Answer, source: int) -> list[str]:
    found = [q.quote for claim in answer.claims for q in claim.evidence if q.citation == source]
    return [" ".join(quote.split()) for quote in dict.fromkeys(found)]


def _to_source(at: int) -> Any:
    return lambda n, _: f'<a href="#s{at}-{n}">[{attribute(str(n))}]</a>'


def _keys(works: Sequence[Work]) -> list[str]:
    """A key for each work, as `vaswani2017attention`; a second one of a kind gets a letter."""
    keys: list[str] = []
    for work in works:
        author = work.authors[0] if work.authors else ""
        family = author.split(",")[0] if "," in author else author.rpartition(" ")[2]
        words = [w for w in _PLAIN_WORD.findall(work.title or work.label) if len(w) > 3]
        parts = (family, str(work.year or ""), words[0] if words else "")
        stem = re.sub(r"[^a-z0-9]", "", _ascii("".join(parts)).lower()) or work.paper_id
        key, letter = stem, ord("a")
        while key in keys:
            key, letter = f"{stem}{chr(letter)}", letter + 1
        keys.append(key)
    return keys


def _for_bibtex(text: str) -> str:
    """Escaped for TeX, formulas left as they are."""
    pieces: list[str] = []
    at = 0
    for formula in find_maths(text):
        pieces += [_escaped(text[at : formula.start]), f"${formula.body}$"]
        at = formula.end
    return " ".join("".join([*pieces, _escaped(text[at:])]).split())


def _escaped(text: str) -> str:
    return "".join(_BIBTEX.get(character, character) for character in text)


def _csl_name(author: str) -> dict[str, str]:
    if "," in author:
        family, given = author.split(",", 1)
    else:
        given, _, family = author.rpartition(" ")
    name = {"family": family.strip(), "given": given.strip()}
    return {part: value for part, value in name.items() if value}


def _ascii(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _kind(work: Work) -> str:
    """BibTeX's name for what a work is, judged by where it appeared."""
    if not work.venue:
        return "misc"
    meeting = _MEETING.search(work.venue) or _SHORT_MEETING.fullmatch(work.venue)
    return "inproceedings" if meeting else "article"
