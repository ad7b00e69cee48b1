"""How many threads are worth running."""

import os
from pathlib import Path

import pytest

from rag.models.cores import physical_cores


def machine(folder: Path, siblings: dict[int, str]) -> Path:
    for cpu, text in siblings.items():
        topology = folder / f"cpu{cpu}" / "topology"
        topology.mkdir(parents=True)
        (topology / "thread_siblings_list").write_text(text + "\n")
    return folder


@pytest.fixture
def four_cpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 3}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 4)


@pytest.mark.usefixtures("four_cpus")
@pytest.mark.parametrize(
    ("siblings", "quota", "expected"),
    [
        ({0: "0,2", 1: "1,3", 2: "0,2", 3: "1,3"}, None, 2),
        ({0: "0", 1: "1", 2: "2", 3: "3"}, None, 4),
        ({0: "0", 1: "1", 2: "2", 3: "3"}, "max 100000", 4),
        ({0: "0", 1: "1", 2: "2", 3: "3"}, "250000 100000", 2),
        ({0: "0", 1: "1", 2: "2", 3: "3"}, "50000 100000", 1),
        ({}, None, 4),
    ],
)
def test_threads_of_a_core_count_once_and_quotas_count(
    tmp_path: Path, siblings: dict[int, str], quota: str | None, expected: int
) -> None:
    cpus = machine(tmp_path / "cpu", siblings)
    limit = tmp_path / "cpu.max"
    if quota:
        limit.write_text(quota)
    assert physical_cores(cpus, limit) == expected


def test_there_is_always_one() -> None:
    assert 1 <= physical_cores() <= (os.cpu_count() or 1)
