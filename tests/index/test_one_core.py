import threading
from collections.abc import Iterator

import pytest
import torch

from index.one_core import OneCoreThreads


@pytest.fixture
def three_cores() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    yield
    torch.set_num_threads(before)


def where(_: int) -> tuple[str, int]:
    """Which thread this is, and on how many cores torch computes in it."""
    return threading.current_thread().name, torch.get_num_threads()


@pytest.mark.usefixtures("three_cores")
def test_results_keep_their_order() -> None:
    threads = OneCoreThreads()
    assert list(threads.map(lambda n: n * n, range(20))) == [n * n for n in range(20)]
    assert list(threads.map(str, [])) == []


@pytest.mark.usefixtures("three_cores")
def test_many_pieces_get_a_core_each() -> None:
    gate = threading.Barrier(3)

    def work(piece: int) -> tuple[str, int]:
        gate.wait(timeout=10)  # three are at work at the same time
        return where(piece)

    found = list(OneCoreThreads().map(work, range(9)))
    assert {cores for _, cores in found} == {1}
    assert len({name for name, _ in found}) == 3


@pytest.mark.usefixtures("three_cores")
def test_few_pieces_get_all_cores() -> None:
    here = threading.current_thread().name
    assert list(OneCoreThreads().map(where, range(2))) == [(here, 3)] * 2


@pytest.mark.usefixtures("three_cores")
def test_other_threads_compute_as_before() -> None:
    list(OneCoreThreads().map(where, range(9)))
    found: list[tuple[str, int]] = []
    later = threading.Thread(target=lambda: found.append(where(0)))
    later.start()
    later.join()
    assert (torch.get_num_threads(), found[0][1]) == (3, 3)


@pytest.mark.usefixtures("three_cores")
def test_an_error_reaches_the_caller_and_the_next_call_works() -> None:
    threads = OneCoreThreads()

    def fail(piece: int) -> int:
        if piece == 5:
            raise ValueError("piece 5")
        return piece

    with pytest.raises(ValueError, match="piece 5"):
        list(threads.map(fail, range(9)))
    assert list(threads.map(abs, range(9))) == list(range(9))
