"""Reading while people type: the likeliest paper is known to the model when the question comes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from index.errors import AnswerableError

_log = logging.getLogger(__name__)


class ReadingAhead:
    """Does one thing at a time, in a thread; of what is wanted meanwhile only the latest."""

    def __init__(self) -> None:
        self._using = threading.Lock()
        self._wanted: Callable[[], None] | None = None
        self._thread: threading.Thread | None = None

    def want(self, read: Callable[[], None]) -> None:
        """Have this done next, in place of what was wanted before and is not begun."""
        with self._using:
            self._wanted = read
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="read-ahead", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while (read := self._next()) is not None:
            try:
                read()
            except AnswerableError as error:
                # The question itself will say what is wrong, if it is asked.
                _log.debug("reading ahead: %s", error)
            except Exception:
                _log.exception("reading ahead")

    def _next(self) -> Callable[[], None] | None:
        with self._using:
            read, self._wanted = self._wanted, None
            if read is None:
                self._thread = None
            return read
