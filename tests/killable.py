"""What a process does with a library before it is killed; says how far it got."""

from __future__ import annotations

from multiprocessing.connection import Connection
from pathlib import Path
from unittest.mock import patch

from index.library import Library
from index.papers import Paper
from tests.fake_embedder import FakeEmbedder

PAPERS = 160


def paper(number: int, version: int) -> Paper:
    """One paper, whose abstract and number of passages change with the version."""
    sentences = [f"Sentence {n} of version{version} says word{number}." for n in range(version % 9)]
    text = f"Paper {number} is about word{number}. " + " ".join(sentences)
    return Paper(f"{number:04x}" * 4, f"paper {number}", text.strip(), keywords=(str(version),))


def work(folder: Path, version: int, task: str, pipe: Connection) -> None:
    """Do one task, sending "open", then how many papers are stored, then "done"."""
    with patch("index.adding.BATCH", 8), Library.open(folder, FakeEmbedder()) as library:
        pipe.send("open")
        if task == "rebuild":
            library.rebuild()
        elif task == "remove":
            library.remove([paper(n, version).paper_id for n in range(0, PAPERS, 2)])
        else:
            library.add(
                (paper(n, version) for n in range(PAPERS)),
                progress=lambda so_far: pipe.send(so_far.stored),
            )
        pipe.send("done")
