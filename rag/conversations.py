"""What has been said so far: the turns that a follow-up question refers to."""

from __future__ import annotations

from dataclasses import dataclass

from rag.answers import Answer


@dataclass(frozen=True, slots=True)
class Conversation:
    """The answered questions of one conversation, oldest first."""

    turns: tuple[Answer, ...] = ()

    def with_answer(self, answer: Answer) -> Conversation:
        """This conversation with one more turn."""
        return Conversation((*self.turns, answer))

    @property
    def focus(self) -> tuple[str, ...]:
        """Ids of the papers that the last answer cited, in order of citation.

        An abstention cites nothing: then the papers of the turn before stay in focus.
        """
        return next(iter(self.cited), ())

    @property
    def discussed(self) -> tuple[str, ...]:
        """Ids of all papers that were cited, the latest first."""
        return tuple(dict.fromkeys(paper_id for cited in self.cited for paper_id in cited))

    @property
    def cited(self) -> tuple[tuple[str, ...], ...]:
        """Ids of the papers that each answer cited, the latest first, those citing none aside."""
        each = (
            tuple(source.paper_id for source in turn.sources if source.cited)
            for turn in reversed(self.turns)
        )
        return tuple(ids for ids in each if ids)
