"""Lists and counts over the whole library: every paper is scanned, the likeliest are read."""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import replace

from index.papers import Paper
from rag.events import Event, Progress, TextSoFar
from rag.names import names_of
from rag.prompts import about_paper, meets
from rag.sentences import nearest_sentences
from rag.turns import Draft, Drafting, Statement, Turn, quotation

# How many papers the model reads at the most, and after how many in a row that do not belong to
# the list it stops: they are read in order of likelihood.
READ_AT_MOST = 16
MISSES_AT_MOST = 4
BELONGS = 0.0

_FRAME = re.compile(
    r"^\s*(?:please\s+)?(?:how many|which|what|list|show|find|name|give)(?:\s+me)?(?:\s+all)?"
    r"(?:\s+of)?(?:\s+(?:the|these|those))?\s+(?P<kind>(?:\w+[- ]){0,3}?(?:papers?|abstracts?"
    r"|articles?|studies|works?|publications?|methods?))\s*(?:are there\s*)?"
    r"(?P<criterion>.*?)[?.!\s]*$",
    re.I | re.S,
)
_ALL = re.compile(
    r"^(?:(?:are|is)\s+)?(?:there\s*)?(?:(?:in|does|do|altogether|in total)\b.*)?$", re.I
)
_LINK = re.compile(r"(?:https?://|www\.|(?:github|gitlab|huggingface)\.)\S+", re.I)
_DOMAIN = re.compile(r"\b[\w-]+\.(?:com|io|org|net|co)\b")
_HOSTS = ("github", "gitlab", "huggingface", "zenodo")
_ASKS_FOR_LINK = re.compile(
    r"\b(?:links?|code|repositor(?:y|ies)|github|urls?|open[- ]source)\b", re.I
)


def list_papers(turn: Turn) -> Drafting:
    """Name the papers that meet the question's criterion, or count them."""
    criterion = _criterion(turn.text)
    everything = list(turn.library.papers(turn.where))
    if not criterion:
        turn.meter.first_word()
        return Draft(remark=f"The library holds {len(everything)} papers.", stands=True)
    names = _names(criterion)
    if _ASKS_FOR_LINK.search(criterion):
        found = _with_links(everything, criterion)
        how = "All were searched for links."
    else:
        found, read = yield from _meeting(turn, criterion, names, everything)
        how = (
            f"All were scanned, the {read} likeliest read closely."
            if read
            else "All were searched."
        )
    remark = f"{len(found)} of {len(everything)} papers (criterion: {criterion}). {how}"
    return Draft(
        tuple(_item(turn, paper, criterion, names) for paper in found), remark=remark, stands=True
    )


def _criterion(text: str) -> str:
    """What the papers asked for must meet; empty where all are meant."""
    match = _FRAME.match(text)
    if match is None:
        return text.strip(" ?.!")
    rest = re.sub(r"^(?:is|are|that|which)\s+", "", match["criterion"].strip())
    before = match["kind"].rsplit(maxsplit=1)[0] if " " in match["kind"] else ""
    return before if _ALL.match(rest) else f"{before} {rest}".strip()


def _with_links(papers: list[Paper], criterion: str) -> list[Paper]:
    asked = criterion.casefold()
    hosts = _DOMAIN.findall(asked) or [name for name in _HOSTS if name in asked]
    return [
        paper
        for paper in papers
        if (links := " ".join(_LINK.findall(paper.abstract)).casefold())
        and (not hosts or any(host in links for host in hosts))
    ]


def _meeting(
    turn: Turn, criterion: str, names: list[re.Pattern[str]], everything: list[Paper]
) -> Generator[Event, None, tuple[list[Paper], int]]:
    """The papers that meet a criterion, and how many were read to find out.

    Where the criterion has names that papers mention, these papers are meant, and none is read.
    """
    named = [p for p in everything if names and all(name.search(p.text) for name in names)]
    if named:
        return named, 0
    if turn.ready is None:
        return [], 0
    yield from turn.ready()
    found: list[Paper] = []
    read = misses = 0
    for candidate in turn.retriever.search(criterion, limit=READ_AT_MOST, where=turn.where):
        if misses >= MISSES_AT_MOST:
            break
        yield Progress("reading", f"reading {candidate.paper.label}")
        odds = turn.meter.log_odds(about_paper(candidate.paper, "", meets(criterion)))
        read += 1
        if odds is not None and odds > BELONGS:
            found.append(candidate.paper)
            misses = 0
            turn.meter.first_word()
            yield TextSoFar("\n".join(f"- {paper.label}" for paper in found))
        else:
            misses += 1
    return found, read


def _names(criterion: str) -> list[re.Pattern[str]]:
    """A pattern for each name in a criterion."""
    return [
        re.compile(rf"(?<!\w){re.escape(name.text)}s?(?!\w)")
        for name in names_of(criterion)
        if name.sure
    ]


def _item(turn: Turn, paper: Paper, criterion: str, names: list[re.Pattern[str]]) -> Statement:
    """A paper of the list, with its sentence nearest to the criterion, one with its names first."""
    _, start, end = min(
        nearest_sentences(turn.library.embedder, paper, criterion),
        key=lambda found: -sum(bool(n.search(paper.abstract[found[1] : found[2]])) for n in names),
    )
    return replace(quotation(paper, start, end), layout="item", lead=paper.label)
