"""Many small computations of torch side by side, each on a core of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")

# From so many pieces on, cores with a piece each are no slower than all cores on one piece after
# the other, however many there are.
_ENOUGH = 4


class OneCoreThreads:
    """As many threads as torch computes on by default, each of which computes on one core.

    Cores that share a small matrix wait for each other after every operation, and all of them
    for the one that another thread has taken. With a piece of work each they do not.
    """

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None

    def map(self, work: Callable[[Piece], Result], pieces: Sequence[Piece]) -> Iterable[Result]:
        """The results, in order. Few pieces are done here, on all cores one after the other."""
        import torch  # noqa: PLC0415 (takes seconds)

        cores = torch.get_num_threads()
        if cores == 1 or len(pieces) < min(cores, _ENOUGH):
            return map(work, pieces)
        if self._pool is None:
            self._pool = _pool(cores)
        return self._pool.map(work, pieces)


def _pool(cores: int) -> ThreadPoolExecutor:
    import torch  # noqa: PLC0415 (takes seconds)

    ready = threading.Barrier(cores + 1)

    def begin() -> None:
        torch.get_num_threads()  # the first call in a thread sets its number to everybody's
        torch.set_num_threads(1)
        ready.wait()

    pool = ThreadPoolExecutor(cores, thread_name_prefix="one-core", initializer=begin)
    for _ in range(cores):
        pool.submit(int)  # a thread begins when there is something to do
    ready.wait()
    # What a thread sets counts for itself, and for those that begin later.
    torch.set_num_threads(cores)
    return pool
