"""One question of a conversation as the page knows it: what happened to it so far."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rag.answers import Answer, Source, Table
from rag.conversations import Conversation
from rag.events import (
    ClaimChecked,
    Complete,
    Event,
    EvidenceFound,
    Failed,
    Progress,
    Stage,
    TableFound,
    TextSoFar,
)

State = Literal["running", "done", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and what is known about it; events make it grow.

    Of the library's `held` papers the filters let `searched` through; both are 0 where that is
    not known. `ahead` counts the questions that are answered before this one, `waits_for_model`
    says that the language model is not loaded yet, `unkept` why the conversation could not be kept.
    """

    question: str
    searched: int = 0
    held: int = 0
    state: State = "running"
    stage: Stage = "searching"
    detail: str = ""
    ahead: int = 0
    waits_for_model: bool = False
    found: tuple[Source, ...] | None = None
    search_seconds: float = 0.0
    table: Table | None = None
    text: str = ""
    checked: int = 0
    answer: Answer | None = None
    message: str = ""
    remedy: str = ""
    unkept: str = ""

    @property
    def sources(self) -> tuple[Source, ...]:
        """The papers to show: the answer's own once it stands, before that those found."""
        return self.answer.sources if self.answer is not None else self.found or ()

    @property
    def running(self) -> bool:
        """Whether more is to come."""
        return self.state == "running"

    def after(self, event: Event) -> Turn:
        """This turn when one more thing has happened."""
        match event:
            case Progress(stage=stage, detail=detail):
                return dataclasses.replace(self, stage=stage, detail=detail)
            case EvidenceFound(sources=sources, seconds=seconds):
                return dataclasses.replace(self, found=sources, search_seconds=seconds)
            case TableFound(table=table, sources=sources):
                return dataclasses.replace(self, table=table, found=sources)
            case TextSoFar(text=text):
                return dataclasses.replace(self, text=text)
            case ClaimChecked():
                return dataclasses.replace(self, checked=self.checked + 1)
            case Complete(answer=answer):
                return dataclasses.replace(self, state="done", answer=answer)
            case Failed(message=message, remedy=remedy):
                return self.failed(message, remedy)

    def waiting(self, *, ahead: int = 0, for_model: bool = False) -> Turn:
        """This turn while it cannot go on yet, or, by default, when it can."""
        return dataclasses.replace(self, ahead=ahead, waits_for_model=for_model)

    def stopped(self) -> Turn:
        """This turn after the user had enough; one that has ended stays as it is."""
        return dataclasses.replace(self, state="stopped") if self.running else self

    def failed(self, message: str, remedy: str = "") -> Turn:
        """This turn after something went wrong, said in words."""
        return dataclasses.replace(self, state="failed", message=message, remedy=remedy)


def conversation_of(turns: Iterable[Turn]) -> Conversation:
    """What a next question can refer to: the answered turns."""
    return Conversation(tuple(turn.answer for turn in turns if turn.answer is not None))
