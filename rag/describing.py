"""What the library holds: its size, topics, years, venues and authors, counted, not written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from index.papers import Paper
from rag.events import Progress, TextSoFar
from rag.phrases import common_phrases
from rag.turns import Draft, Drafting, Statement, Turn

# Topics are looked for in so many papers at the most, spread evenly: it takes a second or two.
SAMPLED = 2000
TOPICS = 12
NAMED = 10

_ASPECTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("newest", re.compile(r"\b(?:newest|latest|most recent)\b|最新", re.I)),
    ("oldest", re.compile(r"\b(?:oldest|earliest)\b|最早", re.I)),
    ("years", re.compile(r"\b(?:years?|time|period|decades?|old|recent|new|current)\b|年", re.I)),
    ("venues", re.compile(r"\b(?:venues?|conferences?|journals?|proceedings|publishers?)\b", re.I)),
    ("venues", re.compile(r"会议|期刊")),
    ("authors", re.compile(r"\bauthors?\b|作者", re.I)),
    ("topics", re.compile(r"\b(?:topics?|subjects?|themes?|areas?|fields?|directions?)\b", re.I)),
    ("topics", re.compile(r"\bdisciplines?\b|\babout\W*$|主题|领域|方向|话题", re.I)),
)


def describe_library(turn: Turn) -> Drafting:
    """Say what the library holds, as far as the question asks."""
    yield Progress("reading", "looking through the library")
    papers = list(turn.library.papers(turn.where))
    asked = turn.question.text
    aspect = next((name for name, words in _ASPECTS if words.search(asked)), "all")
    if aspect in {"newest", "oldest"}:
        draft = _at_one_end(papers, newest=aspect == "newest")
    else:
        parts = [_size(papers), *(say(papers) for name, say in _SAY if aspect in {name, "all"})]
        draft = Draft(remark=" ".join(parts), stands=True)
    turn.meter.first_word()
    yield TextSoFar(draft.remark)
    return draft


def record_line(paper: Paper) -> str:
    """What a paper's record says of it: authors, year, venue, as far as it does."""
    authors = ", ".join(paper.authors[:2]) + (" et al." if len(paper.authors) > 2 else "")
    known = [part for part in (authors, str(paper.year or ""), paper.venue) if part]
    return ", ".join(known) or "no authors, year or venue on record"


def record_item(paper: Paper) -> Statement:
    """A paper in a list that its record decides."""
    return Statement(record_line(paper), (paper,), "supported", 1.0, (), "item", paper.label)


def _size(papers: Sequence[Paper]) -> str:
    return f"The library holds {_papers(len(papers))}."


def _topics(papers: Sequence[Paper]) -> str:
    step = max(1, -(-len(papers) // SAMPLED))
    looked_at = papers[::step]
    phrases = common_phrases(looked_at, TOPICS)
    if not phrases:
        return "No phrase is common to several abstracts, so no topic stands out."
    named = ", ".join(f"{phrase.text} ({phrase.papers})" for phrase in phrases)
    over = "" if step == 1 else f", counted in every {step}th paper, {len(looked_at):,} in all"
    return f"The phrases that most papers share, with how many have them{over}: {named}."


def _years(papers: Sequence[Paper]) -> str:
    years = sorted(paper.year for paper in papers if paper.year)
    if not years:
        return "No record has a year."
    span = f"from {years[0]}" if years[0] == years[-1] else f"from {years[0]} to {years[-1]}"
    return f"They are {span}{_unknown(len(papers) - len(years), 'year')}."


def _venues(papers: Sequence[Paper]) -> str:
    return _commonest("venue", papers, lambda paper: (paper.venue,) if paper.venue else ())


def _authors(papers: Sequence[Paper]) -> str:
    return _commonest("author", papers, lambda paper: paper.authors)


def _commonest(
    what: str, papers: Sequence[Paper], values_of: Callable[[Paper], Iterable[str]]
) -> str:
    counts = Counter(value for paper in papers for value in dict.fromkeys(values_of(paper)))
    if not counts:
        return f"No record has {_a(what)}."
    without = sum(not any(values_of(paper)) for paper in papers)
    named = "; ".join(f"{value} ({count})" for value, count in counts.most_common(NAMED))
    most = "" if len(counts) <= NAMED else "; the commonest are"
    return f"{len(counts):,} {what}{_s(len(counts))}{most}: {named}{_unknown(without, what)}."


def _at_one_end(papers: Sequence[Paper], *, newest: bool) -> Draft:
    dated = [paper for paper in papers if paper.year]
    if not dated:
        return Draft(remark=f"{_size(papers)} No record has a year.", stands=True)
    year = (max if newest else min)(paper.year or 0 for paper in dated)
    found = [paper for paper in dated if paper.year == year]
    shown = found[:NAMED]
    rest = f" The first {NAMED} are:" if len(found) > NAMED else ""
    remark = (
        f"The {'newest' if newest else 'oldest'} of the {_papers(len(dated))} with a year"
        f"{_unknown(len(papers) - len(dated), 'year')}: {_papers(len(found))} of {year}.{rest}"
    )
    return Draft(tuple(record_item(paper) for paper in shown), remark=remark, stands=True)


def _papers(count: int) -> str:
    return f"{count:,} paper{_s(count)}"


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def _a(what: str) -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"


def _unknown(count: int, what: str) -> str:
    return f" ({count:,} without {_a(what)} on record)" if count else ""


_SAY: tuple[tuple[str, Callable[[Sequence[Paper]], str]], ...] = (
    ("years", _years),
    ("topics", _topics),
    ("venues", _venues),
    ("authors", _authors),
)
