"""What is won by reading the likeliest paper while a question is still being typed.

Eight questions over the examples are asked twice, each time by a model that has read nothing yet:
at once, and with the paper read ahead from when three fifths of the words were typed, as the page
does when somebody pauses; the rest is then typed at an ordinary pace.
"""

from __future__ import annotations

import statistics
import threading
import time
from typing import Any

from evaluation.answers import assistant
from evaluation.corpora import example_papers
from evaluation.reporting import Report, table
from evaluation.setup import Setup
from rag.answering import Assistant
from rag.events import Complete, Failed, TextSoFar
from rag.models.registry import load

QUESTIONS = (
    "Which data type does QLoRA introduce for the frozen weights?",
    "How many attention heads does the Transformer use and what does it replace?",
    "What accuracy does Vision Transformer reach on ImageNet?",
    "How does retrieval-augmented generation combine retrieval with generation?",
    "What problem do residual connections solve in deep networks?",
    "How does Adam adapt the step size of each parameter?",
    "Which masking objective is BERT pre-trained with?",
    "How is overfitting prevented by leaving out units at random?",
)
TYPED = 0.6
CHARACTERS_A_SECOND = 5


def measure(setup: Setup) -> Report:
    """Ask with and without, and report the seconds to the first word."""
    seconds = {ahead: _first_words(setup, ahead=ahead) for ahead in (False, True)}
    rows: list[dict[str, Any]] = [
        {"question": question, "at once": at_once, "read ahead": ahead}
        for question, at_once, ahead in zip(QUESTIONS, seconds[False], seconds[True], strict=True)
    ]
    lines = [(r["question"], f"{r['at once']:.1f}", f"{r['read ahead']:.1f}") for r in rows]
    medians = [f"{statistics.median(seconds[ahead]):.1f}" for ahead in (False, True)]
    header = ("first word after, s", "asked at once", "read ahead")
    return Report("reading-ahead", rows, table(header, [*lines, ("median", *medians)]))


def _first_words(setup: Setup, *, ahead: bool) -> list[float]:
    model = load(setup.model)
    try:
        with assistant(setup, "examples", list(example_papers()), model) as asked:
            asked.library.embedder.encode(["ready"])
            return [_first_word(asked, question, ahead=ahead) for question in QUESTIONS]
    finally:
        model.close()


def _first_word(asked: Assistant, question: str, *, ahead: bool) -> float:
    typed = question[: int(len(question) * TYPED)]
    reading = threading.Thread(target=asked.read_ahead, args=(typed,))
    if ahead:
        reading.start()
        time.sleep((len(question) - len(typed)) / CHARACTERS_A_SECOND)
    began = time.perf_counter()
    for event in asked.ask(question):
        if isinstance(event, TextSoFar | Complete | Failed):
            break
    seconds = time.perf_counter() - began
    if ahead:
        reading.join()
    return seconds
