"""What is asked: the kind of question, its language, and whether it leans on what was said."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from rag.errors import QuestionError
from rag.kinds import Kind, kind_of
from rag.languages import language_of

LONGEST_QUESTION = 4000  # characters: about a page

# Words that point back at something said before.
_POINTS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|theirs|he|she|his|her|this|that|these|those|there|such|both"
    r"|the (?:paper|method|model|approach|authors?|work|study|former|latter|same|other|first"
    r"|second|third|last|two|three)(?: (?:one|paper|method))?"
    r"|(?:each|all|which) of (?:them|the two|these|those))\b"
    r"|它|它们|这个|该(?:方法|论文|模型|文)|这篇|那篇|前者|后者",
    re.I,
)
_GOES_ON = re.compile(
    r"^\s*(?:and|but|also|so|then|or|what about|how about|why|how so|more|go on|continue|yes|no"
    r"|ok(?:ay)?|really|(?:in|on|for|with) which|tell me more|shorter|longer|in short)\b"
    r"|^\s*(?:那|还有|为什么|继续)",
    re.I,
)
# "the paper on …" describes a paper and points back at none.
_DESCRIBES = re.compile(
    r"\b(?:the|a) (?:paper|method|work|study|model|approach)"
    r" (?:on|about|that|which|of|by|with|from|in which|where)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question as understood.

    Attributes:
        text: the question, tidied.
        kind: what sort of answer it wants.
        language: an ISO 639-1 code, `en` where nothing speaks against it.
        leans: whether it may lean on what was said before ("and on ImageNet?").
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
    words = re.findall(r"\w+", text)
    if _GOES_ON.search(text) or len(words) <= 3:
        return True
    described = _DESCRIBES.sub("", text)
    return bool(_POINTS_BACK.search(described))
