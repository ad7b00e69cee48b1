"""The assistant: one question in, a stream of events out, ending in a checked, cited answer."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import cast

from index.errors import AnswerableError, LibraryError
from index.filters import PaperFilter
from index.library import Library
from index.papers import Paper
from rag.answers import Answer
from rag.checking import Checker
from rag.compared import papers_called, part_of
from rag.comparing import compare
from rag.composing import compose, sources_of
from rag.conversations import Conversation
from rag.describing import describe_library
from rag.entailment import EntailmentModel
from rag.errors import QuestionError
from rag.events import Complete, Event, EvidenceFound, Failed, Progress
from rag.extracting import extract
from rag.facts import answer_fact
from rag.finding import find
from rag.kinds import Kind
from rag.listing import list_papers
from rag.metadata import answer_metadata, asks_for_metadata
from rag.metering import Meter
from rag.models.protocol import LanguageModel
from rag.ordering import in_order, without_order
from rag.prompts import before_question
from rag.questions import Question, retold, understand, without_correction
from rag.remarks import say
from rag.reranking import Reranker
from rag.restyling import Style, restyle, style_asked
from rag.retrieval import Candidate, Retriever
from rag.scoping import Scope, both, scope_of
from rag.similar import list_similar
from rag.summarising import summarise
from rag.tables import short_name
from rag.talking import reply
from rag.translating import in_language, to_english
from rag.turns import THRESHOLD, Draft, Drafting, Turn

_ANSWERERS: dict[Kind, Callable[[Turn], Drafting]] = {
    "fact": answer_fact,
    "summary": summarise,
    "comparison": compare,
    "list": list_papers,
    "count": list_papers,
    "similar": list_similar,
}
# These need a model for what search alone does not decide, or not at all.
_ABOUT_LIBRARY = {"list", "count", "similar"}
# These begin with the likeliest paper.
_READ_AHEAD = {"fact", "summary"}
# These begin with the papers' own words, and need a model only for what they add.
_OWN_WORDS_FIRST = {"summary", "comparison"}
NO_MODEL = "no model"
EXTRACTIVE = "extractive"


class Assistant:
    """Answers questions about a library.

    Args:
        library: an open library.
        model: a language model, or a function that loads one when the first question needs it;
            None where only verbatim (`extractive`) answers are wanted.
        reranker: reads question and paper together, to order the best of what was found.
        entailment: has a say in whether a sentence follows from an abstract.
        threshold: log-odds below which a paper is not taken to state the answer: higher answers
            less, and what it answers more surely.

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
        entailment: EntailmentModel | None = None,
        threshold: float = THRESHOLD,
    ) -> None:
        self.library = library
        self._model = model
        self._threshold = threshold
        self._loading = threading.Lock()
        self._retriever = Retriever(library, reranker)
        self._checker = Checker(library.embedder, entailment=entailment)

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

    def compare(
        self,
        papers: Sequence[str],
        aspect: str = "",
        *,
        where: PaperFilter | None = None,
        extractive: bool = False,
    ) -> Iterator[Event]:
        """Compare papers; the last event is `Complete` or `Failed`.

        Each paper is given by its id, the beginning of one, its name, or a description; `aspect`
        says in plain words what to compare them on. The answer carries a table.
        """
        try:
            yield from self._compare(papers, aspect, Meter(), where, extractive)
        except AnswerableError as error:
            yield Failed(error.message, error.remedy)

    def read_ahead(
        self,
        text: str,
        conversation: Conversation | None = None,
        *,
        where: PaperFilter | None = None,
    ) -> None:
        """Read the paper that a question is likeliest about, while the question is being typed.

        It makes way as soon as a question is asked; what was read by then need not be read again.
        """
        try:
            question = understand(text)
        except QuestionError:
            return
        if question.language != "en" or question.kind not in _READ_AHEAD:
            return
        known = conversation or Conversation()
        found = find(question, question.text, known, self.library, self._retriever, where)
        model = self.model()
        if model is not None and found.candidates:
            likeliest = found.candidates[0].paper
            model.read_ahead(before_question(likeliest, found.resolved.earlier))

    def _answer(
        self,
        question: Question,
        conversation: Conversation,
        meter: Meter,
        where: PaperFilter | None,
        extractive: bool,
    ) -> Generator[Event, None, None]:
        style = style_asked(question.text)
        question, text = without_correction(question, follows=bool(conversation.turns))
        if style is not None and conversation.turns:
            yield from self._again(question, style, conversation.turns[-1], meter)
            return
        if question.kind == "small talk":
            yield from self._at_once(question, meter, where, reply)
            return
        count = len(self.library)
        if not count:
            raise LibraryError("The library is empty.", "Add papers first: answerable add FILE")
        if question.kind == "library":
            yield from self._at_once(question, meter, where, describe_library)
            return
        yield Progress("searching", f"searching {count:,} papers")
        translated = question.language != "en" and not extractive
        if translated:
            yield from self._ready(meter)
            yield Progress("reading", "translating the question")
            text = to_english(text, meter)
            question = retold(question, text)
        scope = self._scope(question, text)
        if scope.where is not None:
            text, where = scope.rest, both(where, scope.where, list(self.library.papers()))
        text, order = without_order(text, question)
        found = find(question, text, conversation, self.library, self._retriever, where)
        question, resolved, text = found.question, found.resolved, found.text
        if question.kind != "similar":  # that looks beyond the papers it points at
            where = found.where
        candidates = found.candidates
        yield EvidenceFound(sources_of(candidates), meter.evidence_found())
        turn = dataclasses.replace(
            self._turn(question, meter, text, resolved.standalone),
            earlier=resolved.earlier,
            candidates=tuple(candidates),
            focus=resolved.focus,
            where=where,
            conditions=scope.conditions,
            ready=None if extractive else lambda: self._ready(meter),
        )
        if resolved.missing:
            numbers = ", ".join(map(str, resolved.missing))
            remark = say(question.language, "no_such_source", numbers=numbers)
            yield Complete(compose(turn, Draft(remark=remark, stands=True), "conversation"))
            return
        if question.kind in _ABOUT_LIBRARY:
            draft = yield from _ANSWERERS[question.kind](turn)
            if order is not None:
                draft = in_order(draft, order, question.language)
            yield Complete(compose(turn, draft, meter.model.name if meter.has_model else NO_MODEL))
            return
        if asks_for_metadata(text):
            draft = yield from answer_metadata(turn)
            yield Complete(compose(turn, draft, "metadata"))
            return
        if extractive and question.kind not in _OWN_WORDS_FIRST:
            draft = yield from extract(turn)
            yield Complete(compose(turn, draft, EXTRACTIVE))
            return
        if question.kind not in _OWN_WORDS_FIRST:
            yield from self._ready(meter)
        draft = yield from _ANSWERERS[question.kind](turn)
        if translated:
            draft = yield from in_language(draft, question.language, meter)
        yield Complete(compose(turn, draft, _written_by(meter, extractive=extractive)))

    def _compare(
        self,
        papers: Sequence[str],
        aspect: str,
        meter: Meter,
        where: PaperFilter | None,
        extractive: bool,
    ) -> Generator[Event, None, None]:
        ready = None if extractive else lambda: self._ready(meter)
        language = understand(aspect).language if aspect.strip() else "en"
        named = Question(" ".join(papers), "comparison", language, leans=True)
        turn = dataclasses.replace(
            self._turn(named, meter, "Compare them.", ""), where=where, ready=ready
        )
        meant = yield from papers_called(turn, papers)
        meter.evidence_found()
        names = say(language, "and").join(short_name(paper) for paper in meant)
        asked = f"Compare {names}{f': {aspect}' if aspect else ''}"
        text = aspect
        if language != "en" and not extractive:
            yield from self._ready(meter)
            text = to_english(aspect, meter)
        turn = dataclasses.replace(
            turn,
            question=dataclasses.replace(turn.question, text=asked),
            text=f"Compare them: {text}" if text else "Compare them.",
            standalone=asked,
            focus=tuple(paper.paper_id for paper in meant),
        )
        draft = yield from compare(turn)
        if language != "en" and not extractive:
            draft = yield from in_language(draft, language, meter)
        yield Complete(compose(turn, draft, _written_by(meter, extractive=extractive)))

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
        asked = dataclasses.replace(asked, text=question.text, kind=cast("Kind", last.kind))
        standalone = last.standalone_question
        turn = dataclasses.replace(
            self._turn(asked, meter, last.in_english or standalone, standalone),
            candidates=candidates,
        )
        draft = yield from restyle(turn, style, last)
        if style in {"chinese", "english"}:
            language = "zh" if style == "chinese" else "en"
            turn = dataclasses.replace(turn, question=dataclasses.replace(asked, language=language))
        if style == "chinese":
            yield from self._ready(meter)
            draft = yield from in_language(draft, "zh", meter)
        yield Complete(compose(turn, draft, last.model))

    def _at_once(
        self,
        question: Question,
        meter: Meter,
        where: PaperFilter | None,
        answer: Callable[[Turn], Drafting],
    ) -> Generator[Event, None, None]:
        """What needs no paper to be found, and no model."""
        meter.evidence_found()
        turn = self._turn(question, meter, question.text, question.text)
        turn = dataclasses.replace(turn, where=where)
        draft = yield from answer(turn)
        yield Complete(compose(turn, draft, NO_MODEL))

    def _turn(self, question: Question, meter: Meter, text: str, standalone: str) -> Turn:
        """A question with the tools to answer it, before anything was found."""
        return Turn(
            question=question,
            text=text,
            standalone=standalone,
            library=self.library,
            retriever=self._retriever,
            checker=self._checker,
            meter=meter,
            threshold=self._threshold,
        )

    def _scope(self, question: Question, text: str) -> Scope:
        """The conditions on papers that a question about the library states."""
        if question.kind not in _ABOUT_LIBRARY:
            return Scope(text)
        papers = list(self.library.papers())
        # A translation may lose what stands in the question.
        stated = scope_of(question.text, papers, self._called)
        scope = scope_of(text, papers, self._called)
        return Scope(scope.rest, scope.where or stated.where, stated.conditions or scope.conditions)

    def _called(self, name: str) -> Paper | None:
        """The paper that a name or a description means, in a condition on other papers."""
        part = part_of(self._retriever, self.library, name)
        return part.candidates[0].paper if part.candidates else None

    def _ready(self, meter: Meter) -> Generator[Event, None, None]:
        if not self.model_is_loaded:
            yield Progress("loading", "loading the language model")
        model = self.model()
        if model is not None:
            meter.use(model)


def _written_by(meter: Meter, *, extractive: bool) -> str:
    if extractive:
        return EXTRACTIVE
    return meter.model.name if meter.has_model else NO_MODEL
