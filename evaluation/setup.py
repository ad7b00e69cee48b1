"""What every measurement is given: where the data lie, where results go, which model writes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from evaluation.keeping import Kept
from evaluation.kept_model import KeptModel
from rag.claim_reader import ClaimReader
from rag.entailment import CrossEncoderEntailment, EntailmentModel
from rag.models.registry import DEFAULT_MODEL, load

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Setup:
    """One run of the evaluation.

    Attributes:
        data: the folder with the public sets (`evaluation/corpora.py`); None: the examples alone.
        results: where results go, with all that is kept to go on from.
        model: as for `answerable --model`.
        sample: of sets that the model has to read, so many items.
        questions: a question set besides the examples' (`evaluation/scoring.py`).
        papers: the files of the papers that `questions` are about.
        checker: a model of natural-language inference that has a say in checking in place of the
            package's own, or `none`.
    """

    data: Path | None
    results: Path
    model: str = ""
    sample: int | None = None
    questions: Path | None = None
    papers: tuple[Path, ...] = ()
    checker: str = ""

    def kept(self, name: str) -> Kept:
        """Results of this name that an earlier run kept."""
        return Kept(self.results / "kept" / f"{name}.jsonl")

    def folder(self, name: str) -> Path | None:
        """The folder of a public set, where it is there."""
        folder = self.data / name if self.data else None
        return folder if folder and folder.is_dir() else None

    def file(self, folder: str, pattern: str) -> Path | None:
        """The first file of a public set whose name fits, where it is there."""
        place = self.folder(folder)
        return next(iter(sorted(place.glob(pattern))), None) if place else None

    def sampled(self, items: Sequence[Item]) -> list[Item]:
        """The sample of a set: the first so many of an order drawn once and for all."""
        drawn = list(items)
        random.Random(0).shuffle(drawn)
        return drawn[: self.sample]

    def entailment(self) -> EntailmentModel | None:
        """The model that has a say in checking: the package's own, the one named, or none."""
        if not self.checker:
            return ClaimReader()
        return None if self.checker == "none" else CrossEncoderEntailment(self.checker)

    @contextmanager
    def language_model(self) -> Iterator[KeptModel]:
        """The model, loaded when something was never asked before."""
        file = Path(self.model).expanduser()
        known = f"{file.name} {file.stat().st_size}" if file.is_file() else self.model
        model = KeptModel(known or DEFAULT_MODEL, lambda: load(self.model), self.kept("model"))
        try:
            yield model
        finally:
            model.close()
