"""The list of papers: found, put in order, and shown as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from index.papers import Paper, normalise
from ui.page.markup import attribute, one_line
from ui.page.texts import Language, number, say

PAGE = 50
# The columns that the table can be put in order by; a minus before it turns the order around.
ORDERS = ("title", "author", "year", "venue", "tags")
FIRST_ORDER = "title"
_LAST = "\U0010ffff"
_TAGS_SHOWN = 3


class _Known(NamedTuple):
    paper: Paper
    name: str
    text: str | None


class Texts:
    """What papers are searched and put in order by, made ready once for each."""

    def __init__(self) -> None:
        self._ready: dict[str, _Known] = {}

    def __call__(self, paper: Paper) -> str:
        """All fields of a paper that a search looks at, normalised."""
        known = self._ready.get(paper.paper_id)
        if known is None or known.paper is not paper or known.text is None:
            fields = (paper.label, paper.text, *paper.authors, *paper.tags, paper.venue or "")
            text = normalise(" ".join((*fields, str(paper.year or ""))))
            known = _Known(paper, _name(paper), text)
            self._ready[paper.paper_id] = known
        return known.text or ""

    def name(self, paper: Paper) -> str:
        """What a paper is put in order by, among those that are equal otherwise."""
        known = self._ready.get(paper.paper_id)
        if known is None or known.paper is not paper:
            self._ready[paper.paper_id] = known = _Known(paper, _name(paper), None)
        return known.name

    def keep_only(self, papers: Iterable[Paper]) -> None:
        """Forget papers that are there no more."""
        kept = {paper.paper_id for paper in papers}
        for gone in [each for each in list(self._ready) if each not in kept]:
            self._ready.pop(gone, None)


def matching(papers: Iterable[Paper], words: str, order: str, texts: Texts) -> list[Paper]:
    """The papers that hold all the words in some field, in order.

    Papers without the field that the order goes by come last, either way.
    """
    wanted = normalise(words).split()
    found = [
        paper for paper in papers if not wanted or all(word in texts(paper) for word in wanted)
    ]
    found.sort(key=texts.name)
    value = _VALUES.get(order.lstrip("-"))
    if value is not None:
        empty = [paper for paper in found if not value(paper)]
        found = [paper for paper in found if value(paper)]
        found.sort(key=value, reverse=order.startswith("-"))
        found += empty
    elif order.startswith("-"):
        found.reverse()
    return found


def table_html(
    found: Sequence[Paper], total: int, limit: int, order: str, language: Language, within: str = ""
) -> str:
    """The papers found, the first `limit` of them, each with a box to choose it by.

    `within` says to which papers the list is limited, where it is.
    """
    if not total:
        return (
            f'<div class="papers"><p>{say(language, "empty")}</p>'
            f'<p class="hint">{one_line(say(language, "empty_text"))}</p></div>'
        )
    key = "shown_of" if found else "none_match"
    count = say(language, key, k=number(len(found)), n=number(total))
    limited = (
        f'<span class="chip"><bdi>{one_line(within)}</bdi>'
        f'<a class="off" href="#shelf-within">×</a></span>'
        if within
        else ""
    )
    top = f'<p class="minor">{count}{limited}</p>'
    if not found:
        return f'<div class="papers">{top}</div>'
    # A column that nobody filled would only take room.
    columns = [column for column in ORDERS if column != "tags" or any(p.tags for p in found)]
    heads = "".join(_head(column, order, language) for column in columns)
    rows = "".join(_row(paper, tagged="tags" in columns) for paper in found[:limit])
    more = (
        f'<p class="actions"><a class="act" href="#shelf-more-{limit + PAGE}">'
        f"{say(language, 'more')}</a></p>"
        if len(found) > limit
        else ""
    )
    everything = '<input type="checkbox" class="pick-all" value="">'
    return (
        f'<div class="papers">{top}<table><thead><tr><th class="pick" scope="col">{everything}</th>'
        f"{heads}</tr></thead><tbody>{rows}</tbody></table>{more}</div>"
    )


def _head(column: str, order: str, language: Language) -> str:
    # Gradio lets no aria-sort through: the page's script sets it by the class.
    state, then = "", column if column != "year" else "-year"
    if order.lstrip("-") == column:
        state = " is-down" if order.startswith("-") else " is-up"
        then = column if order.startswith("-") else f"-{column}"
    words = say(language, _COLUMNS[column])
    link = f'<a class="sort" href="#shelf-sort-{then}">{words}</a>'
    return f'<th class="{column}{state}" scope="col">{link}</th>'


def _row(paper: Paper, *, tagged: bool) -> str:
    paper_id = attribute(paper.paper_id)
    author = paper.authors[0] if paper.authors else ""
    if len(paper.authors) > 1:
        author += " et al."
    tags = "".join(f"<span>{one_line(tag)}</span> " for tag in paper.tags[:_TAGS_SHOWN])
    tags = f'<td class="tags" dir="auto">{tags}</td>' if tagged else ""
    return (
        f'<tr><td class="pick"><input type="checkbox" class="pick-one" value="{paper_id}"></td>'
        f'<td class="title"><a class="paper" href="#paper-{paper_id}" dir="auto">'
        f"{one_line(paper.title or paper.label)}</a></td>"
        f'<td class="author" dir="auto">{one_line(author)}</td>'
        f'<td class="year">{paper.year or ""}</td>'
        f'<td class="venue" dir="auto">{one_line(paper.venue or "")}</td>'
        f"{tags}</tr>"
    )


_COLUMNS = {
    "title": "title",
    "author": "authors",
    "year": "year",
    "venue": "venue",
    "tags": "tags",
}
_VALUES: dict[str, Callable[[Paper], Any]] = {
    "author": lambda paper: normalise(paper.authors[0]) if paper.authors else "",
    "year": lambda paper: paper.year or 0,
    "venue": lambda paper: normalise(paper.venue or ""),
    "tags": lambda paper: normalise(" ".join(paper.tags)),
}


def _name(paper: Paper) -> str:
    return normalise(paper.title or paper.label) or _LAST
