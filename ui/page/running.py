"""Answering in the background: one generation at a time, stopped at once, the page never waits."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import Literal

from index.errors import AnswerableError
from rag.errors import ModelError
from rag.events import Event, Progress
from rag.models.protocol import LanguageModel
from ui.page.turns import Turn

_log = logging.getLogger(__name__)

ModelState = Literal["loading", "ready", "failed"]


class BackgroundModel:
    """A language model that is loaded in a thread while the page is already in use.

    Called, it waits for the model and gives it, as the assistant expects.
    """

    def __init__(self, load: Callable[[], LanguageModel]) -> None:
        self._load = load
        self._model: LanguageModel | None = None
        self._failure: AnswerableError | None = None
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="load-model", daemon=True)

    def start(self) -> None:
        """Begin to load."""
        self._thread.start()

    @property
    def state(self) -> ModelState:
        """How far the model is."""
        if not self._done.is_set():
            return "loading"
        return "ready" if self._model is not None else "failed"

    @property
    def name(self) -> str:
        """The model's name, once it is there."""
        return self._model.name if self._model is not None else ""

    @property
    def failure(self) -> AnswerableError | None:
        """Why there is no model."""
        return self._failure

    def __call__(self) -> LanguageModel:
        """The model, when it has loaded.

        Raises AnswerableError when it could not be loaded.
        """
        self._done.wait()
        if self._model is None:
            failure = self._failure
            raise failure or ModelError("The language model could not be loaded.")
        return self._model

    def close(self) -> None:
        """Free the model's memory, waiting for a load that has begun."""
        if self._thread.is_alive():
            self._thread.join()
        if self._model is not None:
            self._model.close()

    def _run(self) -> None:
        try:
            self._model = self._load()
        except AnswerableError as error:
            self._failure = error
        except MemoryError:
            self._failure = ModelError(
                "There is not enough memory for the language model.",
                "Close other programs, or choose a smaller model: answerable models",
            )
        except Exception as error:
            _log.exception("loading the language model")
            self._failure = ModelError(
                f"The language model could not be loaded: {type(error).__name__}: {error}",
                "answerable doctor says what is missing.",
            )
        finally:
            self._done.set()


class Gate:
    """Lets one through at a time, in order of arrival."""

    def __init__(self) -> None:
        self._queue: deque[object] = deque()
        self._changed = threading.Condition()

    def join(self) -> object:
        """Stand in line; the ticket is given back to `leave`."""
        ticket = object()
        with self._changed:
            self._queue.append(ticket)
        return ticket

    @property
    def busy(self) -> bool:
        """Whether anyone is through, or waits."""
        with self._changed:
            return bool(self._queue)

    def ahead(self, ticket: object) -> int:
        """How many are before this one; 0 means go."""
        with self._changed:
            return self._queue.index(ticket)

    def leave(self, ticket: object) -> None:
        """Let the next one through."""
        with self._changed:
            self._queue.remove(ticket)
            self._changed.notify_all()

    def wait(self, seconds: float) -> None:
        """Sleep until the line moves, at most so long."""
        with self._changed:
            self._changed.wait(seconds)


class Run:
    """One question being answered in a thread of its own.

    Iterating gives the turn each time it has changed, and at least every second, so that whoever
    iterates can find out that nobody listens any more. What changes in between is passed over:
    only the latest counts. `stop` closes the stream of events after its current event.
    """

    HEARTBEAT_S = 1.0
    SHORTEST_S = 0.1
    # Of those in a queue all places change whenever the first one leaves: a page full of people
    # who wait would be busy with telling them.
    IN_LINE_S = 2.0
    _POLL_S = 0.1

    def __init__(
        self,
        turn: Turn,
        events: Callable[[], Iterator[Event]],
        gate: Gate | None = None,
        model: BackgroundModel | None = None,
    ) -> None:
        self._turn = turn
        self._events = events
        self._gate = gate
        self._model = model
        self._version = 0
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="answer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Have the model stop; returns at once."""
        self._stop.set()
        with self._changed:
            if self._turn.running:
                self._turn = self._turn.stopped()
                self._version += 1
                self._changed.notify_all()

    def join(self, seconds: float | None = None) -> bool:
        """Wait until the stream is closed; whether it is."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def __iter__(self) -> Iterator[Turn]:
        seen = -1
        while True:
            with self._changed:
                if seen == self._version:
                    self._changed.wait(self.HEARTBEAT_S)
                seen, turn = self._version, self._turn
            yield turn
            if not turn.running:
                return
            if turn.ahead:
                with self._changed:
                    self._changed.wait_for(self._goes_on, self.IN_LINE_S)
            else:
                # A model that writes faster than eyes read need not redraw the page each time.
                self._stop.wait(self.SHORTEST_S)

    def _goes_on(self) -> bool:
        """Whether it waits in line no more."""
        return not (self._turn.ahead and self._turn.running)

    def _show(self, turn: Turn) -> None:
        with self._changed:
            # After a stop the turn has ended: nothing more is added to it.
            if self._turn.running:
                self._turn = turn
                self._version += 1
                self._changed.notify_all()

    def _work(self) -> None:
        ticket: object | None = None
        events: Iterator[Event] | None = None
        try:
            events = self._events()
            for event in events:
                self._show(self._turn.after(event))
                if self._gate is not None and ticket is None and _needs_model(event):
                    ticket = self._gate.join()
                    self._wait_for(self._gate, ticket)
                if self._stop.is_set():
                    break
            else:
                if self._turn.running:
                    self._show(self._turn.failed("The answer broke off without an end."))
        except AnswerableError as error:
            self._show(self._turn.failed(error.message, error.remedy))
        except MemoryError:
            self._show(self._turn.failed("There was not enough memory to answer."))
        except Exception as error:
            _log.exception("answering")
            self._show(self._turn.failed(f"Something went wrong: {type(error).__name__}: {error}"))
        finally:
            if isinstance(events, Generator):
                events.close()
            if self._gate is not None and ticket is not None:
                self._gate.leave(ticket)

    def _wait_for(self, gate: Gate, ticket: object) -> None:
        """Wait for the turn in line, then for the model, showing both."""
        while not self._stop.is_set():
            ahead = gate.ahead(ticket)
            loading = self._model is not None and self._model.state == "loading"
            if self._turn.ahead != ahead or self._turn.waits_for_model != loading:
                self._show(self._turn.waiting(ahead=ahead, for_model=loading))
            if not ahead and not loading:
                return
            gate.wait(self._POLL_S)


def _needs_model(event: Event) -> bool:
    """Whether what comes after this event may need the model: all but searching does."""
    return not isinstance(event, Progress) or event.stage != "searching"
