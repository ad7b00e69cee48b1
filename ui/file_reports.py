"""What became of each file that was added: nothing of it goes unsaid."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.text import Text

from index.adding import AddResult, Duplicate
from index.errors import UnreadableFileError
from index.papers import Paper, Skipped
from index.readers.building import NO_ABSTRACT
from index.readers.registry import FoundFile, open_files
from ui.console import plain

_DETAILS_KEPT = 10_000
_PLACES_SHOWN = 5


@dataclass
class FileReport:
    """One file: how many records it held, what became of them, and why some were left out.

    `counts` are those of the papers among them; `left_out` counts the others by reason.
    `duplicates` and `skipped` say where the first ten thousand of each stand.
    """

    file: str
    format: str | None = None
    records: int = 0
    counts: AddResult = field(default_factory=AddResult)
    duplicates: list[Duplicate] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    skipped: list[Skipped] = field(default_factory=list)
    damaged: bool = False
    error: str | None = None
    remedy: str = ""

    def skip(self, skipped: Skipped) -> None:
        """Note a record that is left out, or damage to the file as a whole."""
        if skipped.location.line is None and skipped.location.record is None:
            self.damaged = True
        else:
            self.records += 1
        self.left_out[skipped.reason] += 1
        if len(self.skipped) < _DETAILS_KEPT:
            self.skipped.append(skipped)

    def note_duplicate(self, duplicate: Duplicate) -> None:
        """Note a record of a paper that was there already."""
        if len(self.duplicates) < _DETAILS_KEPT:
            self.duplicates.append(duplicate)

    @property
    def failed(self) -> bool:
        """Whether the file, or a part of it, could not be read."""
        return self.error is not None or self.damaged

    @property
    def done(self) -> int:
        """How many records are dealt with."""
        counts = self.counts
        kept = counts.stored + counts.unchanged + counts.repeated + counts.duplicate
        return kept + self.left_out.total()

    @property
    def state(self) -> str:
        """What became of the records so far, in one line."""
        without = self.left_out[NO_ABSTRACT]
        more = {"without abstract": without, "failed": self.left_out.total() - without}
        return ", ".join([_counted(self.counts), *(f"{n} {what}" for what, n in more.items() if n)])

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        counts = dataclasses.asdict(self.counts)
        del counts["read"]
        return {
            "file": self.file,
            "format": self.format,
            "records": self.records,
            **counts,
            "duplicates": [_duplicate_data(each) for each in self.duplicates],
            "left_out": dict(self.left_out),
            "skipped": [
                {
                    "line": each.location.line,
                    "record": each.location.record,
                    "title": each.title,
                    "reason": each.reason,
                }
                for each in self.skipped
            ],
            "error": self.error,
        }

    def lines(self) -> Iterator[Text]:
        """The report for people."""
        if self.error is not None:
            yield plain(self.error, "bold red")
            if self.remedy:
                yield plain(f"  {self.remedy}")
            return
        yield plain(f"{self.file} ({self.format}): {_counted(self.counts)}")
        doubles = [f"{_record_place(each)} is {_same(each.paper)}" for each in self.duplicates]
        if doubles:
            count = self.counts.repeated + self.counts.duplicate
            listed = _listed(doubles, count)
            yield plain(f"  {count} duplicate{'' if count == 1 else 's'}{listed}", "dim")
        for reason, count in self.left_out.items():
            places = [_place(each) for each in self.skipped if each.reason == reason]
            yield plain(f"  {count} left out: {reason}{_listed(places, count)}", "yellow")


def files_behind(paths: Iterable[Path]) -> Iterator[FoundFile]:
    """Every file behind the paths; one that leads nowhere comes with its error."""
    for path in paths:
        try:
            yield from open_files(path)
        except UnreadableFileError as error:
            yield FoundFile(str(path), None, error)


def report_on(found: FoundFile) -> FileReport:
    """The beginning of a file's report: what is known before it is read."""
    error = found.error
    return FileReport(
        found.name,
        found.format,
        error=error.message if error else None,
        remedy=error.remedy if error else "",
    )


def _counted(counts: AddResult) -> str:
    """`3 new, 45 unchanged`: what there is none of is not named, except new ones."""
    others = {
        "changed": counts.changed,
        "unchanged": counts.unchanged,
        "retagged": counts.retagged,
        "twice in the file": counts.repeated,
        "duplicate": counts.duplicate,
        "joined": counts.joined,
    }
    return ", ".join([f"{counts.new} new", *(f"{n} {what}" for what, n in others.items() if n)])


def _listed(places: list[str], count: int) -> str:
    """The first few places of so many, to go behind what stands there."""
    named = "; ".join(place for place in places[:_PLACES_SHOWN] if place)
    more = f" and {count - _PLACES_SHOWN} more" if count > _PLACES_SHOWN else ""
    return f" – {named}{more}" if named else ""


def _record_place(duplicate: Duplicate) -> str:
    record = duplicate.record
    place = record.source_record or "a record"
    other_title = record.title if record.title != duplicate.paper.title else None
    return f"{place} ({other_title})" if other_title else place


def _same(paper: Paper) -> str:
    """The paper that a record is of, and where it came from."""
    source = ", ".join(part for part in (paper.source_file, paper.source_record) if part)
    return f"{paper.label} ({source})" if source else paper.label


def _duplicate_data(duplicate: Duplicate) -> dict[str, Any]:
    record, paper = duplicate.record, duplicate.paper
    return {
        "paper_id": record.paper_id,
        "source_record": record.source_record,
        "title": record.title,
        "doi": record.doi,
        "arxiv_id": record.arxiv_id,
        "duplicate_of": {
            "paper_id": paper.paper_id,
            "label": paper.label,
            "source_file": paper.source_file,
            "source_record": paper.source_record,
        },
    }


def _place(skipped: Skipped) -> str:
    location = skipped.location
    if location.line is not None:
        place = f"line {location.line}"
    elif location.record is not None:
        place = f"record {location.record}"
    else:
        return ""
    return f"{place} ({skipped.title})" if skipped.title else place
