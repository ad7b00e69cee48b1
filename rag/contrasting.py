"""Sentences on how papers differ: "LoRA trains two matrices, whereas BERT trains all weights."

Each half is a statement of its own with its own citation. It is the paper's sentence, where that is
short and begins with the paper's name; else the model puts the paper's sentences into one, which is
checked. Where that fails, the papers' own words are quoted one beside the other.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from index.papers import Paper
from index.sentences import sentence_spans
from rag.asked import asked_of
from rag.events import ClaimChecked, Event, Progress
from rag.facets import Aspect, Facets, Span
from rag.facts import LIKELY
from rag.models.protocol import Message
from rag.prompts import STATES_ANSWER, about_excerpt, about_paper, contrasted_on, named_answer
from rag.sentences import nearest_sentences
from rag.turns import Statement, Support, Turn, quotation
from rag.vagueness import is_vague
from rag.writing import as_claim, judged, says_nothing

# What a comparison that asks for nothing in particular is written on.
OPEN: tuple[Aspect, ...] = ("method", "results")
CLAUSE_TOKENS = 60
# Figures put in other words come out wrong too often, and pass their check: "YOLO saves time by
# reducing the number of frames per second".
_FIGURES: frozenset[Aspect] = frozenset({"results", "cost"})
# Words of a sentence that stands as it is: "BYOL uses none." says nothing by itself.
_LEAST, _MOST = 8, 32


@dataclass(frozen=True, slots=True)
class Contrast:
    """What is said of each paper on one thing.

    Attributes:
        statements: in the papers' order; a paper that states nothing of it has none.
        stated: for each paper, whether it has one.
        dropped: what was written and did not pass the check.
    """

    statements: tuple[Statement, ...]
    stated: tuple[bool, ...]
    dropped: tuple[Statement, ...] = ()


_Half = Generator[Event, None, tuple[Statement | None, tuple[Statement, ...]]]


def contrasts_on(
    turn: Turn,
    papers: Sequence[Paper],
    names: Sequence[str],
    facets: Sequence[Facets],
    aspects: Sequence[Aspect],
) -> Generator[Event, None, list[Contrast]]:
    """How papers differ in each of some aspects, as far as their abstracts state them."""
    by_aspect: dict[Aspect, list[tuple[Statement | None, list[Statement]]]] = {}
    dropped: list[Statement] = []
    # Paper by paper: what the model has read of one serves for all aspects.
    for paper, name, of_paper in zip(papers, names, facets, strict=True):
        # "We replace it by …": what "it" is stands in the problem.
        read = ("problem", *aspects) if "method" in aspects else aspects
        shown = sorted({span for aspect in read for span in of_paper.get(aspect, ())})
        for aspect in aspects:
            spans = of_paper.get(aspect, ())
            half: Statement | None = None
            if spans:
                half, failed = yield from _half(turn, paper, name, spans[0], shown, aspect)
                dropped += failed
            quotes = [quotation(paper, *span) for span in spans]
            by_aspect.setdefault(aspect, []).append((half, quotes))
    found = [_contrast(names, said) for said in by_aspect.values()]
    return [replace(found[0], dropped=tuple(dropped)), *found[1:]]


def contrast_asked(
    turn: Turn, papers: Sequence[Paper], names: Sequence[str], aspect: str
) -> Generator[Event, None, Contrast]:
    """How papers differ in what is asked, in whatever words: each is read by itself."""
    said: list[tuple[Statement | None, list[Statement]]] = []
    dropped: list[Statement] = []
    for paper, name in zip(papers, names, strict=True):
        question = asked_of(aspect, name)
        half: Statement | None = None
        certain = True
        if turn.writes:
            yield from turn.made_ready()
            yield Progress("reading", f"reading {paper.label}")
            odds = turn.meter.log_odds(about_paper(paper, question, STATES_ANSWER))
            certain = odds is None or odds >= LIKELY
            if odds is None or odds >= turn.threshold:
                prompt = about_paper(paper, question, named_answer(name))
                half, failed = yield from _written(turn, paper, name, prompt, question)
                dropped += failed
        nearest = nearest_sentences(turn.library.embedder, paper, question)[:1]
        own = [quotation(paper, start, end) for _, start, end in nearest] if certain else []
        said.append((half, own))
    return replace(_contrast(names, said), dropped=tuple(dropped))


def methods_in_own_words(
    papers: Sequence[Paper], names: Sequence[str], facets: Sequence[Facets]
) -> Contrast:
    """What each paper does, quoted one beside the other."""
    said: list[tuple[Statement | None, list[Statement]]] = []
    for paper, of_paper in zip(papers, facets, strict=True):
        quotes = []
        for start, end in of_paper.get("method", ())[:1]:
            # "We propose A." is followed by what A does.
            after = next(
                (last for first, last in sentence_spans(paper.abstract) if first >= end), end
            )
            quotes.append(quotation(paper, start, after))
        said.append((None, quotes))
    return _contrast(names, said)


def _half(
    turn: Turn, paper: Paper, name: str, first: Span, shown: Sequence[Span], aspect: Aspect
) -> _Half:
    if half := _as_it_stands(paper, name, first):
        return half, ()
    if not turn.writes or aspect in _FIGURES:
        return None, ()
    yield from turn.made_ready()
    prompt = about_excerpt(paper, shown, contrasted_on(aspect, name))
    return (yield from _written(turn, paper, name, prompt, ""))


def _as_it_stands(paper: Paper, name: str, span: Span) -> Statement | None:
    """The paper's own sentence, where it is short and begins with the paper's name."""
    support = Support(paper, *span)
    text = " ".join(support.quote.split())
    named = re.match(rf"(?:the )?{re.escape(name)}\b", text, re.I)
    if named is None or not _LEAST <= len(text.split()) <= _MOST:
        return None
    return Statement(text, (paper,), "supported", 1.0, (support,))


def _written(turn: Turn, paper: Paper, name: str, prompt: list[Message], asked: str) -> _Half:
    """One sentence that begins with the paper's name, where it passes its check."""
    subject = name[:1].upper() + name[1:]
    text = subject
    with closing(turn.meter.write([*prompt, Message("assistant", subject)], CLAUSE_TOKENS)) as out:
        for piece in out:
            text += piece
            if len(sentence_spans(text.strip())) > 1 or "\n" in text.strip():
                break
    spans = sentence_spans(text.strip())
    start, end = spans[0] if spans else (0, 0)
    sentence = text.strip()[start:end].strip()
    whole = re.search(r"[.!?][\"'”’)]*$", sentence) is not None
    # Nothing is taken for granted: "PPO does not need a reward model" gives the question back.
    statement = judged(turn, sentence, paper, "")
    passes = (
        whole
        and statement.verdict == "supported"
        and not says_nothing(sentence)
        and not (asked and is_vague(sentence, asked))
    )
    yield ClaimChecked(as_claim(statement), kept=passes)
    return (statement, ()) if passes else (None, (statement,))


def _contrast(
    names: Sequence[str], said: Sequence[tuple[Statement | None, list[Statement]]]
) -> Contrast:
    """One sentence of all halves; the papers' own words beside each other where one is missing."""
    halves = [half for half, _ in said if half is not None]
    stated = tuple(half is not None or bool(quotes) for half, quotes in said)
    if 1 < len(halves) == sum(stated):
        first, *others = halves
        return Contrast(
            (
                replace(first, text=_as_clause(first.text), layout="contrast"),
                *(
                    replace(half, text=_inner(_as_clause(half.text)), layout="contrasted")
                    for half in others
                ),
            ),
            stated,
        )
    items = tuple(
        replace(statement, layout="item", lead=name if place == 0 else "")
        for name, (half, quotes) in zip(names, said, strict=True)
        for place, statement in enumerate([half] if half is not None else quotes)
    )
    return Contrast(items, stated)


def _as_clause(text: str) -> str:
    return text.rstrip(" .")


def _inner(clause: str) -> str:
    """A clause as it stands within a sentence."""
    return re.sub(r"^The\b", "the", clause)
