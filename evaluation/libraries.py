"""Libraries of the papers to measure on, encoded once and kept beside the results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from index.embedding import Embedder
from index.library import Library
from index.papers import Paper
from ui.progress import counting


@contextmanager
def encoded(name: str, papers: list[Paper], results: Path, embedder: Embedder) -> Iterator[Library]:
    """A library of exactly these papers. Goes on where encoding stopped."""
    with Library.open(results / "libraries" / name, embedder) as library:
        wanted = {paper.paper_id for paper in papers}
        library.remove([held.paper_id for held in library.papers() if held.paper_id not in wanted])
        with counting(f"Encoding {name}", len(papers)) as advance:
            done = 0

            def show(read: int) -> None:
                nonlocal done
                advance(read - done)
                done = read

            library.add(papers, progress=lambda counts: show(counts.read))
        yield library
