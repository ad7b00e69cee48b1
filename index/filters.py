"""Which papers of a library to look at."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from index.papers import Paper, normalise


@dataclass(frozen=True, slots=True)
class PaperFilter:
    """Conditions on papers. Of one field any value may match; all fields given must.

    Attributes:
        year_from, year_to: first and last year, both included. A paper without a year is left
            out when either is given.
        venues: words of the venue's name, in any case: `ICML` finds `ICML 2024`, not `EICML`.
        authors: a name or a part of it, accents aside; initials stand for names: `A. Turing`,
            `Turing, Alan` and `turing` find Alan Turing.
        tags: whole tags, in any case.
        paper_ids: whole ids; None leaves them free, an empty set matches nothing.
    """

    year_from: int | None = None
    year_to: int | None = None
    venues: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    paper_ids: frozenset[str] | None = None

    def matches(self, paper: Paper) -> bool:
        """Whether a paper meets all conditions."""
        return (
            (self.paper_ids is None or paper.paper_id in self.paper_ids)
            and self._year_matches(paper.year)
            and _any(self.venues, [paper.venue or ""], _has_phrase)
            and _any(self.authors, paper.authors, _names)
            and _any(self.tags, paper.tags, lambda want, tag: want.casefold() == tag.casefold())
        )

    def _year_matches(self, year: int | None) -> bool:
        if self.year_from is None and self.year_to is None:
            return True
        return (
            year is not None
            and (self.year_from is None or year >= self.year_from)
            and (self.year_to is None or year <= self.year_to)
        )


def _any(
    wanted: tuple[str, ...], values: tuple[str, ...] | list[str], test: Callable[[str, str], bool]
) -> bool:
    return not wanted or any(test(want, value) for want in wanted for value in values)


def _has_phrase(wanted: str, value: str) -> bool:
    return f" {normalise(wanted)} " in f" {normalise(value)} "


def _names(wanted: str, author: str) -> bool:
    parts = _without_accents(author).split()
    words = _without_accents(wanted).split()
    return bool(words) and all(any(_stands_for(w, part) for part in parts) for w in words)


def _stands_for(word: str, part: str) -> bool:
    if len(word) == 1 or len(part) == 1:
        return word[0] == part[0]
    return word == part


def _without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return normalise("".join(c for c in decomposed if not unicodedata.combining(c)))
