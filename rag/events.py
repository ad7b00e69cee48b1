"""What happens while a question is answered, in order: every front end consumes this stream."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rag.answers import Answer, Claim, Source, Table

Stage = Literal["searching", "loading", "reading", "writing", "checking"]


@dataclass(frozen=True, slots=True)
class Progress:
    """A new stage began; `detail` is one line for people."""

    stage: Stage
    detail: str


@dataclass(frozen=True, slots=True)
class EvidenceFound:
    """The papers that will be read, best first, before a word is written."""

    sources: tuple[Source, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class TableFound:
    """The table of a comparison, complete before a word of the text is written.

    `sources` replaces the sources known so far: the table's citations are their numbers. They
    may be numbered anew when the answer stands, which brings its own table.
    """

    table: Table
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class TextSoFar:
    """The whole text as it stands: replaces what was shown before. May still be unchecked."""

    text: str


@dataclass(frozen=True, slots=True)
class ClaimChecked:
    """A sentence was checked; `kept` is false where it was dropped."""

    claim: Claim
    kept: bool


@dataclass(frozen=True, slots=True)
class Complete:
    """The end: the answer that stands."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Failed:
    """The end, without an answer: what went wrong and what mends it."""

    message: str
    remedy: str


Event = Progress | EvidenceFound | TableFound | TextSoFar | ClaimChecked | Complete | Failed
