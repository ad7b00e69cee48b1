"""Which papers a question is asked of, as the page's controls and chips say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from index.filters import PaperFilter
from index.papers import Paper
from rag.answers import Condition
from ui.page.markup import attribute, one_line
from ui.page.texts import Language, number, say

_CHOICES = 300  # so many venues or tags are offered; others can be typed
_LABELS = 3  # so many chosen papers are named on the chip


@dataclass(frozen=True, slots=True)
class Filters:
    """What the controls hold. `only` are ids of chosen papers; empty means all papers."""

    year_from: int | None = None
    year_to: int | None = None
    venues: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    only: tuple[str, ...] = ()

    @classmethod
    def from_controls(
        cls,
        year_from: int | None,
        year_to: int | None,
        venues: Sequence[str] | None,
        authors: Sequence[str] | None,
        tags: Sequence[str] | None,
        only: Sequence[str] | None,
    ) -> Filters:
        """The filters as the controls hold them; a control that is empty may give None."""
        years = sorted(year for year in (year_from, year_to) if year)
        if len(years) == 2:
            year_from, year_to = years
        return cls(
            year_from or None,
            year_to or None,
            *(tuple(filter(None, values or ())) for values in (venues, authors, tags, only)),
        )

    @property
    def condition(self) -> PaperFilter | None:
        """The same for the library; None where every paper is meant."""
        if self == NO_FILTERS:
            return None
        return PaperFilter(
            year_from=self.year_from,
            year_to=self.year_to,
            venues=self.venues,
            authors=self.authors,
            tags=self.tags,
            paper_ids=frozenset(self.only) if self.only else None,
        )


NO_FILTERS = Filters()


@dataclass(frozen=True, slots=True)
class Choices:
    """What the papers of a library can be told apart by, the most frequent first."""

    years: tuple[int, ...]
    venues: tuple[str, ...]
    tags: tuple[str, ...]

    @classmethod
    def of(cls, papers: Iterable[Paper]) -> Choices:
        """What these papers offer."""
        years: set[int] = set()
        venues: Counter[str] = Counter()
        tags: Counter[str] = Counter()
        for paper in papers:
            if paper.year:
                years.add(paper.year)
            if paper.venue:
                venues[paper.venue] += 1
            tags.update(paper.tags)
        return cls(tuple(sorted(years, reverse=True)), _frequent(venues), _frequent(tags))


def chips_html(
    filters: Filters, chosen: Sequence[Paper], matching: int, total: int, language: Language
) -> str:
    """The filters that are on, each with a button that takes it off; nothing where none is.

    `chosen` are the papers of `filters.only`, `matching` is how many papers are left.
    """
    chips: list[str] = []
    if filters.year_from or filters.year_to:
        years = f"{filters.year_from or ''}–{filters.year_to or ''}"
        if filters.year_from == filters.year_to:
            years = str(filters.year_from)
        chips.append(_chip("years", "year", years, language))
    for key, kind, values in (
        ("venues", "venue", filters.venues),
        ("authors", "authors", filters.authors),
        ("tags", "tags", filters.tags),
    ):
        if values:
            chips.append(_chip(key, kind, ", ".join(values), language))
    if filters.only:
        names = ", ".join(paper.label for paper in chosen[:_LABELS])
        more = len(filters.only) - _LABELS
        chips.append(_chip("only", "only", f"{names} +{more}" if more > 0 else names, language))
    if not chips:
        return ""
    key = "shown_of" if matching else "none_match"
    count = say(language, key, k=number(matching), n=number(total))
    state = "" if matching else " is-empty"
    return f'<p class="chips">{"".join(chips)}<span class="count{state}">{count}</span></p>'


def stated_chips_html(conditions: Sequence[Condition], at: int, language: Language) -> str:
    """What question number `at` itself says of the papers; the cross asks it without that."""
    only = say(language, "only")
    chips = []
    for place, condition in enumerate(conditions):
        said = condition.said.strip()
        off = attribute(f"{say(language, 'take_off')}: {said}")
        chips.append(
            f'<span class="chip"><span class="kind">{only}</span> <bdi>{one_line(said)}</bdi>'
            f'<a class="off" href="#do-without-{at}-{place}" title="{off}">×</a></span>'
        )
    return f'<p class="chips stated">{"".join(chips)}</p>'


def _chip(key: str, kind: str, value: str, language: Language) -> str:
    words = say(language, kind)
    off = attribute(f"{say(language, 'take_off')}: {words}")
    return (
        f'<span class="chip"><span class="kind">{words}</span> '
        f'<bdi title="{attribute(value)}">{one_line(value)}</bdi>'
        f'<button data-do="#do-unfilter-{key}" aria-label="{off}" title="{off}">×</button></span>'
    )


def _frequent(counts: Counter[str]) -> tuple[str, ...]:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(value for value, _ in ordered[:_CHOICES])
