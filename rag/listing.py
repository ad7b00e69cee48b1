"""Lists and counts over the whole library: every paper is scanned, those on the edge are read.

What a record or a link decides is decided exactly; so is whether a paper mentions a name. Else
each paper is measured (`rag/matching.py`): the clear cases need no reading, and of the others the
model is asked one by one whether they meet the criterion.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace

from index.papers import Paper
from rag.criteria import Criterion, criterion_of
from rag.denials import as_stated, denied_by
from rag.describing import record_item
from rag.events import Event, Progress, TextSoFar
from rag.facets import own_name
from rag.matching import LOOKED_AT, Match, match_papers
from rag.named import Names, mentioning, names_in
from rag.prompts import about_excerpt, meets
from rag.record_criteria import decided
from rag.remarks import say
from rag.turns import Draft, Drafting, Statement, Turn, quotation

# A paper as likely as this belongs to the list unread, one less likely than the other does not.
# Over 28 lists of the examples 35 of 37 papers above the first belonged.
CLEAR = 0.8
UNLIKELY = 0.02
READ_AT_MOST = 24
# What the model's log-odds add to those of the measurements, and what it says Yes too easily by:
# chosen by the F1 of the 28 lists, each with measurements weighed by the others
# (docs/EVALUATION.md, "Lists").
READING_WEIGHT = 4.0
READING_BIAS = 1.0
# What a paper gains, as the logarithm of odds, that mentions the names of the criterion.
NAMED_GAIN = 1.5
# How likely, at the most, a paper is about a name that it mentions and is not called by.
UNREAD_MENTION = 0.6
# From which chance on a paper belongs to the list, and from which it is on the edge of it.
BELONGS = 0.5
BORDERLINE = 0.3
# More are counted, but not shown.
SHOWN = 40
NAMED_BESIDE = 5


@dataclass(frozen=True, slots=True)
class _Listed:
    """What going through the library came to: who belongs, who nearly does, and how it was told."""

    items: tuple[Statement, ...]
    borderline: tuple[Paper, ...]
    how: str


def list_papers(turn: Turn) -> Drafting:
    """Name the papers that meet the question's criterion, or count them."""
    everything = list(turn.library.papers(turn.where))
    criterion = criterion_of(turn.text)
    yield Progress("reading", f"going through {len(everything):,} papers")
    if not criterion.verb_phrase or not everything:
        return _all(turn, everything)
    found = decided(criterion.verb_phrase, everything)
    if found is not None:
        items = tuple(
            _item(each.paper, each.span) if each.span else record_item(each.paper) for each in found
        )
        listed = _Listed(items, (), say(_language(turn), "by_record"))
    else:
        listed = yield from _by_content(turn, criterion, everything)
    return _draft(turn, criterion, listed, len(everything))


def _all(turn: Turn, papers: Sequence[Paper]) -> Draft:
    turn.meter.first_word()
    if turn.focus and turn.scope:
        key, total = "among" if papers else "none_among", len(turn.focus)
    else:
        key, total = "holds" if papers else "none_in_scope", len(papers)
    remark = say(_language(turn), key, total=total, count=f"{len(papers):,}", scope=_scope(turn))
    items = tuple(record_item(paper) for paper in papers)
    # How many there are is asked of the library; which, only where they are few or of some kind.
    if turn.question.kind == "count" and not turn.scope:
        items = ()
    return _shown(turn, items, (), remark)


def _by_content(
    turn: Turn, criterion: Criterion, everything: Sequence[Paper]
) -> Generator[Event, None, _Listed]:
    """Who meets a criterion on what the abstracts say."""
    language = _language(turn)
    matches = match_papers(turn.library, criterion.topics, turn.where)
    names = names_in(criterion.verb_phrase, everything)
    every = len(criterion.topics) == 1
    named = mentioning(names, everything, every=every) if names.texts else []
    ids = {paper.paper_id for paper in named}
    if names.are_the_topic:
        matches = [_about_names(m, names, m.paper.paper_id in ids) for m in matches]
    elif names.texts and named and names.asks_for_more:
        matches = [m.judged(NAMED_GAIN) for m in matches if m.paper.paper_id in ids]
    elif names.texts and denied_by(criterion.verb_phrase):
        items = tuple(record_item(paper) for paper in everything if paper.paper_id not in ids)
        said = say(language, "or").join(names.texts)
        return _Listed(items, (), say(language, "by_name", names=said))
    elif names.texts:
        ranks = {match.paper.paper_id: place for place, match in enumerate(matches)}
        named.sort(key=lambda paper: ranks.get(paper.paper_id, len(ranks)))
        items = tuple(_item(paper, names.sentence(paper)) for paper in named)
        said = say(language, "and" if every else "or").join(names.texts)
        return _Listed(items, (), say(language, "by_name", names=said))
    matches = as_stated(matches, criterion.verb_phrase)
    matches.sort(key=lambda match: -match.chance)
    clear = [match for match in matches if match.chance >= CLEAR]
    edge = [match for match in matches if UNLIKELY <= match.chance < CLEAR]
    if clear:
        turn.meter.first_word()
        yield TextSoFar(_so_far(clear))
    edge, read = yield from _read(turn, criterion, clear, edge)
    belongs = [match for match in (*clear, *edge) if match.chance >= BELONGS]
    nearly = [match.paper for match in edge if BORDERLINE <= match.chance < BELONGS]
    scanned = "scanned" if len(everything) <= LOOKED_AT else "scanned_large"
    how = say(language, scanned, looked_at=f"{len(matches):,}")
    if read:
        how += f" {say(language, 'read_closely', read=read)}"
    if left := len(edge) - read:
        how += f" {say(language, 'not_read', left=left)}"
    items = tuple(_item(match.paper, match.spans[0]) for match in belongs)
    return _Listed(items, tuple(nearly), how)


def _about_names(match: Match, names: Names, mentions: bool) -> Match:
    """A paper that mentions a name is a case to read, unless it is called by it."""
    if names.texts and mentions:
        gained = match.judged(NAMED_GAIN)
        return gained if names.called(match.paper) else gained.at_most(UNREAD_MENTION)
    return match


def _read(
    turn: Turn, criterion: Criterion, clear: Sequence[Match], edge: Sequence[Match]
) -> Generator[Event, None, tuple[list[Match], int]]:
    """The papers on the edge with what the model says of the likeliest of them, and how many."""
    if turn.ready is None or not edge:
        return list(edge), 0
    yield from turn.ready()
    judged = list(edge)
    for place, match in enumerate(edge[:READ_AT_MOST]):
        yield Progress("reading", f"reading {match.paper.label}")
        prompt = about_excerpt(match.paper, match.spans, meets(criterion.asked))
        odds = turn.meter.log_odds(prompt)
        if odds is None:
            return list(edge), 0
        judged[place] = match.judged(READING_WEIGHT * (odds - READING_BIAS))
        belonging = [m for m in (*clear, *judged[: place + 1]) if m.chance >= BELONGS]
        if belonging:
            turn.meter.first_word()
            yield TextSoFar(_so_far(belonging))
    judged.sort(key=lambda match: -match.chance)
    return judged, min(len(edge), READ_AT_MOST)


def _draft(turn: Turn, criterion: Criterion, listed: _Listed, total: int) -> Draft:
    turn.meter.first_word()
    remark = say(
        _language(turn),
        {0: "none_listed", 1: "one_listed"}.get(len(listed.items), "listed"),
        total=f"{total:,}",
        count=f"{len(listed.items):,}",
        scope=_scope(turn),
        criterion=criterion.shown,
    )
    return _shown(turn, listed.items, listed.borderline, f"{remark} {listed.how}")


def _shown(
    turn: Turn, items: Sequence[Statement], borderline: Sequence[Paper], remark: str
) -> Draft:
    language = _language(turn)
    if len(items) > SHOWN:
        remark = f"{remark} {say(language, 'first_shown', count=SHOWN)}"
    closing = ""
    if borderline:
        labels = [paper.label for paper in borderline[:NAMED_BESIDE]]
        more = len(borderline) - len(labels)
        papers = say(language, "between").join(labels)
        papers += say(language, "and_more", count=more) if more else ""
        closing = say(language, "borderline", papers=papers)
    return Draft(
        tuple(items[:SHOWN]),
        remark=remark,
        stands=True,
        near=tuple(borderline[:NAMED_BESIDE]),
        closing=closing,
    )


def _item(paper: Paper, span: tuple[int, int]) -> Statement:
    return replace(quotation(paper, *span), layout="item", lead=_called(paper))


def _called(paper: Paper) -> str:
    """A paper's label, behind its own name where the label is without it."""
    name = own_name(paper)
    known = not name or name.casefold() in paper.label.casefold()
    return paper.label if known else f"{name}: {paper.label}"


def _so_far(matches: Iterable[Match]) -> str:
    return "\n".join(f"- {match.paper.label}" for match in matches)


def _scope(turn: Turn) -> str:
    return f" {turn.scope}" if turn.scope else ""


def _language(turn: Turn) -> str:
    return turn.question.language
