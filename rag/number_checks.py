"""Numbers of a claim that the source does not have, or has for something else."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

import numpy as np

from rag.alignment import Alignment, words_within
from rag.quantities import Quantity, quantities_of, same_quantity
from rag.sources import Floats
from rag.words import FUNCTION_WORDS, Word, stem

# By how much more of what is asked must stand around a rival number.
_NEARER = 0.12
# Within so many words nearness halves; across a comma it is that much less.
_HALVED = 20
_ACROSS = 0.7
_SAME = 0.6
# Words beside a number tell most of what it is; at that distance they tell half.
_BESIDE = 2
_JOINTS = frozenset("and but while whereas or against versus".split())
# How much better two numbers must fit each in the other's place.
_EXCHANGED = 1.05
_HOW_MANY = re.compile(r"\b(?:how many|how much|number of)\s+((?:[\w-]+\s*){1,6})", re.I)


def unknown_numbers(alignment: Alignment) -> list[str]:
    """Why each number fails that is neither in the source nor in the question."""
    written = (*alignment.source.quantities, *quantities_of(alignment.question))
    reasons = []
    for quantity in alignment.quantities:
        if any(same_quantity(quantity, other) for other in written):
            continue
        if quantity.kind == "ordinal" and not any(other.kind == "ordinal" for other in written):
            continue
        if (
            quantity.spelled
            and quantity.value == 1
            and not _counts_something_else(alignment, quantity, [])
        ):
            continue
        if quantity.spelled and quantity.value <= 12 and _may_be_counted(alignment, quantity):
            continue
        reasons.append(f"the number {_shown(alignment, quantity)} is not in the source")
    return reasons


def misplaced_numbers(alignment: Alignment) -> list[str]:
    """Why each number fails that the source gives for something else than the claim does."""
    reasons = []
    exchanged = _exchanged(alignment)
    for quantity in alignment.quantities:
        matched = [q for q in alignment.source.quantities if same_quantity(quantity, q)]
        if matched and (
            quantity in exchanged
            or _counts_something_else(alignment, quantity, matched)
            or _stands_elsewhere(alignment, quantity, matched)
        ):
            shown = _shown(alignment, quantity)
            reasons.append(f"the source gives the number {shown} for something else")
    return reasons


def _shown(alignment: Alignment, quantity: Quantity) -> str:
    return alignment.claim[quantity.start : quantity.end].strip()


def _may_be_counted(alignment: Alignment, quantity: Quantity) -> bool:
    """Whether nothing else is counted of what this number counts, and a list is that long."""
    nouns = set(quantity.nouns) or _asked_nouns(alignment.question)
    source = alignment.source
    if any(nouns & set(other.nouns) for other in source.quantities):
        return False
    lists = re.findall(r"(?:[^,.;:]+,){1,}[^,.;:]*\b(?:and|or)\b[^,.;:]+", source.text)
    lengths = {len(re.split(r",\s*(?:and\s|or\s)?|\s(?:and|or)\s", found)) for found in lists}
    return quantity.value in lengths or (
        quantity.value == 2 and re.search(r"\b(?:and|both)\b", source.text) is not None
    )


def _asked_nouns(question: str) -> set[str]:
    """Stems of what the question asks the number of: `How many benchmark datasets were ...`."""
    match = _HOW_MANY.search(question)
    if not match:
        return set()
    nouns: set[str] = set()
    for word in re.findall(r"[^\W_]+", match.group(1)):
        if word.casefold() in FUNCTION_WORDS:
            break
        nouns.add(stem(word))
    return nouns


def _counts_something_else(
    alignment: Alignment, quantity: Quantity, matched: list[Quantity]
) -> bool:
    """Whether the source counts the same things and arrives at another number."""
    if quantity.kind != "plain" or quantity.dimension:
        return False
    nouns = set(quantity.nouns) or _asked_nouns(alignment.question)
    if not nouns or any(nouns & set(other.nouns) for other in matched):
        return False
    return any(
        nouns & set(other.nouns) and other.kind == "plain" and other.value != quantity.value
        for other in alignment.source.quantities
    )


def _stands_elsewhere(alignment: Alignment, quantity: Quantity, matched: list[Quantity]) -> bool:
    """Whether another number of the kind stands much nearer to what this one is said to be."""
    rivals = [
        other
        for other in alignment.source.quantities
        if other.kind == quantity.kind
        and other.dimension == quantity.dimension
        and not any(same_quantity(claimed, other) for claimed in alignment.quantities)
    ]
    pronoun = quantity.spelled and quantity.value == 1
    if not rivals or quantity.kind == "ordinal" or pronoun:
        return False
    own = max(_nearness(alignment, quantity, other) for other in matched)
    rival = max(_nearness(alignment, quantity, other) for other in rivals)
    return rival - own > _NEARER


def _exchanged(alignment: Alignment) -> set[Quantity]:
    """Pairs of numbers that fit better each in the other's place."""
    source = alignment.source
    exchanged: set[Quantity] = set()
    for one, other in itertools.combinations(alignment.quantities, 2):
        alike = one.kind == other.kind or "plain" in (one.kind, other.kind)
        between = [w for w in alignment.words if one.end <= w.start < other.start and w.weight]
        if not alike or one.dimension != other.dimension or one.value == other.value:
            continue
        if not between:
            continue  # `75.8% against 73.5%`: the words around are the same for both
        pairs = [
            (first, second)
            for first in source.quantities
            if same_quantity(one, first)
            for second in source.quantities
            if same_quantity(other, second)
            and source.sentence_at(first.start) == source.sentence_at(second.start)
        ]
        fits = [
            (
                _fit(alignment, one, first) + _fit(alignment, other, second),
                _fit(alignment, one, second) + _fit(alignment, other, first),
            )
            for first, second in pairs
        ]
        if fits and all(crossed > _EXCHANGED * straight for straight, crossed in fits):
            exchanged |= {one, other}
    return exchanged


def _fit(alignment: Alignment, quantity: Quantity, written: Quantity) -> float:
    """How much alike the words right around a number of the claim and one of the source are."""
    source = alignment.source
    rows, columns = words_within(alignment.words, quantity), words_within(source.words, written)
    if not rows or not columns:
        return 0.0
    beside = np.flatnonzero(source.sentence_of == source.sentence_of[columns[0]])
    beside = beside[(beside < columns[0]) | (beside > columns[-1])]
    there = _fading(source.text, source.words, columns[0])[beside]
    here = _fading(alignment.claim, alignment.words, rows[0])
    total = 0.0
    for row, word in enumerate(alignment.words):
        if row in rows or word.weight == 0 or not len(beside):
            continue
        matches = alignment.matches[row, beside]
        best = float((np.where(matches >= _SAME, matches, 0.0) * there).max())
        total += best * word.weight * float(here[row])
    return total


def _fading(text: str, words: Sequence[Word], at: int) -> Floats:
    """How near each word is to one of them: less with every word, and with every clause."""
    breaks = np.zeros(len(words), dtype=np.int64)
    for index in range(1, len(words)):
        gap = text[words[index - 1].end : words[index].start]
        joint = words[index].text.casefold() in _JOINTS or re.search(r"[,;:()]", gap) is not None
        breaks[index] = breaks[index - 1] + joint
    distance = np.abs(np.arange(len(words)) - at)
    apart = np.abs(breaks - breaks[at])
    return np.asarray(0.5**apart / (1.0 + distance / _BESIDE), dtype=np.float32)


def _nearness(alignment: Alignment, quantity: Quantity, written: Quantity) -> float:
    """How much of what the claim and the question speak of stands around a number, 0 to 1."""
    source = alignment.source
    at = words_within(source.words, written)
    if not at:
        return 0.0
    own_rows = set(words_within(alignment.words, quantity))
    rows = [i for i, word in enumerate(alignment.words) if word.weight > 0 and i not in own_rows]
    matches = np.concatenate([alignment.matches[rows], alignment.asked_matches])
    weights = np.array(
        [alignment.words[i].weight for i in rows] + [word.weight for word in alignment.asked]
    )
    columns = np.flatnonzero(source.sentence_of == source.sentence_of[at[0]])
    columns = columns[(columns < at[0]) | (columns > at[-1])]
    if not len(columns) or not weights.sum():
        return 0.0
    fading = np.array([_closeness(alignment, at, int(i)) for i in columns])
    near = matches[:, columns]
    best = (np.where(near >= _SAME, near, 0.0) * fading).max(axis=1)
    return float(best @ weights / weights.sum())


def _closeness(alignment: Alignment, at: list[int], index: int) -> float:
    words = alignment.source.words
    first, last = (at[-1], index) if index > at[-1] else (index, at[0])
    gap = alignment.source.text[words[first].end : words[last].start]
    fading = 1.0 / (1.0 + (last - first) / _HALVED)
    return fading * (_ACROSS if re.search(r"[,;:()]", gap) else 1.0)
