"""A long conversation over the example papers: is its end as quick as its beginning?

`python -m evaluation.long_conversation LIBRARY`, where LIBRARY holds the example papers.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluation.reporting import Report, table
from index.library import Library
from index.minilm import SentenceTransformerEmbedder
from rag.answering import Assistant
from rag.answers import Answer
from rag.claim_reader import ClaimReader
from rag.conversations import Conversation
from rag.events import Complete
from rag.models.registry import load

# Ten topics of five questions each, nearly all of which lean on what was said.
TOPICS = (
    "LoRA", "FlashAttention", "GloVe", "MoCo", "InstructGPT", "DistilBERT", "AlphaFold", "YOLO",
    "ELECTRA", "Chinchilla",
)  # fmt: skip
ABOUT_EACH = (
    "What is {topic}?",
    "How well does it do?",
    "More detail",
    "And what are its limitations?",
    "What was it compared with?",
)
PART = 10


@dataclass(frozen=True, slots=True)
class Step:
    """What one turn took; `memory_mb` is None where the system does not tell."""

    answer: Answer
    memory_mb: float | None


def main() -> None:
    """Print the table of a conversation, and whether it is the same when replayed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--model", default="", help="as for answerable; else the default model")
    parser.add_argument("--turns", type=int, default=len(TOPICS) * len(ABOUT_EACH))
    parser.add_argument("--replay", type=int, default=0, help="so many turns are said again")
    options = parser.parse_args()
    model = load(options.model)
    with Library.open(options.library, SentenceTransformerEmbedder(), create=False) as library:
        assistant = Assistant(library, model, entailment=ClaimReader())
        steps = list(converse(assistant, questions()[: options.turns]))
        again = list(converse(assistant, questions()[: options.replay]))
    model.close()
    print(report(steps).markdown)
    if again:
        same = transcript(again) == transcript(steps[: len(again)])
        print(f"\nThe first {len(again)} turns replayed: {'the same' if same else 'different'}.")


def questions() -> list[str]:
    """The questions, in order."""
    return [question.format(topic=topic) for topic in TOPICS for question in ABOUT_EACH]


def converse(assistant: Assistant, asked: Iterable[str]) -> Iterator[Step]:
    """Ask one question after the other in one conversation."""
    conversation = Conversation()
    for question in asked:
        *_, last = assistant.ask(question, conversation)
        if isinstance(last, Complete):
            conversation = conversation.with_answer(last.answer)
            yield Step(last.answer, _memory_mb())


def transcript(steps: Iterable[Step]) -> list[tuple[str, str, str]]:
    """What was asked, how it was understood, what was answered."""
    answers = [step.answer for step in steps]
    return [(each.question, each.standalone_question, each.answer) for each in answers]


def report(steps: Sequence[Step]) -> Report:
    """The medians of every ten turns."""
    rows = []
    for first in range(0, len(steps), PART):
        part = steps[first : first + PART]
        answers = [step.answer for step in part]
        seconds = statistics.median(each.timings.total_s or 0.0 for each in answers)
        slowest = max(each.timings.total_s or 0.0 for each in answers)
        tokens = statistics.median(each.timings.prompt_tokens for each in answers)
        told = max(len(each.earlier) for each in answers)
        memory = part[-1].memory_mb
        rows.append(
            (
                f"{first + 1} to {first + len(part)}",
                f"{seconds:.1f} s",
                f"{slowest:.1f} s",
                f"{tokens:.0f}",
                str(told),
                "" if memory is None else f"{memory:.0f} MB",
            )
        )
    header = (
        "turns",
        "median",
        "slowest",
        "prompt tokens",
        "characters told of before, at most",
        "memory",
    )
    figures = [dict(zip(header, row, strict=True)) for row in rows]
    return Report("long conversation", figures, table(header, rows))


def _memory_mb() -> float | None:
    """The memory that this process holds now (Linux)."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return None
    return pages * 4096 / 1e6


if __name__ == "__main__":
    main()
