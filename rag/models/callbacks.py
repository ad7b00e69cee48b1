"""From a function that calls back with each item to an iterator over the items."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator
from typing import TypeVar

T = TypeVar("T")


def items_of(call: Callable[[Callable[[T], bool]], None], name: str) -> Generator[T, None, None]:
    """Run `call` in a thread called `name` and give what it passes to its callback, as it comes.

    The callback answers whether to stop. Closing the iterator makes it answer yes from then on,
    and returns when `call` has returned. An exception of `call` is raised here.

    Nothing holds `call` up when the consumer is slow: what it produces has to be bounded.
    """
    items: queue.SimpleQueue[T | BaseException | None] = queue.SimpleQueue()
    stop = threading.Event()

    def callback(item: T) -> bool:
        items.put(item)
        return stop.is_set()

    def run() -> None:
        try:
            call(callback)
        except BaseException as error:
            items.put(error)
        else:
            items.put(None)

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    try:
        while (item := items.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        stop.set()
        thread.join()
