"""Scripted stand-ins for the library and the assistant, shared by the tests."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from index.adding import AddProgress, AddResult
from index.errors import LibraryError
from index.filters import PaperFilter
from index.papers import Paper
from index.topic_map import TopicMap
from rag.answers import (
    Answer,
    Cell,
    Claim,
    Column,
    Condition,
    Quote,
    Row,
    Source,
    Table,
    Timings,
)
from rag.conversations import Conversation
from rag.events import (
    ClaimChecked,
    Complete,
    Event,
    EvidenceFound,
    Failed,
    Progress,
    TableFound,
    TextSoFar,
)


class FakeLibrary:
    """Papers in memory."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self._papers = {paper.paper_id: paper for paper in papers}
        self.changes = 0

    def __len__(self) -> int:
        return len(self._papers)

    def papers(self, where: object = None) -> list[Paper]:
        return list(self._papers.values())

    def paper(self, paper_id: str) -> Paper:
        try:
            return self._papers[paper_id]
        except KeyError:
            raise LibraryError(f"No paper {paper_id}.") from None

    def duplicates(self, paper_id: str) -> tuple[Paper, ...]:
        return ()

    def add(
        self,
        papers: Iterable[Paper],
        *,
        replace: bool = False,
        progress: Callable[[AddProgress], None] | None = None,
    ) -> AddResult:
        result = AddResult()
        self.changes += 1
        for paper in papers:
            new = paper.paper_id not in self._papers
            self._papers[paper.paper_id] = paper
            result = AddResult(
                read=result.read + 1,
                new=result.new + new,
                unchanged=result.unchanged + (not new),
            )
            if progress is not None:
                progress(result)
        return result

    def similar_papers(self, paper_id: str, k: int) -> list[tuple[str, float]]:
        others = [each for each in self._papers if each != paper_id]
        return [(each, 0.9) for each in others[:k]] if paper_id in self._papers else []

    def topic_map(self) -> TopicMap:
        """Papers on a spiral, every third of a topic."""
        turns = np.sqrt(np.arange(len(self._papers))) * 2.4
        points = np.stack([np.cos(turns), np.sin(turns)], axis=1) * turns[:, None]
        points = 0.5 + 0.5 * points / max(float(turns.max(initial=1)), 1)
        topic_of = np.arange(len(self._papers), dtype=np.int32) % 3
        topics = (("proteins", "folding"), ("robots",), ())
        return TopicMap(tuple(self._papers), points.astype(np.float32), topic_of, topics)

    def remove(self, paper_ids: Iterable[str]) -> int:
        self.changes += 1
        return sum(self._papers.pop(each, None) is not None for each in list(paper_ids))


class FakeAssistant:
    """Answers with the first sentence of papers that share a word with the question.

    The question steers it: one with "compare" gets a table too, one with "nothing" is abstained
    on, one with "fail" fails, one with "crash" raises, one with "slow" is written for a minute, a
    word every tenth of a second, one with "since 2020" states that condition. `closed` is set when
    an iterator of events was closed before its end; `asked` holds the questions, `read` what was
    read ahead, `filters` what limited the papers each was asked of.
    """

    def __init__(self, papers: Sequence[Paper], pause_s: float = 0.0) -> None:
        self._papers = tuple(papers)
        self._pause_s = pause_s
        self.asked: list[str] = []
        self.closed = threading.Event()
        self.conversations: list[Conversation] = []
        self.filters: list[PaperFilter | None] = []
        self.running = 0
        self.most_running = 0
        self.read: list[str] = []

    def read_ahead(self, text: str, *_args: object, **_options: object) -> None:
        self.read.append(text)

    def ask(
        self,
        question: str,
        conversation: Conversation | None = None,
        *,
        where: PaperFilter | None = None,
        extractive: bool = False,
    ) -> Iterator[Event]:
        self.filters.append(where)
        self.asked.append(question)
        self.conversations.append(conversation or Conversation())
        ended = False
        writing = False
        try:
            yield Progress("searching", f"Searching {len(self._papers)} papers")
            sources = self._found(question)
            yield EvidenceFound(sources, 0.02)
            self.running, writing = self.running + 1, True
            self.most_running = max(self.running, self.most_running)
            if "crash" in question:
                raise RuntimeError("the model <b>fell</b> over")
            if "fail" in question:
                ended = True
                yield Failed("The model ran out of memory.", "Close other programs.")
                return
            yield Progress("reading", f"Reading {len(sources)} abstracts")
            self._sleep()
            if "nothing" in question:
                ended = True
                yield Complete(self._abstention(question, sources))
                return
            table = None
            if "compare" in question.casefold():
                table = table_of(sources[:2])
                yield TableFound(table, sources)
            yield Progress("writing", "Writing")
            if "slow" in question:
                for count in range(600):
                    time.sleep(0.1)
                    yield TextSoFar("word " * count)
            claims = tuple(_claim(source) for source in sources[:2])
            text = ""
            for word in " ".join(claim.text for claim in claims).split(" "):
                text += word + " "
                yield TextSoFar(text)
                self._sleep()
            yield Progress("checking", f"Checking {len(claims)} sentences")
            for claim in claims:
                yield ClaimChecked(claim, kept=True)
            ended = True
            conditions = _conditions(question)
            answer = answer_of(question, claims, sources)
            yield Complete(replace(answer, table=table, conditions=conditions))
        finally:
            self.running -= writing
            if not ended:
                self.closed.set()

    def _found(self, question: str) -> tuple[Source, ...]:
        words = set(re.findall(r"\w{3,}", question.casefold()))
        ranked = sorted(
            self._papers,
            key=lambda p: -len(words & set(re.findall(r"\w{3,}", p.text.casefold()))),
        )
        return tuple(source_of(paper, n) for n, paper in enumerate(ranked[:5], start=1))

    def _abstention(self, question: str, sources: tuple[Source, ...]) -> Answer:
        text = "No abstract here says so."
        return Answer(question, question, text, True, (), sources, Timings(total_s=0.1), "fake")

    def _sleep(self) -> None:
        if self._pause_s:
            time.sleep(self._pause_s)


class ScriptedAssistant:
    """Yields the events that a function gives for each question."""

    def __init__(self, script: Callable[[str], Iterator[Event]]) -> None:
        self._script = script

    def read_ahead(self, *_args: object, **_options: object) -> None:
        """Nothing to read."""

    def ask(
        self,
        question: str,
        conversation: Conversation | None = None,
        *,
        where: object = None,
        extractive: bool = False,
    ) -> Iterator[Event]:
        yield from self._script(question)


def source_of(paper: Paper, number: int, *, cited: bool = False) -> Source:
    """A paper as an answer's source."""
    return Source(
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
        cited=cited,
        score=1 / number,
    )


def answer_of(question: str, claims: Sequence[Claim], sources: Sequence[Source]) -> Answer:
    """An answer whose text is its claims, each followed by its citations."""
    cited = {number for claim in claims for number in claim.citations}
    text = " ".join(
        claim.text + "".join(f" [{number}]" for number in claim.citations) for claim in claims
    )
    marked = [
        Source(**{name: getattr(s, name) for name in Source.__slots__} | {"cited": True})
        if s.number in cited
        else s
        for s in sources
    ]
    return Answer(
        question, question, text, False, tuple(claims), tuple(marked), Timings(total_s=1.5), "fake"
    )


def table_of(sources: Sequence[Source]) -> Table:
    """A table whose one aspect is each paper's first sentence, and another that none states."""
    stated = tuple(
        Cell(claim.text, True, claim.citations, "supported", 0.9, claim.evidence)
        for claim in map(_claim, sources)
    )
    return Table(
        tuple(Column(source.number, source.label) for source in sources),
        (
            Row("results", "Results", stated),
            Row("cost", "Cost", tuple(Cell("not stated", False) for _ in sources)),
        ),
    )


def _conditions(question: str) -> tuple[Condition, ...]:
    """What "since 2020" in a question says of the papers."""
    if " since 2020" not in question:
        return ()
    where = PaperFilter(year_from=2020)
    return (Condition("from 2020 or later", where, question.replace(" since 2020", "")),)


def _claim(source: Source) -> Claim:
    end = source.abstract.find(".") + 1 or len(source.abstract)
    quote = Quote(source.number, source.abstract[:end], 0, end)
    return Claim(quote.quote, (source.number,), "supported", 0.9, (quote,))
