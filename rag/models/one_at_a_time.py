"""Whose turn it is on an engine that does one thing at a time."""

from __future__ import annotations

import threading


class Turns:
    """One turn at a time; reading ahead only takes one that nobody is waiting for.

    A turn may be given back by another thread than the one that took it.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._taken = False
        self._waiting = 0

    def take(self) -> None:
        """Wait for a turn. While this waits, `wanted` is true for whoever has it."""
        with self._changed:
            self._waiting += 1
            try:
                self._changed.wait_for(lambda: not self._taken)
                self._taken = True
            finally:
                self._waiting -= 1

    def take_spare(self) -> None:
        """Wait for a turn that no call is waiting for."""
        with self._changed:
            self._changed.wait_for(lambda: not self._taken and not self._waiting)
            self._taken = True

    def give_back(self) -> None:
        """Let the next one have its turn."""
        with self._changed:
            self._taken = False
            self._changed.notify_all()

    @property
    def wanted(self) -> bool:
        """Whether a call is waiting: who reads ahead then makes way."""
        with self._changed:
            return self._waiting > 0
