"""What a conversation looks like: turns and sources as HTML, from plain values alone."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from index.papers import Paper
from rag.answers import Answer, Claim, Quote, Source
from ui.page.abstaining import abstention_html
from ui.page.filters import stated_chips_html
from ui.page.markup import Mark, attribute, marked, one_line, written
from ui.page.pieces import act, closest_first, excerpt
from ui.page.tables import evidence_of, table_html
from ui.page.texts import Language, number, say
from ui.page.turns import Turn

_EXAMPLES = 4
_FORMATS = {
    "md": "Markdown",
    "html": "HTML",
    "bibtex": "BibTeX",
    "ris": "RIS",
    "csl_json": "CSL-JSON",
    "csv": "CSV",
}


def question_html(turn: Turn) -> str:
    """What was asked, as the user typed it."""
    lines = turn.question.strip().split("\n")
    return f'<div class="asked" dir="auto">{"<br>".join(map(one_line, lines))}</div>'


def message_html(turn: Turn, at: int, language: Language, *, last: bool = True) -> str:
    """The reply to the question number `at`, at whatever point it is."""
    if turn.answer is not None:
        inner = _answered(turn, turn.answer, at, language, last=last)
    elif turn.state == "failed":
        inner = _failed(turn, at, language)
    else:
        inner = _unfinished(turn, at, language)
    if turn.unkept:
        inner += f'<p class="unkept">{say(language, "unkept")} {one_line(turn.unkept)}</p>'
    return f'<div class="reply is-{turn.state}">{inner}</div>'


def _answered(turn: Turn, answer: Answer, at: int, language: Language, *, last: bool) -> str:
    parts: list[str] = []
    if answer.standalone_question and answer.standalone_question != answer.question:
        parts.append(
            f'<p class="understood"><span>{say(language, "understood")}</span> '
            f"<bdi>{one_line(answer.standalone_question)}</bdi>"
            f"{act(f'correct-{at}', say(language, 'correct'))}</p>"
        )
    if answer.conditions:
        parts.append(stated_chips_html(answer.conditions, at, language))
    if answer.table is not None:
        parts.append(table_html(answer.table, at, language))
    if answer.abstained:
        parts.append(abstention_html(turn, answer, at, language))
    elif answer.answer:
        parts.append(f'<div class="text" dir="auto">{_prose(answer, at, language)}</div>')
        parts.append(_verdict_line(answer, language))
    parts.append(_dropped(answer.dropped, language))
    parts.append(_actions(answer, at, language, last=last))
    return "".join(parts)


def _prose(answer: Answer, at: int, language: Language) -> str:
    labels = {source.number: source for source in answer.sources}

    def wrap(index: int) -> tuple[str, str]:
        claim = answer.claims[index]
        if claim.verdict == "supported":
            return '<span class="claim is-supported">', "</span>"
        words = say(language, claim.verdict)
        opened = f'<span class="claim is-{claim.verdict}" title="{attribute(words)}">'
        return opened, f'</span> <span class="verdict is-{claim.verdict}">{words}</span>'

    def cite(n: int, index: int | None) -> str:
        source = labels.get(n)
        if source is None:
            return ""
        claim = answer.claims[index] if index is not None else None
        evidence = closest_first(claim.text, claim.evidence) if claim else []
        quotes = [quote.quote for quote in evidence if quote.citation == n]
        hover = f"{source.label}: {quotes[0]}" if quotes else source.label
        sentence = "" if index is None else f"-{index}"
        verdict = f" is-{claim.verdict}" if claim else ""
        return (
            f'<a class="cite{verdict}" href="#cite-{at}-{n}{sentence}" '
            f'title="{attribute(hover)}">{n}</a>'
        )

    return written(answer.answer, [claim.text for claim in answer.claims], wrap, cite)


def _verdict_line(answer: Answer, language: Language) -> str:
    total = len(answer.claims)
    if not total:
        return ""
    good = sum(claim.verdict == "supported" for claim in answer.claims)
    if good < total:
        text, state = say(language, "some_supported", k=good, n=total), "partly"
    else:
        key = "one_supported" if total == 1 else "all_supported"
        text, state = say(language, key, n=total), "supported"
    return f'<p class="checked is-{state}">{text}</p>'


def _dropped(dropped: Sequence[Claim], language: Language) -> str:
    if not dropped:
        return ""
    items = "".join(
        f"<li><s>{one_line(claim.text)}</s> "
        f'<span class="verdict is-{claim.verdict}">{say(language, claim.verdict)}</span></li>'
        for claim in dropped
    )
    summary = say(language, "dropped", n=len(dropped))
    return f'<details class="dropped"><summary>{summary}</summary><ul>{items}</ul></details>'


def _actions(answer: Answer, at: int, language: Language, *, last: bool) -> str:
    links = [act(f"copy-{at}", say(language, "copy")), _export_menu(answer, at, language)]
    if last and not answer.abstained:
        links += [act("say", say(language, words)) for words in ("shorter", "more_detail")]
    if last:
        links.append(act(f"retry-{at}", say(language, "retry")))
    links.append(act(f"edit-{at}", say(language, "edit")))
    if any(source.cited for source in answer.sources):
        links.append(act(f"only-{at}", say(language, "only_these")))
    if answer.sources:
        words = say(language, "show_sources", n=len(answer.sources))
        links.append(act(f"sources-{at}", words, "act narrow"))
    return f'<div class="actions">{"".join(links)}</div>'


def _export_menu(answer: Answer, at: int, language: Language) -> str:
    rows: list[tuple[str, str, tuple[str, ...]]] = [
        ("export_answer", f"{at}-one", ("md", "html")),
        ("export_all", f"{at}-all", ("md", "html")),
    ]
    if answer.table is not None:
        rows.append(("export_table", f"{at}-one", ("csv",)))
    if any(source.cited for source in answer.sources):
        rows.append(("export_cited", f"{at}-one", ("bibtex", "ris", "csl_json")))
    items = "".join(
        f"<li><span>{say(language, key)}</span>"
        + "".join(act(f"export-{what}-{kind}", _FORMATS[kind]) for kind in kinds)
        + "</li>"
        for key, what, kinds in rows
    )
    summary = say(language, "export")
    return (
        f'<details class="menu"><summary class="act">{summary}</summary><ul>{items}</ul></details>'
    )


def _failed(turn: Turn, at: int, language: Language) -> str:
    remedy = f'<p class="remedy">{one_line(turn.remedy)}</p>' if turn.remedy else ""
    retry = act(f"retry-{at}", say(language, "retry"))
    retry += act(f"quoted-{at}", say(language, "retry_quoted"))
    retry += act(f"edit-{at}", say(language, "edit"))
    return (
        f'<div class="failure"><p class="no-answer">{say(language, "failed")}</p>'
        f'<p>{one_line(turn.message)}</p>{remedy}</div><p class="actions">{retry}</p>'
    )


def _unfinished(turn: Turn, at: int, language: Language) -> str:
    draft = written(
        turn.text, (), lambda _: ("", ""), lambda n, _: f'<span class="cite">{n}</span>'
    )
    parts = [table_html(turn.table, at, language)] if turn.table is not None else []
    if turn.text:
        parts.append(f'<div class="text draft" dir="auto">{draft}</div>')
    if turn.state == "stopped":
        retry = act(f"retry-{at}", say(language, "retry"))
        retry += act(f"edit-{at}", say(language, "edit"))
        note = say(language, "stopped")
        if parts:
            note = f'{note} <span class="verdict is-partly">{say(language, "draft")}</span>'
        parts.append(f'<p class="hint">{note}</p><p class="actions">{retry}</p>')
    elif not parts:
        parts.append('<div class="skeleton"><span></span><span></span><span></span></div>')
    return "".join(parts)


def status_html(turn: Turn | None, papers: int, language: Language) -> str:
    """The one line that says what is happening."""
    state, text = _status(turn, papers, language)
    busy = '<span class="pulse" aria-hidden="true"></span>' if turn and turn.running else ""
    return f'<div class="status is-{state}" role="status" aria-live="polite">{busy}{text}</div>'


def _status(turn: Turn | None, papers: int, language: Language) -> tuple[str, str]:
    if turn is None:
        return "idle", ""
    if turn.state == "stopped":
        return "stopped", say(language, "stopped")
    if turn.state == "failed":
        return "failed", say(language, "failed")
    if turn.answer is not None:
        seconds = turn.answer.timings.total_s
        key = "abstained_done" if turn.answer.abstained else "done"
        return "done", say(language, key, s=f"{seconds:.1f}") if seconds is not None else ""
    if turn.ahead:
        return "waiting", say(language, "wait_turn", n=turn.ahead)
    if turn.waits_for_model:
        return "waiting", say(language, "wait_model")
    if turn.detail and language == "en":
        return "busy", one_line(turn.detail[:1].upper() + turn.detail[1:])
    return "busy", say(language, turn.stage, n=number(papers))


def sources_html(turn: Turn | None, at: int, language: Language) -> str:
    """The panel of sources of question number `at`: cited ones first, the others folded."""
    if turn is None or (turn.found is None and turn.answer is None):
        hint = say(language, "sources_none")
        return f'<div class="sources"><p class="hint">{hint}</p></div>'
    if not turn.sources:
        return f'<div class="sources"><p class="hint">{say(language, "nothing_found")}</p></div>'
    support = _support(turn)
    cards = {s.number: _source(s, at, support, language) for s in turn.sources}
    cited = [cards[s.number] for s in turn.sources if s.cited]
    others = [cards[s.number] for s in turn.sources if not s.cited]
    parts: list[str] = []
    if cited:
        parts.append(_heading(say(language, "cited"), len(cited)) + "".join(cited))
        if others:
            head = f'{say(language, "also_found")} <span class="count">{len(others)}</span>'
            parts.append(
                f'<details class="others"><summary>{head}</summary>{"".join(others)}</details>'
            )
    else:
        key = "nearest" if turn.answer is not None else "evidence"
        parts.append(_heading(say(language, key), len(others)) + "".join(others))
    return f'<div class="sources" id="sources-{at}">{"".join(parts)}</div>'


def _support(turn: Turn) -> list[tuple[str, Quote]]:
    """Every sentence that something rests on, with the key that the link to it ends in."""
    table = turn.table if turn.answer is None else turn.answer.table
    claims = turn.answer.claims if turn.answer is not None else ()
    found = [
        (str(n), quote)
        for n, claim in enumerate(claims)
        for quote in closest_first(claim.text, claim.evidence)
    ]
    return [*found, *(evidence_of(table) if table is not None else ())]


def _heading(words: str, count: int) -> str:
    return f'<h2>{words} <span class="count">{count}</span></h2>'


def _source(
    source: Source, at: int, support: Sequence[tuple[str, Quote]], language: Language
) -> str:
    marks: list[Mark] = []
    quotes: dict[tuple[int, int], str] = {}
    for key, quote in support:
        if quote.citation == source.number:
            anchor = f"mark-{at}-{source.number}-{key}"
            first = all(anchor not in mark.anchors for mark in marks)
            marks.append(Mark(quote.start, quote.end, (anchor,) if first else ()))
            quotes[quote.start, quote.end] = quote.quote
    if quotes:
        shown = "".join(
            f'<blockquote dir="auto"><mark>{one_line(quotes[span])}</mark></blockquote>'
            for span in sorted(quotes)
        )
    else:
        shown = f'<p class="excerpt" dir="auto">{one_line(excerpt(source.abstract))}</p>'
    abstract = marked(source.abstract, marks)
    words = say(language, "open_paper")
    open_paper = f'<a class="act" href="#paper-{attribute(source.paper_id)}">{words}</a>'
    return (
        f'<div class="source{" is-cited" if source.cited else ""}" id="src-{at}-{source.number}">'
        f'<p class="source-head"><span class="number">{source.number}</span>'
        f'<span class="source-title" dir="auto">{one_line(source.title or source.label)}</span></p>'
        f"{byline_html(source)}{shown}"
        f'<details class="abstract"><summary>{say(language, "abstract")}</summary>'
        f'<p dir="auto">{abstract}</p><p class="actions">{open_paper}</p></details></div>'
    )


def byline_html(paper: Source | Paper) -> str:
    """Authors, venue and year in one line; nothing where none of them is known."""
    authors = list(paper.authors[:3])
    if len(paper.authors) > 3:
        authors.append("…")
    parts = [", ".join(authors), paper.venue or "", str(paper.year or "")]
    line = " · ".join(one_line(part) for part in parts if part)
    return f'<p class="byline" dir="auto">{line}</p>' if line else ""


def web_link(url: str | None, words: str) -> str:
    """A link that a click leaves this machine by; words alone where the address is no such."""
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return one_line(words)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return one_line(words)
    return f'<a class="out" href="{attribute(url or "", 2000)}">{one_line(words)}</a>'


def welcome_html(examples: Sequence[str], papers: int, language: Language) -> str:
    """The empty conversation: what this is, and questions to start with."""
    if not papers:
        return (
            f'<div class="welcome"><p class="welcome-head">{say(language, "empty")}</p>'
            f'<p>{one_line(say(language, "empty_text"))}</p><ul class="examples"><li>'
            f'<a href="#do-library">{say(language, "add_now")}</a></li></ul></div>'
        )
    links = "".join(
        f'<li><a href="#ask-{i}">{one_line(e)}</a></li>' for i, e in enumerate(examples)
    )
    listed = f'<p class="minor">{say(language, "try")}</p><ul class="examples">{links}</ul>'
    return (
        f'<div class="welcome"><p class="welcome-head">{say(language, "welcome")}</p>'
        f"<p>{say(language, 'welcome_text')}</p>{listed if links else ''}</div>"
    )


def example_questions(papers: Sequence[Paper], language: Language) -> list[str]:
    """Questions about papers of the library itself, for a first visit.

    Papers known by a short name make the best ones; the same library gives the same questions.
    """
    named = sorted(papers, key=lambda p: (len(p.label.split()) > 3 or ":" in p.label, p.paper_id))
    kinds = ("example_what", "example_how_well", "example_problem")
    return [
        say(language, kinds[i % len(kinds)], label=paper.label)
        for i, paper in enumerate(named[:_EXAMPLES])
    ]
