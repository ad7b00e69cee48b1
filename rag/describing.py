"""What the library holds: its size, topics, years, venues and authors, counted, not written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from index.papers import Paper
from rag.events import Progress, TextSoFar
from rag.phrases import common_phrases
from rag.remarks import say
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
    language = turn.question.language
    yield Progress("reading", "looking through the library")
    papers = list(turn.library.papers(turn.where))
    asked = turn.question.text
    aspect = next((name for name, words in _ASPECTS if words.search(asked)), "all")
    if aspect in {"newest", "oldest"}:
        draft = _at_one_end(papers, language, aspect)
    else:
        parts = [
            say(language, "holds", count=f"{len(papers):,}", scope=""),
            *(tell(papers, language) for name, tell in _TELL if aspect in {name, "all"}),
        ]
        draft = Draft(remark=("" if language == "zh" else " ").join(parts), stands=True)
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


def _topics(papers: Sequence[Paper], language: str) -> str:
    step = max(1, -(-len(papers) // SAMPLED))
    looked_at = papers[::step]
    phrases = common_phrases(looked_at, TOPICS)
    if not phrases:
        return say(language, "no_topics")
    named = _counted(((phrase.text, phrase.papers) for phrase in phrases), language)
    over = say(language, "sampled", count=f"{len(looked_at):,}") if step > 1 else ""
    return say(language, "topics", over=over, phrases=named)


def _years(papers: Sequence[Paper], language: str) -> str:
    years = sorted(paper.year for paper in papers if paper.year)
    if not years:
        return say(language, "none_on_record", field=say(language, "year"))
    unknown = _unknown(len(papers) - len(years), "year", language)
    return say(language, "years", first=years[0], last=years[-1], unknown=unknown)


def _venues(papers: Sequence[Paper], language: str) -> str:
    return _commonest("venue", papers, language, lambda p: (p.venue,) if p.venue else ())


def _authors(papers: Sequence[Paper], language: str) -> str:
    return _commonest("authors", papers, language, lambda paper: paper.authors)


def _commonest(
    field: str,
    papers: Sequence[Paper],
    language: str,
    values_of: Callable[[Paper], Iterable[str]],
) -> str:
    counts = Counter(value for paper in papers for value in dict.fromkeys(values_of(paper)))
    if not counts:
        return say(language, "none_on_record", field=say(language, field))
    without = sum(not any(values_of(paper)) for paper in papers)
    return say(
        language,
        "commonest" if len(counts) > NAMED else "every_value",
        field=say(language, field),
        count=f"{len(counts):,}",
        values=_counted(counts.most_common(NAMED), language),
        unknown=_unknown(without, field, language),
    )


def _counted(values: Iterable[tuple[str, int]], language: str) -> str:
    return say(language, "between").join(f"{value} ({count:,})" for value, count in values)


def _at_one_end(papers: Sequence[Paper], language: str, end: str) -> Draft:
    dated = [paper for paper in papers if paper.year]
    if not dated:
        remark = say(language, "none_on_record", field=say(language, "year"))
        return Draft(remark=remark, stands=True)
    year = (max if end == "newest" else min)(paper.year or 0 for paper in dated)
    found = [paper for paper in dated if paper.year == year]
    unknown = _unknown(len(papers) - len(dated), "year", language)
    remark = say(language, end, year=year, count=f"{len(found):,}", unknown=unknown)
    if len(found) > NAMED:
        remark += f" {say(language, 'some_shown', count=NAMED)}"
    return Draft(tuple(record_item(paper) for paper in found[:NAMED]), remark=remark, stands=True)


def _unknown(count: int, field: str, language: str) -> str:
    if not count:
        return ""
    return say(language, "unknown", count=f"{count:,}", field=say(language, field))


_TELL: tuple[tuple[str, Callable[[Sequence[Paper], str], str]], ...] = (
    ("years", _years),
    ("topics", _topics),
    ("venues", _venues),
    ("authors", _authors),
)
