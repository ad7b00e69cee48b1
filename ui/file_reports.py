"""What became of each file that was added: nothing of it goes unsaid."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.text import Text

from index.adding import AddResult
from index.errors import UnreadableFileError
from index.papers import Skipped
from index.readers.building import NO_ABSTRACT
from index.readers.registry import FoundFile, open_files
from ui.console import plain

_DETAILS_KEPT = 10_000
_PLACES_SHOWN = 5


@dataclass
class FileReport:
    """One file: how many records it held, what became of them, and why some were left out.

    `counts` are those of the papers among them; `left_out` counts the others by reason, and
    `skipped` says where the first ten thousand of them stand.
    """

    file: str
    format: str | None = None
    records: int = 0
    counts: AddResult = field(default_factory=AddResult)
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

    @property
    def failed(self) -> bool:
        """Whether the file, or a part of it, could not be read."""
        return self.error is not None or self.damaged

    @property
    def done(self) -> int:
        """How many records are dealt with."""
        counts = self.counts
        return counts.stored + counts.unchanged + counts.repeated + self.left_out.total()

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
        for reason, count in self.left_out.items():
            places = [_place(each) for each in self.skipped if each.reason == reason]
            more = f" and {count - _PLACES_SHOWN} more" if count > _PLACES_SHOWN else ""
            named = "; ".join(place for place in places[:_PLACES_SHOWN] if place)
            where = f" – {named}{more}" if named else ""
            yield plain(f"  {count} left out: {reason}{where}", "yellow")


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
    }
    return ", ".join([f"{counts.new} new", *(f"{n} {what}" for what, n in others.items() if n)])


def _place(skipped: Skipped) -> str:
    location = skipped.location
    if location.line is not None:
        place = f"line {location.line}"
    elif location.record is not None:
        place = f"record {location.record}"
    else:
        return ""
    return f"{place} ({skipped.title})" if skipped.title else place
