"""Lists over the whole library: does a list hold every paper that belongs on it, and no other?

    python -m evaluation lists

28 lists over the examples (`lists.jsonl`), judged by hand; `edge` names papers on which people may
differ: they count neither for nor against. The scan weighs measurements of a paper; its weights are
fitted to these lists by `python -m evaluation.lists`, so for the scan each list is also measured
with weights that were fitted to the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evaluation.corpora import ROOT, example_papers
from evaluation.intervals import Mean, mean
from evaluation.libraries import encoded
from evaluation.reporting import Report, table
from evaluation.scoring import read_lines
from evaluation.setup import Setup
from index.library import Library
from index.minilm import SentenceTransformerEmbedder
from rag.answering import Assistant
from rag.criteria import criterion_of
from rag.events import Complete
from rag.listing import BELONGS
from rag.matching import MEASURES, match_papers
from rag.models.protocol import LanguageModel
from ui.progress import counting

Floats = NDArray[np.float64]

# Half of this times the squared weights of the standardised measurements is the ridge.
RIDGE = 3.3
_STEPS = 30


@dataclass(frozen=True, slots=True)
class Asked:
    """A list that is asked for, and the ids of the papers that belong on it or on its edge."""

    question: str
    gold: frozenset[str]
    edge: frozenset[str]


@dataclass(frozen=True, slots=True)
class Quality:
    """How good lists are: precision and recall of their papers, F1, and the share without fault."""

    precision: Mean
    recall: Mean
    f1: Mean
    faultless: Mean


def measure(setup: Setup) -> Report:
    """Ask for the lists: by the scan alone, and with the model reading the papers on the edge."""
    embedder = SentenceTransformerEmbedder()
    with encoded("examples", list(example_papers()), setup.results, embedder) as library:
        asked = asked_lists(library)
        figures = {
            "scan alone": quality(asked, [_listed(library, None, a.question) for a in asked]),
            "scan, weights of the other lists": quality(asked, _left_out(library, asked)),
        }
        with setup.language_model() as model, counting("Listing", len(asked)) as advance:
            found = []
            for each in asked:
                found.append(_listed(library, model, each.question))
                advance(1)
            figures["scan and reading"] = quality(asked, found)
    data = {name: asdict(each) for name, each in figures.items()}
    return Report("lists", data, as_markdown(figures, len(asked)))


def asked_lists(library: Library, file: Path = ROOT / "evaluation" / "lists.jsonl") -> list[Asked]:
    """The lists of a file, over the papers of a library."""

    def ids(pieces: Iterable[str]) -> frozenset[str]:
        return frozenset(
            paper.paper_id
            for piece in pieces
            for paper in library.papers()
            if piece in paper.abstract
        )

    return [
        Asked(line["question"], ids(line["gold"]), ids(line["edge"])) for line in read_lines(file)
    ]


def quality(asked: Sequence[Asked], found: Sequence[frozenset[str]]) -> Quality:
    """Compare what was listed with what belongs; an empty list is precise."""
    precision, recall, f1, faultless = [], [], [], []
    for each, ids in zip(asked, found, strict=True):
        listed = ids - each.edge
        right = len(listed & each.gold)
        p = right / len(listed) if listed else float(not each.gold)
        r = right / len(each.gold) if each.gold else 1.0
        precision.append(p)
        recall.append(r)
        f1.append(2 * p * r / (p + r) if p + r else 0.0)
        faultless.append(float(listed == each.gold))
    return Quality(mean(precision), mean(recall), mean(f1), mean(faultless))


def _listed(library: Library, model: LanguageModel | None, question: str) -> frozenset[str]:
    *_, last = Assistant(library, model).ask(question, extractive=model is None)
    if not isinstance(last, Complete):
        raise RuntimeError(f"{question}: {last}")
    return frozenset(source.paper_id for source in last.answer.sources if source.cited)


def _left_out(library: Library, asked: Sequence[Asked]) -> list[frozenset[str]]:
    """What the scan lists with weights that were fitted without the list in question."""
    rows = [_measured(library, each.question) for each in asked]
    least = float(np.log(BELONGS / (1 - BELONGS)))
    found = []
    for place, mine in enumerate(rows):
        others = [i for i in range(len(rows)) if i != place]
        intercept, weights = fit([rows[i] for i in others], [asked[i] for i in others])
        ids = (i for i, row in mine.items() if intercept + float(row @ weights) >= least)
        found.append(frozenset(ids))
    return found


def _measured(library: Library, question: str) -> dict[str, Floats]:
    matches = match_papers(library, criterion_of(question).topics)
    return {
        match.paper.paper_id: np.array([match.measures[name] for name in MEASURES])
        for match in matches
    }


def fit(rows: Sequence[Mapping[str, Floats]], asked: Sequence[Asked]) -> tuple[float, Floats]:
    """The intercept and weights of the scan's measurements, for measurements as they are."""
    pairs = [
        (row, paper_id in each.gold)
        for measured, each in zip(rows, asked, strict=True)
        for paper_id, row in measured.items()
        if paper_id not in each.edge
    ]
    measured_ = np.array([row for row, _ in pairs])
    middle, spread = measured_.mean(axis=0), measured_.std(axis=0) + 1e-9
    belongs = np.array([float(truth) for _, truth in pairs])
    intercept, *weights = _logistic((measured_ - middle) / spread, belongs)
    scaled = np.array(weights) / spread
    return float(intercept - scaled @ middle), scaled


def _logistic(rows: Floats, truth: Floats) -> Floats:
    """Logistic regression with a ridge, by Newton's method: the intercept, then the weights."""
    columns = np.column_stack([np.ones(len(rows)), rows])
    ridge = np.diag([0.0, *[RIDGE] * rows.shape[1]])
    weights = np.zeros(columns.shape[1])
    for _ in range(_STEPS):
        chance = 1.0 / (1.0 + np.exp(-columns @ weights))
        slope = columns.T @ (truth - chance) - ridge @ weights
        curve = (columns * (chance * (1.0 - chance))[:, None]).T @ columns + ridge
        weights = weights + np.linalg.solve(curve, slope)
    return weights


def as_markdown(figures: Mapping[str, Quality], count: int) -> str:
    """The figures as a table."""
    rows = [
        [name, str(each.precision), str(each.recall), str(each.f1), str(each.faultless)]
        for name, each in figures.items()
    ]
    return table([f"{count} lists", "precision", "recall", "F1", "without fault"], rows)


def main() -> None:
    """Print the weights for `rag/matching.py`."""
    embedder = SentenceTransformerEmbedder()
    with encoded("examples", list(example_papers()), Path("results"), embedder) as library:
        asked = asked_lists(library)
        intercept, weights = fit([_measured(library, a.question) for a in asked], asked)
    shown = {name: round(float(w), 3) for name, w in zip(MEASURES, weights, strict=True)}
    print(round(intercept, 3), shown)


if __name__ == "__main__":
    main()
