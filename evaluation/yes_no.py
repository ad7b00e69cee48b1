"""Questions that are answered by yes, no or maybe, from how the model would begin its answer.

    python -m evaluation yes-no [--data DIR] [--sample N]

Over the examples (`evaluation/yes_no.jsonl`), and over PubMedQA (https://pubmedqa.github.io): from
the abstract that decides a question, without its conclusion, and from the one that search finds
first among all of the set. What counts is how much likelier the answer begins with Yes than with
No, asked as for any answer: that told more than asking for a bare Yes or No. Thresholds are set on
one half of the questions and measured on the other. Always saying the most frequent answer stands
beside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.checking import area_under_curve
from evaluation.corpora import Decided, example_decisions, example_papers, pubmedqa
from evaluation.intervals import mean
from evaluation.libraries import encoded
from evaluation.reporting import Report, table
from evaluation.setup import Setup
from index.minilm import SentenceTransformerEmbedder
from index.papers import Paper
from rag.metering import Meter
from rag.models.protocol import LanguageModel
from rag.prompts import ANSWER_BRIEFLY, about_paper
from rag.retrieval import Retriever
from ui.progress import counting

Json = dict[str, Any]
Floats = NDArray[np.float64]
Words = NDArray[np.str_]


def measure(setup: Setup) -> Report:
    """Decide a sample of each set's questions."""
    sets = {"examples": list(example_decisions(list(example_papers())))}
    if folder := setup.folder("pubmedqa"):
        sets["PubMedQA"] = pubmedqa(folder)
    figures: list[Json] = []
    for name, everything in sets.items():
        sample = setup.sampled(everything)
        found = _found(setup, name, everything, sample)
        ways = {"its abstract": [item.paper for item in sample], "the first found": found}
        right = [paper == item.paper for paper, item in zip(found, sample, strict=True)]
        with setup.language_model() as model:
            for way, papers in ways.items():
                odds = _log_odds(f"{name}, {way}", sample, papers, model)
                row = _quality(odds, np.array([item.decision for item in sample]))
                first = 1.0 if way == "its abstract" else float(np.mean(right))
                figures.append({"set": name, "read": way, "right abstract": first, **row})
    return Report("yes-no", figures, as_markdown(figures))


def _found(
    setup: Setup, name: str, everything: Sequence[Decided], sample: Sequence[Decided]
) -> list[Paper]:
    """The paper that search finds first for each question of the sample."""
    examples = name == "examples"
    papers = list(example_papers()) if examples else [item.paper for item in everything]
    with encoded(name.lower(), papers, setup.results, SentenceTransformerEmbedder()) as library:
        search = Retriever(library).search
        return [search(item.question, limit=1)[0].paper for item in sample]


def _log_odds(
    name: str, sample: Sequence[Decided], papers: Sequence[Paper], model: LanguageModel
) -> Floats:
    """How much likelier Yes is than No; 0 where the engine reveals no probabilities."""
    meter = Meter()
    meter.use(model)
    odds = []
    with counting(f"Deciding {name}", len(sample)) as advance:
        for item, paper in zip(sample, papers, strict=True):
            odds.append(meter.log_odds(about_paper(paper, item.question, ANSWER_BRIEFLY)) or 0.0)
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
    header = ["set", "read", "questions", "right abstract", "accuracy (95 %)", "most frequent"]
    rows = [
        [
            row["set"],
            row["read"],
            str(row["questions"]),
            f"{row['right abstract']:.2f}",
            "{value:.2f} ({low:.2f} to {high:.2f})".format(**row["accuracy"]),
            f"{row['most frequent answer']:.2f}",
            f"{row['yes against no, area under the curve']:.2f}",
        ]
        for row in figures
    ]
    return table([*header, "area, yes against no"], rows) + "\n"
