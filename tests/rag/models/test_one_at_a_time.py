"""One turn at a time, and reading ahead makes way."""

import threading

import pytest

from rag.models.one_at_a_time import Turns

LONG = 30.0


def test_a_second_call_waits_for_the_first() -> None:
    turns = Turns()
    turns.take()
    entered = threading.Event()

    def second() -> None:
        turns.take()
        entered.set()

    thread = threading.Thread(target=second)
    thread.start()
    assert not entered.wait(0.05)
    turns.give_back()
    assert entered.wait(LONG)
    thread.join()


def test_who_has_the_turn_sees_that_a_call_waits() -> None:
    turns = Turns()
    turns.take_spare()
    assert not turns.wanted
    thread = threading.Thread(target=turns.take)
    thread.start()
    while not turns.wanted:
        pass
    turns.give_back()
    thread.join(LONG)
    assert not turns.wanted


@pytest.mark.parametrize("_attempt", range(20))
def test_a_waiting_call_comes_before_waiting_reading_ahead(_attempt: int) -> None:
    turns = Turns()
    turns.take()
    order: list[str] = []

    def spare() -> None:
        turns.take_spare()
        order.append("spare")
        turns.give_back()

    def call() -> None:
        turns.take()
        order.append("call")
        turns.give_back()

    threads = [threading.Thread(target=spare), threading.Thread(target=call)]
    for thread in threads:
        thread.start()
    while not turns.wanted:
        pass
    turns.give_back()
    for thread in threads:
        thread.join(LONG)
    assert order == ["call", "spare"]
