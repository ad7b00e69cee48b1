"""Questions that a paper's record answers, not its abstract: who, when, where, under which id."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from index.papers import Paper
from rag.events import Progress, TextSoFar
from rag.remarks import say
from rag.turns import Draft, Drafting, Statement, Turn

# A paper whose words match the rest of the question less than this is not the one meant.
LEAST_MATCH = 0.5


@dataclass(frozen=True, slots=True)
class _Field:
    """One field of a record: how it is asked for, its remarks, and what a paper has there."""

    asked: re.Pattern[str]
    name: str
    sentence: str
    value: Callable[[Paper], str]


def _authors(paper: Paper) -> str:
    return ", ".join(paper.authors)


def _year(paper: Paper) -> str:
    return str(paper.year or "")


def _venue(paper: Paper) -> str:
    return paper.venue or ""


def _identifier(paper: Paper) -> str:
    names = (("DOI", paper.doi), ("arXiv id", paper.arxiv_id))
    return ", ".join(f"{name} {value}" for name, value in names if value)


_PUBLISHED = r"(?:published|released|presented|written|appear(?:ed)?|c[oa]me out)"
_WHO_ARE = r"(?:are|is|were|was) the (?:first |last )?authors?(?: of)?"
_FIELDS = (
    _Field(
        re.compile(
            rf"\bwho (?:wrote|authored|published|{_WHO_ARE})\b"
            r"|\b(?:names? of )?(?:the )?authors? of\b|\bwritten by whom\b|作者(?:是谁)?",
            re.I,
        ),
        "authors",
        "wrote",
        _authors,
    ),
    _Field(
        re.compile(
            rf"\b(?:when|(?:in )?(?:what|which) year) (?:was|were|did|is)\b(?=.*\b{_PUBLISHED}\b)"
            r"|\b(?:publication year|year of publication) of\b|哪一?年发表"
            r"|^\s*(?:and |since |from )?(?:when|(?:what|which) year)\W*$",
            re.I | re.S,
        ),
        "year",
        "appeared_when",
        _year,
    ),
    _Field(
        re.compile(
            rf"\b(?:where (?:was|were)\b(?=.*\b{_PUBLISHED}\b)"
            r"|(?:(?:at|in) )?(?:what|which) (?:venue|journal|conference)\b)",
            re.I | re.S,
        ),
        "venue",
        "appeared_where",
        _venue,
    ),
    _Field(
        re.compile(r"\b(?:what|which|give me|show)\b.{0,20}\b(?:doi|arxiv (?:id|number))\b", re.I),
        "identifier",
        "identified",
        _identifier,
    ),
)
_FRAME = re.compile(
    rf"\b(?:the )?(?:paper|article|study|work)(?: (?:on|about))?\b|\b{_PUBLISHED}\b", re.I
)


def asks_for_metadata(text: str) -> bool:
    """Whether a question asks for a field of a paper's record."""
    return any(field.asked.search(text) for field in _FIELDS)


def answer_metadata(turn: Turn) -> Drafting:
    """Answer from the record of the paper that the question names, describes or points back to.

    Abstains where the record has no such field.
    """
    yield Progress("reading", "looking at the papers' records")
    field = next(field for field in _FIELDS if field.asked.search(turn.text))
    paper = _meant(turn, _FRAME.sub(" ", field.asked.sub(" ", turn.text)))
    near = tuple(candidate.paper for candidate in turn.candidates[:3])
    if paper is None:
        return Draft(near=near)
    language = turn.question.language
    value = field.value(paper)
    if not value:
        name = say(language, field.name)
        return Draft(near=near, remark=say(language, "no_field", paper=paper.label, field=name))
    text = say(language, field.sentence, paper=paper.label, value=value)
    turn.meter.first_word()
    yield TextSoFar(text)
    return Draft((Statement(text, (paper,), "supported", 1.0),), near=near)


def _meant(turn: Turn, description: str) -> Paper | None:
    if turn.focus:
        return turn.library.paper(turn.focus[0])
    if not re.search(r"\w{2}", description):
        return None
    found = turn.retriever.search(description, limit=1, where=turn.where)
    return found[0].paper if found and found[0].match >= LEAST_MATCH else None
