"""What the library's part of the page does: finding papers, reading them, acting on several."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterable, Sequence
from typing import Protocol

from index.adding import AddProgress
from index.errors import LibraryError
from index.exporting import export as export_papers
from index.papers import Paper
from index.topic_map import TopicMap
from ui.page import paper_table
from ui.page.exporting import File
from ui.page.overview import Within, overview_html
from ui.page.paper_page import paper_html
from ui.page.texts import Language, say
from ui.page.topic_map import Atlas
from ui.page.uploading import TakesPapers

MOST_COMPARED = 6
_SIMILAR = 6
# Ending and media type of each way to export papers.
KINDS = {
    "bibtex": ("bib", "application/x-bibtex"),
    "ris": ("ris", "application/x-research-info-systems"),
    "csl-json": ("json", "application/vnd.citationstyles.csl+json"),
    "csv": ("csv", "text/csv"),
}


class Keeps(TakesPapers, Protocol):
    """What the shelf needs of a library."""

    @property
    def changes(self) -> int: ...
    def papers(self) -> Iterable[Paper]: ...
    def paper(self, paper_id: str) -> Paper: ...
    def duplicates(self, paper_id: str) -> Sequence[Paper]: ...
    def remove(self, paper_ids: Iterable[str]) -> int: ...
    def similar_papers(self, paper_id: str, k: int) -> list[tuple[str, float]]: ...
    def topic_map(self) -> TopicMap: ...


class Shelf:
    """The papers of a library as the page shows them, for all who have it open."""

    def __init__(self, library: Keeps) -> None:
        self._library = library
        self._texts = paper_table.Texts()
        self._readied = -1
        # Of a large library it takes the better part of a second.
        self._overviews: dict[Language, tuple[int, str]] = {}
        self.atlas = Atlas(library)

    def found(self, words: str, order: str, within: Within | None) -> list[Paper]:
        """The papers that the list is about, in order."""
        held = self._library.papers()
        shown = [paper for paper in held if within is None or within.holds(paper)]
        return paper_table.matching(shown, words, order, self._texts)

    def table(
        self, words: str, order: str, within: Within | None, limit: int, language: Language
    ) -> str:
        """The list of papers."""
        self._make_ready(language)
        found = self.found(words, order, within)
        total = sum(1 for _ in self._library.papers())
        limited = "" if within is None else _described(within, language)
        return paper_table.table_html(found, total, limit, order, language, limited)

    def overview(self, language: Language) -> str:
        """The library at a glance."""
        changes = self._library.changes
        known = self._overviews.get(language)
        if known is None or known[0] != changes:
            known = changes, overview_html(list(self._library.papers()), language)
            self._overviews[language] = known
        return known[1]

    def paper(self, paper_id: str) -> Paper | None:
        """A paper of the library; None where it is there no more."""
        try:
            return self._library.paper(paper_id)
        except LibraryError:
            return None

    def some(self, paper_ids: Iterable[object]) -> list[Paper]:
        """Those of the papers that are in the library."""
        found = (self.paper(str(paper_id)) for paper_id in paper_ids)
        return [paper for paper in found if paper is not None]

    def page(self, paper_id: str, language: Language) -> str:
        """A paper's page; empty where there is no such paper."""
        paper = self.paper(paper_id)
        if paper is None:
            return ""
        similar = [each for each, _ in self._library.similar_papers(paper.paper_id, _SIMILAR)]
        also = self._library.duplicates(paper.paper_id)
        return paper_html(paper, language, self.some(similar), also)

    def remove(self, paper_ids: Iterable[object]) -> list[Paper]:
        """Take papers out of the library and give them, so that they can be put back."""
        gone = self.some(paper_ids)
        self._library.remove([paper.paper_id for paper in gone])
        return gone

    def restore(self, papers: Sequence[Paper]) -> None:
        """Put papers back that were removed."""
        self._library.add(iter(papers), progress=_unheard)

    def export(self, paper_ids: Iterable[object], kind: str) -> File:
        """Papers as a file. Raises AnswerableError for another kind than those of `KINDS`."""
        out = io.StringIO(newline="")
        papers = self.some(paper_ids)
        export_papers(papers, kind, out)
        ending, media = KINDS[kind]
        return File(f"papers-{len(papers)}.{ending}", f"{media};charset=utf-8", out.getvalue())

    def _make_ready(self, language: Language) -> None:
        """Begin to make ready what a search looks at and the overview: the first is quick too."""
        changes = self._library.changes
        if self._readied == changes:
            return
        self._readied = changes

        def make() -> None:
            held = list(self._library.papers())
            self._texts.keep_only(held)
            for paper in held:
                self._texts(paper)
            self.overview(language)

        threading.Thread(target=make, name="paper-texts", daemon=True).start()


def compare_question(papers: Sequence[Paper], language: Language) -> str:
    """What is asked to have papers compared; empty unless there are two to six."""
    if not 2 <= len(papers) <= MOST_COMPARED:
        return ""
    names = [f"“{paper.label}”" for paper in papers]
    listed = say(language, "comma").join(names[:-1])
    return say(language, "compare_question", names=f"{listed}{say(language, 'and')}{names[-1]}")


def _described(within: Within, language: Language) -> str:
    if within.kind == "chosen":
        return say(language, "chosen", k=len(within.ids))
    kinds = {"years": "year", "venue": "venue", "authors": "authors", "tags": "tags"}
    return f"{say(language, kinds[within.kind])}: {within.words}"


def _unheard(_: AddProgress) -> None:
    """Nobody wants to know how far it is."""
