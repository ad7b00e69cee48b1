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


def as_stated(match: Match, verb_phrase: str) -> Match:
    """A match no likelier than it may be unread, where the criterion or the paper denies something.

    The scan does not see what "no" and "without" do to the words behind them. So a paper that
    needs labels would be sure to be listed among those that need none, and the reverse.
    """
    if denied := denied_by(verb_phrase):
        return match.at_most(STATED if _denies(match, denied) else UNSTATED)
    if _TAKES.match(verb_phrase) and _denies(match, _telling(words_of(verb_phrase))):
        return match.at_most(UNSTATED)
    return match


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
