"""Files of plain lines in which a line begins each record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator


def blocks(
    lines: Iterable[str], begins: re.Pattern[str], ends: re.Pattern[str] | None = None
) -> Iterator[tuple[int, list[str]]]:
    """The number of each record's first line, and its lines without the spaces at their ends.

    A record ends where the next begins, or at a line that `ends` matches, which is left out like
    what stands between records.
    """
    block: list[str] = []
    start = 0
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip()
        first = begins.match(line)
        if block and (first or (ends is not None and ends.match(line))):
            yield start, block
            block = []
        if first:
            start = number
        if first or block:
            block.append(line)
    if block:
        yield start, block
