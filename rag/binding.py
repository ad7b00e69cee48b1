"""Does the source tie together what a claim ties together: words with words, numbers with words?

All words of "paged optimizers quantize the constants" may stand in an abstract, and its 780 GB
too, and yet the claim be false, since they are said of other things there.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from rag.alignment import Alignment, words_within
from rag.nearness import Floats, Indexes
from rag.quantities import Quantity, quantities_of, same_quantity

# From here on a word of the source may stand for a word of the claim.
_LIKE = 0.5
_PARTNER = 0.6
# Words of the claim so far apart are not expected together in the source.
_REACH = 4
# What a word of the question counts, beside those of the claim right at the number.
_ASKED = 0.5
# Where two numbers may be exchanged, the words right beside them tell them apart.
_BESIDE = 1.0
# What a number in its own place is given where none could take it.
_AT_HOME = 0.2
# What follows such a mark or word begins another statement, with its own subject.
_ANOTHER = re.compile(
    r"[;:.!?]\s|\b(?:whereas|while|where|against|but|than|from|to)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class NumberPlace:
    """Where the source has a number of the claim, against the best other number of its kind.

    Attributes:
        forward: how much more of what the claim says stands around it, -1 to 1.
        backward: how much more of what stands around it is in the claim or the question.
        familiar: share of what stands around it that is in the claim or the question.
        rivals: whether the source has another number of the kind.
    """

    quantity: Quantity
    forward: float
    backward: float
    familiar: float
    rivals: bool

    @property
    def advantage(self) -> float:
        """How much better its place fits the claim than the best rival's."""
        return self.forward + self.backward


def bound_words(alignment: Alignment) -> tuple[float, float]:
    """Mean and least nearness, in the source, of words that are near in the claim, 0 to 1."""
    source, layout = alignment.source, alignment.layout
    rows = [row for row, word in enumerate(alignment.words) if word.weight > 0]
    partners = {row: np.flatnonzero(alignment.matches[row] >= _PARTNER) for row in rows}
    kept, weights = [], []
    for at, row in enumerate(rows):
        for other in rows[at + 1 : at + 1 + _REACH]:
            mine, theirs = partners[row], partners[other]
            if not len(mine) or not len(theirs):
                continue
            if alignment.words[row].stem == alignment.words[other].stem:
                continue
            near = source.layout.nearness(mine, theirs)
            near = near * (source.sentence_of[mine][:, None] == source.sentence_of[theirs][None])
            near[mine[:, None] == theirs[None]] = 0.0
            matched = np.minimum(
                alignment.matches[row, mine][:, None], alignment.matches[other, theirs][None]
            )
            expected = float(layout.nearness(_one(row), _one(other))[0, 0])
            kept.append(min(float((near * matched).max()) / expected, 1.0))
            weights.append(expected * alignment.words[row].weight * alignment.words[other].weight)
    if not kept:
        return 0.5, 0.5
    near_ones = [k for k, w in zip(kept, weights, strict=True) if w >= 0.4 * max(weights)]
    return float(np.average(kept, weights=weights)), min(near_ones)


def number_places(alignment: Alignment) -> list[NumberPlace]:
    """Where each number of the claim stands in the source; not those that the question gave."""
    source = alignment.source
    given = quantities_of(alignment.question)
    places = []
    for quantity in alignment.quantities:
        pronoun = quantity.spelled and quantity.value == 1
        if quantity.kind == "ordinal" or pronoun:
            continue
        if any(same_quantity(quantity, other) for other in given):
            continue
        own = [written for written in source.quantities if same_quantity(quantity, written)]
        if own:
            places.append(_place(alignment, quantity, own))
    return places


def least_in_order(alignment: Alignment) -> float | None:
    """How much better two numbers of the claim fit as they are than each in the other's place.

    -1 to 1, for the pair that fits worst; None where no two can be told apart: "75.8% against
    73.5%" has the same words around both.
    """
    source = alignment.source
    least = None
    for one, other in itertools.combinations(alignment.quantities, 2):
        between = [w for w in alignment.words if one.end <= w.start < other.start and w.weight]
        alike = one.kind == other.kind or "plain" in (one.kind, other.kind)
        if not alike or one.dimension != other.dimension or one.value == other.value or not between:
            continue
        orders = [
            (
                _beside(alignment, one, first) + _beside(alignment, other, second),
                _beside(alignment, one, second) + _beside(alignment, other, first),
            )
            for first in source.quantities
            if same_quantity(one, first)
            for second in source.quantities
            if same_quantity(other, second)
            and source.sentence_at(first.start) == source.sentence_at(second.start)
        ]
        gains = [(kept - turned) / (kept + turned) for kept, turned in orders if kept + turned]
        if gains and (least is None or max(gains) < least):
            least = max(gains)
    return least


def _beside(alignment: Alignment, quantity: Quantity, slot: Quantity) -> float:
    """How much alike the words right around a number of the claim and one of the source are."""
    source = alignment.source
    mine, at = words_within(alignment.words, quantity), words_within(source.words, slot)
    if not mine or not at:
        return 0.0
    columns = np.flatnonzero(source.sentence_of == source.sentence_of[at[0]])
    columns = columns[(columns < at[0]) | (columns > at[-1])]
    rows = np.array(
        [r for r, word in enumerate(alignment.words) if word.weight > 0 and r not in mine], np.intp
    )
    if not len(columns) or not len(rows):
        return 0.0
    there = source.layout.nearness(columns, _one(at[0]), _BESIDE)[:, 0]
    here = alignment.layout.nearness(rows, _one(mine[0]), _BESIDE)[:, 0]
    matches = alignment.matches[np.ix_(rows, columns)]
    met = (np.where(matches >= _PARTNER, matches, 0.0) * there).max(axis=1)
    return float(met @ here)


def _place(alignment: Alignment, quantity: Quantity, own: list[Quantity]) -> NumberPlace:
    rivals = [
        other
        for other in alignment.source.quantities
        if other not in own and (other.kind, other.dimension) == (own[0].kind, own[0].dimension)
    ]
    slots = sorted([*own, *rivals], key=lambda slot: slot.start)
    fits = {slot: _fit(alignment, quantity, slot, slots) for slot in slots}
    best = max((fits[slot] for slot in own), key=sum)
    if not rivals:
        return NumberPlace(quantity, _AT_HOME, _AT_HOME, best[1], False)
    rival = max((fits[slot] for slot in rivals), key=sum)
    least = _AT_HOME if _identified(alignment, quantity) else -1.0
    forward, backward = (max(mine - its, least) for mine, its in zip(best, rival, strict=True))
    return NumberPlace(quantity, forward, backward, best[1], True)


def _identified(alignment: Alignment, quantity: Quantity) -> bool:
    """Whether the source gives a value right after the number that says whose it is.

    In "the 110-layer network has 6.43%; one of 1202 layers, at 7.93%, is worse" it is the 1202
    layers that have 7.93%, however much of the claim stands around 6.43%.
    """
    written = alignment.source.quantities
    for other in alignment.quantities:
        whose, value = (quantity, other) if quantity.kind == "plain" else (other, quantity)
        if whose.kind != "plain" or value.kind == "plain" or not whose.nouns:
            continue
        for at, slot in enumerate(written):
            if not same_quantity(value, slot):
                continue
            before = _of_kind(alignment, whose, slot, reversed(written[:at]))
            after = _of_kind(alignment, whose, slot, written[at + 1 :])
            if before and same_quantity(whose, before[0]) and not after:
                return True
    return False


def _of_kind(
    alignment: Alignment, whose: Quantity, slot: Quantity, others: Iterable[Quantity]
) -> list[Quantity]:
    """Numbers that count what `whose` counts, from a slot on to the next value like it."""
    source, found = alignment.source, []
    for other in others:
        if source.sentence_at(other.start) != source.sentence_at(slot.start):
            break
        if other.kind == "plain" and set(other.nouns) & set(whose.nouns):
            found.append(other)
        elif other.kind == slot.kind:
            break
    return found


def _fit(
    alignment: Alignment, quantity: Quantity, slot: Quantity, slots: Sequence[Quantity]
) -> tuple[float, float]:
    """How much of the claim and the question stands around a number of the source, and back."""
    source = alignment.source
    at = words_within(source.words, slot)
    mine = words_within(alignment.words, quantity)
    if not at or not mine:
        return 0.0, 0.0
    columns = np.flatnonzero(source.sentence_of == source.sentence_of[at[0]])
    columns = columns[(columns < at[0]) | (columns > at[-1])]
    rows = np.array(
        [r for r, word in enumerate(alignment.words) if word.weight > 0 and r not in mine], np.intp
    )
    said = {alignment.words[row].stem for row in rows}
    here = alignment.layout.nearness(rows, _one(mine[0]))[:, 0]
    weights = np.concatenate(
        [
            here * np.array([alignment.words[row].weight for row in rows], np.float32),
            [_ASKED * word.weight * (word.stem not in said) for word in alignment.asked],
        ]
    )
    if not len(columns) or not weights.sum():
        return 0.0, 0.0
    near = _around(alignment, columns, at)
    matches = np.concatenate([alignment.matches[rows], alignment.asked_matches])[:, columns]
    matches = np.where(matches >= _LIKE, matches, 0.0)
    first = _first_of_list(alignment, slot, slots)
    # What stands before the first number of a list is said of all of them.
    shared = np.where(columns < first, _around(alignment, columns, [first]), 0.0)
    forward = float((matches * np.maximum(near, shared)).max(axis=1) @ weights / weights.sum())
    content = near * np.array([source.words[column].weight for column in columns], np.float32)
    backward = float(matches.max(axis=0) @ content / max(float(content.sum()), 1e-6))
    return forward, backward


def _around(alignment: Alignment, columns: Indexes, at: Sequence[int]) -> Floats:
    ends = np.array([at[0], at[-1]], np.intp)
    return np.asarray(alignment.source.layout.nearness(columns, ends).max(axis=1))


def _first_of_list(alignment: Alignment, slot: Quantity, slots: Sequence[Quantity]) -> int:
    """The first word of the first number of the list that a number stands in."""
    source = alignment.source
    number = source.sentence_at(slot.start)
    first = slot
    for earlier in reversed([other for other in slots if other.start < slot.start]):
        between = source.text[earlier.end : first.start]
        if source.sentence_at(earlier.start) != number or _ANOTHER.search(between):
            break
        first = earlier
    return (words_within(source.words, first) or [0])[0]


def _one(index: int) -> Indexes:
    return np.array([index], np.intp)
