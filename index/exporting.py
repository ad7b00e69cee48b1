"""Papers to BibTeX, RIS, CSL-JSON and CSV, to be read by other programs and by this one."""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TextIO

from index.errors import AnswerableError
from index.papers import Paper

_CONFERENCE = re.compile(
    r"\b(?:proc(?:eedings)?|conf(?:erence)?|workshop|symposium|congress|meeting|lecture notes)\b"
    r"|^[A-Z][A-Za-z]*[A-Z][A-Za-z]*(?:\s?(?:19|20)\d\d)?$|^[a-z]{2,8}$",
)
_PARTICLES = frozenset(
    "von van de der den del della di da dos du la le ter ten zu zum bin ibn al el af av".split()
)
_SUFFIXES = frozenset(["Jr", "Jr.", "Sr", "Sr.", "JR", "SR", "II", "III", "IV"])
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "$": r"\$",
    "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}  # fmt: skip
_ESCAPED = re.compile("[" + re.escape("".join(_SPECIAL)) + "]")
_FORMULA_START = ("=", "+", "-", "@", "\t")  # what a spreadsheet would take for a formula
_COLUMNS = ("Title", "Authors", "Year", "Venue", "DOI", "arXiv ID", "URL", "Keywords", "Abstract")


def export(papers: Iterable[Paper], kind: str, out: TextIO) -> int:
    """Write papers to a text stream, one after the other; returns how many.

    `kind` is one of `KINDS`. The stream should be opened with `newline=""`.

    Raises:
        AnswerableError: there is no such kind.
    """
    try:
        pieces = _WRITERS[kind](papers)
    except KeyError:
        raise AnswerableError(
            f"Papers cannot be exported as {kind!r}.", f"Use one of {', '.join(KINDS)}."
        ) from None
    count = -1  # the first piece is what stands above the papers
    for piece in pieces:
        out.write(piece)
        count += 1
    out.write("]\n" if kind == "csl-json" else "")
    return count


def _bibtex(papers: Iterable[Paper]) -> Iterator[str]:
    yield ""
    keys: dict[str, int] = {}
    for paper in papers:
        conference = paper.venue is not None and _CONFERENCE.search(paper.venue) is not None
        venue = "booktitle" if conference else "journal"
        kind = "misc" if paper.venue is None else "inproceedings" if conference else "article"
        fields = {
            "title": f"{{{_latex(paper.title)}}}" if paper.title else None,
            "author": " and ".join(_bibtex_name(name) for name in paper.authors),
            venue: _latex(paper.venue),
            "year": paper.year,
            "doi": paper.doi,
            "eprint": paper.arxiv_id,
            "archiveprefix": "arXiv" if paper.arxiv_id else None,
            "url": paper.url,
            "keywords": _latex(_listed(paper.keywords)),
            "abstract": _latex(paper.abstract),
        }
        lines = [f"  {name} = {{{value}}},\n" for name, value in fields.items() if value]
        yield f"@{kind}{{{_key(paper, keys)},\n{''.join(lines)}}}\n\n"


def _ris(papers: Iterable[Paper]) -> Iterator[str]:
    yield ""
    for paper in papers:
        conference = paper.venue is not None and _CONFERENCE.search(paper.venue) is not None
        kind = "GEN" if paper.venue is None else "CPAPER" if conference else "JOUR"
        lines: list[tuple[str, object]] = [("TY", kind), ("TI", paper.title)]
        lines += [("AU", _family_first(name)) for name in paper.authors]
        lines += [("PY", paper.year), ("T2", paper.venue), ("DO", paper.doi)]
        lines += [("AN", f"arXiv:{paper.arxiv_id}" if paper.arxiv_id else None)]
        lines += [("UR", paper.url), *(("KW", word) for word in paper.keywords)]
        lines += [("AB", paper.abstract)]
        yield "".join(f"{tag}  - {value}\n" for tag, value in lines if value) + "ER  - \n\n"


def _csl(papers: Iterable[Paper]) -> Iterator[str]:
    yield "["
    keys: dict[str, int] = {}
    before = "\n"
    for paper in papers:
        conference = paper.venue is not None and _CONFERENCE.search(paper.venue) is not None
        item: dict[str, Any] = {
            "id": _key(paper, keys),
            "type": "article" if paper.venue is None
            else "paper-conference" if conference else "article-journal",
            "title": paper.title,
            "author": [_csl_name(name) for name in paper.authors],
            "issued": {"date-parts": [[paper.year]]} if paper.year else None,
            "container-title": paper.venue,
            "DOI": paper.doi,
            "archive": "arXiv" if paper.arxiv_id else None,
            "archive_location": paper.arxiv_id,
            "URL": paper.url,
            "keyword": _listed(paper.keywords),
            "abstract": paper.abstract,
        }  # fmt: skip
        known = {name: value for name, value in item.items() if value}
        yield before + json.dumps(known, ensure_ascii=False, indent=1)
        before = ",\n"


def _csv(papers: Iterable[Paper]) -> Iterator[str]:
    lines: list[str] = []

    class _Lines:
        def write(self, text: str) -> int:
            lines.append(text)
            return len(text)

    writer = csv.writer(_Lines())
    writer.writerow(_COLUMNS)
    yield "\ufeff" + lines.pop()  # the mark tells spreadsheets that this is UTF-8
    for paper in papers:
        people = _listed(paper.authors, " and ", *",|&(")
        row = (paper.title, people, paper.year, paper.venue, paper.doi, paper.arxiv_id, paper.url,
               _listed(paper.keywords, ","), paper.abstract)  # fmt: skip
        writer.writerow([_cell(value) for value in row])
        yield lines.pop()


_WRITERS: dict[str, Callable[[Iterable[Paper]], Iterator[str]]] = {
    "bibtex": _bibtex,
    "ris": _ris,
    "csl-json": _csl,
    "csv": _csv,
}
KINDS = tuple(_WRITERS)


def _latex(text: str | None) -> str:
    return _ESCAPED.sub(lambda match: _SPECIAL[match[0]], text) if text else ""


def _listed(items: tuple[str, ...], *separators: str) -> str:
    """Joined by semicolons; a single one that could be taken for several ends with one."""
    joined = "; ".join(items)
    alone = len(items) == 1 and any(mark in joined for mark in separators or (",",))
    return f"{joined};" if alone else joined


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return f" {text}" if text.startswith(_FORMULA_START) else text


def _parts(name: str) -> tuple[str, str, str]:
    """Given name, family name with its particles, and suffix."""
    words = name.split()
    suffix = words.pop() if len(words) > 2 and words[-1] in _SUFFIXES else ""
    start = len(words) - 1
    while start > 1 and words[start - 1] in _PARTICLES:
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:]), suffix


def _is_whole(name: str) -> bool:
    """Not a person's: to be left as it is."""
    return " " not in name or any(mark in name for mark in ",()&/0123456789")


def _family_first(name: str) -> str:
    if _is_whole(name):
        return name
    given, family, suffix = _parts(name)
    return ", ".join(part for part in (family, suffix, given) if part)


def _bibtex_name(name: str) -> str:
    if _is_whole(name) or re.search(r"\sand\s", name, re.I):
        return f"{{{_latex(name)}}}"
    return _latex(_family_first(name))


def _csl_name(name: str) -> dict[str, str]:
    if _is_whole(name):
        return {"literal": name}
    given, family, suffix = _parts(name)
    return {"family": family, "given": given} | ({"suffix": suffix} if suffix else {})


def _key(paper: Paper, taken: dict[str, int]) -> str:
    """A citation key such as `curie2021learning`, told apart from those before by a letter."""
    family = _parts(paper.authors[0])[1] if paper.authors else "anonymous"
    word = next((w for w in re.findall(r"\w+", paper.title or paper.label) if len(w) > 3), "")
    plain = unicodedata.normalize("NFKD", f"{family}{paper.year or ''}{word}".casefold())
    key = re.sub(r"[^a-z0-9]", "", plain.encode("ascii", "ignore").decode()) or "paper"
    taken[key] = count = taken.get(key, 0) + 1
    return key if count == 1 else f"{key}-{count}"
