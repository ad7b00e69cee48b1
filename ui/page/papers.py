"""What the library looks like: the list of papers and a paper's page, as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from index.papers import Paper, normalise
from ui.page.markup import attribute, one_line
from ui.page.texts import Language, number, say
from ui.page.views import byline_html, web_link

Order = Literal["title", "year", "author"]
PAGE = 50


class Texts:
    """What papers are searched by, made ready once for each."""

    def __init__(self) -> None:
        self._ready: dict[str, tuple[Paper, str]] = {}

    def __call__(self, paper: Paper) -> str:
        """All fields of a paper that a search looks at, normalised."""
        known = self._ready.get(paper.paper_id)
        if known is None or known[0] is not paper:
            fields = (paper.label, paper.text, *paper.authors, *paper.tags, paper.venue or "")
            text = normalise(" ".join((*fields, str(paper.year or ""))))
            self._ready[paper.paper_id] = known = (paper, text)
        return known[1]


def matching(papers: Iterable[Paper], words: str, order: Order, texts: Texts) -> list[Paper]:
    """The papers that hold all the words in some field, in order."""
    wanted = normalise(words).split()
    found = [
        paper for paper in papers if not wanted or all(word in texts(paper) for word in wanted)
    ]
    keys = {
        "title": lambda p: ("", _name(p)),
        "year": lambda p: (-(p.year or 0), _name(p)),
        "author": lambda p: (normalise(p.authors[0]) if p.authors else "\uffff", _name(p)),
    }
    return sorted(found, key=keys[order])


def list_html(found: Sequence[Paper], total: int, limit: int, language: Language) -> str:
    """The papers found, the first `limit` of them, each a link to its page."""
    if not found:
        return f'<div class="papers"><p class="hint">{say(language, "none_match")}</p></div>'
    rows = "".join(
        f'<li><a class="paper" href="#paper-{attribute(paper.paper_id)}">'
        f'<span class="source-title" dir="auto">{one_line(paper.title or paper.label)}</span>'
        f"{_line(paper)}</a></li>"
        for paper in found[:limit]
    )
    count = say(language, "shown_of", k=number(len(found)), n=number(total))
    more = (
        f'<p class="actions"><a class="act" href="#do-more-{limit + PAGE}">'
        f"{say(language, 'more')}</a></p>"
        if len(found) > limit
        else ""
    )
    return f'<div class="papers"><p class="minor">{count}</p><ul>{rows}</ul>{more}</div>'


def paper_html(paper: Paper | None, language: Language) -> str:
    """A paper's page: its abstract and all that is known of it."""
    if paper is None:
        return f'<div class="paper-page"><p class="hint">{say(language, "paper_hint")}</p></div>'
    rows = "".join(
        f"<dt>{say(language, key)}</dt><dd>{value}</dd>" for key, value in _facts(paper) if value
    )
    paper_id = attribute(paper.paper_id)
    back = f'<a class="act" href="#do-back">{say(language, "back")}</a>'
    acts = "".join(
        f'<a class="act" href="#do-{action}-{paper_id}">{say(language, words)}</a>'
        for action, words in (("about", "ask_about"), ("summarise", "summarise"))
    )
    return (
        f'<div class="paper-page"><p class="actions narrow">{back}</p>'
        f'<h2 dir="auto">{one_line(paper.title or paper.label)}</h2>{byline_html(paper)}'
        f'<p class="text" dir="auto">{one_line(paper.abstract)}</p>'
        f'<div class="actions">{acts}{_removal(paper_id, language)}</div><dl>{rows}</dl></div>'
    )


def removed_html(paper: Paper, language: Language) -> str:
    """What stands in place of a paper's page when it was removed."""
    words = one_line(say(language, "removed", label=paper.label))
    undo = f'<a class="act" href="#do-restore">{say(language, "undo")}</a>'
    return f'<div class="paper-page"><p class="hint">{words} {undo}</p></div>'


def _removal(paper_id: str, language: Language) -> str:
    really = say(language, "remove_really")
    return (
        f'<details class="menu"><summary class="act">{say(language, "remove")}</summary><ul><li>'
        f'<a class="act danger" href="#do-remove-{paper_id}">{really}</a></li></ul></details>'
    )


def _facts(paper: Paper) -> list[tuple[str, str]]:
    links = []
    if paper.doi:
        links.append(web_link(f"https://doi.org/{paper.doi}", f"doi:{paper.doi}"))
    if paper.arxiv_id:
        links.append(web_link(f"https://arxiv.org/abs/{paper.arxiv_id}", f"arXiv:{paper.arxiv_id}"))
    if paper.url:
        links.append(web_link(paper.url, paper.url))
    origin = ", ".join(part for part in (paper.source_file, paper.source_record) if part)
    return [
        ("authors", one_line("; ".join(paper.authors))),
        ("venue", one_line(paper.venue or "")),
        ("year", str(paper.year or "")),
        ("link", "<br>".join(links)),
        ("keywords", one_line(", ".join(paper.keywords))),
        ("tags", one_line(", ".join(paper.tags))),
        ("from_file", one_line(origin)),
    ]


def _line(paper: Paper) -> str:
    author = paper.authors[0] if paper.authors else ""
    if len(paper.authors) > 1:
        author += " et al."
    parts = [author, paper.venue or "", str(paper.year or "")]
    line = " · ".join(one_line(part) for part in parts if part)
    return f'<span class="byline">{line}</span>' if line else ""


def _name(paper: Paper) -> str:
    return normalise(paper.title or paper.label)
