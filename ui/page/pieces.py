"""Small pieces of HTML that several parts of the page are made of."""

from __future__ import annotations

from collections.abc import Sequence

from index.papers import normalise
from rag.answers import Quote

_EXCERPT = 170


def act(action: str, words: str, kind: str = "act") -> str:
    """A link that does something on the page; the script looks up what."""
    return f'<a class="{kind}" href="#do-{action}">{words}</a>'


def excerpt(abstract: str) -> str:
    """The beginning of an abstract."""
    if len(abstract) <= _EXCERPT:
        return abstract
    cut = abstract[:_EXCERPT].rsplit(" ", 1)[0]
    return f"{cut.rstrip(' ,;:')} …"


def closest_first(text: str, quotes: Sequence[Quote]) -> list[Quote]:
    """A sentence's evidence, first what shares most words with it: there the reader is led."""
    words = set(normalise(text).split())

    def shared(quote: Quote) -> int:
        return len(words & set(normalise(quote.quote).split()))

    return sorted(quotes, key=shared, reverse=True)
