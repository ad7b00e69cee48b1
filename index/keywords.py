"""Keyword search: BM25 (Robertson and Zaragoza 2009, doi:10.1561/1500000019) over papers."""

from __future__ import annotations

import json
import math
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import bm25s
import numpy as np

from index.keyword_terms import terms_of

_IDS_FILE = "paper_ids.json"
# Changes with the rules of `terms_of`: an index of other terms is not used.
_VERSION = 1


class KeywordIndex:
    """An index of texts by id; it does not change once built.

    `fingerprint` says which texts: whoever saves an index names it by that, and an index of
    other texts is never loaded.
    """

    def __init__(self, ids: Sequence[str], index: bm25s.BM25 | None) -> None:
        self._ids = list(ids)
        self._index: Any = index  # None when there is no term at all

    @classmethod
    def build(cls, ids: Sequence[str], texts: Sequence[str]) -> KeywordIndex:
        """Index texts; takes about a second for 5,000 abstracts."""
        terms = [terms_of(text) for text in texts]
        if not any(terms):
            return cls(ids, None)
        index = bm25s.BM25()
        index.index(terms, show_progress=False)
        return cls(ids, index)

    def search(
        self, query: str, k: int, accept: Callable[[str], bool] | None = None
    ) -> list[tuple[str, float]]:
        """The ids and BM25 scores of the `k` best texts with a term of the query, best first.

        Only ids that `accept` says yes to, where it is given. Equal scores keep the order in
        which the texts were given.
        """
        known = [] if self._index is None else self._index.get_tokens_ids(terms_of(query))
        if not known or k <= 0:
            return []
        scores = self._index.get_scores_from_ids(known)
        found: list[tuple[str, float]] = []
        for number in np.argsort(-scores, kind="stable"):
            if scores[number] <= 0 or len(found) == k:
                break
            if accept is None or accept(self._ids[number]):
                found.append((self._ids[number], float(scores[number])))
        return found

    def terms(self, text: str) -> list[str]:
        """The terms that a text is searched by, repeats included."""
        return terms_of(text)

    def frequency(self, term: str) -> int:
        """How many texts have a term."""
        if self._index is None or term not in self._index.vocab_dict:
            return 0
        number = self._index.vocab_dict[term]
        bounds = self._index.scores["indptr"]
        return int(bounds[number + 1] - bounds[number]) if number + 1 < len(bounds) else 0

    def idf(self, term: str) -> float:
        """How informative a term is: ln(1 + (N - n + 0.5) / (n + 0.5)), n of N texts have it.

        A term that no text has gets the highest value.
        """
        n = self.frequency(term)
        return math.log(1 + (len(self._ids) - n + 0.5) / (n + 0.5))

    def save(self, folder: Path, fingerprint: str) -> None:
        """Keep the index in `folder`, in place of what was kept there.

        It is written beside and moved into place whole, so a reader never sees half of it.
        """
        new = folder / f"new-{os.getpid()}"
        new.mkdir(parents=True, exist_ok=True)
        if self._index is not None:
            self._index.save(new, show_progress=False)
        (new / _IDS_FILE).write_text(json.dumps(self._ids), encoding="utf-8")
        final = _place(folder, fingerprint)
        if final.exists():
            shutil.rmtree(final)
        new.rename(final)
        for other in folder.iterdir():
            if other != final:
                shutil.rmtree(other, ignore_errors=True)

    @classmethod
    def load(cls, folder: Path, fingerprint: str) -> KeywordIndex | None:
        """The index saved under this fingerprint; None when there is none, or a broken one."""
        place = _place(folder, fingerprint)
        try:
            ids = json.loads((place / _IDS_FILE).read_text(encoding="utf-8"))
            empty = not (place / "params.index.json").exists()
            return cls(ids, None if empty else bm25s.BM25.load(place, show_progress=False))
        except (OSError, ValueError, KeyError, EOFError):
            return None


def _place(folder: Path, fingerprint: str) -> Path:
    return folder / f"v{_VERSION}-{fingerprint}"
