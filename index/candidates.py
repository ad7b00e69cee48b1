"""Which papers share a key with a record: the few that are worth comparing with it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

import numpy as np

MOST = 50  # papers to compare; of so many that share one key, such as an empty phrase
_RECENT = 50_000  # keys that wait to be sorted in


class Candidates:
    """Keys of papers, 12 bytes each: a sorted table, and a dictionary of those that came since."""

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._keys = np.empty(0, dtype=np.int64)
        self._owners = np.empty(0, dtype=np.int32)
        self._recent: defaultdict[int, list[int]] = defaultdict(list)
        self._waiting = 0

    def put(self, paper_id: str, keys: Iterable[str]) -> None:
        """Let a paper be found by these keys, besides those that it has."""
        number = len(self._ids)
        self._ids.append(paper_id)
        for key in keys:
            self._recent[hash(key)].append(number)
            self._waiting += 1
        if self._waiting >= _RECENT:
            self._sort_in()

    def find(self, keys: Iterable[str]) -> list[str]:
        """Papers that have one of the keys, those that have most of them first."""
        shared: Counter[int] = Counter()
        for key in map(hash, keys):
            start, end = np.searchsorted(self._keys, [key, key + 1])
            shared.update(self._owners[start : min(end, start + MOST)].tolist())
            shared.update(self._recent.get(key, [])[:MOST])
        ranked = sorted(shared, key=lambda number: (-shared[number], number))
        return list(dict.fromkeys(self._ids[number] for number in ranked[:MOST]))

    def _sort_in(self) -> None:
        keys = [key for key, owners in self._recent.items() for _ in owners]
        owners = [number for numbers in self._recent.values() for number in numbers]
        every = np.concatenate([self._keys, np.array(keys, dtype=np.int64)])
        of_them = np.concatenate([self._owners, np.array(owners, dtype=np.int32)])
        order = np.argsort(every, kind="stable")
        self._keys, self._owners = every[order], of_them[order]
        self._recent.clear()
        self._waiting = 0
