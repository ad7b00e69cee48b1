"""Callbacks become an iterator that can be closed."""

import threading
from collections.abc import Callable

import pytest

from rag.models.callbacks import items_of


def test_items_come_in_order_and_end() -> None:
    def call(callback: Callable[[int], bool]) -> None:
        for number in range(1000):
            callback(number)

    assert list(items_of(call, "test")) == list(range(1000))


def test_closing_stops_the_function_and_waits_for_it() -> None:
    finished = threading.Event()
    sent: list[int] = []
    go_on = threading.Event()

    def call(callback: Callable[[int], bool]) -> None:
        number = 0
        while not callback(number):
            sent.append(number)
            number += 1
            go_on.wait(0.001)
        finished.set()

    items = items_of(call, "test")
    assert next(items) == 0
    items.close()
    assert finished.is_set()
    stopped_at = len(sent)
    go_on.set()
    assert len(sent) == stopped_at


def test_an_exception_arrives_where_the_items_are_consumed() -> None:
    def call(callback: Callable[[int], bool]) -> None:
        callback(1)
        raise ValueError("broken")

    items = items_of(call, "test")
    assert next(items) == 1
    with pytest.raises(ValueError, match="broken"):
        next(items)
