"""Two papers that a question describes beside each other, without naming either."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NOUN = r"(?:papers?|works?|stud(?:y|ies)|articles?|methods?|approach(?:es)?|abstracts?)"
_LINK = (
    r"(?:on|about|of|by|with|for|from|that|which|who|whose|where|in which|dealing with"
    r"|concerned with)"
)
# What a description ends before: the question about both.
_END = (
    r"(?=\s*(?:[:;?!]|\.(?:\s|$)|,\s*(?:and )?(?:how|what|which|why|where|who)\b"
    r"|\b(?:each|both|differ\w*|compared?|relate|agree|disagree|have in common)\b)|\W*$)"
)
# "What does the work on A have in common with the one on B?"
_JOINING = re.compile(r"\s+(?:have in common|differ\w*|compared?|relate)$", re.I)
# "the work on A and the one that B"
_THE_WORKS = re.compile(
    rf"\b(?:the|that|a) {_NOUN} (?:{_LINK}) (?P<one>[^:;?]{{2,}}?),?\s+"
    r"(?:and|or|with|to|from|versus|vs\.?|against|than)\s+(?:(?:with|that of|those of|of|in) )?"
    rf"(?:the|that|a) (?:{_NOUN}|one|other) (?:{_LINK}) (?P<other>[^:;?]{{2,}}?){_END}"
    r"(?:\s*\b(?:each|both)\b)?",
    re.I,
)
# "One work does A, another B. …", "Two works use flows: one for A, one for B. …"
_ONE_ANOTHER = re.compile(
    rf"^(?:(?:there are |here are )?(?:two|these two) {_NOUN} (?P<shared>[^:.?]+?):\s*)?"
    rf"(?:there is )?one(?: {_NOUN})?(?: of them)?(?: (?:that|which))? (?P<one>[^.?!]{{3,}}?)"
    r"(?:\s*[,;.](?: and| while| whereas| but)? (?:another|the other|one)"
    rf"| and (?:another|the other))(?: {_NOUN})?"
    r"(?: (?:that|which))? (?P<other>[^.?!:]{3,}?)\s*[.:;?!]\s*(?P<asked>.+)$",
    re.I | re.S,
)
# "A and B: how do these two papers …"
_THESE_TWO = re.compile(
    r"^(?P<one>[^:?]{3,}?),?\s+(?:and|versus|vs\.?)\s+(?P<other>[^:?]{3,}?)\s*[:.;,]\s*"
    rf"(?P<asked>(?:how|what|which|why|where|in what)\b.*\b(?:these|the|those) two {_NOUN}\b.*)$",
    re.I | re.S,
)
OPEN = "Compare the two papers."
_IS_OPEN = re.compile(
    r"^(?:how|what|where|in what\b.*?) (?:do(?:es)?|did|are|is) (?:the|these) two papers?"
    r" (?:differ|compare|relate|have in common|different)\W*$",
    re.I,
)
# A question for the two papers that is more than "How do the two papers?"
_SAYS_MORE = re.compile(
    r"^(?:please |can you |could you )*(?:compare|contrast)\b|\bthe two papers\W+\w"
    r"|\b(?:differ\w*|common)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class DescribedPair:
    """Two papers as they are described, and what is asked of both, in words for "the two papers".

    Example:
        >>> described_pair("How do the work on pruning and the one on distillation differ?")
        DescribedPair(one='pruning', other='distillation', asked='Compare the two papers.')
    """

    one: str
    other: str
    asked: str


def described_pair(text: str) -> DescribedPair | None:
    """The two papers that a question describes; None where it does not, or names them."""
    text = text.strip()
    if match := _ONE_ANOTHER.match(text):
        shared = f"{match['shared'].strip()} " if match["shared"] else ""
        one, other = (f"{shared}{match[part].strip()}" for part in ("one", "other"))
        return DescribedPair(one, other, _asked(match["asked"]))
    if match := _THE_WORKS.search(text):
        one, other = match["one"].strip(), match["other"].strip()
        if joining := _JOINING.search(one):
            return DescribedPair(one[: joining.start()], other, OPEN)
        asked = f"{text[: match.start()]}the two papers{text[match.end() :]}"
        # Where the question's own verb was taken for a part of the description, all of it is asked.
        return DescribedPair(one, other, _asked(asked if _SAYS_MORE.search(asked) else text))
    if match := _THESE_TWO.match(text):
        return DescribedPair(match["one"].strip(), match["other"].strip(), _asked(match["asked"]))
    return None


def _asked(question: str) -> str:
    """What is asked of both, behind "Compare the two papers"; that alone where it is open."""
    if re.match(r"(?:please |can you |could you )*(?:compare|contrast)\b", question, re.I):
        return question
    return OPEN if _IS_OPEN.match(question) else f"{OPEN[:-1]}: {question}"
