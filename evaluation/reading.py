"""What the readers make of a folder: formats, records, abstracts, what was left out, and the time.

    python -m evaluation.reading FOLDER [--by-file] [--output TABLE.md]

Without `--by-file` the table has one line a format, and names no file.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from index.papers import Record
from index.readers.registry import open_files


@dataclass
class Reading:
    """One file, or several of one format, as they were read."""

    name: str
    files: int = 0
    records: int = 0
    abstracts: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    slowest: float = 0.0

    def add(self, other: Reading) -> None:
        """Count another file in."""
        self.files += other.files
        self.records += other.records
        self.abstracts += other.abstracts
        self.skipped += other.skipped
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)


def read_all(folder: Path) -> Iterator[tuple[str, Reading]]:
    """The format and the reading of each file behind a path."""
    start = time.perf_counter()
    for found in open_files(folder):
        reading = Reading(str(found.name), files=1)
        for item in found.items():
            if isinstance(item, Record):
                reading.records += 1
                reading.abstracts += 1
            else:
                reading.records += (
                    item.location.line is not None or item.location.record is not None
                )
                reading.skipped[item.reason.partition(" (")[0]] += 1
        if found.error:
            reading.skipped[found.error.message.removeprefix(str(found.name)).strip(" .")] += 1
        reading.seconds = reading.slowest = time.perf_counter() - start
        yield found.format or "not read", reading
        start = time.perf_counter()


def table(readings: list[Reading]) -> str:
    """The readings as a Markdown table."""
    lines = [
        "| | files | records | abstracts | left out | seconds in all | slowest file |",
        "|---|--:|--:|--:|---|--:|--:|",
    ]
    for each in readings:
        skipped = "; ".join(f"{count} {reason}" for reason, count in each.skipped.most_common(4))
        lines.append(
            f"| {each.name} | {each.files} | {each.records} | {each.abstracts} | {skipped} "
            f"| {each.seconds:.2f} | {each.slowest:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Read a folder and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--by-file", action="store_true")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    by_format: dict[str, Reading] = defaultdict(lambda: Reading(""))
    by_file = []
    total = Reading("**all**")
    for kind, reading in read_all(options.folder):
        by_format[kind].name = kind
        by_format[kind].add(reading)
        total.add(reading)
        by_file.append(reading)
    kinds = sorted(by_format.values(), key=lambda each: -each.files)
    text = table([*(by_file if options.by_file else kinds), total])
    if options.output:
        options.output.write_text(text + "\n", encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
