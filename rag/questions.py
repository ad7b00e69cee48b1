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
    r"(?=\s*(?:[?.,;:!]|$|\s(?:so|more|better|faster|the case|true|work|happen|mean|hold|apply|help"
    r"|change)\b))"
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
# "No, I meant …"
_CORRECTS = re.compile(
    r"^\s*(?:(?:no|nope|sorry|wait|oops|hm+|actually|ah|oh|oh no)\b[\s,.!…-]*)*"
    r"(?:(?:i|we) (?:really )?(?:meant?|was asking|am asking|wanted)\b(?: (?:to ask|about|for))*"
    r"|not (?:that|this|it|the)?[^,:;.?]{0,30}[,:;.]\s*(?:but )?(?:(?:i|we) meant? )?)[:,\s]*(?=\S)"
    r"|^\s*(?:不是?|不对)?[，,。 ]*我(?:是)?(?:说|指|问)的?(?:是)?[：:，, ]*",
    re.I,
)
_ASKS = re.compile(
    r"\s*(?:how|what|which|why|when|where|who|whose|is|are|was|were|do|does|did|can|could|has|have"
    r"|compare|summari[sz]e|list|show|give|tell)\b|.*(?:吗|什么|多少|怎么|为什么|哪)",
    re.I,
)
_AROUND_NAME = re.compile(
    r"^(?:(?:for|of|the|(?:one|paper|study|method) (?:on|about|by))\s+)+"
    r"|\s+(?:papers?|one|methods?|model|study)$",
    re.I,
)
# "And dropout, how does that work?": what stands before the comma is new.
_FRONTED = re.compile(
    r"^\s*(?:and|but|so|what about|how about)\s+(?!(?:on|in|for|with|at|by|of|to|from|without|if"
    r"|when|it|its|they|this|that|these|those|the (?:first|second|third|last|other|two))\b)"
    r"[^,?]{3,60},\s*(?:what|how|why|where|which|who|when|is|are|does|do|did|can)\b",
    re.I,
)
# "Give me the key figures": those of the paper just spoken of.
_PARTS = re.compile(
    r"^\s*(?:(?:and|also|please|now|so)\W+)*(?:give|show|list|tell|what(?:['’]s| is| are| were"
    r"| about))(?: (?:me|us))?(?: (?:the|its|their|some|any))?"
    r"(?: (?:key|main|exact|important|most))*"
    r" (?:figures|numbers|results?|details?|limitations?|limits|drawbacks|method|data(?:sets?)?"
    r"|code|links?|authors?|abstract|findings|costs?|accuracy|idea|point)\W*$",
    re.I,
)
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
        corrects: whether it takes back the question before ("no, I meant BERT").
    """

    text: str
    kind: Kind
    language: str
    leans: bool
    corrects: bool = False


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
    if _FRONTED.search(text):
        return False
    if _GOES_ON.search(text) or _PARTS.search(text):
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


def without_correction(question: Question, *, follows: bool) -> tuple[Question, str]:
    """A question, and its text without the "no, I meant" that a follow-up may begin with.

    Its kind and what it leans on are told anew.
    """
    match = _CORRECTS.match(question.text) if follows else None
    text = question.text[match.end() :].strip() if match else ""
    if not re.search(r"\w", text):
        return question, question.text
    again = replace(question, kind=kind_of(text), leans=_leans(text), corrects=True)
    return again, text


def names_another(text: str) -> bool:
    """Whether a question only names what the one before is to be asked of ("And BERT?").

    "And on ImageNet?" asks more of the same paper.
    """
    return (
        _OF_ANOTHER.search(text) is not None
        and _POINTS_BACK.search(text) is None
        and says(text) <= _ONLY_A_NAME
    )


def only_names(text: str) -> bool:
    """Whether a text says no more than a name."""
    return says(text) <= _ONLY_A_NAME and not _ASKS.match(text)


def name_in(text: str) -> str:
    """What a question like "And BERT?" names."""
    bare = _OF_ANOTHER.sub("", text).strip(" \t?.!,。？！")
    return _AROUND_NAME.sub("", bare)


def says(text: str) -> float:
    """How many words of a text say what it is about; two Chinese characters count as a word."""
    han = len(re.findall(r"[\u3400-\u9fff]", text))
    return sum(word.weight for word in words_of(text) if word.text.isascii()) + han / 2
