"""Sentences that are true and say nothing: "RoBERTa was trained with a larger batch size".

A small model that does not find an answer gives the question back with a word that fits anything.
Such a sentence passes every check of what it claims, since it claims nothing.
"""

from __future__ import annotations

import re

from rag.names import names_of
from rag.quantities import quantities_of
from rag.words import Word, words_of

# What a new word must weigh at least for a sentence to say something.
LEAST_NEWS = 0.5

_MEASURES = (
    r"accurac(?:y|ies)|scores?|rates?|sizes?|lengths?|speed-?ups?|numbers?|percentages?|shares?"
    r"|fractions?|proportions?|values?|improvements?|gains?|reductions?|bleu|rouge|f1|fid|auc|map"
    r"|mrr(?:@\d+)?|ndcg(?:@\d+)?|recall(?:@\d+)?|perplexity|latency|throughput|costs?"
    r"|budgets?|factors?|ratios?|years?|dates?"
)
_ASKS_FOR_QUANTITY = re.compile(
    r"\bhow (?:many|much|often|long|large|big|small|fast|high|low|deep|wide|far)\b"
    r"|\bby (?:what|which) (?:factor|margin|amount|percentage)\b"
    rf"|\b(?:what|which) (?:[\w-]+ ){{0,3}}?(?:{_MEASURES})"
    r"(?= (?:does|do|did|is|are|was|were|has|have|had|can|could|of|on|in|at|for|reported|obtained"
    r"|reached|needed|used)\b|\s*\?)",
    re.I,
)
_YES_OR_NO = re.compile(
    r"(?:^\W*|[,;:.!?]\s+)(?:(?:and|but|so|also|then)\b\W*)*"
    r"(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|may|might|must)\b",
    re.I,
)
_ASKS_FOR_NAME = re.compile(
    r"\b(?:what|which) (?:[\w-]+ ){0,2}?(?:countr(?:y|ies)|cit(?:y|ies)|compan(?:y|ies)|vendors?"
    r"|universit(?:y|ies)|hospitals?|institut(?:es?|ions?)|(?<!decision )makers?|manufacturers?"
    r"|brands?)\b",
    re.I,
)
_CHOICE = re.compile(r"\bwhich of (?:the|these|those|them)\b|\bor\b", re.I)
_COUNTED = re.compile(
    r"\b(?:no|none|zero|single|once|twice|thrice|pair|couple|dozens?|hundreds|thousands"
    r"|millions|billions|trillions|half|halves|halved|double[sd]?|triple[sd]?|quarters?|all"
    r"|every|each|linear(?:ly)?|quadratic(?:ally)?|logarithmic(?:ally)?|exponential(?:ly)?"
    r"|constant|orders? of magnitude|fully|entire(?:ly)?|nothing|never|always)\b",
    re.I,
)
_WITH_DIGIT = re.compile(r"\w*\d\w*")
_ABBREVIATION = re.compile(r"\b([A-Z]{2,6})s?\b")
# Stems that fit anything.
_ANYTHING = frozenset(
    """larg larger largest small smaller smallest big bigger high higher low lower better best good
    multipl sever various varieti differ certain specif mani numer number amount signific
    substanti consider notabl great greater improv increas reduc decreas enhanc effect effici
    type kind set seri wide rang varieti standard common typic general overal system way other
    train learn deep neural network machin model task data dataset perform""".split()
)


def is_vague(sentence: str, question: str) -> bool:
    """Whether a sentence, taken as the answer to a question, adds nothing to it.

    Example:
        >>> is_vague("RoBERTa was trained with a larger batch size.",
        ...          "Which batch size was RoBERTa trained with?")
        True
    """
    if not question or asks_yes_or_no(question) or _CHOICE.search(question):
        return False
    if _ASKS_FOR_QUANTITY.search(question):
        return lacks_quantity(sentence, question)
    if _ASKS_FOR_NAME.search(question) and not names_of(sentence):
        return True
    asked = {word.stem for word in words_of(question)}
    words = words_of(sentence)
    for short in _ABBREVIATION.findall(question):
        asked |= _spelled_out(short.casefold(), words)
    news = sum(w.weight for w in words if w.stem not in asked and w.stem not in _ANYTHING)
    return news < LEAST_NEWS


def asks_yes_or_no(question: str) -> bool:
    """Whether a question, or a later clause of it, begins as one that Yes or No answers."""
    return _YES_OR_NO.search(question) is not None


def lacks_quantity(text: str, question: str) -> bool:
    """Whether a question asks for a number and a text has none that the question has not."""
    if not _ASKS_FOR_QUANTITY.search(question):
        return False
    asked = {quantity.value for quantity in quantities_of(question)}
    if any(quantity.value not in asked for quantity in quantities_of(text)):
        return False
    # Numbers in names ("INT4") answer too.
    return set(_WITH_DIGIT.findall(text)) <= set(_WITH_DIGIT.findall(question)) and (
        _COUNTED.search(text) is None
    )


def _spelled_out(short: str, words: list[Word]) -> set[str]:
    """Stems of neighbouring words that an abbreviation stands for: "large language models"."""
    size = len(short)
    initials = "".join(word.text[0].casefold() for word in words)
    at = initials.find(short)
    return {word.stem for word in words[at : at + size]} if at >= 0 else set()
