"""What is asked: the kind of question, its language, and whether it leans on what was said."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

from rag.errors import QuestionError
from rag.kinds import Kind, kind_of
from rag.languages import CHINESE, ENGLISH, language_of
from rag.words import words_of

LONGEST_QUESTION = 4000  # characters: about a page

# Words that stand for something said before. "That" as in "the paper that …" and "it" as in "how
# long does it take to …" stand for nothing.
_POINTS_BACK = re.compile(
    r"\b(?:it|its|itself|they|them|their|theirs|he|she|his|her)\b"
    r"|\b(?:this|these|those|such)\b(?!\s+(?:that|who|which|of|as|in which)\b)"
    r"|\bthat (?:one|paper|method|model|work|approach|study|article|result)\b"
    r"|\b(?:is|was|does|did|do|can|are|than|of|for|on|about|with|to|by|from) that\b"
    r"(?=\s*(?:[?.,;:!]|$|\s(?:so|more|better|faster|the case|true|work|happen|mean)\b))"
    r"|\bthere\s*[?.!]|\bthe authors?\b(?! of)"
    r"|\bthe (?:paper|method|model|approach|work|study|former|latter|same|other)\b(?!\s*[\"“‘])"
    r"|\bthe (?:first|second|third|last|two|three)(?: (?:ones?|papers?|methods?))?(?=\s*[?.,;]|$)"
    r"|\b(?:both|each|all|which|either|neither) of (?:them|the two|these|those)\b|\bwhich of\b"
    r"|它|它们|这个|该(?:方法|论文|模型|文)|这篇|那篇|前者|后者",
    re.I,
)
_EXPLETIVE = re.compile(
    r"\bit (?:takes?|took|costs?|helps?) (?:\w+ ){0,3}to\b"
    r"|\b(?:makes?|made|finds?|found) it \w+ to\b"
    r"|\b(?:does|did|would|will|can) it (?:take|cost|help) (?:\w+ ){0,3}to\b"
    r"|\b(?:is|was) it (?:\w+ ){1,2}(?:to|that)\b|\bit (?:is|was) (?:\w+ ){0,2}(?:to|that)\b",
    re.I,
)
_GOES_ON = re.compile(
    r"^\s*(?:(?:yes|no|ok(?:ay)?|so|well)[,. ]+)?(?:and|but|also|then|or|(?:what|how) about|how so"
    r"|more|go on|continue|really|tell me more|shorter|longer|in short|compared (?:to|with) what"
    r"|why(?: not| so)?(?=\s*[?.!]|$))\b|^\s*(?:那|还有|为什么[？?\s]*$|继续)",
    re.I,
)
_OF_ANOTHER = re.compile(
    r"^\s*(?:(?:yes|ok(?:ay)?|so)[,. ]+)?(?:and|or|but|(?:and )?(?:what|how) about)\s+(?:for |of )?"
    r"(?!(?:on|with|in|at|under|without|by|to|from|when|if|what|which|how|why|who|where|does|do|did"
    r"|is|are|was|were|can|has|have|for|of)\b)|^\s*那(?!么|为)",
    re.I,
)
_ONLY_A_NAME = 3.0
# "the paper on …" describes a paper and points back at none.
_DESCRIBES = re.compile(
    r"\b(?:the|a|this|that) (?:\w+ )?(?:papers?|methods?|works?|study|model|approach|network)"
    r" (?:on|about|that|which|of|by|with|from|in which|where|for)\b",
    re.I,
)
# A pronoun that stands behind so many words that say something stands for one of these.
_ANTECEDENT = 3.0


@dataclass(frozen=True, slots=True)
class Question:
    """A question as understood.

    Attributes:
        text: the question, tidied.
        kind: what sort of answer it wants.
        language: an ISO 639-1 code, `en` where nothing speaks against it.
        leans: whether its words lean on what was said before ("and on ImageNet?").
    """

    text: str
    kind: Kind
    language: str
    leans: bool


def understand(text: str) -> Question:
    """Tell what is asked.

    Raises `QuestionError` for an empty question and for one of more than 4,000 characters.
    """
    tidy = " ".join(unicodedata.normalize("NFC", text).split())
    if not re.search(r"\w", tidy):
        raise QuestionError(
            "The question is empty.", 'Ask something, for example: answerable ask "What is … ?"'
        )
    if len(tidy) > LONGEST_QUESTION:
        raise QuestionError(
            f"The question has {len(tidy):,} characters; at most {LONGEST_QUESTION:,} are read.",
            "Ask a shorter question; to look for papers like a text, give its main sentence.",
        )
    return Question(text=tidy, kind=kind_of(tidy), language=language_of(tidy), leans=_leans(tidy))


def _leans(text: str) -> bool:
    if _GOES_ON.search(text):
        return True
    plain = _DESCRIBES.sub(" ", _EXPLETIVE.sub(" ", text))
    match = _POINTS_BACK.search(plain)
    return match is not None and says(plain[: match.start()]) < _ANTECEDENT


def retold(question: Question, english: str) -> Question:
    """A question with its kind and what it leans on told from its translation.

    Those of English and Chinese questions are told from their own words.
    """
    if question.language in (ENGLISH, CHINESE):
        return question
    return replace(question, kind=kind_of(english), leans=_leans(english))


def names_another(text: str) -> bool:
    """Whether a question only names what the one before is to be asked of ("And BERT?").

    "And on ImageNet?" asks more of the same paper.
    """
    return (
        _OF_ANOTHER.search(text) is not None
        and _POINTS_BACK.search(text) is None
        and says(text) <= _ONLY_A_NAME
    )


def says(text: str) -> float:
    """How many words of a text say what it is about; two Chinese characters count as a word."""
    han = len(re.findall(r"[\u3400-\u9fff]", text))
    return sum(word.weight for word in words_of(text) if word.text.isascii()) + han / 2
