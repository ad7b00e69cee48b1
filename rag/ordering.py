"""Lists by year: "the newest papers on X", "the latest three", "the oldest paper about Y"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from rag.questions import Question
from rag.remarks import say
from rag.turns import Draft

_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10}
_NEW = r"newest|latest|most recent|最新的?"
_OLD = r"oldest|earliest|最早的?"
_NOUN = r"(?:papers?|articles?|stud(?:y|ies)|works?|publications?|preprints?|one)"
_ORDER = re.compile(
    rf"\b(?:the )?(?:(?P<before>\d{{1,2}}|{'|'.join(_COUNTS)}) )?(?P<end>{_NEW}|{_OLD})"
    rf"(?: (?P<after>\d{{1,2}}|{'|'.join(_COUNTS)}))?(?= (?:[\w-]+ ){{0,3}}?(?P<noun>{_NOUN})\b)"
    r"|(?P<zh_end>最新|最早)的?(?:(?P<zh_after>[两三四五十]|\d{1,2}) ?篇)?"
    r"(?=.{0,12}(?:论文|文章|研究|工作))",
    re.I,
)
_ONE = re.compile("paper|article|study|publication|preprint|one", re.I)
_HAN = {"两": 2, "三": 3, "四": 4, "五": 5, "十": 10}


@dataclass(frozen=True, slots=True)
class Order:
    """By which end of the years a list begins, and how many are wanted; None where all are."""

    end: Literal["newest", "oldest"]
    count: int | None


def order_asked(text: str) -> Order | None:
    """How a question wants its list ordered; None where it does not say.

    Example:
        >>> order_asked("What are the latest three papers on diffusion?")
        Order(end='newest', count=3)
    """
    match = _ORDER.search(text)
    if match is None:
        return None
    word = (match["end"] or match["zh_end"]).casefold()
    old = re.fullmatch(f"{_OLD}|最早", word) is not None
    said = (match["before"] or match["after"] or match["zh_after"] or "").casefold()
    count = _COUNTS.get(said) or _HAN.get(said) or (int(said) if said.isdigit() else None)
    if count is None and _ONE.fullmatch(match["noun"] or ""):
        count = 1
    return Order("oldest" if old else "newest", count)


def without_order(text: str, question: Question) -> tuple[str, Order | None]:
    """A question's text without the words that order its list, and the order; None for no list."""
    order = order_asked(question.text) if question.kind == "list" else None
    return (" ".join(_ORDER.sub(" ", text).split()), order) if order else (text, None)


def in_order(draft: Draft, order: Order, language: str) -> Draft:
    """A list by year, undated papers last, cut to as many as are wanted.

    Papers of the same year as the last one that is wanted are shown too: the records do not tell
    which came first.
    """
    if not draft.statements:
        return draft
    sign = 1 if order.end == "oldest" else -1
    dated = [s for s in draft.statements if s.papers[0].year is not None]
    undated = [s for s in draft.statements if s.papers[0].year is None]
    dated.sort(key=lambda statement: sign * (statement.papers[0].year or 0))
    if order.count is None:
        remark = say(language, f"{order.end}_first")
        return replace(
            draft, statements=(*dated, *undated), remark=f"{draft.remark} {remark}".strip()
        )
    kept = dated[: order.count]
    if kept:
        last = kept[-1].papers[0].year
        kept += [s for s in dated[order.count :] if s.papers[0].year == last]
    remarks = [draft.remark, say(language, "undated", count=len(undated)) if undated else ""]
    if kept:
        remarks.append(say(language, f"{order.end}_of", total=len(draft.statements)))
    remark = " ".join(each for each in remarks if each)
    return replace(draft, statements=tuple(kept or undated), remark=remark)
