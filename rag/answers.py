"""The answer, as data: what every front end renders and `--json` prints."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any, Literal

from index.filters import PaperFilter

Verdict = Literal["supported", "partly", "unsupported", "contradicted"]


@dataclass(frozen=True, slots=True)
class Quote:
    """The exact words of a source that a claim rests on: `abstract[start:end] == quote`."""

    citation: int
    quote: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of an answer, its citations, and what checking found.

    `score` is the checker's confidence that the evidence supports the sentence, from 0 to 1.
    """

    text: str
    citations: tuple[int, ...]
    verdict: Verdict
    score: float
    evidence: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A paper that the answer cites, or that was found beside those. Numbers start at 1."""

    number: int
    paper_id: str
    label: str
    abstract: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    doi: str | None = None
    url: str | None = None
    cited: bool = False
    score: float = 0.0
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds since the question was asked, and tokens of the texts that were written.

    What was read only to ask whether a paper states the answer is in the seconds, not in the
    tokens.
    `engine_s` is the share that the model's engine took of `total_s`, `engine_before_first_s`
    its share of `first_token_s`.
    """

    retrieval_s: float | None = None
    first_token_s: float | None = None
    total_s: float | None = None
    engine_s: float | None = None
    engine_before_first_s: float | None = None
    prompt_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """What one paper's abstract states of one aspect, in its own words.

    `text` is what to show, without citation markers; where the abstract states nothing (`stated`
    is false) it says so in the asker's language, `verdict` is None and nothing is cited.
    """

    text: str
    stated: bool
    citations: tuple[int, ...] = ()
    verdict: Verdict | None = None
    score: float = 0.0
    evidence: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One aspect of a comparison: a cell for each column, in the same order.

    `aspect` is the same in every language: problem, method, data, results, cost, limits, code, or
    `asked` for what the question itself asks. `name` is its heading in the asker's language.
    """

    aspect: str
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A paper of a comparison: the number of its source, and a short name for the heading."""

    citation: int
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """A comparison as a table: papers beside each other, aspects below each other."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on the papers that the question states itself.

    `said` puts it in words that follow "papers" ("from 2020 or later"); `without` is the question
    as it would be without it.
    """

    said: str
    where: PaperFilter
    without: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A checked, cited answer, or an abstention that names the nearest papers.

    `dropped` holds what the model wrote and the checker did not let through. `table` stands
    beside the text of a comparison; what it quotes is not among the claims. `in_english` is the
    question as it was translated, `earlier` what the model was told of the conversation,
    `conditions` limited the papers that were looked at.
    """

    question: str
    standalone_question: str
    answer: str
    abstained: bool
    claims: tuple[Claim, ...]
    sources: tuple[Source, ...]
    timings: Timings
    model: str
    kind: str = "fact"
    dropped: tuple[Claim, ...] = field(default=())
    table: Table | None = None
    in_english: str = ""
    earlier: str = ""
    conditions: tuple[Condition, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain lists, strings and numbers, ready for JSON."""
        return dataclasses.asdict(self)
