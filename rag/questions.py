"""What is asked: the kind of question, its language, and whether it leans on what was said."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from rag.errors import QuestionError

Kind = Literal["fact", "summary", "comparison", "list", "count"]

LONGEST_QUESTION = 4000  # characters: about a page

_SUMMARY = re.compile(
    r"\b(?:summar(?:y|i[sz]e|i[sz]ing)|tl;?dr|sum up|overview of|gist of"
    r"|main (?:points|contributions?|findings?) of)\b|总结|概括|摘要|概述|介绍一下",
    re.I,
)
# To compare is what the question asks for, not what it mentions ("compared to its baseline").
_COMPARISON = re.compile(
    r"(?:^|[.;:,!]\s*|\b(?:please|you|to|and)\s+)(?:compare|contrast)\b"
    r"|\bcomparison (?:of|between)\b"
    r"|\b(?:versus|vs\.?)\s|\bdifferences? between\b|\bhow do(?:es)?\b.*\bdiffer\b"
    r"|\bwhat (?:does each|do (?:both|the two))\b|比较|对比|区别|异同",
    re.I | re.S,
)
_SOME = r"(?:\w+[- ]){0,3}"
_PAPERS = r"(?:papers?|abstracts?|articles?|stud(?:y|ies)|works?|publications?|methods?)"
_COUNT = re.compile(
    rf"\b(?:how many|number of|count (?:of )?(?:all |the )*)\s*{_SOME}{_PAPERS}\b|多少篇|几篇", re.I
)
_LIST = re.compile(
    r"\b(?:which|what|list|show|find|name|give me|are there|any)\s+(?:me\s+)?(?:all\s+)?(?:of\s+)?"
    rf"(?:the\s+)?{_SOME}(?:papers|abstracts|articles|studies|works|publications)\b"
    r"|哪些(?:论文|文章|工作)",
    re.I,
)
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
        language: `en`, or `zh` where the question is written in Chinese.
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
    return Question(text=tidy, kind=_kind(tidy), language=_language(tidy), leans=_leans(tidy))


def _kind(text: str) -> Kind:
    if _COUNT.search(text):
        return "count"
    if _COMPARISON.search(text):
        return "comparison"
    if _SUMMARY.search(text):
        return "summary"
    if _LIST.search(text):
        return "list"
    return "fact"


def _language(text: str) -> str:
    han = len(re.findall(r"[\u3400-\u9fff]", text))
    return "zh" if han * 4 >= len(re.findall(r"\w", text)) or han >= 6 else "en"


def _leans(text: str) -> bool:
    words = re.findall(r"\w+", text)
    if _GOES_ON.search(text) or len(words) <= 3:
        return True
    described = _DESCRIBES.sub("", text)
    return bool(_POINTS_BACK.search(described))
