"""Questions that are answered by yes, no or maybe, from how the model would begin its answer.

    python -m evaluation yes-no [--data DIR] [--sample N]

Over the examples (`evaluation/yes_no.jsonl`), and over PubMedQA (https://pubmedqa.github.io), whose
abstracts come with and without their conclusions. What counts is how much likelier the answer
begins with Yes than with No: asked as for any answer, or asked for Yes, No or Maybe after made-up
examples (`evaluation/yes_no_shots.jsonl`). Thresholds are set on one half of the questions and
measured on the other. Always saying the most frequent answer stands beside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.checking import area_under_curve
from evaluation.corpora import (
    ROOT,
    Decided,
    example_decisions,
    example_papers,
    lines_of,
    pubmedqa,
)
from evaluation.intervals import mean
from evaluation.libraries import encoded
from evaluation.reporting import Report, table
from evaluation.setup import Setup
from index.minilm import SentenceTransformerEmbedder
from index.papers import Paper
from index.sentences import sentence_spans
from rag.metering import Meter
from rag.models.protocol import LanguageModel, Message
from rag.prompts import ANSWER_BRIEFLY, about_paper
from rag.retrieval import Retriever
from ui.progress import counting

Json = dict[str, Any]
Floats = NDArray[np.float64]
Words = NDArray[np.str_]
# Sentences at the end of an abstract that are read after the examples.
LAST = 3


@dataclass(frozen=True, slots=True)
class Way:
    """What is read for each question, and how it is asked; `right`: of the abstracts read."""

    read: str
    asked: str
    prompts: list[list[Message]]
    right: float = 1.0


def measure(setup: Setup) -> Report:
    """Decide a sample of each set's questions."""
    sets = {"examples": list(example_decisions(list(example_papers())))}
    if folder := setup.folder("pubmedqa"):
        sets["PubMedQA"] = pubmedqa(folder)
    figures: list[Json] = []
    for name, everything in sets.items():
        sample = setup.sampled(everything)
        found = _found(setup, name, everything, sample)
        with setup.language_model() as model:
            for way in _ways(sample, found):
                odds = _log_odds(f"{name}, {way.read}", way.prompts, model)
                row = _quality(odds, np.array([item.decision for item in sample]))
                named = {"set": name, "read": way.read, "asked": way.asked}
                figures.append({**named, "right abstract": way.right, **row})
    return Report("yes-no", figures, as_markdown(figures))


def _ways(sample: Sequence[Decided], found: Sequence[Paper]) -> Iterator[Way]:
    as_any = "as any question"
    own = [about_paper(item.paper, item.question, ANSWER_BRIEFLY) for item in sample]
    yield Way("its abstract", as_any, own)
    other = [
        about_paper(paper, item.question, ANSWER_BRIEFLY)
        for paper, item in zip(found, sample, strict=True)
    ]
    right = [paper == item.paper for paper, item in zip(found, sample, strict=True)]
    yield Way("the first found", as_any, other, float(np.mean(right)))
    if any(item.conclusion for item in sample):
        after = "after examples"
        without = [after_examples(_end(item.paper.abstract), item.question) for item in sample]
        yield Way("the end of its abstract", after, without)
        whole = [
            after_examples(
                _end(f"{item.paper.abstract.rstrip()} {item.conclusion.strip()}"), item.question
            )
            for item in sample
        ]
        yield Way("the end of its abstract, with the conclusion", after, whole)


def after_examples(text: str, question: str) -> list[Message]:
    """Ask for Yes, No or Maybe after made-up examples: the same beginning for every question."""
    messages: list[Message] = []
    for row in lines_of(ROOT / "evaluation" / "yes_no_shots.jsonl"):
        _, asked = _asked(row["abstract"], row["question"])
        messages += [asked, Message("assistant", row["decision"].capitalize())]
    system, asked = _asked(text, question)
    return [system, *messages, asked]


def _asked(text: str, question: str) -> list[Message]:
    return about_paper(Paper("", "", text), question, "Answer Yes, No or Maybe.")


def _end(text: str) -> str:
    """The last three sentences, where an abstract draws its conclusions."""
    return " ".join(text[start:end].strip() for start, end in sentence_spans(text)[-LAST:])


def _found(
    setup: Setup, name: str, everything: Sequence[Decided], sample: Sequence[Decided]
) -> list[Paper]:
    """The paper that search finds first for each question of the sample."""
    examples = name == "examples"
    papers = list(example_papers()) if examples else [item.paper for item in everything]
    with encoded(name.lower(), papers, setup.results, SentenceTransformerEmbedder()) as library:
        search = Retriever(library).search
        return [search(item.question, limit=1)[0].paper for item in sample]


def _log_odds(name: str, prompts: Sequence[list[Message]], model: LanguageModel) -> Floats:
    """How much likelier Yes is than No; 0 where the engine reveals no probabilities."""
    meter = Meter()
    meter.use(model)
    odds = []
    with counting(f"Deciding {name}", len(prompts)) as advance:
        for prompt in prompts:
            odds.append(meter.log_odds(prompt) or 0.0)
            advance(1)
    return np.array(odds)


def _quality(odds: Floats, truth: Words) -> Json:
    given = _three_way(odds, truth)
    plain = truth != "maybe"
    usual = Counter(truth.tolist()).most_common(1)[0][1]
    return {
        "questions": len(truth),
        "accuracy": asdict(mean((given == truth).astype(float).tolist())),
        "most frequent answer": usual / len(truth),
        "accuracy without maybe": asdict(mean(_two_way(odds[plain], truth[plain]))),
        "yes against no, area under the curve": area_under_curve(
            truth[plain] == "yes", odds[plain]
        ),
    }


def _three_way(odds: Floats, truth: Words) -> Words:
    """No below one threshold, yes above another, maybe between; each half set on the other."""
    given = np.empty(len(odds), dtype="<U5")
    halves = np.arange(len(odds)) % 2 == 0
    for half in (halves, ~halves):
        low, high = thresholds(odds[~half], truth[~half])
        given[half] = np.where(odds[half] < low, "no", np.where(odds[half] < high, "maybe", "yes"))
    return given


def _two_way(odds: Floats, truth: Words) -> list[float]:
    """Whether each is right, yes from one threshold on; each half set on the other."""
    right = np.empty(len(odds))
    halves = np.arange(len(odds)) % 2 == 0
    for half in (halves, ~halves):
        cut = thresholds(odds[~half], truth[~half])[1]
        right[half] = (odds[half] >= cut) == (truth[half] == "yes")
    return [float(each) for each in right]


def thresholds(odds: Floats, truth: Words) -> tuple[float, float]:
    """Below the first no, from the second on yes: the pair that is right most often."""
    cuts = [-np.inf, *np.sort(odds).tolist(), np.inf]
    pairs = [(low, high) for place, low in enumerate(cuts) for high in cuts[place:]]

    def right(pair: tuple[float, float]) -> int:
        no, yes = odds < pair[0], odds >= pair[1]
        given = np.where(no, "no", np.where(yes, "yes", "maybe"))
        return int((given == truth).sum())

    return max(pairs, key=right)


def as_markdown(figures: Sequence[Json]) -> str:
    """One line for each set and way of finding the abstract."""
    header = ["set", "read", "asked", "questions", "right abstract", "accuracy (95 %)"]
    rows = [
        [
            row["set"],
            row["read"],
            row["asked"],
            str(row["questions"]),
            f"{row['right abstract']:.2f}",
            "{value:.2f} ({low:.2f} to {high:.2f})".format(**row["accuracy"]),
            f"{row['most frequent answer']:.2f}",
            "{value:.2f} ({low:.2f} to {high:.2f})".format(**row["accuracy without maybe"]),
            f"{row['yes against no, area under the curve']:.2f}",
        ]
        for row in figures
    ]
    return (
        table([*header, "most frequent", "without maybe (95 %)", "area, yes against no"], rows)
        + "\n"
    )
