"""Numbers of a claim that the source does not have, or has for something else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.alignment import Alignment
from rag.binding import NumberPlace
from rag.quantities import Quantity, quantities_of, same_quantity
from rag.words import FUNCTION_WORDS, stem

# So much better must another number of the kind fit what the claim says.
_ELSEWHERE = -0.3
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


def misplaced_numbers(alignment: Alignment, places: Sequence[NumberPlace]) -> list[str]:
    """Why each number fails whose place in the source fits the claim worse than another's."""
    return [
        _for_something_else(alignment, place.quantity)
        for place in places
        if place.advantage < _ELSEWHERE
    ]


def miscounted_numbers(alignment: Alignment) -> list[str]:
    """Why each number fails that the source has, but not of what the claim counts."""
    reasons = []
    for quantity in alignment.quantities:
        matched = [q for q in alignment.source.quantities if same_quantity(quantity, q)]
        if matched and _counts_something_else(alignment, quantity, matched):
            reasons.append(_for_something_else(alignment, quantity))
    return reasons


def _for_something_else(alignment: Alignment, quantity: Quantity) -> str:
    return f"the source gives the number {_shown(alignment, quantity)} for something else"


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
    if not all(other.nouns for other in matched):
        return False  # `on 43 of the games`: what is counted does not follow
    return any(
        nouns & set(other.nouns) and other.kind == "plain" and other.value != quantity.value
        for other in alignment.source.quantities
    )
