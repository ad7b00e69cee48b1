"""Does an abstract say what a sentence claims?

Content is judged by aligning words; numbers, names, negations and directions are judged apart,
because one wrong word of these turns a true sentence into a false one without changing what it
is about.
"""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from index.embedding import Embedder
from rag.alignment import (
    Floats,
    Source,
    coverage_by_sentence,
    read_source,
    similarities,
    word_vectors,
)
from rag.answers import Verdict
from rag.directions import Polarity, comparisons_of, polarity_of
from rag.names import Mentions, names_of
from rag.quantities import Quantity, quantities_of, same_quantity
from rag.words import Word, words_of

# A sentence has a verb; its commonest forms tell it from a bare answer well enough.
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|cannot|do|does|did|will|be|\w{3,}ed)\b", re.I
)

_KEPT = 256
_SUPPORTED = 0.5
_PARTLY = 0.35
# What a word counts that the question already said.
_GIVEN = 0.25
_MOST_SENTENCES = 3


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
    sentences: tuple[tuple[int, int], ...] = ()
    reasons: tuple[str, ...] = ()


class Checker:
    """Checks claims against abstracts. Abstracts stay encoded, so that each costs once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
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
        return _Comparison(self._embedder, claim, question, source).check()

    def _read(self, abstract: str, title: str | None) -> Source:
        key = (abstract, title)
        source = self._sources.pop(key, None) or read_source(self._embedder, abstract, title)
        self._sources[key] = source
        if len(self._sources) > _KEPT:
            self._sources.popitem(last=False)
        return source


class _Comparison:
    """One claim beside one source."""

    def __init__(self, embedder: Embedder, claim: str, question: str, source: Source) -> None:
        lead = f"{question.strip()} " if question.strip() else ""
        encoding = embedder.encode([lead + claim])[0]
        self.claim, self.question, self.source = claim, question, source
        self.words = words_of(claim)
        shifted = [
            Word(w.text, w.start + len(lead), w.end + len(lead), w.stem, w.weight)
            for w in self.words
        ]
        asked = words_of(lead)
        self.vectors = word_vectors(encoding, shifted)
        self.matrix = similarities(self.words, self.vectors, source)
        given = {word.stem for word in asked}
        self.weights: Floats = np.array(
            [w.weight * (_GIVEN if w.stem in given else 1.0) for w in self.words],
            dtype=np.float32,
        )
        self.quantities = quantities_of(claim)
        self._match_numbers()
        self.best = coverage_by_sentence(self.matrix, self.weights, source)
        asked_matrix = similarities(asked, word_vectors(encoding, asked), source)
        asked_weights: Floats = np.array([w.weight for w in asked], dtype=np.float32)
        asked_best = coverage_by_sentence(asked_matrix, asked_weights, source)
        self.asked = asked_best @ asked_weights / max(float(asked_weights.sum()), 1e-6)
        self.polarity = polarity_of(claim, self.words)
        self.fragment = bool(question) and len(self.words) <= 12 and not _VERB.search(claim)

    def _match_numbers(self) -> None:
        """Let `1.5 million` match `1,500,000`, which are other words."""
        for quantity in self.quantities:
            rows = _inside(self.words, quantity)
            for written in self.source.quantities:
                if same_quantity(quantity, written):
                    self.matrix[np.ix_(rows, _inside(self.source.words, written))] = 1.0

    def check(self) -> Check:
        chosen = self._choose_sentences()
        covered = self.best[chosen].max(axis=0)
        total = float(self.weights.sum())
        coverage = float(covered @ self.weights) / total if total > 0 else float(self.asked.max())
        score = 1.0 / (1.0 + np.exp(-10.0 * (coverage - 0.62)))
        against: list[str] = []
        missing = self._numbers() + self._names()
        if missing:
            against += missing
            score = min(score, 0.1)
        turned = self._turned(chosen)
        if turned:
            against += turned
            score = min(score, 0.15)
        if turned or (missing and coverage > 0.75):
            verdict: Verdict = "contradicted" if turned else "unsupported"
        elif score >= _SUPPORTED:
            verdict = "supported"
        elif score >= _PARTLY:
            verdict = "partly"
        else:
            verdict = "unsupported"
        if verdict in {"partly", "unsupported"} and not against:
            against.append(self._uncovered(covered))
        spans = tuple(self.source.sentences[number] for number in chosen)
        return Check(verdict, round(float(score), 4), spans, tuple(against))

    def _choose_sentences(self) -> list[int]:
        """The sentence that covers the claim best, and others while they add much to it."""
        total = max(float(self.weights.sum()), 1e-6)
        single = self.best @ self.weights / total
        for quantity in self.quantities:
            for written in self.source.quantities:
                if same_quantity(quantity, written):
                    single[self._sentence_at(written.start)] += 0.3
        chosen = [int(np.argmax(single + 0.3 * self.asked))]
        while len(chosen) < min(_MOST_SENTENCES, len(self.source.sentences)):
            covered = self.best[chosen].max(axis=0)
            gains = (np.maximum(self.best, covered) - covered) @ self.weights / total
            if gains.max() < 0.12:
                break
            chosen.append(int(np.argmax(gains)))
        return chosen

    def _sentence_at(self, position: int) -> int:
        return next(
            (n for n, (_, end) in enumerate(self.source.sentences) if position < end),
            len(self.source.sentences) - 1,
        )

    def _numbers(self) -> list[str]:
        given = quantities_of(self.question)
        written = self.source.quantities
        reasons = []
        for quantity in self.quantities:
            if any(same_quantity(quantity, other) for other in (*written, *given)):
                continue
            if quantity.kind == "ordinal" and not any(o.kind == "ordinal" for o in written):
                continue
            if quantity.spelled and quantity.value <= 12 and self._may_be_a_count(quantity):
                continue
            shown = self.claim[quantity.start : quantity.end].strip()
            reasons.append(f"the number {shown} is not in the source")
        return reasons

    def _may_be_a_count(self, quantity: Quantity) -> bool:
        """Whether nothing else is counted of what this number counts, and a list is that long."""
        nouns = set(quantity.nouns)
        if any(nouns & set(other.nouns) for other in self.source.quantities):
            return False
        lists = re.findall(r"(?:[^,.;:]+,){1,}[^,.;:]*\b(?:and|or)\b[^,.;:]+", self.source.text)
        pairs = re.findall(r"\b(?:and|both)\b", self.source.text)
        lengths = {len(re.split(r",\s*(?:and\s|or\s)?|\s(?:and|or)\s", found)) for found in lists}
        return quantity.value in lengths or (quantity.value == 2 and bool(pairs))

    def _names(self) -> list[str]:
        asked = Mentions(self.question)
        return [
            f"the name {name.text} is not in the source"
            for name in names_of(self.claim)
            if name.text not in self.source.mentions and name.text not in asked
        ]

    def _turned(self, chosen: list[int]) -> list[str]:
        reasons: list[str] = []
        # A bare answer to "Why is it not ...?" shares the question's negation.
        if not (self.fragment and polarity_of(self.question, words_of(self.question)).negates):
            reasons += self._negations(chosen)
        reasons += self._directions(chosen)
        for number in chosen[:2]:
            reasons += self._comparisons(number)
        return list(dict.fromkeys(reasons))

    def _partner(self, row: int, number: int) -> tuple[int, float]:
        """The word of a sentence that a claim's word matches best, and how well."""
        inside = np.flatnonzero(self.source.sentence_of == number)
        if not len(inside):
            return -1, 0.0
        at = int(inside[np.argmax(self.matrix[row, inside])])
        return at, float(self.matrix[row, at])

    def _negations(self, chosen: list[int]) -> list[str]:
        """Words that are negated on one side only, in every sentence that speaks of them."""
        theirs: Polarity = self.source.polarity
        unconfirmed: dict[str, bool] = {}
        for number in chosen:
            partners = {}
            for row, word in enumerate(self.words):
                at, match = self._partner(row, number)
                if word.weight > 0 and match >= 0.9:
                    partners[row] = at
            for scope in self.polarity.scopes:
                paired = [row for row in scope if row in partners]
                if not paired or len(paired) < 0.5 * len(scope):
                    continue
                reason = f"the source does not negate {self.words[paired[0]].text!r}"
                differ = all(not theirs.negated[partners[row]] for row in paired)
                unconfirmed[reason] = unconfirmed.get(reason, True) and differ
            back = {at: row for row, at in partners.items()}
            for scope in theirs.scopes:
                paired = [at for at in scope if at in back]
                inside = self.source.sentence_of[scope[0]] == number
                if not inside or not paired or len(paired) < 0.67 * len(scope):
                    continue
                reason = f"the source negates {self.source.words[paired[0]].text!r}"
                differ = all(not self.polarity.negated[back[at]] for at in paired)
                unconfirmed[reason] = unconfirmed.get(reason, True) and differ
        return [reason for reason, differ in unconfirmed.items() if differ]

    def _directions(self, chosen: list[int]) -> list[str]:
        """Words that point the other way than the nearest word of their axis in the source."""
        reasons = []
        for mine in self.polarity.directions:
            same, turned, against = 0.0, 0.3, ""
            for number in chosen:
                places = self._context(mine.index, number)
                for other in self.source.polarity.directions:
                    if other.axis != mine.axis or self.source.sentence_of[other.index] != number:
                        continue
                    if self.source.words[other.index].stem == self.words[mine.index].stem:
                        same = same if other.sign != mine.sign else max(same, 1.0)
                        continue  # the same word, negated on one side: judged as a negation
                    fit = sum(match / (1.0 + abs(at - other.index)) for at, match in places)
                    if other.sign == mine.sign:
                        same = max(same, fit)
                    elif fit > turned:
                        turned, against = fit, self.source.words[other.index].text
            if against and turned > 1.2 * same:
                word = self.words[mine.index].text
                reasons.append(f"{word!r} against {against!r} in the source")
        return reasons

    def _context(self, index: int, number: int) -> list[tuple[int, float]]:
        """Where the neighbours of a claim's word stand in a sentence, with their matches."""
        places = []
        for row in range(max(0, index - 4), min(len(self.words), index + 5)):
            if row != index and self.words[row].weight > 0:
                at, match = self._partner(row, number)
                if match >= 0.7:
                    places.append((at, match / abs(row - index)))
        return places

    def _comparisons(self, number: int) -> list[str]:
        mine = comparisons_of(self.claim, self.words, self.polarity)
        if not mine:
            return []
        theirs = [
            c for c in self.source.comparisons if self.source.sentence_of[c.left[0]] == number
        ]
        reasons = []
        for claimed in mine:
            for written in theirs:
                if claimed.axis != written.axis:
                    continue
                straight = self._match(claimed.left, written.left) + self._match(
                    claimed.right, written.right
                )
                crossed = self._match(claimed.left, written.right) + self._match(
                    claimed.right, written.left
                )
                same = claimed.sign == written.sign
                if (same and crossed > straight + 0.5) or (not same and straight > crossed + 0.5):
                    reasons.append("the comparison goes the other way in the source")
        return reasons

    def _match(self, mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
        block = self.matrix[np.ix_(mine, theirs)].max(axis=1)
        return float((block * (block >= 0.6)).mean())

    def _uncovered(self, covered: Floats) -> str:
        lost = (1.0 - covered) * self.weights
        worst = [self.words[i].text for i in np.argsort(-lost)[:3] if lost[i] > 0.3]
        return (
            f"the source does not speak of {', '.join(map(repr, worst))}"
            if worst
            else "the source says little of this"
        )


def _inside(words: Sequence[Word], quantity: Quantity) -> list[int]:
    """The indexes of the words that write a number."""
    return [
        index
        for index, word in enumerate(words)
        if quantity.start <= word.start < quantity.end or word.start <= quantity.start < word.end
    ]


def _clean(claim: str) -> str:
    """Without citation markers and emphasis."""
    claim = re.sub(r"\[\d+(?:\s*[,;–-]\s*\d+)*\]", "", claim)
    return re.sub(r"[*`]+", "", claim).strip()


def _verbatim(claim: str, source: Source) -> tuple[tuple[int, int], ...]:
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
