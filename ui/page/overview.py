"""The library at a glance: how many papers of each year, venue, author and tag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from index.papers import Paper, normalise
from ui.page.markup import attribute, one_line
from ui.page.texts import Language, number, say

_MOST_BARS = 30  # years that are shown one by one; more are put together by decades
_MOST_ROWS = 12


@dataclass(frozen=True, slots=True)
class Within:
    """Papers that the list is limited to: those of a kind, such as a year, or some by id.

    `value` is "1990-1999" for years, and the name of a venue, an author or a tag, normalised;
    `words` say the same to people. `ids` serve papers that were chosen by hand.
    """

    kind: str
    value: str
    words: str
    ids: frozenset[str] = frozenset()

    def holds(self, paper: Paper) -> bool:
        """Whether a paper is one of them."""
        if self.kind == "chosen":
            return paper.paper_id in self.ids
        if self.kind == "years":
            first, _, last = self.value.partition("-")
            return paper.year is not None and int(first) <= paper.year <= int(last or first)
        return any(normalise(name) == self.value for name in _NAMES[self.kind](paper))

    @classmethod
    def of(cls, kind: str, words: str) -> Within | None:
        """What a click on a bar asks for; None where there is no such kind, or no such years."""
        if kind == "years":
            ends = words.replace("–", "-").split("-")
            known = len(ends) <= 2 and all(end.isascii() and end.isdigit() for end in ends)
            return cls(kind, "-".join(ends), words) if known else None
        return cls(kind, normalise(words), words) if kind in _NAMES else None


_NAMES: dict[str, Callable[[Paper], Sequence[str]]] = {
    "venue": lambda paper: (paper.venue,) if paper.venue else (),
    "authors": lambda paper: paper.authors,
    "tags": lambda paper: paper.tags,
}


def overview_html(papers: Sequence[Paper], language: Language) -> str:
    """Bars by year, venue, author and tag; a click on one lists its papers."""
    if not papers:
        return f'<p class="hint">{say(language, "glance_empty")}</p>'
    years = _years(paper.year for paper in papers if paper.year)
    unknown = sum(paper.year is None for paper in papers)
    by_year = _chart("years", "by_year", _columns(years), unknown, language) if years else ""
    parts: list[str] = []
    for kind, key in (("venue", "by_venue"), ("authors", "by_author"), ("tags", "by_tag")):
        counts = _named(papers, kind)
        if counts:
            left = len(counts) - _MOST_ROWS
            parts.append(_chart(kind, key, _rows(kind, counts[:_MOST_ROWS]), 0, language, left))
    return f'<div class="glance">{by_year}<div class="named">{"".join(parts)}</div></div>'


def _years(years: Iterable[int]) -> list[tuple[str, int]]:
    """How many papers there are of each year, gaps included, or of each decade."""
    counts = Counter(years)
    if not counts:
        return []
    first, last = min(counts), max(counts)
    if last - first < _MOST_BARS:
        return [(str(year), counts[year]) for year in range(first, last + 1)]
    decades: Counter[int] = Counter()
    for year, count in counts.items():
        decades[year // 10] += count
    whole = range(min(decades), max(decades) + 1)
    if len(whole) > _MOST_BARS:  # a year that is a slip of the pen may lie far off
        return [(f"{each}0–{each}9", decades[each]) for each in sorted(decades)[-_MOST_BARS:]]
    return [(f"{each}0–{each}9", decades[each]) for each in whole]


def _named(papers: Sequence[Paper], kind: str) -> list[tuple[str, int]]:
    """The names of a kind and how many papers have each, the most frequent first."""
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    for paper in papers:
        for name in dict.fromkeys(_NAMES[kind](paper)):
            key = normalise(name)
            if key:
                counts[key] += 1
                written.setdefault(key, name)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [(written[key], count) for key, count in ordered]


def _chart(kind: str, key: str, bars: str, unknown: int, language: Language, left: int = 0) -> str:
    words = say(language, key)
    notes = [say(language, "without_year", n=number(unknown))] if unknown else []
    notes += [say(language, "more_names", n=number(left))] if left > 0 else []
    note = f'<p class="minor">{" · ".join(notes)}</p>' if notes else ""
    return (
        f'<section class="chart is-{kind}" aria-label="{attribute(words)}"><h2>{words}</h2>'
        f"<ul>{bars}</ul>{note}</section>"
    )


def _columns(counts: Sequence[tuple[str, int]]) -> str:
    most = max(count for _, count in counts)
    return "".join(
        f'<li><button data-shelf="within" data-kind="years" data-value="{year}" '
        f'title="{year}: {number(count)}" aria-label="{year}: {number(count)}"'
        f'{"" if count else " disabled"}><span class="bar" style="height:{_part(count, most)}%">'
        f'</span><span class="label">{_short(year)}</span></button></li>'
        for year, count in counts
    )


def _rows(kind: str, counts: Sequence[tuple[str, int]]) -> str:
    most = max(count for _, count in counts)
    return "".join(
        f'<li><button data-shelf="within" data-kind="{kind}" data-value="{attribute(name)}">'
        f'<span class="label" dir="auto">{one_line(name)}</span>'
        f'<span class="track"><span class="bar" style="width:{_part(count, most)}%"></span></span>'
        f'<span class="count">{number(count)}</span></button></li>'
        for name, count in counts
    )


def _part(count: int, most: int) -> int:
    return max(2, round(100 * count / most)) if count else 0


def _short(year: str) -> str:
    return f"’{year[2:]}" if len(year) == 4 else f"{year[:4]}s"
