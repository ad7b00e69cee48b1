"""What speaks against a claim: what the source does not have, or has the other way round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.alignment import Alignment
from rag.binding import NumberPlace, least_in_order, number_places
from rag.directions import CLAUSE, Direction, comparisons_of, polarity_of
from rag.names import unknown_names
from rag.number_checks import miscounted_numbers, misplaced_numbers, unknown_numbers
from rag.quantifiers import overstatements
from rag.vagueness import asks_yes_or_no
from rag.words import Word

# From here on two words are taken for the same; from there on one may stand for the other.
_SAME = 0.9
_LIKE = 0.6
_CLOSE = 0.7
# A rival direction must fit its surroundings that well, and so much better than the same one.
_FITTING = 0.1
_BETTER = 1.1
_INSTEAD = frozenset({"instead", "rather"})
# So much better must two numbers fit each in the other's place.
_EXCHANGED = -0.05
# So many words with content away, in the source and in the claim, a word still counts.
_REACH = 8
# Within so many words after `faster` its `than` is looked for.
_COMPARED = 10
_BESIDE = 3


@dataclass(frozen=True, slots=True)
class Contradictions:
    """Reasons, in words for people, by what is wrong.

    `places` says where the claim's numbers stand in the source, `in_order` how much better they
    fit as they are than exchanged (None where none could be).
    """

    places: tuple[NumberPlace, ...]
    in_order: float | None
    unknown_numbers: tuple[str, ...]
    misplaced_numbers: tuple[str, ...]
    miscounted_numbers: tuple[str, ...]
    exchanged_numbers: tuple[str, ...]
    unknown_names: tuple[str, ...]
    overstatements: tuple[str, ...]
    negations: tuple[str, ...]
    directions: tuple[str, ...]
    comparisons: tuple[str, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """What the source does not say."""
        return (
            self.unknown_numbers
            + self.misplaced_numbers
            + self.miscounted_numbers
            + self.exchanged_numbers
            + self.unknown_names
            + self.overstatements
        )

    @property
    def turned(self) -> tuple[str, ...]:
        """What the source says the other way round."""
        return self.negations + self.directions + self.comparisons

    @property
    def certain(self) -> bool:
        """Whether there is a reason that hardly ever stands against a true claim.

        Of a misplaced number the head has to judge, beside all else.
        """
        numbers = self.unknown_numbers + self.miscounted_numbers + self.exchanged_numbers
        return bool(numbers or self.unknown_names or self.overstatements or self.turned)


def contradictions_of(alignment: Alignment) -> Contradictions:
    """Look for everything that speaks against a claim."""
    # A bare answer to "Why is it not ...?" shares the question's negation.
    shared = alignment.fragment and polarity_of(alignment.question, alignment.asked).negates
    mentions = alignment.source.mentions
    places = tuple(number_places(alignment))
    in_order = least_in_order(alignment)
    exchanged = in_order is not None and in_order < _EXCHANGED
    return Contradictions(
        places=places,
        in_order=in_order,
        unknown_numbers=tuple(unknown_numbers(alignment)),
        misplaced_numbers=tuple(misplaced_numbers(alignment, places)),
        miscounted_numbers=tuple(miscounted_numbers(alignment)),
        exchanged_numbers=("the source has each number for the other",) if exchanged else (),
        unknown_names=tuple(unknown_names(alignment.claim, alignment.question, mentions)),
        overstatements=tuple(overstatements(alignment)),
        negations=() if shared else tuple(negations(alignment)),
        directions=tuple(directions(alignment)),
        comparisons=tuple(comparisons(alignment)),
    )


@dataclass
class _Finding:
    """What the chosen sentences say about one negation."""

    reason: str
    denied: bool = False
    confirmed: bool = False


def negations(alignment: Alignment) -> list[str]:
    """Words that are negated on one side only, in every sentence that speaks of them."""
    findings = _claimed_negations(alignment) + _written_negations(alignment)
    return list(
        dict.fromkeys(
            finding.reason for finding in findings if finding.denied and not finding.confirmed
        )
    )


def _claimed_negations(alignment: Alignment) -> list[_Finding]:
    """Negations of the claim that the source does not make."""
    source = alignment.source
    findings = []
    for scope in alignment.polarity.scopes:
        before = alignment.words[max(0, scope[0] - 3) : scope[0]]
        if any(word.text.casefold() in _INSTEAD for word in before):
            continue  # `350 GB instead of 1.2 TB` says nothing against the latter
        first = alignment.words[scope[0]].text
        finding = _Finding(f"the source does not negate {first!r}")
        for number in alignment.chosen:
            matched = [alignment.partner(row, number)[1] >= _SAME for row in scope]
            finding.denied |= any(matched) and 2 * sum(matched) >= len(scope)
        alike = (alignment.matches[list(scope)] >= _LIKE).any(axis=0)
        near = set(alignment.alike(alignment.chosen[0])) | set(alignment.chosen)
        finding.confirmed = any(
            (source.polarity.negated[at] or source.polarity.doubtful[at])
            and source.sentence_of[at] in near
            for at in np.flatnonzero(alike)
        )
        findings.append(finding)
    return findings


def _written_negations(alignment: Alignment) -> list[_Finding]:
    """Negations of the source that the claim leaves out."""
    source = alignment.source
    findings = []
    for number in alignment.chosen:
        back = {}
        for row, word in enumerate(alignment.words):
            at, match = alignment.partner(row, number)
            if word.weight > 0 and match >= _SAME:
                back[at] = row
        for scope in source.polarity.scopes:
            if source.sentence_of[scope[0]] != number:
                continue
            paired = [back[at] for at in scope if at in back]
            content = [at for at in scope if source.words[at].weight > 0]
            if not paired or 2 * len(paired) < len(content):
                continue
            first = source.words[scope[0]].text
            finding = _Finding(f"the source negates {first!r}", denied=True)
            finding.confirmed = (
                any(alignment.polarity.negated[row] for row in paired)
                or _subject_of_negation(alignment, paired)
                or any(_said_plainly(alignment, paired, other) for other in alignment.alike(number))
            )
            findings.append(finding)
    return findings


def _subject_of_negation(alignment: Alignment, rows: list[int]) -> bool:
    """Whether the claim denies something of these words: "the sampler need not be altered"."""
    words = alignment.words
    return any(
        row < scope[0]
        and not CLAUSE.search(alignment.claim[words[row].end : words[scope[0]].start])
        for scope in alignment.polarity.scopes
        for row in rows
    )


def _said_plainly(alignment: Alignment, rows: list[int], number: int) -> bool:
    """Whether a sentence says all these words of the claim without negating one."""
    for row in rows:
        at, match = alignment.partner(row, number)
        if match < _SAME or alignment.source.polarity.negated[at]:
            return False
    return True


def directions(alignment: Alignment) -> list[str]:
    """Words that point the other way than the nearest word of their axis in the source."""
    source = alignment.source
    said = {
        (alignment.words[mine.index].stem, mine.axis, mine.sign)
        for mine in alignment.polarity.directions
    }
    # "Which quantity tells good runs from bad ones?" presupposes what its answer repeats.
    given = set() if asks_yes_or_no(alignment.question) else {w.stem for w in alignment.asked}
    reasons = []
    for mine in alignment.polarity.directions:
        stem = alignment.words[mine.index].stem
        if stem in given:
            continue
        same, turned, against = 0.0, _FITTING, ""
        for other in source.polarity.directions:
            written = source.words[other.index].stem
            if other.axis != mine.axis or source.sentence_of[other.index] not in alignment.chosen:
                continue
            # The same word negated on one side is judged as a negation; and what another word of
            # the claim says already is neither for nor against this one.
            if written != stem and (written, other.axis, other.sign) in said:
                continue
            fit = _fit(alignment, mine.index, other.index)
            if other.sign == mine.sign:
                same = max(same, fit)
            elif written != stem and fit > turned and not _other_side(alignment, mine, other):
                turned, against = fit, source.words[other.index].text
        if against and turned > _BETTER * same:
            word = alignment.words[mine.index].text
            reasons.append(f"{word!r} against {against!r} in the source")
    return list(dict.fromkeys(reasons))


def _other_side(alignment: Alignment, mine: Direction, other: Direction) -> bool:
    """Whether the claim tells a comparison from its other side.

    `B is slower` says no other thing than `A is faster than B`.
    """
    source = alignment.source
    content = [row for row, word in enumerate(alignment.words) if word.weight > 0]
    before = tuple(row for row in content if row < mine.index)
    after = tuple(row for row in content if row > mine.index)
    for written in source.comparisons:
        if written.axis != other.axis or not 0 <= written.at - other.index <= _COMPARED:
            continue
        if source.sentence_of[written.at] != source.sentence_of[other.index]:
            continue
        crossed = _match(alignment, before, written.right) + _match(alignment, after, written.left)
        straight = _match(alignment, before, written.left) + _match(alignment, after, written.right)
        if crossed and crossed >= straight:
            return True
    return False


def _fit(alignment: Alignment, row: int, column: int) -> float:
    """How much alike the surroundings of a claim's word and of a source's word are."""
    source = alignment.source
    columns = np.flatnonzero(source.sentence_of == source.sentence_of[column])
    there = np.abs(_ranks(source.words)[columns] - _ranks(source.words)[column])
    columns, there = columns[there <= _REACH], there[there <= _REACH]
    ranks = _ranks(alignment.words)
    total = 0.0
    for near in range(len(alignment.words)):
        away = abs(int(ranks[near] - ranks[row]))
        if near == row or away > _BESIDE or alignment.words[near].weight == 0:
            continue
        matches = alignment.matches[near, columns]
        best = float((np.where(matches >= _CLOSE, matches, 0.0) / (1.0 + there)).max())
        total += best / max(away, 1)
    return total


def _ranks(words: Sequence[Word]) -> NDArray[np.intp]:
    """Positions that only words with content move on: small words keep nothing apart."""
    return np.cumsum([word.weight > 0 for word in words])


def comparisons(alignment: Alignment) -> list[str]:
    """Who is better than whom, where the source has it the other way round."""
    source = alignment.source
    for claimed in comparisons_of(alignment.claim, alignment.words, alignment.polarity):
        for written in source.comparisons:
            if claimed.axis != written.axis:
                continue
            if source.sentence_of[written.at] not in alignment.chosen[:2]:
                continue
            straight = _match(alignment, claimed.left, written.left)
            straight += _match(alignment, claimed.right, written.right)
            crossed = _match(alignment, claimed.left, written.right)
            crossed += _match(alignment, claimed.right, written.left)
            same = claimed.sign == written.sign
            if (crossed > straight + 0.5) if same else (straight > crossed + 0.5):
                return ["the comparison goes the other way in the source"]
    return []


def _match(alignment: Alignment, mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    if not mine or not theirs:
        return 0.0
    block = alignment.matches[np.ix_(mine, theirs)].max(axis=1)
    return float((block * (block >= 0.6)).mean())
