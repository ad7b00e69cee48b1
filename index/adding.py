"""Which records are new to a library, which have changed, which it has, and which are the same."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from index.duplicates import belongs, different_papers
from index.indexing import BATCH, Batch
from index.known import Known
from index.papers import Paper, distinct_id
from index.stored import StoredPaper, put_together

# Records that are written without being encoded take so little that more of them wait.
_RECORDS = 8


@dataclass(frozen=True, slots=True)
class AddResult:
    """What became of records that were added. All but `read` and `unchanged` are stored for good.

    Attributes:
        read: records looked at.
        new: papers that the library did not have.
        changed: papers that it had, with another content.
        unchanged: records that it had just like this; nothing was computed for them.
        retagged: those among the unchanged whose paper got a tag that it did not have.
        repeated: records whose paper came, under the same id, earlier in this run.
        duplicate: other records of papers that the library has, or that came earlier in this
            run; what only they know was merged into the paper.
        joined: papers that were held as two, until a record showed them to be one.
    """

    read: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    retagged: int = 0
    repeated: int = 0
    duplicate: int = 0
    joined: int = 0

    @property
    def stored(self) -> int:
        """How many papers were written."""
        return self.new + self.changed

    def plus(self, more: Mapping[str, int]) -> AddResult:
        """These counts and others, by name."""
        added = {name: getattr(self, name) + n for name, n in more.items()}
        return dataclasses.replace(self, **added)


# The same counts, while they still grow.
AddProgress = AddResult


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A record that is of a paper which is there already, be it from earlier in the same run."""

    record: Paper
    paper: Paper


@dataclass
class Sorting:
    """Sorts incoming records by what has to be done with them.

    `counts` tells what was seen; what has to be written is counted once the caller says, through
    `written`, that it is. `found` is told of every duplicate.
    """

    known: Known
    replace: bool = False
    found: Callable[[Duplicate], None] = lambda _: None
    counts: AddResult = field(default_factory=AddResult)
    _seen: set[str] = field(default_factory=set)
    _batch: Batch = field(default_factory=Batch)

    def batches(self, papers: Iterable[Paper], heartbeat: Callable[[], None]) -> Iterator[Batch]:
        """What is to be written. `heartbeat` is called now and then."""
        for paper in papers:
            self._count(read=1)
            self._sort(paper)
            batch = self._batch
            if len(batch.encode) >= BATCH or len(batch.records) >= _RECORDS * BATCH:
                self._batch = Batch()
                yield batch
            if self.counts.read % BATCH == 0:
                heartbeat()
        if self._batch:
            yield self._batch

    def written(self, batch: Batch) -> None:
        """This batch is stored."""
        self._count(**batch.counts)

    def _sort(self, record: Paper) -> None:
        record = self._own_id(record)
        again = record.paper_id in self._seen
        self._seen.add(record.paper_id)
        home = self.known.get(record.paper_id)
        if home is None:
            self._place(record)
        elif _has(home, record) and (again or not self.replace):
            self._keep(record, home, again=again)
        else:
            self._update(record, home, again=again)

    def _own_id(self, record: Paper) -> Paper:
        """The record, under another id if it shares its own with a different paper.

        Proceedings lend their DOI to all that is in them. A record of the same file that did
        not come again is another matter: it was corrected.
        """
        home = self.known.get(record.paper_id)
        under = _under(record.paper_id, home.records) if home is not None else []
        if not any(different_papers(record, each) for each in under):
            return record
        apart = dataclasses.replace(record, paper_id=distinct_id(record))
        corrected = (
            record.paper_id not in self._seen
            and self.known.get(apart.paper_id) is None
            and any(each.source_file == record.source_file for each in under)
        )
        return record if corrected else apart

    def _keep(self, record: Paper, home: StoredPaper, *, again: bool) -> None:
        """A record that is there just like this."""
        if again:
            self._count(repeated=1)
            self.found(Duplicate(record, home.paper))
            return
        self._count(unchanged=1)
        tags = _tags(home, record.tags)
        if tags != home.paper.tags:
            self._count(retagged=1)
            retagged = dataclasses.replace(home.paper, tags=tags)
            self._put(dataclasses.replace(home, paper=retagged), home)

    def _update(self, record: Paper, home: StoredPaper, *, again: bool) -> None:
        """A record of which there is another version, or which comes from another file."""
        own = record.paper_id == home.paper.paper_id
        under = _under(record.paper_id, home.records)
        anew = self.replace and not again
        edited = [each for each in under if each.source_file == record.source_file][:1]
        outdated = under if anew else [] if again else edited
        rest = [each for each in home.records if each not in outdated]
        if rest and not belongs(record, rest) and not _under(record.paper_id, rest):
            # It is no longer of the paper that it was merged into.
            self._part(record, home, rest)
            return
        kind = "repeated" if again else "changed" if outdated else "duplicate"
        first = own and not again
        if first and not outdated:
            # The same paper, as another file has it: the latest text counts.
            first = under[0].text != record.text
            kind = "changed" if first else kind
        records = [record, *rest] if first else [*rest, record]
        tags = record.tags if anew and own else _tags(home, record.tags)
        self._merge(record, home, records, tags, kind, encode=anew)

    def _place(self, record: Paper) -> None:
        """A record under an id that is not known: of a paper that is there, or of a new one."""
        homes = self.known.alike(record)
        if homes:
            home, *_ = homes
            self._merge(
                record, home, [*home.records, record], _tags(home, record.tags), "duplicate"
            )
        else:
            self._put(StoredPaper(record, record.content_hash), None, new=1)

    def _merge(
        self,
        record: Paper,
        home: StoredPaper,
        records: list[Paper],
        tags: tuple[str, ...],
        kind: str,
        *,
        encode: bool = False,
    ) -> None:
        """Let these be the records of a paper, and of those that are shown to be the same."""
        paper_id = home.paper.paper_id
        others = self.known.alike(record, put_together(paper_id, records, tags, home))
        for other in others:
            records = [*records, *other.records]
            tags = (*tags, *other.paper.tags)
        whole = put_together(paper_id, records, tags, home)
        self._put(whole, home, encode=encode, joined=len(others), **{kind: 1})
        for other in others:
            self.known.drop(other.paper.paper_id)
            self._batch.drop(other.paper.paper_id)
        if kind != "changed":
            self.found(Duplicate(record, home.paper))

    def _part(self, record: Paper, home: StoredPaper, rest: list[Paper]) -> None:
        """A record leaves the paper that it was merged into, or the others leave its paper."""
        paper_id, tags = home.paper.paper_id, home.paper.tags
        if record.paper_id == paper_id:
            alone = put_together(paper_id, [record], _tags(home, record.tags), home)
            self._put(alone, home, changed=1)
            self._put(put_together(rest[0].paper_id, rest, tags, None), None, new=1)
        else:
            self._put(put_together(paper_id, rest, tags, home), home)
            self._place(record)

    def _put(
        self,
        stored: StoredPaper,
        before: StoredPaper | None,
        *,
        encode: bool = False,
        **counted: int,
    ) -> None:
        self.known.put(stored)
        if encode or before is None or before.version != stored.version:
            self._batch.put_encoded(stored)
        else:
            self._batch.put_record(stored)
        self._batch.counts.update(counted)

    def _count(self, **more: int) -> None:
        self.counts = self.counts.plus(more)


class Plan:
    """What adding would do to a library: everything is sorted, nothing is encoded or stored."""

    def __init__(self, held: Mapping[str, StoredPaper]) -> None:
        self._known = Known(held)

    def add(
        self,
        papers: Iterable[Paper],
        *,
        replace: bool = False,
        progress: Callable[[AddProgress], None] | None = None,
        found: Callable[[Duplicate], None] | None = None,
    ) -> AddResult:
        """As if these papers were added after those of the calls before."""
        report = progress or (lambda _: None)
        sorting = Sorting(self._known, replace, found or (lambda _: None))
        for batch in sorting.batches(papers, lambda: report(sorting.counts)):
            sorting.written(batch)
        return sorting.counts


def _has(home: StoredPaper, record: Paper) -> bool:
    content = record.content_hash
    return any(each.content_hash == content for each in _under(record.paper_id, home.records))


def _under(paper_id: str, records: Iterable[Paper]) -> list[Paper]:
    return [each for each in records if each.paper_id == paper_id]


def _tags(home: StoredPaper, tags: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*home.paper.tags, *tags)))
