"""What a process does with a library before it is killed; says how far it got."""

from __future__ import annotations

import dataclasses
from multiprocessing.connection import Connection
from pathlib import Path
from unittest.mock import patch

from index.library import Library
from index.papers import Paper
from tests.fake_embedder import FakeEmbedder

PAPERS = 160
SAME = 40


def paper(number: int, version: int) -> Paper:
    """One paper, whose abstract and number of passages change with the version."""
    sentences = [f"Sentence {n} of version{version} says word{number}." for n in range(version % 9)]
    text = f"Paper {number} is about word{number}. " + " ".join(sentences)
    return Paper(f"{number:04x}" * 4, f"paper {number}", text.strip(), keywords=(str(version),))


def records() -> list[Paper]:
    """Three records of each of so many papers; only the third tells that the others are one."""
    found = []
    for number in range(SAME):
        word = "".join(chr(ord("a") + int(digit)) for digit in str(number))
        preprint = _record(number, "a", f"About {word}", arxiv_id=f"2001.{number:05}")
        published = _record(number, "b", f"Moving {word} by hand", doi=f"10.1000/{number}")
        both = dataclasses.replace(
            _record(number, "c", f"On {word}", doi=f"10.1000/{number}"), arxiv_id=preprint.arxiv_id
        )
        found += [preprint, published, both] if number % 2 else [both, preprint, published]
    return found


def _record(number: int, file: str, title: str, **ids: str) -> Paper:
    text = f"It is about matter {number} of file {file}. It says word{number}. It ends."
    paper_id = f"{number:04x}" * 3 + file * 4
    return Paper(paper_id, title, text, title, source_file=file, **ids)  # type: ignore[arg-type]


def work(folder: Path, version: int, task: str, pipe: Connection) -> None:
    """Do one task, sending "open", then how many papers are stored, then "done"."""
    with patch("index.adding.BATCH", 8), Library.open(folder, FakeEmbedder()) as library:
        pipe.send("open")
        if task == "rebuild":
            library.rebuild()
        elif task == "remove":
            library.remove([paper(n, version).paper_id for n in range(0, PAPERS, 2)])
        elif task == "merge":
            library.add(
                records(), progress=lambda so_far: pipe.send(so_far.stored + so_far.duplicate)
            )
        else:
            library.add(
                (paper(n, version) for n in range(PAPERS)),
                progress=lambda so_far: pipe.send(so_far.stored),
            )
        pipe.send("done")
