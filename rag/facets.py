"""What an abstract states of each aspect of its paper, as sentences that stand in it.

Every sentence of a paper is judged by its words and its place; no model reads it, so a paper costs
a few milliseconds. How well that works is in docs/EVALUATION.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from index.papers import Paper
from index.sentences import sentence_spans
from rag import facet_cues as cues
from rag.names import names_of

Aspect = Literal["problem", "method", "data", "results", "cost", "limits", "code"]
ASPECTS: tuple[Aspect, ...] = get_args(Aspect)

Span = tuple[int, int]
Facets = Mapping[Aspect, tuple[Span, ...]]

# Kept beside the facets that a library keeps: to be raised whenever other sentences are chosen.
RECIPE = "facets-4"
MOST_RESULTS = 2
# A sentence of more characters is cut to one of its clauses, which semicolons keep apart.
_LONG = 160
_SHORT_CLAUSE = 40
_CLAUSE = re.compile(r"[^;\s](?:[^;(]|\([^)]*\))*(?=;\s|$)")
# Fewer words than these rarely say what a method is ("Two choices matter.").
_SHORT = 8
_TERSE = 10
# A name in the first few characters of a sentence is what the sentence is about.
_AT_START = 5
# How many sentences after the method the problem may stand.
_SOON = 3
# From which score on a sentence is taken to state an aspect.
_STATES = 1.0
_LEAST_RESULT = 0.7
# A second sentence of results must score at least this share of the first.
_NEARLY = 0.7


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence, where it stands, and the heading it stands under in a structured abstract."""

    text: str
    number: int
    span: Span
    heading: str | None


def facets_of(paper: Paper) -> Facets:
    """The sentences of a paper's abstract that state each aspect, in order.

    An aspect that the abstract does not state is left out.
    """
    sentences = list(_sentences(paper.abstract))
    if not sentences:
        return {}
    method = _method(paper, sentences)
    later = [s for s in sentences if s.number >= (method.number if method else 0)]
    code = [s for s in sentences if cues.LINK.search(s.text) or cues.OFFERED.search(s.text)]
    told = [s for s in later if s not in code or cues.FIGURE.search(s.text)]
    after = [s for s in told if method is None or s.number > method.number]
    found: dict[Aspect, list[_Sentence]] = {
        "problem": _problem(sentences, method),
        "method": _with_next(method, after) if method else [],
        "data": _best(told, _data),
        "results": _results([*_also_found(method), *after]) or _results(told),
        "cost": _best(told, _cost),
        "limits": _best(after, lambda s: _limits(s, len(sentences))),
        "code": code[:1],
    }
    return {aspect: tuple(s.span for s in found[aspect]) for aspect in ASPECTS if found[aspect]}


def _sentences(abstract: str) -> Iterator[_Sentence]:
    heading: str | None = None
    for number, (start, end) in enumerate(sentence_spans(abstract)):
        text = abstract[start:end]
        if match := cues.HEADING.match(text):
            title = match[1] or match[2]
            heading = next((a for a, cue in cues.HEADINGS.items() if cue.match(title)), heading)
        yield _Sentence(text, number, (start, end), heading)


def _method(paper: Paper, sentences: Sequence[_Sentence]) -> _Sentence | None:
    """The sentence that says what the paper does."""
    own = _own_name(paper)
    coined = _coined(sentences)
    if coined == 0 and not _is_about_its_name(sentences):
        coined = None

    def score(s: _Sentence) -> float:
        proposes = cues.PROPOSES.search(s.text) is not None
        told = sum(cue.search(s.text) is not None for cue in (cues.GAINS, cues.FIGURE, cues.FINDS))
        return (
            2.0 * proposes
            + 0.6 * bool(cues.NAMES_IT.search(s.text))
            + 1.0 * bool(cues.STUDIES.search(s.text))
            + 0.5 * bool(cues.OPENS_METHOD.search(s.text))
            + 1.0 * bool(own and re.match(rf"(?:the |an? )?{own}\b", s.text, re.I))
            + 0.5 * bool(own and re.search(rf"\b{own}\b", s.text, re.I))
            + 1.0 * (s.number == coined)
            + 0.5 * (s.number == 1)
            + 2.0 * (s.heading == "method")
            - 1.5 * (s.heading in {"results", "problem"})
            - (0.3 if proposes else 0.7) * told
            - 0.5 * bool(cues.OTHERS.search(s.text))
            - 0.5 * bool(cues.TURNS.search(s.text))
            - 0.8 * (len(s.text.split()) < _SHORT)
            - 0.6 * (s.number == 0 and not proposes)
            - 0.1 * s.number
        )

    best = max(sentences, key=score)
    return best if len(sentences) > 1 or score(best) > 0 else None


def _with_next(method: _Sentence, after: Sequence[_Sentence]) -> list[_Sentence]:
    """The method's sentence, and the next where it is too short, or says rather what it saves."""
    following = [
        s
        for s in after[:1]
        if s.number == method.number + 1
        and len(s.text.split()) >= _SHORT
        and not cues.FIGURE.search(s.text)
    ]
    saves = cues.COST.search(method.text) and not cues.PROPOSES.search(method.text)
    terse = len(method.text.split()) <= _TERSE
    return [method, *following] if terse or saves else [method]


def _own_name(paper: Paper) -> str:
    """A pattern for what the title begins with, which is often the method's name."""
    head = re.split(r"[:,]| (?:for|via|with|by|using|in|through) ", paper.title or "")[0].split()
    return r"\W+".join(re.escape(word) for word in head[:2])


def own_name(paper: Paper) -> str:
    """The name of what a paper brings ("DETR"); empty where its abstract has none.

    Example:
        >>> own_name(Paper("0", "x", "Objects are many. The DEtection TRansformer (DETR) finds "
        ...     "sets. On COCO, DETR has 42 AP."))
        'DETR'
    """
    head, *more = re.split(r"[:,]\s", paper.title or paper.label, maxsplit=1)
    named = more or not paper.title or any(name.sure for name in names_of(f"of {head}"))
    if named and len(head.split()) <= 2:
        return head.strip()
    initials = "".join(word[0] for word in re.findall(r"[A-Z]\w+", paper.title or ""))
    if len(initials) > 2 and re.search(rf"\b{initials}s?\b", paper.abstract):
        return initials
    sentences = list(_sentences(paper.abstract))
    method = _method(paper, sentences) if sentences else None
    coined = _coined_name(sentences)
    if coined is None or method is None or coined[1] != method.number:
        return ""
    about = method.number > 0 or _is_about_its_name(sentences)
    return coined[0] if about and not cues.KNOWN_DATA.match(coined[0]) else ""


def _is_about_its_name(sentences: Sequence[_Sentence]) -> bool:
    """Whether a first sentence is about the name it brings; else that is a term of the field."""
    coined = _coined_name(sentences)
    return coined is not None and sentences[0].text.startswith(coined[0])


def _coined(sentences: Sequence[_Sentence]) -> int | None:
    """The number of the sentence that brings the name that the abstract is about."""
    coined = _coined_name(sentences)
    return coined[1] if coined is not None else None


def _coined_name(sentences: Sequence[_Sentence]) -> tuple[str, int] | None:
    """The name that an abstract is about, and the number of the sentence that brings it.

    That is the name in most sentences; one that is explained, as in "an optimiser (Adam)", or
    that a sentence begins with, counts for more.
    """
    holding: dict[str, list[int]] = {}
    brought: set[str] = set()
    for s in sentences:
        for name in (name for name in names_of(s.text) if name.sure):
            numbers = holding.setdefault(name.text, [])
            if not numbers and (name.start < _AT_START or s.text[name.start - 1] == "("):
                brought.add(name.text)
            if s.number not in numbers:
                numbers.append(s.number)
    if not holding:
        return None
    most = max(
        holding, key=lambda name: (len(holding[name]) + 3 * (name in brought), -holding[name][0])
    )
    return (most, holding[most][0]) if len(holding[most]) > 1 else None


def _problem(sentences: Sequence[_Sentence], method: _Sentence | None) -> list[_Sentence]:
    """The sentence that says what was wrong so far: as a rule it stands before the method."""
    if method is None:
        return []

    def score(s: _Sentence) -> float:
        return (
            0.5 * min(3, len(cues.GAP.findall(s.text)))
            + 0.6 * bool(cues.TURNS.search(s.text))
            + 0.3 * bool(cues.OTHERS.search(s.text))
            + 0.3 * bool(cues.RESTATES.search(s.text))
            + 1.0 * (s.heading == "problem")
            - 0.1 * s.number
        )

    others = [s for s in sentences if not cues.PROPOSES.search(s.text)]
    before = [s for s in others if s.number < method.number]
    # An abstract that begins with the method may say after it what it is good for.
    after = [
        s
        for s in others
        if method.number < s.number <= method.number + _SOON
        and cues.OTHERS.search(s.text)
        and cues.GAP.search(s.text)
        and not cues.FIGURE.search(s.text)
        and not cues.FINDS.search(s.text)
    ]
    return [max(before or after, key=score)] if before or after else []


def _results(sentences: Sequence[_Sentence]) -> list[_Sentence]:
    ranked = sorted(sentences, key=lambda s: (-_found(s), s.number))
    kept = [
        s
        for s in ranked[:MOST_RESULTS]
        if _found(s) >= max(_LEAST_RESULT, _NEARLY * _found(ranked[0]))
    ]
    return sorted(kept, key=lambda s: s.number)


def _also_found(method: _Sentence | None) -> list[_Sentence]:
    """The method's sentence, where it goes on with a figure that was reached."""
    if method is None or not (cues.FIGURE.search(method.text) and cues.FINDS.search(method.text)):
        return []
    return [method]


def _found(s: _Sentence) -> float:
    gains = bool(cues.GAINS.search(s.text))
    return (
        1.0 * bool(cues.FIGURE.search(s.text))
        + 0.8 * gains
        + 0.9 * bool(cues.FINDS.search(s.text))
        + 0.4 * bool(re.search(r"\d", s.text))
        + 1.0 * (s.heading == "results")
        - 1.0 * bool(cues.PROPOSES.search(s.text))
        - 1.5 * bool(cues.BEFORE.search(s.text) and not cues.FINDS.search(s.text))
        - 0.3 * bool(cues.LIMIT.search(s.text))
        - 0.6 * bool(not gains and (cues.COST.search(s.text) or cues.PARAMETERS.search(s.text)))
    )


def _data(s: _Sentence) -> float:
    tried = any(cue.search(s.text) for cue in (cues.FIGURE, cues.GAINS, cues.FINDS, cues.EVALUATED))
    uses = cues.USES_DATA.search(s.text) is not None
    data = cues.DATA_WORDS.search(s.text) is not None
    return (
        0.8 * data
        + 0.9 * bool(cues.KNOWN_DATA.search(s.text))
        + 0.5 * uses
        + 0.6 * bool((uses or data) and cues.COUNTED_DATA.search(s.text))
        + 0.6 * bool(tried and cues.ON_NAME.search(s.text))
        + 0.5 * bool(tried and cues.ON_TASKS.search(s.text))
        + 0.3 * bool(tried)
        + 1.0 * (s.heading == "data")
    )


def _cost(s: _Sentence) -> float:
    strong = len({match.group().casefold() for match in cues.COST.finditer(s.text)})
    return (
        1.0 * min(3, strong)
        + 0.6 * bool(cues.PARAMETERS.search(s.text))
        + 0.2 * bool(cues.SMALLER.search(s.text))
        + 0.4 * bool(cues.WEAK_COST.search(s.text))
        + 0.3 * bool(re.search(r"\d", s.text))
        - 0.4 * bool(cues.PROPOSES.search(s.text))
    )


def _limits(s: _Sentence, count: int) -> float:
    late = s.number / max(1, count - 1)
    return (
        1.0 * bool(cues.LIMIT.search(s.text))
        + 0.5 * bool(cues.TURNS.search(s.text))
        + 0.3 * (late > 0.6)
        - 0.4 * (late < 0.5)
        - 1.0 * bool(cues.PROPOSES.search(s.text))
        - 0.4 * bool(cues.FINDS.search(s.text))
        + 2.0 * (s.heading == "limits")
    )


def _best(sentences: Sequence[_Sentence], score: Callable[[_Sentence], float]) -> list[_Sentence]:
    """The sentence that states an aspect best, or the clause of it that does; none may."""
    if not sentences:
        return []
    best = max(sentences, key=lambda s: (score(s), -s.number))
    return [_narrowed(best, score)] if score(best) >= _STATES else []


def _narrowed(s: _Sentence, score: Callable[[_Sentence], float]) -> _Sentence:
    """The clause of a long sentence that states the aspect as well as all of it does."""
    if len(s.text) < _LONG:
        return s
    clauses = [
        replace(s, text=match.group(), span=(s.span[0] + match.start(), s.span[0] + match.end()))
        for match in _CLAUSE.finditer(s.text)
    ]
    best = max(clauses, key=score)
    return best if len(best.text) >= _SHORT_CLAUSE and score(best) >= _STATES else s
