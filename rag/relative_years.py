"""Years that a question names without a number: "recent", "the last five years", "before LoRA"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from index.papers import Paper

Find = Callable[[str], Paper | None]

# "Recent" is what appeared in so many years, up to the newest year on record: the same library
# gives the same answer next year.
RECENT = 3
_NOUN = r"(?:papers?|articles?|stud(?:y|ies)|works?|publications?|preprints?|research|literature)"
_COUNTS = {"two": 2, "couple of": 2, "three": 3, "few": 3, "four": 4, "five": 5, "ten": 10}
_RECENT = re.compile(
    rf"\b(?:more )?recent(?:ly published)?(?= (?:[\w-]+ ){{0,3}}?{_NOUN}\b)"
    rf"|(?<=papers )(?:that were |which were |that are )?(?:published )?recently\b"
    r"|(?:最近|近期|近来)(?:发表|出版)?的?",
    re.I,
)
_LAST_YEARS = re.compile(
    r"\b(?:(?:that|which) (?:were|was|are|is) )?(?:published |written |appeared )?"
    r"(?:from|in|of|over|within|during) (?:the )?(?:last|past|recent|latest) (?:a )?"
    rf"(?:(?P<count>\d{{1,2}}|{'|'.join(_COUNTS)}) )?years\b"
    r"|(?:最近|近|过去)(?P<zh_count>[一二两三四五六七八九十]|\d{1,2}) ?年(?:来|内|里|间)?"
    r"(?:发表|出版)?的?",
    re.I,
)
_HAN = {word: number for number, word in enumerate("一二三四五六七八九十", start=1)} | {"两": 2}
_BESIDE = re.compile(
    rf"\b{_NOUN} (?P<cut>(?:(?:that |which )?(?:were|was|are|is|came|appeared) )?"
    r"(?:published |written |from )?"
    r"(?P<way>before|after|since|older than|newer than|earlier than|later than|prior to) "
    r"(?P<name>(?!(?:19|20)\d\d\b)(?:the )?[^?,.;:]{2,60}?(?:(?<=paper)|(?<=article)|(?<=study)"
    r"|(?=\s+(?:that|which|are|about|on|use|deal|do|have)\b|[?,.;:]|$))))(?=$|[\s?,.;:])",
    re.I,
)
_BACK = frozenset({"before", "older than", "earlier than", "prior to"})

# What is said of the papers, first year, last year, and where it stands in the text.
Years = tuple[str, int | None, int | None, tuple[int, int]]


def relative_years(text: str, papers: Sequence[Paper], find: Find) -> Iterator[Years]:
    """Conditions on years that are relative to the library's newest paper, or to a paper.

    `find` gives the paper that a name or a description means.
    """
    newest = max((paper.year for paper in papers if paper.year), default=None)
    if newest is not None:
        for pattern in (_LAST_YEARS, _RECENT):
            if match := pattern.search(text):
                first = newest - _count(match) + 1
                yield f"from {first} or later", first, None, match.span()
    for match in _BESIDE.finditer(text):
        name = re.sub(rf"^the |\s+{_NOUN}$", "", match["name"].strip(), flags=re.I)
        paper = find(name)
        if paper is None or paper.year is None:
            continue
        beside = f"(“{paper.label}” is from {paper.year})"
        way = match["way"].lower()
        if way in _BACK:
            last = paper.year - 1
            yield f"from {last} or earlier {beside}", None, last, match.span("cut")
        else:
            first = paper.year + (way != "since")
            yield f"from {first} or later {beside}", first, None, match.span("cut")


def _count(match: re.Match[str]) -> int:
    groups = match.groupdict()
    if said := groups.get("zh_count"):
        return _HAN.get(said) or int(said)
    said = (groups.get("count") or "").lower()
    return _COUNTS.get(said) or (int(said) if said else RECENT)
