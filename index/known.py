"""What a library holds, and will hold once all is written: finds the paper of a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from index.candidates import Candidates
from index.duplicates import belongs, candidate_keys, different_papers
from index.papers import Paper
from index.stored import StoredPaper


class Known:
    """The papers in `held`, with what is about to be written over them.

    A paper is known by the id of each of its records. Keys to find papers that are alike are
    made when they are first asked for: that takes a second for 10,000 papers.
    """

    def __init__(self, held: Mapping[str, StoredPaper]) -> None:
        self._held = held
        self._ahead: dict[str, StoredPaper | None] = {}
        self._holders: dict[str, str] = {}
        self._candidates: Candidates | None = None
        for paper_id, each in held.items():
            for record in each.duplicates:
                self._holders[record.paper_id] = paper_id

    def get(self, paper_id: str) -> StoredPaper | None:
        """The paper with this id, or the one that has a record with it."""
        for each in (paper_id, self._holders.get(paper_id, "")):
            found = self._ahead[each] if each in self._ahead else self._held.get(each)
            if found is not None:
                return found
        return None

    def other_ids(self) -> Iterator[tuple[str, str]]:
        """Ids of records that were merged into a paper, with the paper's id."""
        yield from list(self._holders.items())

    def alike(self, record: Paper, home: StoredPaper | None = None) -> list[StoredPaper]:
        """The papers that a record belongs to; several, if it shows them to be one.

        Where it has a `home` already, the others that are the same paper as that.
        """
        if self._candidates is None:
            self._candidates = Candidates()
            for paper_id, held in list(self._held.items()):
                self._note(paper_id, held.records)
            for paper_id, ahead in self._ahead.items():
                self._note(paper_id, ahead.records if ahead else ())
        found = {home.paper.paper_id: home} if home is not None else {}
        for paper_id in self._candidates.find(candidate_keys(record)):
            near = self.get(paper_id)
            if (
                near is not None
                and near.paper.paper_id not in found
                and belongs(record, near.records)
                and not any(_apart(near, other) for other in found.values())
            ):
                found[near.paper.paper_id] = near
        return [each for each in found.values() if each is not home]

    def put(self, stored: StoredPaper) -> None:
        """This is going to be written."""
        paper_id = stored.paper.paper_id
        before = self._forget_records(paper_id)
        self._ahead[paper_id] = stored
        for record in stored.records:
            if record.paper_id != paper_id:
                self._holders[record.paper_id] = paper_id
        self._note(paper_id, [record for record in stored.records if record not in before])

    def drop(self, paper_id: str) -> None:
        """This is going to be removed."""
        self._forget_records(paper_id)
        self._ahead[paper_id] = None

    def written(self) -> None:
        """All that was announced stands in `held` now."""
        self._ahead.clear()

    def _forget_records(self, paper_id: str) -> tuple[Paper, ...]:
        """Let the paper be known by its own id alone; returns the records that it had."""
        before = self._ahead[paper_id] if paper_id in self._ahead else self._held.get(paper_id)
        records = before.records if before is not None else ()
        for record in records:
            if self._holders.get(record.paper_id) == paper_id:
                del self._holders[record.paper_id]
        return records

    def _note(self, paper_id: str, records: Iterable[Paper]) -> None:
        if self._candidates is not None:
            for record in records:
                self._candidates.put(paper_id, candidate_keys(record))


def _apart(first: StoredPaper, second: StoredPaper) -> bool:
    return any(different_papers(a, b) for a in first.records for b in second.records)
