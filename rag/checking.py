"""Does an abstract say what a sentence claims?

Content is judged by aligning words; numbers, names, negations and directions are judged apart,
because one wrong word of these turns a true sentence into a false one without changing what it
is about.
"""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from index.embedding import Embedder
from rag.alignment import Alignment, align, read_together
from rag.answers import Verdict
from rag.contradictions import contradictions_of
from rag.entailment import EntailmentModel
from rag.news import news_is_stated
from rag.sources import Source, Span, read_source
from rag.support import Head, default_head, measure

_KEPT = 256
_SUPPORTED = 0.5
# What is left of the confidence where something certain speaks against the claim.
_DOUBTED = 0.5
# Confidence in a claim of which the source says all that the question did not.
_NEWS_STATED = 0.6
# Confidence in a bare "No" where the source contradicts what was asked.
_BARE_NO = 0.7
_PARTLY = 0.35
# From here on a model's opinion that the source contradicts the claim decides how it fails.
_DENIED = 0.5


@dataclass(frozen=True, slots=True)
class Check:
    """What was found about one claim and one abstract.

    Attributes:
        verdict: supported, partly, unsupported or contradicted.
        score: confidence that the abstract supports the claim, 0 to 1.
        sentences: where the sentences that the claim rests on stand in the abstract, best first.
        reasons: what speaks against the claim, in words for people.
    """

    verdict: Verdict
    score: float
    sentences: tuple[Span, ...] = ()
    reasons: tuple[str, ...] = ()


class Checker:
    """Checks claims against abstracts. Abstracts stay encoded, so that each costs once.

    `head` weighs the measurements; the one that comes with the package where none is given.
    `entailment` reads each claim beside the sentences that it rests on, and has a say.
    """

    def __init__(
        self,
        embedder: Embedder,
        head: Head | None = None,
        entailment: EntailmentModel | None = None,
    ) -> None:
        self._embedder = embedder
        self._head = head or default_head()
        self._entailment = entailment
        self._sources: OrderedDict[tuple[str, str | None], Source] = OrderedDict()

    def check(
        self, claim: str, abstract: str, *, title: str | None = None, question: str = ""
    ) -> Check:
        """Judge one claim against one abstract.

        Words, numbers and names of `question` count as given, not as claimed: with it a bare
        "36.2" or "Yes, it is." is a claim too.
        """
        claim = _clean(claim)
        source = self._read(abstract, title)
        if not source.sentences or not re.search(r"\w", claim):
            return Check("unsupported", 0.0, (), ("there is nothing to compare",))
        if verbatim := _verbatim(claim, source):
            return Check("supported", 0.99, verbatim)
        if question and re.fullmatch(r"\W*(?:yes|no)\W*", claim, re.I):
            return self._bare_answer(claim.strip(" .!,").casefold() == "yes", question, source)
        return self._judge(claim, question, source)

    def _bare_answer(self, agrees: bool, question: str, source: Source) -> Check:
        """ "Yes" says what the question asks; "No" that the source says the opposite."""
        stated = self._judge(question.rstrip(" ?"), "", source)
        if agrees:
            return stated
        if stated.verdict == "contradicted":
            return Check("supported", _BARE_NO, stated.sentences)
        reason = "the source does not deny this in so many words"
        return Check("unsupported", round(1 - _BARE_NO, 4), stated.sentences, (reason,))

    def _judge(self, claim: str, question: str, source: Source) -> Check:
        alignment = align(self._embedder, claim, question, source)
        found = contradictions_of(alignment)
        score = self._head.score(measure(alignment, found))
        reasons = [*found.missing, *found.turned]
        denied = False
        if self._entailment is not None:
            read = self._entailment.read(*read_together(alignment))
            score = self._entailment.weights.join(score, read.entailed)
            denied = read.contradicted > _DENIED
        if found.certain:
            score *= _DOUBTED
        elif not reasons and score < _NEWS_STATED and not denied and news_is_stated(alignment):
            score = _NEWS_STATED
        if score >= _SUPPORTED:
            verdict: Verdict = "supported"
            reasons = []
        elif found.turned or denied:
            verdict = "contradicted"
        elif score >= _PARTLY and not reasons:
            verdict = "partly"
        else:
            verdict = "unsupported"
        if not reasons and verdict != "supported":
            reasons = ["the source says otherwise" if denied else _unmatched(alignment)]
        spans = tuple(source.sentences[number] for number in alignment.chosen)
        return Check(verdict, round(score, 4), spans, tuple(reasons))

    def _read(self, abstract: str, title: str | None) -> Source:
        key = (abstract, title)
        source = self._sources.pop(key, None) or read_source(self._embedder, abstract, title)
        self._sources[key] = source
        if len(self._sources) > _KEPT:
            self._sources.popitem(last=False)
        return source


def _unmatched(alignment: Alignment) -> str:
    covered = alignment.best[list(alignment.chosen)].max(axis=0)
    lost = (1.0 - covered) * alignment.weights
    worst = [alignment.words[i].text for i in np.argsort(-lost)[:3] if lost[i] > 0.3]
    listed = ", ".join(map(repr, worst)) or "this"
    return f"the source does not speak of {listed}"


def _clean(claim: str) -> str:
    """Without citation markers and emphasis."""
    claim = re.sub(r"\[\d+(?:\s*[,;–-]\s*\d+)*\]", "", claim)
    return re.sub(r"[*`]+", "", claim).strip()


def _verbatim(claim: str, source: Source) -> tuple[Span, ...]:
    """The sentences that hold the claim word for word; nothing for a lone word or number."""
    squeezed, places = _squeeze(source.text)
    wanted = _squeeze(claim)[0]
    if wanted.count(" ") < 3:
        return ()
    at = f" {squeezed} ".find(f" {wanted} ")
    if at < 0:
        return ()
    before = squeezed[:at].split()[-3:]
    if {"not", "no", "never", "without", "whether", "if", "fail", "fails"} & set(before):
        return ()
    first, last = places[at], places[at + len(wanted) - 1]
    return tuple(span for span in source.sentences if span[0] <= last and first < span[1])


def _squeeze(text: str) -> tuple[str, list[int]]:
    """Words and numbers in lower case with single spaces, and where each character stood."""
    out: list[str] = []
    places: list[int] = []
    for match in re.finditer(r"\w+(?:[.,]\d+)*|[%×]", text):
        if out:
            out.append(" ")
            places.append(match.start())
        folded = unicodedata.normalize("NFKC", match.group()).casefold()
        out.extend(folded)
        places.extend([match.start()] * len(folded))
    return "".join(out), places
