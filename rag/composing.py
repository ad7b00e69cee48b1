"""From statements to the answer: numbering, markers, and the abstention's words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest

from index.papers import Paper
from rag.answers import Answer, Claim, Quote, Source
from rag.questions import Question
from rag.remarks import say
from rag.retrieval import Candidate
from rag.tables import finished
from rag.turns import Draft, Statement, Turn


def sources_of(
    candidates: Iterable[Candidate], cited: Sequence[Paper] = (), near: Sequence[Paper] = ()
) -> tuple[Source, ...]:
    """Numbered sources: the cited papers in the order given, then those near, then the others.

    Each paper has one number, however often it is cited.
    """
    candidates = list(candidates)
    scores = {c.paper.paper_id: c.match for c in candidates}
    found = (candidate.paper for candidate in candidates)
    papers = {paper.paper_id: paper for paper in (*cited, *near, *found)}
    cited_ids = {paper.paper_id for paper in cited}
    return tuple(
        Source(
            number=number,
            paper_id=paper.paper_id,
            label=paper.label,
            abstract=paper.abstract,
            title=paper.title,
            authors=paper.authors,
            year=paper.year,
            venue=paper.venue,
            doi=paper.doi,
            url=paper.url,
            cited=paper.paper_id in cited_ids,
            score=round(max(0.0, scores.get(paper.paper_id, 0.0)), 4),
        )
        for number, paper in enumerate(papers.values(), start=1)
    )


def compose(turn: Turn, draft: Draft, model_name: str) -> Answer:
    """The finished answer. Every marker in it belongs to a source of it, by construction."""
    cited = [paper for statement in draft.statements for paper in statement.papers]
    if draft.table is not None:
        cited = [*draft.table.papers, *cited]
    if turn.scope:
        scoped = say(turn.question.language, "scoped", scope=turn.scope)
        parts = [draft.closing, scoped, _undated(turn)]
        draft = replace(draft, closing=" ".join(part for part in parts if part))
    sources = sources_of(turn.candidates, cited, draft.near)
    numbers = {source.paper_id: source.number for source in sources}
    return Answer(
        question=turn.question.text,
        standalone_question=turn.standalone,
        answer=text_of(draft, numbers, turn.question.language)
        if not draft.abstains
        else _abstention(turn.question, draft),
        abstained=draft.abstains,
        claims=tuple(_claim(statement, numbers) for statement in draft.statements),
        sources=sources,
        timings=turn.meter.timings(),
        model=model_name,
        kind=turn.question.kind,
        dropped=tuple(_claim(statement, numbers) for statement in draft.dropped),
        table=finished(draft.table, numbers, turn.question.language) if draft.table else None,
        in_english=turn.text if turn.question.language != "en" else "",
        earlier=turn.earlier,
        conditions=turn.conditions,
    )


def _undated(turn: Turn) -> str:
    """How many papers a condition on years leaves out because their year is not known."""
    if turn.where is None or (turn.where.year_from is None and turn.where.year_to is None):
        return ""
    count = sum(paper.year is None for paper in turn.library.papers())
    return say(turn.question.language, "undated", count=f"{count:,}") if count else ""


def text_of(draft: Draft, numbers: dict[str, int], language: str = "en") -> str:
    """The answer's text in Markdown, each statement with its markers."""
    stop = "。" if language == "zh" else "."
    blocks: list[str] = []
    layout = ""
    for statement, after in zip_longest(draft.statements, draft.statements[1:]):
        marks = "".join(f"[{numbers[paper.paper_id]}]" for paper in statement.papers)
        text = f"{statement.text} {marks}"
        if statement.layout == "quote":
            blocks.append(f"> {text}")
        elif statement.layout == "item":
            item = f"- {f'**{statement.lead}**: ' if statement.lead else ''}{text}"
            if layout == "item":
                blocks[-1] += f"\n{item}"
            else:
                blocks.append(item)
        elif statement.layout == "contrasted":
            last_of_two = layout == "contrast" and not (after and after.layout == "contrasted")
            joint = say(language, "whereas") if last_of_two else "; "
            blocks[-1] = f"{blocks[-1].rstrip('.。')}{joint}{text}{stop}"
        elif statement.layout == "contrast":
            blocks.append(f"{text}{stop}")
        elif layout == "sentence":
            blocks[-1] += f" {text}"
        else:
            blocks.append(text)
        layout = statement.layout
    if draft.remark:
        # A count comes before what was counted.
        blocks.insert(0 if draft.stands else len(blocks), draft.remark)
    if draft.closing:
        blocks.append(draft.closing)
    return "\n\n".join(blocks)


def _claim(statement: Statement, numbers: dict[str, int]) -> Claim:
    # What was dropped may belong to a paper that is not among the sources.
    known = [paper for paper in statement.papers if paper.paper_id in numbers]
    return Claim(
        text=f"{statement.lead}: {statement.text}" if statement.lead else statement.text,
        citations=tuple(numbers[paper.paper_id] for paper in known),
        verdict=statement.verdict,
        score=round(statement.score, 4),
        evidence=tuple(
            Quote(numbers[s.paper.paper_id], s.quote, s.start, s.end)
            for s in statement.support
            if s.paper.paper_id in numbers
        ),
    )


def _abstention(question: Question, draft: Draft) -> str:
    language = question.language
    parts = [say(language, "abstained")]
    if draft.remark:
        parts.append(draft.remark)
    if draft.near:
        papers = say(language, "between").join(paper.label for paper in draft.near)
        parts.append(say(language, "nearest", papers=papers))
    if draft.closest:
        paper, quote = draft.closest.paper.label, draft.closest.quote
        parts.append(say(language, "closest", paper=paper, quote=quote))
    return ("" if language == "zh" else " ").join(parts)
