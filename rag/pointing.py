"""What a question points at among the papers shown before: "[2]", "the second one", "the other"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.answers import Source
from rag.conversations import Conversation

# "The two papers on …" describes papers and points at none.
_NOT_DESCRIBED = r"(?!\s+(?:on|about|that|which|of|by|from|for|in which|where)\b)"
_PAPERS = rf"(?:ones?|papers?|articles?|stud(?:y|ies)|works?)\b{_NOT_DESCRIBED}"
_NOUN = rf"(?:{_PAPERS}|(?:methods?|models?|approach(?:es)?|results?)\b{_NOT_DESCRIBED})"
# "The other methods" are those that a paper compares itself with.
_ONE = rf"(?:{_PAPERS}|(?:method|model|approach|result)\b{_NOT_DESCRIBED})"
# After a bare "the second" stands the end of a clause or a verb; "the second layer" points nowhere.
_VERB = (
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|need|use|show|differ|compare"
    r"|perform|work|with|and|or|to)"
)
_THEM = r"(?:them|these|those|the (?:two|three|four))\b"
_ALONE = rf"(?=\s*(?:[?.,;:!)]|$)|\s+{_VERB}s?\b)"
_PLACES = {
    word: place
    for place, words in enumerate(
        (
            "first 1st 一 1",
            "second 2nd 二 两 2",
            "third 3rd 三 3",
            "fourth 4th 四 4",
            "fifth 5th 五 5",
            "sixth 6th 六 6",
            "seventh 7th 七 7",
            "eighth 8th 八 8",
            "ninth 9th 九 9",
            "tenth 10th 十 10",
        ),
        start=1,
    )
    for word in words.split()
}
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "2": 2, "3": 3, "4": 4, "5": 5}
_LAST = frozenset({"last", "final", "最后"})
_ORDINAL = "|".join(
    sorted((word for word in (*_PLACES, *_LAST) if word.isascii() and not word.isdigit()), key=len)
)
_POINTER = re.compile(
    r"\[(?P<mark>\d{1,3})\]"
    r"|\b(?:papers?|sources?|references?|ref\.|abstracts?|articles?|numbers?|no\.)\s*#?"
    r"(?P<number>\d{1,3})\b(?!\s*(?:%|[.,]\d))"
    rf"|\bthe\s+(?P<some>first|last)\s+(?P<many>{'|'.join(_COUNTS)})\b(?:\s+{_NOUN}|{_ALONE})"
    rf"|\bthe\s+(?P<ordinal>{_ORDINAL})(?:\s+{_NOUN}|\s+of\s+{_THEM}|{_ALONE})"
    rf"|\b(?:the|that|an)\s?(?P<other>other(?P<others>s)?)(?:\s+{_ONE}|{_ALONE})"
    rf"|\bthe\s+(?P<previous>previous|earlier)\s+{_NOUN}"
    r"|\b(?P<former>the former)\b|\b(?P<latter>the latter)\b"
    r"|\b(?P<both>both|the two|all (?:of them|three|four)|(?:each|either|neither)(?: one)?"
    rf"(?: of {_THEM})?)(?:\s+(?:of\s+)?(?:{_NOUN}|{_THEM})|{_ALONE})"
    r"|第\s*(?P<place>[一二三四五六七八九十]|\d{1,2})\s*"
    r"(?:篇|[个种](?=\s*(?:[呢吗是怎为需用有能，。？?]|$)))"
    r"|(?:论文|文献|来源)\s*(?P<zh_number>\d{1,3})(?!\d)"
    r"|(?P<zh_last>最后一[篇个种])|(?P<zh_former>前者)|(?P<zh_latter>后者)"
    r"|(?P<zh_other>另外?一?[篇个种])|(?P<zh_both>两者|二者|这两[篇个种]|它们俩)",
    re.I,
)
_COMPARES = re.compile(
    r"\b(?:compar\w*|contrast\w*|differ\w*|versus|vs|than|similar)\b|比较|对比|区别|相比|不同", re.I
)
_SPOKEN_OF = re.compile(r"\b(?:it|its|this|that)\b|它|这[篇个种]|该", re.I)


@dataclass(frozen=True, slots=True)
class Pointed:
    """The papers that a question points at by number or place.

    Attributes:
        paper_ids: the papers, in the order in which the question names them.
        missing: the numbers that no paper shown has.
    """

    paper_ids: tuple[str, ...] = ()
    missing: tuple[int, ...] = ()


def pointed_at(text: str, conversation: Conversation) -> Pointed:
    """The papers among those shown before that a question points at.

    A number is one of the last answer's sources. A place counts the papers that the latest answer
    citing as many cited; where none did, the sources that were found.

    Example:
        "What does the second one need?" → the second paper that was cited.
    """
    found: list[str] = []
    missing: list[int] = []
    for match in _POINTER.finditer(text):
        number = match["mark"] or match["number"] or match["zh_number"]
        if number:
            named = [s.paper_id for s in _shown(conversation) if s.number == int(number)]
            found += named
            # "[12]" may as well be quoted from somewhere.
            if not named and not match["mark"]:
                missing.append(int(number))
        else:
            found += _at_place(match, conversation)
    unique = tuple(dict.fromkeys(found))
    rest = _POINTER.sub(" ", text)
    if len(unique) == 1 and _COMPARES.search(rest) and _SPOKEN_OF.search(rest):
        # "Compare it with the other": "it" is a paper too.
        unique = tuple(dict.fromkeys((*conversation.focus[:1], *unique)))
    return Pointed(unique, tuple(dict.fromkeys(missing)))


def without_pointers(text: str) -> str:
    """A question without the words that point at papers."""
    return _POINTER.sub(" ", text)


def pointing_to(text: str, name: str) -> str | None:
    """A question with the first words that point at a paper replaced by its name; None without."""
    found = _POINTER.search(text)
    return f"{text[: found.start()]}{name}{text[found.end() :]}" if found else None


def _at_place(match: re.Match[str], conversation: Conversation) -> Sequence[str]:
    if match["both"] or match["zh_both"]:
        together = next((ids for ids in conversation.cited if len(ids) > 1), ())
        return together or tuple(reversed(conversation.discussed[:2]))
    if match["other"] or match["previous"] or match["zh_other"]:
        return _others(conversation, several=bool(match["others"]))
    if match["former"] or match["zh_former"]:
        return _listed(conversation, 2)[:1]
    if match["latter"] or match["zh_latter"]:
        return _listed(conversation, 2)[1:2]
    if match["some"]:
        count = _COUNTS[match["many"].lower()]
        listed = _listed(conversation, count)
        return listed[:count] if match["some"].lower() == "first" else listed[-count:]
    word = (match["ordinal"] or match["place"] or "last").lower()
    if word in _LAST:
        return _listed(conversation, 2)[-1:]
    place = _PLACES[word]
    return _listed(conversation, max(2, place))[place - 1 : place]


def _others(conversation: Conversation, *, several: bool) -> Sequence[str]:
    """What was cited before, and is not what the last answer was about."""
    present, *lists = conversation.cited or ((),)
    if len(present) == 2:
        return present[1:]
    others = (tuple(i for i in ids if i not in present) for ids in lists)
    found = next((ids for ids in others if ids), present[1:])
    return found if several else found[:1]


def _listed(conversation: Conversation, count: int) -> Sequence[str]:
    """The papers of the latest answer that cited so many; else those that the last one found."""
    found = next((ids for ids in conversation.cited if len(ids) >= count), None)
    return found or tuple(source.paper_id for source in _shown(conversation))


def _shown(conversation: Conversation) -> Sequence[Source]:
    """The sources of the latest answer that has any."""
    return next((turn.sources for turn in reversed(conversation.turns) if turn.sources), ())
