"""Which way a statement points: negation, increase or decrease, who is better than whom."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.words import Word, stem

# Opposites, an axis each: words of one sign, a bar, words of the other; axes end with a full stop.
_AXES = """
increase increases increased increasing rise rises rising rose grow grows growing grew growth
more higher high highest greater greatest larger large largest bigger gain gains gained exceed
exceeds exceeded exceeding raise raises raised boost boosts boosted boosting elevate elevated uplift uplifts
amplify amplifies amplified upward over-represented | decrease decreases decreased
decreasing fall falls falling fell drop drops dropped dropping decline declines declined shrink
shrinks less fewer fewest lower lowest lowers lowered lowering low smaller small smallest loss
reduce reduces reduced reducing reduction reductions diminish diminishes cut cuts cutting least
minimal downward below under-represented minimize minimizes minimizing .
improve improves improved improving improvement improvements better best superior superiority
outperform outperforms outperformed outperforming surpass surpasses surpassed surpassing beat
beats beating enhance enhances enhanced enhancing strengthen strengthens benefit benefits
beneficial strong stronger strongest win wins | degrade degrades degraded degrading degradation
worse worst worsen worsens inferior underperform underperforms underperformed underperforming
hurt hurts harm harms harmful deteriorate deteriorates impair impairs impaired weaken weakens
weak weaker weakest detrimental lose loses .
faster fast fastest accelerate accelerates accelerated accelerating acceleration speedup
speedups quicker quick quickly speeds rapid rapidly | slower slow slowest slows slowed slowing
slowdown slowly .
maximize maximizes maximizing maximum maximal | minimize minimizes minimizing minimum minimal .
upper | lower .
positive positively | negative negatively .
possible able feasible | impossible unable infeasible .
easy easier easiest simple simpler simplest | hard harder hardest difficult complex complicated
.
early earlier earliest before prior precede precedes | late later latest after follow follows .
short shorter shortest | long longer longest .
cheap cheaper cheapest inexpensive | expensive costly costlier .
stable stability | unstable instability .
efficient efficiently efficiency | inefficient inefficiently inefficiency .
robust robustness | vulnerable fragile brittle .
significant significantly substantial substantially | insignificant insignificantly negligible
marginal .
sufficient sufficiently | insufficient insufficiently .
consistent consistently | inconsistent inconsistently .
optimal | suboptimal .
necessary required requires require | unnecessary .
mitigate mitigates alleviate alleviates | exacerbate exacerbates aggravate aggravates amplify
amplifies .
promote promotes enable enables encourage encourages allow allows facilitate facilitates induce
induces activate activates | inhibit inhibits prevent prevents suppress suppresses discourage
discourages block blocks hinder hinders .
support supports confirm confirms agree agrees | refute refutes contradict contradicts disagree
disagrees .
succeed succeeds success successful successfully | fail fails failed failure fails .
same similar identical | different dissimilar distinct .
include includes including presence present | exclude excludes excluding absence absent .
supervised | unsupervised self-supervised .
online | offline .
convex | nonconvex non-convex .
sparse | dense .
global globally | local locally .
static | dynamic dynamically .
discrete | continuous .
deterministic | stochastic random .
homogeneous | heterogeneous .
symmetric | asymmetric .
linear linearly | nonlinear .
explicit explicitly | implicit implicitly .
strict strictly | loose loosely .
always | never .
rare rarely | common commonly frequent frequently often .
open | closed .
known | unknown .
first | last .
"""

_SIGNS: dict[str, list[tuple[int, int]]] = {}
for _axis, _line in enumerate(_AXES.split(".")[:-1]):
    for _sign, _side in zip((1, -1), _line.split("|"), strict=True):
        for _word in _side.split():
            _SIGNS.setdefault(_word, []).append((_axis, _sign))

_NEGATIONS = frozenset(
    """not no never neither nor none without cannot can't don't doesn't didn't isn't aren't wasn't
    weren't won't wouldn't couldn't shouldn't hasn't haven't lack lacks lacking fail fails failed
    struggle struggles struggled short unable impossible hardly barely instead rather non absence""".split()
)
_LONG_REACH = 6
_SHORT_REACH = 4
_CLAUSE = re.compile(r"[,;:.!?()]|\b(?:but|while|whereas|although|though|because)\b", re.I)


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
        negates: whether there is a negation at all, if only of what is left unsaid.
    """

    negated: tuple[bool, ...]
    scopes: tuple[tuple[int, ...], ...]
    directions: tuple[Direction, ...]
    negates: bool


def polarity_of(text: str, words: list[Word]) -> Polarity:
    """Find what is negated and which words point somewhere."""
    counts = [0] * len(words)
    scopes: list[tuple[int, ...]] = []
    for index, word in enumerate(words):
        scope = _scope(text, words, index, word.text.replace("’", "'").casefold())
        for reached in scope:
            counts[reached] += 1
        if scope:
            scopes.append(scope)
    negated = tuple(count % 2 == 1 for count in counts)
    directions = tuple(
        Direction(index, axis, -sign if negated[index] else sign)
        for index, word in enumerate(words)
        for axis, sign in _SIGNS.get(word.text.casefold(), ())
    )
    negates = any(word.text.casefold() in _NEGATIONS for word in words)
    return Polarity(negated, tuple(scopes), directions, negates)


def _scope(text: str, words: list[Word], index: int, folded: str) -> tuple[int, ...]:
    """The words that the word at `index` negates; nothing where it is no negation."""
    if folded == "free" and index and text[words[index].start - 1] in "-‐‑–":
        return (index - 1,)  # `training-free`
    if folded not in _NEGATIONS:
        return ()
    after = words[index + 1].text.casefold() if index + 1 < len(words) else ""
    if folded in {"rather", "instead"} and after not in {"than", "of"}:
        return ()
    if folded == "not" and after == "only":
        return ()
    if folded == "short" and after != "of":
        return ()
    reach = _LONG_REACH if folded in {"not", "never", "cannot"} or "'" in folded else _SHORT_REACH
    scope: list[int] = []
    for following in range(index + 1, len(words)):
        gap = text[words[following - 1].end : words[following].start]
        if _CLAUSE.search(gap) or _CLAUSE.fullmatch(words[following].text):
            break
        if scope and words[following].text.casefold() == "and":
            break
        if words[following].weight > 0 or words[following].text.casefold() in _SIGNS:
            scope.append(following)
        if following - index >= reach or folded == "non":
            break
    return tuple(scope)


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left` is said to be above (sign 1) or below (sign -1) `right`: indexes of words."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    axis: int
    sign: int


_VERBS = frozenset(
    stem(word)
    for word in """outperform surpass beat exceed underperform dominate lag trail""".split()
)
_BELOW = frozenset(stem(word) for word in "underperform lag trail".split())
_THAN = frozenset({"than", "over", "versus", "vs"})


def comparisons_of(text: str, words: list[Word], polarity: Polarity) -> list[Comparison]:
    """`A outperforms B`, `A is faster than B`, `A improves on X compared to B`."""
    found = []
    by_index = {direction.index: direction for direction in reversed(polarity.directions)}
    for index, word in enumerate(words):
        folded = word.text.casefold()
        if word.stem in _VERBS:
            passive = index + 1 < len(words) and words[index + 1].text.casefold() == "by"
            sign = -1 if word.stem in _BELOW else 1
            if polarity.negated[index]:
                sign = -sign
            left = _clause(text, words, index, -1)
            right = _clause(text, words, index, 1)
            found.append(Comparison(left, right, 1, -sign if passive else sign))
        elif folded in _THAN or (
            folded in {"to", "with"}
            and index
            and words[index - 1].text.casefold() in {"compared", "relative"}
        ):
            direction = next(
                (
                    by_index[back]
                    for back in range(index, max(-1, index - 10), -1)
                    if back in by_index
                ),
                None,
            )
            if direction is not None and direction.axis <= 2:
                left = tuple(i for i in _clause(text, words, index, -1) if i < direction.index)
                right = _clause(text, words, index, 1)
                found.append(Comparison(left, right, direction.axis, direction.sign))
    return [comparison for comparison in found if comparison.left and comparison.right]


def _clause(text: str, words: list[Word], index: int, step: int) -> tuple[int, ...]:
    """Up to eight content words before (-1) or after (1) a word, within its clause."""
    found: list[int] = []
    at = index + step
    while 0 <= at < len(words) and len(found) < 8:
        first, second = (at, at - step) if step < 0 else (at - step, at)
        if re.search(r"[;:.!?]\s|,\s", text[words[first].end : words[second].start]):
            break
        if words[at].weight > 0:
            found.append(at)
        at += step
    return tuple(found)
