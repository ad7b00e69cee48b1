"""Questions that are answered by yes, no or maybe: PubMedQA (https://pubmedqa.github.io).

    python -m evaluation yes-no --data DIR [--sample N]

From the abstract that decides the question, without its conclusion; and from the paper that search
finds first among all of the set. What the product says (Yes, No, or neither where it is not sure)
is measured as it is; the three-way accuracy uses thresholds that were set on the other half of the
questions. Always saying the most frequent answer stands beside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.corpora import Decided, pubmedqa
from evaluation.intervals import mean
from evaluation.libraries import encoded
from evaluation.reporting import Report, table
from evaluation.setup import Setup
from index.minilm import SentenceTransformerEmbedder
from index.papers import Paper
from rag.metering import Meter
from rag.models.protocol import LanguageModel
from rag.retrieval import Retriever
from rag.yes_no import decision, log_odds
from ui.progress import counting

Json = dict[str, Any]
Floats = NDArray[np.float64]


def measure(setup: Setup) -> Report:
    """Decide a sample of the questions, from the right abstract and from the one found."""
    folder = setup.folder("pubmedqa")
    if folder is None:
        return Report("yes-no", {}, "Not measured: no folder `pubmedqa` in the data.")
    everything = pubmedqa(folder)
    sample = setup.sampled(everything)
    found = _found(setup, everything, sample)
    ways = {
        "from its abstract": [item.paper for item in sample],
        "from the first found": found,
    }
    figures: Json = {
        "questions": len(sample),
        "right paper first": _share([p == i.paper for p, i in zip(found, sample, strict=True)]),
        "ways": {},
    }
    with setup.language_model() as model:
        for name, papers in ways.items():
            figures["ways"][name] = _decided(name, sample, papers, model)
    return Report("yes-no", figures, as_markdown(figures))


def _found(setup: Setup, everything: list[Decided], sample: list[Decided]) -> list[Paper]:
    """The paper that search finds first for each question of the sample."""
    papers = [item.paper for item in everything]
    with encoded("pubmedqa", papers, setup.results, SentenceTransformerEmbedder()) as library:
        search = Retriever(library).search
        return [search(item.question, limit=1)[0].paper for item in sample]


def _decided(
    name: str, sample: Sequence[Decided], papers: Sequence[Paper], model: LanguageModel
) -> Json:
    meter = Meter()
    meter.use(model)
    odds = []
    with counting(f"Deciding {name}", len(sample)) as advance:
        for item, paper in zip(sample, papers, strict=True):
            found = log_odds(meter, paper, item.question)
            odds.append(0.0 if found is None else found)
            advance(1)
    truth = np.array([item.decision for item in sample])
    said = np.array([(decision(each) or "").lower() for each in odds])
    sure = said != ""
    three = _three_way(np.array(odds), truth)
    usual = Counter(truth.tolist()).most_common(1)[0][0]
    return {
        "three-way accuracy": asdict(mean((three == truth).astype(float).tolist())),
        "most frequent answer": _share((truth == usual).tolist()),
        "said yes or no": _share(sure.tolist()),
        "right when said": asdict(mean((said == truth)[sure].astype(float).tolist()))
        if sure.any()
        else None,
        "opposite when said": _share(_opposite(said, truth)[sure].tolist()),
    }


def _opposite(said: NDArray[np.str_], truth: NDArray[np.str_]) -> NDArray[np.bool_]:
    opposite: NDArray[np.bool_] = ((said == "yes") & (truth == "no")) | (
        (said == "no") & (truth == "yes")
    )
    return opposite


def _three_way(odds: Floats, truth: NDArray[np.str_]) -> NDArray[np.str_]:
    """No below one threshold, yes above another, maybe between; each half set on the other."""
    given = np.empty(len(odds), dtype="<U5")
    halves = np.arange(len(odds)) % 2 == 0
    for half in (halves, ~halves):
        low, high = thresholds(odds[~half], truth[~half])
        given[half] = np.where(odds[half] < low, "no", np.where(odds[half] < high, "maybe", "yes"))
    return given


def thresholds(odds: Floats, truth: NDArray[np.str_]) -> tuple[float, float]:
    """Below the first no, from the second on yes: the pair that is right most often."""
    cuts = [-np.inf, *np.sort(odds).tolist(), np.inf]
    pairs = [(low, high) for place, low in enumerate(cuts) for high in cuts[place:]]

    def right(pair: tuple[float, float]) -> int:
        low, high = pair
        no, yes = odds < low, odds >= high
        return int(((truth == "no") & no).sum() + ((truth == "yes") & yes).sum()) + int(
            ((truth == "maybe") & ~no & ~yes).sum()
        )

    return max(pairs, key=right)


def _share(values: Sequence[bool]) -> float:
    return float(np.mean(values)) if len(values) else 0.0


def as_markdown(figures: Json) -> str:
    """One line for each way of finding the abstract."""
    rows = []
    for name, found in figures["ways"].items():
        right = found["right when said"]
        rows.append(
            [
                name,
                _interval(found["three-way accuracy"]),
                f"{found['most frequent answer']:.2f}",
                f"{found['said yes or no']:.2f}",
                _interval(right) if right else "",
                f"{found['opposite when said']:.2f}",
            ]
        )
    header = ["", "accuracy (95 %)", "most frequent", "says yes or no"]
    remark = (
        f"{figures['questions']} questions; search finds the right abstract first for "
        f"{100 * figures['right paper first']:.0f} %."
    )
    return f"{table([*header, 'right then (95 %)', 'opposite then'], rows)}\n\n{remark}\n"


def _interval(found: Json) -> str:
    return f"{found['value']:.2f} ({found['low']:.2f} to {found['high']:.2f})"
