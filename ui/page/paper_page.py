"""A paper's page: its abstract, what is known of it, and the papers like it."""

from __future__ import annotations

from collections.abc import Sequence

from index.papers import Paper
from ui.page.markup import attribute, one_line
from ui.page.texts import Language, say
from ui.page.views import byline_html, web_link


def paper_html(
    paper: Paper | None,
    language: Language,
    similar: Sequence[Paper] = (),
    duplicates: Sequence[Paper] = (),
) -> str:
    """A paper's page: its abstract, all that is known of it, and links to similar papers.

    `duplicates` are the other records of it, such as a preprint or another file's.
    """
    if paper is None:
        return ""
    rows = "".join(
        f"<dt>{say(language, key)}</dt><dd>{value}</dd>" for key, value in _facts(paper) if value
    )
    paper_id = attribute(paper.paper_id)
    back = f'<a class="act" href="#shelf-close">{say(language, "back")}</a>'
    acts = "".join(
        f'<a class="act" href="#do-{action}-{paper_id}">{say(language, words)}</a>'
        for action, words in (("about", "ask_about"), ("summarise", "summarise"))
    )
    return (
        f'<div class="paper-page"><p class="actions back">{back}</p>'
        f'<h2 dir="auto">{one_line(paper.title or paper.label)}</h2>{byline_html(paper)}'
        f'<p class="text" dir="auto">{one_line(paper.abstract)}</p>'
        f'<div class="actions">{acts}{_removal(paper_id, language)}</div><dl>{rows}</dl>'
        f"{_also(duplicates, language)}{_similar(similar, language)}</div>"
    )


def _removal(paper_id: str, language: Language) -> str:
    really = say(language, "remove_really")
    return (
        f'<details class="menu"><summary class="act">{say(language, "remove")}</summary><ul><li>'
        f'<a class="act danger" href="#shelf-remove-{paper_id}">{really}</a></li></ul></details>'
    )


def _links(paper: Paper) -> list[str]:
    links = []
    if paper.doi:
        links.append(web_link(f"https://doi.org/{paper.doi}", f"doi:{paper.doi}"))
    if paper.arxiv_id:
        links.append(web_link(f"https://arxiv.org/abs/{paper.arxiv_id}", f"arXiv:{paper.arxiv_id}"))
    if paper.url:
        links.append(web_link(paper.url, paper.url))
    return links


def _origin(paper: Paper) -> str:
    return ", ".join(part for part in (paper.source_file, paper.source_record) if part)


def _facts(paper: Paper) -> list[tuple[str, str]]:
    return [
        ("authors", one_line("; ".join(paper.authors))),
        ("venue", one_line(paper.venue or "")),
        ("year", str(paper.year or "")),
        ("link", "<br>".join(_links(paper))),
        ("keywords", one_line(", ".join(paper.keywords))),
        ("tags", one_line(", ".join(paper.tags))),
        ("from_file", one_line(_origin(paper))),
    ]


def _also(duplicates: Sequence[Paper], language: Language) -> str:
    """The other records of a paper: what they are called, and where they are from."""
    if not duplicates:
        return ""
    items = "".join(
        f'<li><span class="source-title" dir="auto">{one_line(paper.title or paper.label)}</span>'
        f'{byline_html(paper)}<p class="byline">'
        f"{' · '.join([*_links(paper), *filter(None, [one_line(_origin(paper))])])}</p></li>"
        for paper in duplicates
    )
    return f'<h3>{say(language, "also_as")}</h3><ul class="similar">{items}</ul>'


def _similar(similar: Sequence[Paper], language: Language) -> str:
    if not similar:
        return ""
    items = "".join(
        f'<li><a class="paper" href="#paper-{attribute(paper.paper_id)}" dir="auto">'
        f"{one_line(paper.title or paper.label)}</a>{byline_html(paper)}</li>"
        for paper in similar
    )
    return f'<h3>{say(language, "similar")}</h3><ul class="similar">{items}</ul>'
