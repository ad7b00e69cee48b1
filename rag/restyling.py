"""The last answer once more: shorter, longer, in one sentence, or in another language."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Literal

from index.papers import Paper
from rag.answers import Answer, Claim
from rag.events import Event, Progress, TextSoFar
from rag.remarks import say
from rag.sentences import nearest_sentences
from rag.turns import Draft, Statement, Support, Turn, quotation

Style = Literal["shorter", "sentence", "longer", "chinese", "english", "other language"]

_LISTS = frozenset({"list", "count", "similar"})
# Sentences that more detail adds, of one paper and of each of several.
MORE = 3
MORE_OF_EACH = 1
MOST_PAPERS = 6
NEAR = 3

# What is left of a text without these words is looked up below.
_FILLING = re.compile(
    r"\b(?:yes|ok(?:ay)?|sure|and|but|now|then|please|can you|could you|would you|make|say|put|me"
    r"|it|that|this|about|the|your|an?|bit|little|much|even|answer|version|thanks|thank you)\b"
    r"|[请再更吧呢吗地用来得]|一?[点些]|一下",
    re.I,
)
_PHRASES: dict[Style, str] = {
    "shorter": "short | shorter | shorten | brief | briefly | briefer | be brief | be briefer | "
    "in short | in brief | concise | more concise | be more concise | more concisely | "
    "concisely | condense | too long | fewer words | in fewer words | less detail | "
    "give short | give shorter | tldr | tl dr | 短 | 简短 | 简洁 | 简要 | 精简 | 简单 | "
    "说简单 | 说短 | 太长了 | 太长",
    "sentence": "in one sentence | one sentence | in single sentence | as one sentence | "
    "in 1 sentence | in one short sentence | in nutshell | summarise in one sentence | "
    "summarize in one sentence | one sentence summary | 一句话 | 一句话说 | "
    "一句话总结 | 一句话概括 | 一句话回答",
    "longer": "longer | more | more detail | more details | more detailed | in more detail | "
    "in greater detail | in detail | details | with more detail | give more detail | "
    "give more details | tell more | give more | show more | elaborate | elaborate on | "
    "expand | expand on | explain more | explain further | explain in more detail | "
    "explain in detail | go on | keep going | continue | carry on | go deeper | "
    "what else | anything else | anything more | what else does | are you | "
    "are you certain | really | where does so | where does | show evidence | "
    "show sentence | show sentences | show quote | show quotes | evidence | prove | "
    "how do you know | 详细 | 详细说 | 具体 | 仔细 | 长 | 多说 | 多细节 | 细节 | 展开 | "
    "展开说说 | 展开讲讲 | 继续 | 继续说 | 继续讲 | 接着说 | 接着讲 | 然后 | 还有 | "
    "真的 | 确定 | 你确定 | 依据 | 依据是什么 | 原文 | explain more simply | more simply | "
    "simpler | explain simpler | in simpler words | in simple words | in other words | explain | "
    "clarify",
}
_INTO = re.compile(
    r"(?:(?:please|and|now|can you|could you|translate|say|put|give|tell|repeat|answer|write|same"
    r"|the|me|it|that|this|again)\W+)*(?:(?:in|into|to) )?(?P<name>[a-z]+)(?:\W+please)?\W*"
    r"|(?:请|再|能)*(?:用|翻译成|译成|翻成|说)?(?P<zh_name>中文|英文|英语|汉语)(?:再)?(?:回答|说|讲|版)?"
    r"(?:一遍|一下|吧|吗|呢)?\W*",
    re.I,
)
_TONGUES: dict[str, Style] = {
    "chinese": "chinese",
    "mandarin": "chinese",
    "中文": "chinese",
    "汉语": "chinese",
    "english": "english",
    "英文": "english",
    "英语": "english",
}
_OTHER_TONGUES = frozenset(
    """german french spanish italian portuguese dutch japanese korean russian arabic hindi polish
    turkish swedish greek hebrew""".split()
)
_ASKS = {phrase: style for style, phrases in _PHRASES.items() for phrase in phrases.split(" | ")}
_BETWEEN_HAN = r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])"
# Nothing but these, after an answer: "go on".
_AGREES = re.compile(r"(?:yes|sure|please|yes please|嗯|是的)", re.I)


def style_asked(text: str) -> Style | None:
    """How the last answer is wanted again, where the text asks for nothing else.

    Example:
        >>> style_asked("Shorter, please."), style_asked("What is a shorter training?")
        ('shorter', None)
    """
    if (into := _INTO.fullmatch(text.strip())) is not None:
        name = (into["name"] or into["zh_name"]).casefold()
        if name in _TONGUES or name in _OTHER_TONGUES:
            return _TONGUES.get(name, "other language")
    words = " ".join(re.findall(r"[\w']+", text.casefold()))
    if _AGREES.fullmatch(words):
        return "longer"
    asked = re.sub(_BETWEEN_HAN, "", " ".join(_FILLING.sub(" ", words).split()))
    return _ASKS.get(asked)


def restyle(turn: Turn, style: Style, last: Answer) -> Generator[Event, None, Draft]:
    """Answer the last question again from the same papers; nothing is written anew.

    Shorter: of each paper one sentence that passed its check, in one sentence only the first; of a
    list the papers' names, or how many they are.
    In English: of what was translated the papers' own words. In Chinese it stays as it is here, to
    be translated; other languages are not written.
    Longer: what was said, and the papers' own sentences that come nearest to the question.
    """
    yield Progress("reading", "going back to the last answer")
    held = {c.paper.paper_id: c.paper for c in turn.candidates}
    said = [statement for claim in last.claims if (statement := _as_statement(claim, last, held))]
    if not said:
        return _unsaid(turn, last, tuple(held.values())[:NEAR])
    language = turn.question.language
    if style in {"chinese", "english", "other language"}:
        own = [_own_words(each) for each in said] if style == "english" else said
        remark = say("en", "in_english") if style == "other language" else ""
        draft = Draft(tuple(own), remark=remark)
    elif style != "longer" and last.kind in _LISTS:
        draft = _names_only(said, last, one=style == "sentence")
    elif style == "longer":
        more = _more(turn, said, last.answer)
        remark = "" if more else say(language, "no_more")
        draft = Draft((*said, *more), remark=remark)
    else:
        kept = _fewest(said, one=style == "sentence")
        remark = say(language, "as_short") if len(kept) == len(said) else ""
        draft = Draft(tuple(kept), remark=remark)
    turn.meter.first_word()
    yield TextSoFar(" ".join(statement.text for statement in draft.statements))
    return draft


def _as_statement(claim: Claim, last: Answer, held: dict[str, Paper]) -> Statement | None:
    """A claim of an answer as it was before it got its numbers; None where its paper is gone."""
    ids = {source.number: source.paper_id for source in last.sources}
    papers = tuple(held[i] for n in claim.citations if (i := ids.get(n)) in held)
    if not papers or len(papers) < len(claim.citations):
        return None
    support = tuple(
        Support(held[ids[quote.citation]], quote.start, quote.end)
        for quote in claim.evidence
        if ids.get(quote.citation) in held
    )
    label = f"{papers[0].label}: "
    listed = claim.text.startswith(label)
    text = claim.text.removeprefix(label)
    verbatim = any(text == each.quoted for each in support)
    if not verbatim and not listed and not re.search(r"[.!?。！？]$", text):
        text += "."  # half of a sentence that sets two papers against each other
    layout = "item" if listed else "quote" if verbatim else "sentence"
    return Statement(
        text,
        papers,
        claim.verdict,
        claim.score,
        support,
        layout,
        lead=papers[0].label if listed else "",
    )


def _own_words(statement: Statement) -> Statement:
    """The sentence that a translated statement rests on."""
    if statement.text.isascii() or not statement.support:
        return statement
    first = statement.support[0]
    return quotation(first.paper, first.start, first.end)


def _names_only(said: Sequence[Statement], last: Answer, *, one: bool) -> Draft:
    """A list without what its papers say; what was said of the whole list comes first."""
    head = last.answer.split("\n\n")[0]
    names = (
        ()
        if one
        else tuple(
            replace(statement, text=statement.papers[0].label, lead="", layout="item")
            for statement in said
        )
    )
    return Draft(names, remark="" if head.startswith("- ") else head, stands=True)


def _unsaid(turn: Turn, last: Answer, near: tuple[Paper, ...]) -> Draft:
    """What there is to an answer without a sentence of a paper: a remark, or an abstention."""
    if not last.abstained:
        return Draft(remark=last.answer, stands=True)
    embedder = turn.library.embedder
    closest = max(
        ((nearest_sentences(embedder, paper, turn.text)[0], paper) for paper in near),
        key=lambda found: found[0],
        default=None,
    )
    if closest is None:
        return Draft()
    (_, start, end), paper = closest
    return Draft(near=near, closest=Support(paper, start, end))


def _fewest(said: Sequence[Statement], *, one: bool) -> list[Statement]:
    """One sentence of each paper, rather one written for the question than a quotation."""
    ranked = sorted(said, key=lambda statement: statement.verbatim)
    first: dict[tuple[Paper, ...], Statement] = {}
    for statement in ranked:
        first.setdefault(statement.papers, statement)
    kept = [statement for statement in said if statement in first.values()]
    return [replace(s, layout="sentence") if one else s for s in (kept[:1] if one else kept)]


def _more(turn: Turn, said: Sequence[Statement], shown: str) -> list[Statement]:
    """Sentences of the papers that the answer does not show yet, in the papers' order."""
    papers = list(dict.fromkeys(paper for each in said for paper in each.papers))[:MOST_PAPERS]
    each = MORE if len(papers) == 1 else MORE_OF_EACH
    found: list[Statement] = []
    for paper in papers:
        near = nearest_sentences(turn.library.embedder, paper, turn.given)
        new = [
            (start, end) for _, start, end in near if paper.abstract[start:end].strip() not in shown
        ]
        found += [quotation(paper, start, end) for start, end in sorted(new[:each])]
    return found
