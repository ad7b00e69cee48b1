"""One question on its way to an answer: what each kind of answering works with."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

from index.filters import PaperFilter
from index.library import Library
from index.papers import Paper
from rag.answers import Condition, Verdict
from rag.checking import Checker
from rag.events import Event
from rag.metering import Meter
from rag.questions import Question
from rag.retrieval import Candidate, Retriever

# Log-odds of Yes, asked whether the abstract states the answer: below, the answer is not there.
# Measured: docs/EVALUATION.md.
THRESHOLD = -0.35


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What is asked, what was found, and the tools to answer it.

    Attributes:
        question: as understood, in the asker's words.
        text: the question in English, as it is given to the model.
        standalone: the question so that it can be understood without the conversation.
        earlier: what the conversation was about, for the model; empty for a first question.
        candidates: the papers found, best first.
        focus: ids of the papers that the last answer cited, where the question leans on them.
        conditions: those on papers that the question itself states; they are in `where` already.
        ready: makes the model ready, for what a kind of answering reads only where it must; None
            where no model may be used.
        threshold: log-odds below which a paper is not taken to state the answer.
    """

    question: Question
    text: str
    standalone: str
    earlier: str = ""
    candidates: tuple[Candidate, ...] = ()
    focus: tuple[str, ...] = ()
    where: PaperFilter | None = None
    library: Library
    retriever: Retriever
    checker: Checker
    meter: Meter
    conditions: tuple[Condition, ...] = ()
    ready: Callable[[], Generator[Event, None, None]] | None = None
    threshold: float = THRESHOLD

    @property
    def scope(self) -> str:
        """The question's own conditions on papers, in words to follow "papers"."""
        return " ".join(condition.said for condition in self.conditions)

    @property
    def given(self) -> str:
        """The question in English, with what it leans on: what an answer may take for granted."""
        return self.standalone if self.question.language == "en" else self.text

    @property
    def writes(self) -> bool:
        """Whether a model may write; else the answer is of the papers' own sentences."""
        return self.ready is not None or self.meter.has_model

    def made_ready(self) -> Generator[Event, None, None]:
        """Make the model ready, where that has not been done yet and may be done."""
        if self.ready is not None and not self.meter.has_model:
            yield from self.ready()


@dataclass(frozen=True, slots=True)
class Support:
    """Where a paper says it: `paper.abstract[start:end]`."""

    paper: Paper
    start: int
    end: int

    @property
    def quote(self) -> str:
        """The words themselves."""
        return self.paper.abstract[self.start : self.end]

    @property
    def quoted(self) -> str:
        """The words in quotation marks, as they stand in an answer."""
        return f"“{self.quote.strip()}”"


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of the answer and the papers it is cited to.

    Attributes:
        text: the sentence, without citation markers.
        papers: what it is cited to, at least one.
        support: where they say it.
        layout: how it stands in the answer: in running text, as a quotation, in a list, or as a
            clause of one sentence that sets papers against each other.
        lead: what stands before it in a list, such as the paper's name; claims nothing.
    """

    text: str
    papers: tuple[Paper, ...]
    verdict: Verdict
    score: float
    support: tuple[Support, ...] = ()
    layout: str = "sentence"
    lead: str = ""

    @property
    def verbatim(self) -> bool:
        """Whether this is a paper's own sentence, however it is laid out."""
        return any(self.text == support.quoted for support in self.support)


@dataclass(frozen=True, slots=True)
class DraftRow:
    """One aspect of a comparison; a cell for each paper, None where it states nothing of it."""

    aspect: str
    name: str
    cells: tuple[Statement | None, ...]


@dataclass(frozen=True, slots=True)
class DraftTable:
    """A comparison as a table, before its papers have numbers; `names` head its columns."""

    papers: tuple[Paper, ...]
    rows: tuple[DraftRow, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """What answering a question came to.

    Attributes:
        statements: what is shown, in order.
        dropped: what was written and did not pass the check.
        remark: what we say ourselves about the answer or the library, such as how much was read.
        stands: whether the remark alone is the answer ("The library holds 68 papers.").
        near: papers that come near, best first: named in an abstention, or borderline in a list.
        closest: for an abstention, what one of them says that comes nearest to an answer.
        table: stands beside the statements of a comparison.
        closing: what we say after all else, such as which papers were left out of a list.
    """

    statements: tuple[Statement, ...] = ()
    dropped: tuple[Statement, ...] = ()
    remark: str = ""
    stands: bool = False
    near: tuple[Paper, ...] = ()
    closest: Support | None = None
    table: DraftTable | None = None
    closing: str = ""

    @property
    def abstains(self) -> bool:
        """Whether there is nothing to say."""
        return not self.statements and not self.stands and self.table is None


Drafting = Generator[Event, None, Draft]


def quotation(paper: Paper, start: int, end: int) -> Statement:
    """A verbatim sentence of a paper: true to it by construction."""
    support = Support(paper, start, end)
    return Statement(
        text=support.quoted,
        papers=(paper,),
        verdict="supported",
        score=1.0,
        support=(support,),
        layout="quote",
    )
