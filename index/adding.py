"""Which papers are new to a library, which have changed, and which it has already."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from index.indexing import BATCH
from index.papers import Paper
from index.vector_store import StoredPaper


@dataclass(frozen=True, slots=True)
class AddResult:
    """What became of papers that were added. `new` and `changed` ones are stored for good.

    Attributes:
        read: papers looked at.
        new: papers that the library did not have.
        changed: papers that it had, with another content.
        unchanged: papers that it had just like this; nothing was computed for them.
        retagged: those among the unchanged that got a tag they did not have.
        repeated: papers that came more than once in this run; the first one counts.
    """

    read: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    retagged: int = 0
    repeated: int = 0

    @property
    def stored(self) -> int:
        """How many papers were written."""
        return self.new + self.changed


# The same counts, while they still grow.
AddProgress = AddResult


class Sorting:
    """Sorts incoming papers by what has to be done with them.

    `counts` tells what was seen; new and changed papers are counted by the caller, through
    `stored`, once they are.
    """

    def __init__(self, held: Mapping[str, StoredPaper], *, replace: bool) -> None:
        self._held = held
        self._replace = replace
        self._seen: set[str] = set()
        self.retagged: list[Paper] = []
        self.counts = AddResult()

    def batches(
        self, papers: Iterable[Paper], heartbeat: Callable[[], None]
    ) -> Iterator[list[Paper]]:
        """The papers to be encoded and stored. `heartbeat` is called now and then."""
        batch: list[Paper] = []
        for paper in papers:
            self._count(read=1)
            if (wanted := self._sort(paper)) is not None:
                batch.append(wanted)
            if len(batch) == BATCH:
                yield batch
                batch = []
            if self.counts.read % BATCH == 0:
                heartbeat()
        if batch:
            yield batch

    def stored(self, new: int, changed: int) -> None:
        """So many papers were stored."""
        self._count(new=new, changed=changed)

    def _sort(self, paper: Paper) -> Paper | None:
        if paper.paper_id in self._seen:
            self._count(repeated=1)
            return None
        self._seen.add(paper.paper_id)
        held = self._held.get(paper.paper_id)
        if held is None or self._replace:
            return paper
        tags = tuple(dict.fromkeys((*held.paper.tags, *paper.tags)))
        if held.content_hash != paper.content_hash:
            return dataclasses.replace(paper, tags=tags)
        self._count(unchanged=1)
        if tags != held.paper.tags:
            self._count(retagged=1)
            self.retagged.append(dataclasses.replace(held.paper, tags=tags))
        return None

    def _count(self, **more: int) -> None:
        added = {name: getattr(self.counts, name) + n for name, n in more.items()}
        self.counts = dataclasses.replace(self.counts, **added)
