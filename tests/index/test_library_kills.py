"""A process that changes a library is killed at random moments."""

import multiprocessing
import random
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from index.library import Library
from index.passages import passages_of
from tests.fake_embedder import FakeEmbedder
from tests.killable import PAPERS, SAME, paper, records, work

KILLS = 32


def run_and_kill(folder: Path, version: int, task: str, delay: float) -> tuple[int, bool]:
    """How many papers were reported as stored, and whether the task was done before."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["chromadb", "tests.killable"])
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(folder, version, task, theirs))
    process.start()
    theirs.close()
    assert ours.recv() == "open"
    time.sleep(delay)
    process.kill()
    process.join()
    stored, done = 0, False
    while True:
        try:
            message = ours.recv()
        except EOFError:
            return stored, done
        done = done or message == "done"
        stored = message if isinstance(message, int) else stored


@pytest.mark.slow
def test_whatever_moment_it_is_killed_at(tmp_path: Path) -> None:
    chance = random.Random(20260101)
    held: dict[str, int] = {}  # the version of each paper that must be there
    survived = 0
    for version in range(1, KILLS + 1):
        task = chance.choices(["add", "remove", "rebuild"], [4, 1, 1])[0]
        stored, done = run_and_kill(tmp_path, version, task, chance.uniform(0, 0.6))
        survived += not done
        with Library.open(tmp_path, FakeEmbedder(), create=False) as library:
            found = {p.paper_id: int(p.keywords[0]) for p in library.papers()}
            assert [f for f in library.check() if not f.ok] == []
            passages = [p for p, _ in library.nearest_passages(_vector(), 10_000)]
            assert {p.passage_id for p in passages} == {
                p.passage_id for each in library.papers() for p in passages_of(each)
            }
            assert len({p.passage_id for p in passages}) == len(passages)
            assert len(library.token_vectors(found)) == len(found) == len(library)
            for number in range(PAPERS):
                each = paper(number, version)
                now = found.get(each.paper_id)
                assert now is None or library.paper(each.paper_id) == paper(number, now)
                if task == "add" and (done or number < stored):
                    assert now == version, "it was reported as stored"
                elif task == "add":
                    assert now in (held.get(each.paper_id), version)
                elif task == "remove" and number % 2 == 0:
                    assert now in ((None,) if done else (held.get(each.paper_id), None))
                else:
                    assert now == held.get(each.paper_id)
            held = found
    assert survived >= KILLS // 2, "most kills came too late to matter"
    with Library.open(tmp_path, FakeEmbedder()) as library:
        result = library.add(paper(n, version) for n in range(PAPERS))
        assert result.unchanged == sum(held.get(p.paper_id) == version for p in library.papers())
        assert len(library) == PAPERS


@pytest.mark.slow
def test_killed_while_merging(tmp_path: Path) -> None:
    chance = random.Random(20260102)
    every = [record.paper_id for record in records()]
    survived, folder, known = 0, tmp_path, set[str]()
    for kill in range(KILLS):
        if len(known) == len(every) or not known:
            folder, known = tmp_path / str(kill), set()
        unknown = [each for each in every if each not in known]
        stored, done = run_and_kill(folder, 1, "merge", chance.uniform(0, 0.4))
        survived += not done
        with Library.open(folder, FakeEmbedder(), create=False) as library:
            assert [f for f in library.check() if not f.ok] == []
            papers = {p.paper_id for p in library.papers()}
            merged = [r.paper_id for each in papers for r in library.duplicates(each)]
            assert len(set(merged)) == len(merged)
            assert not papers & set(merged)
            assert known | set(unknown[:stored]) <= papers | set(merged), "it was reported"
            known = papers | set(merged)
            passages = [p for p, _ in library.nearest_passages(_vector(), 10_000)]
            assert {p.paper_id for p in passages} == papers
            assert len(passages) == sum(len(passages_of(p)) for p in library.papers())
            if done:
                assert (len(papers), len(known)) == (SAME, len(every))
    # How many come in time depends on how quick the machine is.
    assert survived >= KILLS // 4, "most kills came too late to matter"
    with Library.open(folder, FakeEmbedder()) as library:
        library.add(records())
        assert len(library) == SAME
        assert library.add(records()).unchanged == len(every)


def _vector() -> NDArray[np.float32]:
    return FakeEmbedder().encode(["word"])[0].vector
