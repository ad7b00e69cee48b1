"""What a list's criterion and a paper deny: "need no labels", "is trained without labels"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rag.directions import polarity_of
from rag.matching import Match
from rag.words import Word, words_of

# How likely at the most a paper meets a criterion, unread, where one of the two denies what the
# other does not, and where the criterion and the paper both do.
UNSTATED = 0.45
STATED = 0.6
_DENIES = re.compile(
    r"\b(?:no|not|without|neither|nor|never|cannot)\b|n['’]t\b|\w-free\b|\bnon-", re.I
)
# To need or use a thing is denied by "without it"; a topic is none the less one that "we avoid it".
_TAKES = re.compile(
    r"^(?:need|require|use|employ|have|assume|demand|take|exploit|apply|rely|depend|call for"
    r"|(?:train|learn|work) (?:with|on|from)|be (?:trained|based))\b",
    re.I,
)
# Of the words that are denied so many must stand in the sentence that denies them.
_HALF = 0.5


def denied_by(verb_phrase: str) -> frozenset[str]:
    """The stems of what a criterion says that papers do without; empty where it denies nothing.

    "Avoid forgetting" and "fix a lack of data" deny nothing: they are what a paper is about.
    """
    if not _DENIES.search(verb_phrase):
        return frozenset()
    words = words_of(verb_phrase)
    negated = polarity_of(verb_phrase, words).negated
    return _telling(word for word, denied in zip(words, negated, strict=True) if denied)


def as_stated(matches: Iterable[Match], verb_phrase: str) -> list[Match]:
    """Matches no likelier than they may be unread, where criterion or paper denies something.

    The scan does not see what "no" and "without" do to the words behind them. So a paper that
    needs labels would be sure to be listed among those that need none, and the reverse.
    """
    denied = denied_by(verb_phrase)
    if not denied and not _TAKES.match(verb_phrase):
        return list(matches)
    stems = denied or _telling(words_of(verb_phrase))
    said, unsaid = (STATED, UNSTATED) if denied else (UNSTATED, 1.0)

    def most(match: Match) -> float:
        # What is no likelier than the lower of the two stays as it is, unread.
        return 1.0 if match.chance <= UNSTATED else said if _denies(match, stems) else unsaid

    return [match.at_most(most(match)) for match in matches]


def _denies(match: Match, stems: frozenset[str]) -> bool:
    """Whether a sentence that comes nearest to the criterion denies what it is about."""
    abstract = match.paper.abstract
    for start, end in match.spans:
        sentence = abstract[start:end]
        words = words_of(sentence)
        negated = polarity_of(sentence, words).negated
        about = {w.stem: no for w, no in zip(words, negated, strict=True) if w.stem in stems}
        if about and all(about.values()) and len(about) >= _HALF * len(stems):
            return True
    return False


def _telling(words: Iterable[Word]) -> frozenset[str]:
    return frozenset(word.stem for word in words if word.weight == 1.0)
