"""What a question means in the conversation it is asked in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from index.library import Library
from rag.conversations import Conversation
from rag.questions import Question
from rag.retrieval import Candidate, clear_lead
from rag.subjects import unmentioned

# Characters of the last answer that are repeated to the model.
REPEATED = 200


@dataclass(frozen=True, slots=True)
class Resolved:
    """A question in its conversation.

    Attributes:
        query: what to search for.
        standalone: the question as it can be understood alone; shown to the user.
        earlier: what the model is told of the conversation; empty where the question is new.
        focus: ids of the papers that the question may point back to, the likeliest first.
    """

    query: str
    standalone: str
    earlier: str
    focus: tuple[str, ...]


def resolve(
    question: Question, conversation: Conversation, library: Library, alone: Sequence[Candidate]
) -> Resolved:
    """Take a question out of its conversation.

    `alone` is what was found for the question by itself. A question that points back, and one
    that fits no paper outside the focus clearly, gets the papers in focus and the words of the
    question before; a model's rewriting of the question is not relied on.
    """
    # A paper may have been removed since it was cited.
    focus = tuple(paper_id for paper_id in conversation.focus if paper_id in library)
    if not focus or not _leans(question, focus, alone, library):
        return Resolved(question.text, question.text, "", ())
    last = conversation.turns[-1]
    labels = " and ".join(library.paper(paper_id).label for paper_id in focus[:2])
    said = "" if last.abstained else f" {_shortened(last.claims[0].text if last.claims else '')}"
    return Resolved(
        query=f"{question.text} {last.standalone_question}",
        standalone=f"{question.text} (about {labels})",
        earlier=f"{last.question}{said}",
        focus=focus,
    )


def _leans(
    question: Question, focus: Sequence[str], alone: Sequence[Candidate], library: Library
) -> bool:
    """Whether the question is about the papers in focus."""
    if question.kind in {"list", "count"}:
        return False  # those are about the whole library
    elsewhere = clear_lead(alone) and alone[0].paper.paper_id not in focus
    if not question.leans:
        return not elsewhere
    # A comparison names another paper and still means the one in focus.
    if not elsewhere or question.kind == "comparison":
        return True
    # "What is LoRA, and what does it save?": the name is new, and "it" points within the question.
    missing = [set(unmentioned(question.text, library.paper(paper_id))) for paper_id in focus]
    return not set.intersection(*missing) - set(unmentioned(question.text, alone[0].paper))


def _shortened(text: str) -> str:
    if len(text) <= REPEATED:
        return text
    return f"{text[:REPEATED].rsplit(' ', 1)[0]} …"
