"""The assistant: one question in, a stream of events out, ending in a checked, cited answer."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Generator, Iterator
from typing import cast

from index.errors import AnswerableError, LibraryError
from index.filters import PaperFilter
from index.library import Library
from rag.answers import Answer
from rag.checking import Checker
from rag.comparing import compare
from rag.composing import compose, sources_of
from rag.conversations import Conversation
from rag.events import Complete, Event, EvidenceFound, Failed, Progress
from rag.extracting import extract
from rag.facts import answer_fact
from rag.following import Resolved, resolve
from rag.listing import list_papers
from rag.metadata import answer_metadata, asks_for_metadata
from rag.metering import Meter
from rag.models.protocol import LanguageModel
from rag.questions import Kind, Question, understand
from rag.remarks import say
from rag.reranking import Reranker
from rag.restyling import Style, restyle, style_asked
from rag.retrieval import Candidate, Retriever
from rag.summarising import summarise
from rag.translating import in_language, to_english
from rag.turns import Draft, Drafting, Turn

SOURCES = 8

_ANSWERERS: dict[Kind, Callable[[Turn], Drafting]] = {
    "fact": answer_fact,
    "summary": summarise,
    "comparison": compare,
    "list": list_papers,
    "count": list_papers,
}


class Assistant:
    """Answers questions about a library.

    Args:
        library: an open library.
        model: a language model, or a function that loads one when the first question needs it;
            None where only verbatim (`extractive`) answers are wanted.
        reranker: reads question and paper together, to order the best of what was found.

    Example:
        >>> for event in Assistant(library, model).ask("What is LoRA?"):  # doctest: +SKIP
        ...     if isinstance(event, Complete):
        ...         print(event.answer.answer)
    """

    def __init__(
        self,
        library: Library,
        model: LanguageModel | Callable[[], LanguageModel] | None,
        reranker: Reranker | None = None,
    ) -> None:
        self.library = library
        self._model = model
        self._loading = threading.Lock()
        self._retriever = Retriever(library, reranker)
        self._checker = Checker(library.embedder)

    def model(self) -> LanguageModel | None:
        """The language model, loaded by now. Raises `ModelError` where it cannot be."""
        with self._loading:
            if callable(self._model):
                self._model = self._model()
            return self._model

    @property
    def model_is_loaded(self) -> bool:
        """Whether a question can be answered without loading the model first."""
        return self._model is None or not callable(self._model)

    def ask(
        self,
        question: str,
        conversation: Conversation | None = None,
        *,
        where: PaperFilter | None = None,
        extractive: bool = False,
    ) -> Iterator[Event]:
        """Answer a question; the last event is `Complete` or `Failed`.

        Closing the iterator stops the model. `where` limits the papers that are looked at;
        `extractive` answers with the papers' own sentences, without a language model.

        Raises `QuestionError` for a question that cannot be asked.
        """
        understood = understand(question)
        meter = Meter()
        try:
            yield from self._answer(
                understood, conversation or Conversation(), meter, where, extractive
            )
        except AnswerableError as error:
            yield Failed(error.message, error.remedy)

    def _answer(
        self,
        question: Question,
        conversation: Conversation,
        meter: Meter,
        where: PaperFilter | None,
        extractive: bool,
    ) -> Generator[Event, None, None]:
        count = len(self.library)
        if not count:
            raise LibraryError("The library is empty.", "Add papers first: answerable add FILE")
        style = style_asked(question.text)
        if style is not None and conversation.turns:
            yield from self._again(question, style, conversation.turns[-1], meter)
            return
        yield Progress("searching", f"searching {count:,} papers")
        text = question.text
        translated = question.language != "en" and not extractive
        if translated:
            yield from self._ready(meter)
            yield Progress("reading", "translating the question")
            text = to_english(question.text, meter)
        candidates = self._retriever.search(text, limit=SOURCES, where=where)
        resolved = resolve(question, text, conversation, self.library, candidates)
        if resolved.focus:
            if resolved.alone:
                where = dataclasses.replace(
                    where or PaperFilter(), paper_ids=_within(where, resolved.focus)
                )
                question = dataclasses.replace(question, leans=True)
            candidates = self._retriever.search(
                f"{text} {resolved.query}".strip(), limit=SOURCES, where=where, also=resolved.focus
            )
            candidates = _focus_first(candidates, resolved)
        yield EvidenceFound(sources_of(candidates), meter.evidence_found())
        turn = Turn(
            question=question,
            text=text,
            standalone=resolved.standalone,
            earlier=resolved.earlier,
            candidates=tuple(candidates),
            focus=resolved.focus,
            where=where,
            library=self.library,
            retriever=self._retriever,
            checker=self._checker,
            meter=meter,
        )
        if resolved.missing:
            numbers = ", ".join(map(str, resolved.missing))
            remark = say(question.language, "no_such_source", numbers=numbers)
            yield Complete(compose(turn, Draft(remark=remark, stands=True), "conversation"))
            return
        if extractive:
            draft = yield from extract(turn)
            yield Complete(compose(turn, draft, "extractive"))
            return
        if asks_for_metadata(text):
            draft = yield from answer_metadata(turn)
            yield Complete(compose(turn, draft, "metadata"))
            return
        yield from self._ready(meter)
        draft = yield from _ANSWERERS[question.kind](turn)
        if translated:
            draft = yield from in_language(draft, question.language, meter)
        yield Complete(compose(turn, draft, meter.model.name))

    def _again(
        self, question: Question, style: Style, last: Answer, meter: Meter
    ) -> Generator[Event, None, None]:
        """The last question once more, from the papers that were found for it."""
        candidates = tuple(
            Candidate(self.library.paper(source.paper_id), source.score, source.score)
            for source in last.sources
            if source.paper_id in self.library
        )
        asked = understand(last.standalone_question)
        turn = Turn(
            question=dataclasses.replace(asked, text=question.text, kind=cast("Kind", last.kind)),
            text=last.in_english or last.standalone_question,
            standalone=last.standalone_question,
            earlier="",
            candidates=candidates,
            focus=(),
            where=None,
            library=self.library,
            retriever=self._retriever,
            checker=self._checker,
            meter=meter,
        )
        draft = yield from restyle(turn, style, last)
        yield Complete(compose(turn, draft, last.model))

    def _ready(self, meter: Meter) -> Generator[Event, None, None]:
        if not self.model_is_loaded:
            yield Progress("loading", "loading the language model")
        model = self.model()
        if model is not None:
            meter.use(model)


def _within(where: PaperFilter | None, focus: tuple[str, ...]) -> frozenset[str]:
    """The papers in focus that a filter on papers lets through."""
    chosen = where.paper_ids if where is not None else None
    return frozenset(focus) if chosen is None else chosen.intersection(focus)


def _focus_first(candidates: list[Candidate], resolved: Resolved) -> list[Candidate]:
    """Papers that a leaning question points back to come before those that were only found."""
    focus = {paper_id: place for place, paper_id in enumerate(resolved.focus)}
    return sorted(candidates, key=lambda c: focus.get(c.paper.paper_id, len(focus)))
