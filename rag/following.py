"""What a question means in the conversation it is asked in."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass

from index.library import Library
from rag.answers import Answer
from rag.conversations import Conversation
from rag.facets import own_name
from rag.names import Mentions, names_of
from rag.pointing import pointed_at, pointing_to, without_pointers
from rag.questions import Question, name_in, names_another, only_names, says
from rag.remarks import say
from rag.retrieval import Candidate, clear_lead
from rag.subjects import unmentioned
from rag.tables import short_name

# "LoRA, which needs little memory": of another paper that need not be true.
_DESCRIBED = re.compile(r",\s*(?:which|who|that|whose|where)\b", re.I)
_AND = re.compile(r"^\s*(?:and|but|what about|how about|or)\b", re.I)
# Characters of the last question, and of its answer, that are repeated to the model.
REPEATED = 200
# Names of papers in the question as it is shown.
_LABELS = 2
# A question of at most so many words that say something is vague. A paper in focus must be among
# the first so many found for one that is not.
_VAGUE = 2.0
_AMONG_FIRST = 3
_NEW_TOPIC = re.compile(
    r"^\s*(?:(?:a )?(?:new|another|different|next) (?:topic|question|subject)\b"
    r"|(?:something|on to something) (?:else|different)\b|change (?:of|the) (?:topic|subject)\b"
    r"|换(?:个|一个)(?:话题|问题)|另一个问题)[\s:：,，.。—-]*",
    re.I,
)
_THEM = re.compile(r"\b(?:them|these|those)\b(?! (?:to|with|and)\b)|它们", re.I)
_OF_THEM = re.compile(
    r"\b(?:of|among) (?:them|these|those|the (?:two|three|four|five))\b|其中", re.I
)
_RETURN = re.compile(
    r"^\s*(?:ok(?:ay)?,? |now |so |let['’]?s )*(?:(?:go(?:ing)?|com(?:e|ing)|get(?:ting)?)\s+)?"
    r"(?:back to|returning to|return to|again about|as (?:for|to))\s+"
    r"(?P<topic>[^:,，：?]{2,80}?)(?:\s+again)?\s*[:,，：]\s*(?P<rest>.+)$"
    r"|^\s*(?:再)?(?:回到|说回)(?P<zh_topic>[^:,，：?？]{2,40})[:,，：]\s*(?P<zh_rest>.+)$",
    re.I | re.S,
)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A question in its conversation.

    Attributes:
        query: what was said before, to search with; empty where the question is new.
        standalone: the question as it can be understood alone; shown to the user.
        earlier: what the model is told of the conversation, at most some 400 characters; empty
            where the question is new.
        focus: ids of the papers that the question may point back to, the likeliest first.
        alone: whether it asks about those papers and no others.
        missing: source numbers that it names and that were not shown.
        perhaps: ids of the papers just spoken of, where the question seems to be about others and
            nothing tells surely.
        kind: the kind of the question before, where this one asks the same of another paper.
        asked: the question before with the other paper's name in it, where it has one to replace.
    """

    query: str
    standalone: str
    earlier: str = ""
    focus: tuple[str, ...] = ()
    alone: bool = False
    missing: tuple[int, ...] = ()
    perhaps: tuple[str, ...] = ()
    kind: str = ""
    asked: str = ""


def resolve(
    question: Question,
    text: str,
    conversation: Conversation,
    library: Library,
    found: Sequence[Candidate],
) -> Resolved:
    """Take a question out of its conversation.

    `text` is the question in English, `found` what was found for it by itself. A question that
    names papers by number or place ("the second one") is about these. One that goes back to an
    earlier topic is about the paper of that topic. One that points back, and one that fits no
    paper outside the focus clearly, gets the papers in focus and the words of the question
    before; no rewriting by a model is relied on.
    """
    turns = conversation.turns
    new = Resolved("", question.text)
    if not turns or question.kind in {"small talk", "library"} or _NEW_TOPIC.match(question.text):
        return new
    pointed = pointed_at(question.text, conversation)
    # A paper may have been removed since it was cited.
    named = tuple(i for i in pointed.paper_ids if i in library)
    if named and not _names_others(text, named, library):
        about = _about(question, turns[-1], named, library, alone=True)
        bare = says(_AND.sub("", without_pointers(text))) == 0 and question.kind == "fact"
        if bare and len(named) == 1:
            # "And the first?" asks of it what was asked before.
            asked = _re_asked(turns[-1], short_name(library.paper(named[0])), library)
            kind = turns[-1].kind if asked else ""
            about = dataclasses.replace(
                about, asked=asked, standalone=asked or about.standalone, kind=kind
            )
        return about
    if pointed.missing and not named:
        return Resolved("", question.text, missing=pointed.missing)
    focus = tuple(paper_id for paper_id in conversation.focus if paper_id in library)
    if question.kind in {"list", "count"}:
        # Those are about the whole library, or about all papers of the last list.
        within = focus and _OF_THEM.search(question.text)
        return _about(question, turns[-1], focus, library, alone=True) if within else new
    returned = _returned_to(question.text, conversation, library)
    if returned:
        return _about(question, None, returned, library, alone=True)
    if question.kind == "comparison" and len(focus) == 1 and _THEM.search(text):
        # Of papers that were spoken of one after the other.
        held = [paper_id for paper_id in conversation.discussed if paper_id in library]
        focus = tuple(reversed(held[:2]))
    if question.corrects and only_names(text):
        return _asked_of_another(question, text, turns[-1], library)
    if not focus:
        return new
    elsewhere = clear_lead(found) and found[0].paper.paper_id not in focus
    if names_another(text) and (elsewhere or _is_called(text, found, focus)):
        return _asked_of_another(question, text, turns[-1], library)
    if names_another(text) and (asked := _re_asked(turns[-1], name_in(text), library)):
        # "And Fast YOLO?" is of the same paper.
        about = _about(question, turns[-1], focus, library)
        return dataclasses.replace(about, asked=asked, standalone=asked, kind=turns[-1].kind)
    if not _leans(question, text, focus, found, library):
        return new if clear_lead(found) else dataclasses.replace(new, perhaps=focus)
    return _about(question, turns[-1], focus, library)


def _about(
    question: Question,
    last: Answer | None,
    focus: tuple[str, ...],
    library: Library,
    *,
    alone: bool = False,
) -> Resolved:
    labels = [library.paper(paper_id).label for paper_id in focus]
    names = say(question.language, "and").join(labels[:_LABELS])
    if len(labels) > _LABELS:
        names += say(question.language, "and_more", count=len(labels) - _LABELS)
    said = earlier = ""
    if last is not None:
        before = _shortened(last.in_english or last.standalone_question)
        said = _shortened(_first_said(last))
        earlier = f"{before} {said}".strip()
    return Resolved(
        query=said or earlier,
        standalone=say(question.language, "about", question=question.text, papers=names),
        earlier=earlier,
        focus=focus,
        alone=alone,
    )


def _asked_of_another(question: Question, text: str, last: Answer, library: Library) -> Resolved:
    """ "And BERT?": the last question, asked of a paper that is named anew."""
    asked = _re_asked(last, name_in(text), library) if question.language == "en" else ""
    if asked:
        return Resolved(query="", standalone=asked, kind=last.kind, asked=asked)
    before = last.standalone_question
    return Resolved(
        query="",
        standalone=say(question.language, "as_before", question=question.text, before=before),
        earlier=_shortened(last.in_english or before),
        kind=last.kind,
    )


def _re_asked(last: Answer, name: str, library: Library) -> str:
    """The last question with another name in the place of its own; empty where it has none."""
    before = re.sub(r"\s*\((?:about|as before:) .*\)$", "", last.standalone_question)
    if not name or last.in_english or _DESCRIBED.search(before) or _AND.match(before):
        return ""
    if pointed := pointing_to(before, name):
        return pointed
    shown = (source.paper_id for source in last.sources)
    owned = [own_name(library.paper(i)) for i in shown if i in library]
    sure = [each for each in names_of(f"of {before}") if each.sure]
    named = list(dict.fromkeys(each.text for each in sure or names_of(before)))
    old = next((own for own in owned if own and re.search(_whole(own), before, re.I)), "")
    if not old and len(named) == 1:
        (old,) = named
    # "Fast YOLO" is one name.
    with_more = rf"(?:(?<=\s)(?-i:(?:[A-Z][\w-]*\s)+))?{_whole(old)}"
    return re.sub(with_more, lambda _: name, before, flags=re.I) if old else ""


def _whole(name: str) -> str:
    return rf"(?<![\w-]){re.escape(name)}(?![\w-])"


def _is_called(text: str, found: Sequence[Candidate], focus: Sequence[str]) -> bool:
    """Whether a question calls a paper by its name, and none of those in focus."""
    called = [
        candidate.paper.paper_id
        for candidate in found
        if (own := own_name(candidate.paper)) and re.search(_whole(own), text, re.I)
    ]
    return bool(called) and not set(called) & set(focus)


def _leans(
    question: Question,
    text: str,
    focus: Sequence[str],
    found: Sequence[Candidate],
    library: Library,
) -> bool:
    """Whether the question is about the papers in focus.

    One whose words lean is, unless it clearly names another paper. One whose words do not is,
    where it is vague ("What are the gains?"), or where a paper in focus is among the first that
    were found for it; not where another paper was found clearly.
    """
    if _names_others(text, focus, library):
        return False
    elsewhere = clear_lead(found) and found[0].paper.paper_id not in focus
    if not question.leans:
        first = {candidate.paper.paper_id for candidate in found[:_AMONG_FIRST]}
        return not elsewhere and (says(text) <= _VAGUE or not first.isdisjoint(focus))
    # A comparison names another paper and still means the one in focus.
    if not elsewhere or question.kind == "comparison":
        return True
    # "What is LoRA, and what does it save?": the name is new, and "it" points within the question.
    missing = [set(unmentioned(text, library.paper(paper_id))) for paper_id in focus]
    return not set.intersection(*missing) - set(unmentioned(text, found[0].paper))


def _names_others(text: str, pointed: Sequence[str], library: Library) -> bool:
    """Whether a question names two things that the papers it seems to point at do not mention.

    "Compare LoRA and Adam: what do both need?": "both" points within the question.
    """
    missing = [set(unmentioned(text, library.paper(paper_id))) for paper_id in pointed]
    return len(set.intersection(*missing)) > 1


def _returned_to(text: str, conversation: Conversation, library: Library) -> tuple[str, ...]:
    """The paper of an earlier answer that "back to LoRA: …" means; empty where there is none."""
    match = _RETURN.match(text)
    if match is None:
        return ()
    topic = match["topic"] or match["zh_topic"]
    discussed = [i for i in conversation.discussed if i in library]
    names = [name.text for name in names_of(f"about {topic}")]
    words = set(re.findall(r"\w{3,}", topic.casefold()))

    def fits(paper_id: str) -> tuple[int, int]:
        paper = library.paper(paper_id)
        mentions = Mentions(paper.text)
        title = set(re.findall(r"\w{3,}", (paper.title or paper.label).casefold()))
        return sum(name in mentions for name in names), len(words & title)

    best = max(discussed, key=fits, default=None)
    return (best,) if best is not None and any(fits(best)) else ()


def _first_said(answer: Answer) -> str:
    """What an answer says first, in English; empty where it cites nothing."""
    if not answer.claims:
        return ""
    claim = answer.claims[0]
    return claim.evidence[0].quote if answer.in_english and claim.evidence else claim.text


def _shortened(text: str) -> str:
    if len(text) <= REPEATED:
        return text
    return f"{text[:REPEATED].rsplit(' ', 1)[0]} …"
