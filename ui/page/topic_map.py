"""The map of topics as the page shows it: drawn in the background, told in plain values."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from typing import Any, Protocol

from index.errors import AnswerableError
from index.papers import Paper
from index.topic_map import TopicMap
from ui.page.texts import Language, say

_log = logging.getLogger(__name__)
_LONGEST_TITLE = 160
_SCALE = 10_000  # coordinates are sent as whole numbers


class Mapped(Protocol):
    """What the map needs of a library."""

    @property
    def changes(self) -> int: ...
    def topic_map(self) -> TopicMap: ...
    def paper(self, paper_id: str) -> Paper: ...


class Atlas:
    """The latest map of a library. It is drawn by a thread, when somebody looks at it."""

    def __init__(self, library: Mapped) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._drawn: TopicMap | None = None
        self._drawn_at = -1
        self._failed_at = -1
        self._failure = ""
        self._drawing = False

    def look(self, known: str, language: Language) -> dict[str, Any]:
        """The map, and whether a newer one is being drawn.

        `known` is the name of the map that the page shows already: it is not sent again.
        """
        with self._lock:
            stale = self._library.changes not in (self._drawn_at, self._failed_at)
            if stale and not self._drawing:
                self._drawing = True
                threading.Thread(target=self._draw, name="topic-map", daemon=True).start()
            drawn, drawing = self._drawn, self._drawing
        told: dict[str, Any] = {"drawing": drawing, "failure": self._failure}
        if drawn is not None and drawn.name != known:
            told["map"] = self._told(drawn, language)
        return told

    def _draw(self) -> None:
        if sys.platform == "linux":
            # Nobody waits for this: answering goes first.
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
        while True:
            changes = self._library.changes
            drawn, failure = None, ""
            try:
                drawn = self._library.topic_map()
            except AnswerableError as error:
                failure = f"{error.message} {error.remedy}"
            except Exception as error:
                _log.exception("drawing the map of topics")
                failure = f"{type(error).__name__}: {error}"
            with self._lock:
                self._failure = failure
                if drawn is not None:
                    self._drawn, self._drawn_at = drawn, changes
                else:
                    self._failed_at = changes
                if failure or changes == self._library.changes:
                    self._drawing = False
                    return

    def _told(self, drawn: TopicMap, language: Language) -> dict[str, Any]:
        papers: list[list[Any]] = []
        for paper_id, (x, y), topic in zip(
            drawn.paper_ids, drawn.points.tolist(), drawn.topic_of.tolist(), strict=True
        ):
            with contextlib.suppress(AnswerableError):  # removed since
                paper = self._library.paper(paper_id)
                papers.append(
                    [paper_id, round(x * _SCALE), round(y * _SCALE), topic, *_title(paper)]
                )
        topics = [
            ", ".join(words) or say(language, "topic", n=number)
            for number, words in enumerate(drawn.topics, start=1)
        ]
        return {"name": drawn.name, "topics": topics, "papers": papers, "scale": _SCALE}


def _title(paper: Paper) -> tuple[str, str]:
    """What is shown of a paper that is pointed at: its title, and its first author and year."""
    title = " ".join((paper.title or paper.label).split())
    author = paper.authors[0] if paper.authors else ""
    author += " et al." if len(paper.authors) > 1 else ""
    by = " · ".join(part for part in (author, str(paper.year or "")) if part)
    return title[:_LONGEST_TITLE], by[:_LONGEST_TITLE]
