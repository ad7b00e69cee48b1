"""How near adding comes to the rate at which the embedding model reads abstracts and does no more.

    python -m evaluation.adding PATH… [--papers 320] [--rounds 3]

Of the first papers that are read from the paths, the abstracts are encoded and thrown away, sorted
by length over all of them; then the same papers are read and added to an empty library, with
passages, word vectors and all. The two take turns, since the rate of a machine changes.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluation.reporting import table
from index.embedding import Embedder
from index.intake import paper_from
from index.library import Library
from index.minilm import SentenceTransformerEmbedder
from index.papers import Paper, Record
from index.quiet import be_quiet
from index.readers.registry import read


@dataclass(frozen=True, slots=True)
class Taken:
    """What a piece of work took: seconds by the clock, and of all processors together."""

    wall: float
    processor: float


@dataclass(frozen=True, slots=True)
class Round:
    """Encoding alone, and adding the same papers."""

    encoding: Taken
    adding: Taken


def measure(
    paths: Sequence[Path], embedder: Embedder, papers: int, rounds: int
) -> tuple[int, list[Round]]:
    """How many papers there are, of those that were asked for, and what each round took."""
    texts = [paper.text for paper in _papers(paths, papers)]
    embedder.encode(texts[:64])  # warm it up

    def add() -> None:
        with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder), embedder) as into:
            into.add(_papers(paths, papers))

    return len(texts), [
        Round(_timed(lambda: embedder.encode(texts)), _timed(add)) for _ in range(rounds)
    ]


def _papers(paths: Sequence[Path], most: int) -> Iterator[Paper]:
    """The first papers of the paths, each once."""
    records = (item for path in paths for item in read(path) if isinstance(item, Record))
    seen: set[str] = set()
    for paper in map(paper_from, records):
        if paper.paper_id not in seen:
            seen.add(paper.paper_id)
            yield paper
        if len(seen) == most:
            return


def _timed(work: Callable[[], object]) -> Taken:
    gc.collect()
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return Taken(time.perf_counter() - wall, time.process_time() - processor)


def as_markdown(papers: int, rounds: Sequence[Round]) -> str:
    """Rates and their ratio: medians, with the least and the most."""

    def spread(values: list[float], digits: int) -> str:
        least, most = min(values), max(values)
        middle = statistics.median(values)
        return f"{middle:.{digits}f} ({least:.{digits}f} to {most:.{digits}f})"

    by_clock = [each.encoding.wall / each.adding.wall for each in rounds]
    by_processor = [each.encoding.processor / each.adding.processor for each in rounds]
    rows = [
        ["encoding alone, papers a second", spread([papers / r.encoding.wall for r in rounds], 1)],
        ["adding, papers a second", spread([papers / r.adding.wall for r in rounds], 1)],
        ["adding ÷ encoding, by the clock", spread(by_clock, 2)],
        ["adding ÷ encoding, by processor time", spread(by_processor, 2)],
    ]
    return table((f"{papers} papers, {len(rounds)} rounds", "median (range)"), rows)


def main() -> None:
    """Measure and print the table."""
    be_quiet()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--papers", type=int, default=320)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    embedder = SentenceTransformerEmbedder()
    print(as_markdown(*measure(options.paths, embedder, options.papers, options.rounds)))


if __name__ == "__main__":
    main()
