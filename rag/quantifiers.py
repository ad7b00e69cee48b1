"""Claims that say "all" or "always" where the source does not."""

from __future__ import annotations

from rag.alignment import Alignment

_ALL = frozenset(
    """all every everything everyone everywhere any anything always never forever each whole entire
    entirely completely fully universally unlimited arbitrary arbitrarily both only""".split()
)
_CLAIMED = frozenset(
    "all every everything everywhere any anything always forever completely entirely".split()
)


def overstatements(alignment: Alignment) -> list[str]:
    """Words that claim everything where no sentence that the claim rests on speaks of all."""
    source = alignment.source
    near = set(alignment.chosen)
    if any(
        word.text.casefold() in _ALL
        for word, number in zip(source.words, source.sentence_of, strict=True)
        if number in near
    ):
        return []
    asked = {word.text.casefold() for word in alignment.asked}
    return [
        f"the source does not say {word.text!r}"
        for word in alignment.words
        if word.text.casefold() in _CLAIMED and word.text.casefold() not in asked
    ][:1]
