"""Which way a statement points: negation, increase or decrease, who is better than whom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.number_words import SMALL
from rag.opposites import COMPARED_AXES, QUALITY, SIGNS
from rag.words import Word, stem

_NEGATIONS = frozenset(
    """not no never neither nor none without cannot can't don't doesn't didn't isn't aren't wasn't
    weren't won't wouldn't couldn't shouldn't hasn't haven't lack lacks lacking fail fails failed
    struggle struggles struggled short unable impossible hardly barely instead rather non absence
    eliminate eliminates eliminating avoid avoids avoiding bypass bypasses bypassing circumvent
    circumvents circumventing obviate obviates obviating independent independently regardless
    irrespective free zero unchanged unaffected unneeded""".split()
)
# Not negations, but the other way to say that something is not there.
_SOFT = frozenset(
    """drop drops dropped dropping omit omits omitted omitting discard discards discarded remove
    removes removed removing replace replaces replaced replacing leave leaves left leaving skip
    skips skipped ignore ignores ignored exclude excludes excluded unnecessary abandon abandons
    abandoned little few thrown away""".split()
)
_BOTH_WAYS = frozenset({"little", "few", "unnecessary", "away"})
_ACTIVE = frozenset({"not", "never", "cannot", "neither", "eliminate", "eliminates", "avoids"})
# `not always` denies nothing by itself.
_PARTIAL = frozenset({"only", "necessarily", "always", "all", "every", "just", "merely"})
_DEGREES = frozenset({"more", "most", "less", "least", "fewer"})
_SHARES = frozenset({"a", "half", "twice", "one", "ten"})
_HYPHENS = frozenset("-‐‑–")
_LONG_REACH = 6
_SHORT_REACH = 4
# Where a clause ends.
CLAUSE = re.compile(r"[,;:.!?()]|\b(?:but|while|whereas|although|though|because)\b", re.I)
# `labels are not needed` denies what stands before it.
_AFTER_SUBJECT = frozenset(
    """available needed necessary required used present possible considered explored studied
    allowed given known assumed utilized""".split()
)


@dataclass(frozen=True, slots=True)
class Direction:
    """A word that points one way: the index of the word, its axis and its sign there.

    The sign already counts a negation over the word.
    """

    index: int
    axis: int
    sign: int


@dataclass(frozen=True, slots=True)
class Polarity:
    """The negations and directions of a text.

    Attributes:
        negated: for each word, whether a negation reaches it.
        scopes: for each negation, the indexes of the words that it reaches.
        directions: the words with a direction.
        doubtful: for each word, whether a word like "drops" or "little" stands near it: the
            source may well mean a negation there, without saying so.
        negates: whether there is a negation at all, if only of what is left unsaid.
    """

    negated: tuple[bool, ...]
    scopes: tuple[tuple[int, ...], ...]
    directions: tuple[Direction, ...]
    doubtful: tuple[bool, ...]
    negates: bool


def polarity_of(text: str, words: Sequence[Word]) -> Polarity:
    """Find what is negated and which words point somewhere."""
    folded = [word.text.replace("’", "'").casefold() for word in words]
    counts = [0] * len(words)
    scopes: list[tuple[int, ...]] = []
    for index, cue in enumerate(folded):
        if cue not in _NEGATIONS:
            continue
        scope = _scope(text, words, folded, index)
        for reached in scope:
            counts[reached] += 1
        if scope:
            scopes.append(scope)
    negated = tuple(count % 2 == 1 for count in counts)
    directions = tuple(
        Direction(index, axis, sign * (-1 if negated[index] else 1) * _degree(folded, index))
        for index, word in enumerate(folded)
        for axis, sign in SIGNS.get(word, ())
        if _degree(folded, index)
    )
    doubtful = [False] * len(words)
    for index, cue in enumerate(folded):
        if cue in _SOFT:
            first = index - 3 if cue in _BOTH_WAYS else index
            for at in range(max(0, first), min(len(words), index + _LONG_REACH)):
                doubtful[at] = True
    negates = any(word in _NEGATIONS for word in folded)
    return Polarity(negated, tuple(scopes), directions, tuple(doubtful), negates)


def _degree(folded: Sequence[str], index: int) -> int:
    """-1 where "less" stands before a word, 0 where the word is only such a degree itself.

    "More rarely" points where "rarely" does, and "more than 40" nowhere.
    """
    after = folded[index + 1] if index + 1 < len(folded) else ""
    if folded[index] in _DEGREES:
        beyond = folded[index + 2] if index + 2 < len(folded) else ""
        bound = after == "than" and (beyond[:1].isdigit() or beyond in SMALL or beyond in _SHARES)
        return 0 if after in SIGNS or after.endswith("ly") or bound else 1
    return -1 if index and folded[index - 1] in {"less", "least"} else 1


def _joined_to_next(text: str, words: Sequence[Word], index: int) -> bool:
    return index + 1 < len(words) and text[words[index].end : words[index + 1].start] in _HYPHENS


def _scope(text: str, words: Sequence[Word], folded: Sequence[str], index: int) -> tuple[int, ...]:
    """The words that the cue at `index` negates; nothing where it is no negation after all."""
    cue = folded[index]
    if cue.startswith("un") and cue != "unable":
        return (index,)
    after = folded[index + 1] if index + 1 < len(words) else ""
    hyphenated = index > 0 and text[words[index - 1].end : words[index].start] in _HYPHENS
    if cue in {"free", "independent"} and hyphenated:
        return (index - 1,)  # `training-free`, `level-independent`
    if (
        cue == "free"
        or (cue == "zero" and _joined_to_next(text, words, index))  # `zero-shot`, `zero-sum`
        or (cue in {"rather", "instead"} and after not in {"than", "of"})
        or (cue in {"not", "n't"} and after in _PARTIAL)
        or (cue in {"short", "independent", "independently"} and after not in {"of", "from"})
        or (cue == "irrespective" and after != "of")
    ):
        return ()
    if after in _AFTER_SUBJECT and cue in {"not", "never"}:
        return _subject(text, words, index)
    reach = _LONG_REACH if cue in _ACTIVE or "'" in cue else _SHORT_REACH
    scope: list[int] = []
    for at in range(index + 1, len(words)):
        gap = text[words[at - 1].end : words[at].start]
        if cue == "no" and folded[at] == "but":
            return ()  # `no data but ImageNet`
        if CLAUSE.search(gap) or CLAUSE.fullmatch(folded[at]):
            break
        if (scope and folded[at] == "and") or folded[at] == "nor":
            break
        if folded[at] not in SMALL and (words[at].weight > 0 or folded[at] in SIGNS):
            scope.append(at)
        if at - index >= reach or cue == "non":
            break
    return tuple(scope)


def _subject(text: str, words: Sequence[Word], index: int) -> tuple[int, ...]:
    """What is said not to be there: up to four content words before the negation."""
    scope = [index + 1] if words[index + 1].weight > 0 else []
    for at in range(index - 1, -1, -1):
        if CLAUSE.search(text[words[at].end : words[at + 1].start]) or len(scope) >= 4:
            break
        if words[at].weight > 0:
            scope.append(at)
    return tuple(sorted(scope))


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left` is said to be above (sign 1) or below (sign -1) `right`: indexes of words.

    A side that only points ("it", "them") is empty.
    """

    at: int
    left: tuple[int, ...]
    right: tuple[int, ...]
    axis: int
    sign: int


_VERBS = frozenset(
    stem(word) for word in "outperform surpass beat exceed underperform lag trail behind".split()
)
_BELOW = frozenset(stem(word) for word in "underperform lag trail behind".split())
_THAN = frozenset({"than", "over", "versus", "vs"})


def comparisons_of(text: str, words: Sequence[Word], polarity: Polarity) -> list[Comparison]:
    """`A outperforms B`, `A is faster than B`, `A improves on X compared to B`."""
    found = []
    by_index = {direction.index: direction for direction in reversed(polarity.directions)}
    for index, word in enumerate(words):
        after = words[index + 1].text.casefold() if index + 1 < len(words) else ""
        if word.stem in _VERBS or (word.stem, after) == ("ahead", "of"):
            sign = -1 if (word.stem in _BELOW) != (after == "by") else 1
            if polarity.negated[index]:
                sign = -sign
            left = _clause(text, words, index, -1)
            found.append(Comparison(index, left, _clause(text, words, index, 1), QUALITY, sign))
        elif _introduces_rival(words, index):
            back = range(index, max(-1, index - 10), -1)
            direction = next((by_index[i] for i in back if i in by_index), None)
            if direction is not None and direction.axis in COMPARED_AXES:
                left = tuple(i for i in _clause(text, words, index, -1) if i < direction.index)
                right = _clause(text, words, index, 1)
                found.append(Comparison(index, left, right, direction.axis, direction.sign))
    return [comparison for comparison in found if comparison.left or comparison.right]


def _introduces_rival(words: Sequence[Word], index: int) -> bool:
    folded = words[index].text.casefold()
    after = words[index + 1].text.casefold() if index + 1 < len(words) else ""
    if after in SMALL or after[:1].isdigit():
        return False  # `more than 1,000 models`
    return folded in _THAN or (
        folded in {"to", "with"}
        and index > 0
        and words[index - 1].text.casefold() in {"compared", "relative"}
    )


def _clause(text: str, words: Sequence[Word], index: int, step: int) -> tuple[int, ...]:
    """Up to eight content words before (-1) or after (1) a word, within its clause."""
    found: list[int] = []
    at = index + step
    while 0 <= at < len(words) and len(found) < 8:
        first, second = (at, at - step) if step < 0 else (at - step, at)
        gap = text[words[first].end : words[second].start]
        if re.search(r"[;:.!?]\s|,\s", gap):
            relative = step < 0 and words[second].text.casefold() in {"which", "that", "who"}
            if not relative or "," not in gap:
                break
        if words[at].weight > 0:
            found.append(at)
        at += step
    return tuple(found)
