"""Conditions on papers that a question states itself: years, venue, author, tag.

Only what is said of the papers counts ("papers from 2023", "published at ICML", "by Kingma"), never
a number or a name that merely stands in the question ("BERT 2019 parameters"). A condition on a
venue or an author counts where the library knows it, or where it is written like a name.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from index.filters import PaperFilter
from index.papers import Paper, normalise
from rag.answers import Condition
from rag.relative_years import Find, relative_years

_NOUN = (
    r"\b(?:papers?|abstracts?|articles?|stud(?:y|ies)|works?|publications?|preprints?|research"
    r"|literature|(?<=of )(?:them|these|those))\b"
)
_ATTACHED = (
    rf"(?P<noun>{_NOUN}(?: (?:are there|there are|do (?:you|we) have|that|which|were|are))*)"
)
_PUBLISHED = (
    r"(?:come|came|published|released|presented|appear(?:ed|ing)|accepted|written|authored|dated)"
)
_YEAR = r"(?:19[5-9]\d|20\d\d)"
_A, _B = rf"(?P<a>{_YEAR})", rf"(?P<b>{_YEAR})"
_LATER, _EARLIER = r"(?:later|newer|after|onwards?|up)", r"(?:earlier|older|before)"
# What is said of years, and what the first and the last year are beside those that are said; None
# where there is no limit.
_Limits = tuple[int | None, int | None]
_SPANS: tuple[tuple[str, _Limits], ...] = (
    (rf"(?:between|from) {_A} (?:and|to|until|till|through) {_B}", (0, 0)),
    (rf"(?:from |in |of |during )?{_A} ?(?:-|–|—|\.\.| to ) ?{_B}", (0, 0)),
    (rf"(?:from |in |of )?{_A} (?:or|and) {_LATER}", (0, None)),
    (rf"(?:from |in |of )?{_A} (?:or|and) {_EARLIER}", (None, 0)),
    (rf"from {_A} on(?:wards?)?", (0, None)),
    (rf"(?:since|starting (?:in|from)|no (?:older|earlier) than) {_A}", (0, None)),
    (rf"(?:after|later than|newer than) {_A}", (1, None)),
    (rf"(?:before|older than|earlier than|prior to) {_A}", (None, -1)),
    (rf"(?:until|till|up to|no (?:later|newer) than) {_A}", (None, 0)),
    (rf"(?:from|in|of|during) (?:the year )?{_A}", (0, 0)),
)
# After a year that stands for itself ("in 2015", not "in 2015 challenges").
_FREE = (
    r"(?= ?(?:$|[?.!,;)]|(?:about|on|that|which|and|by|with|without|using|at|dealing|are|there|do"
    r"|does|use|propose|introduce|study|give|have|report|[a-z]{2,}ing"
    r"|in (?:the|this|your|my) library)\b|(?-i:(?:at|in) [A-Z])))"
)
# Where papers are asked for, a word behind the year is their verb, unless it ends as a plural does
# ("adapt", not "challenges").
_ASKED_FOR = r"(?<!\w)(?:which|what|how many|(?:do|have) any)\b[^?.!;]*?"
_VERB = r"(?=,? (?-i:[a-z]+(?:[^\Ws]|ss)\b))"
_HAN: tuple[tuple[re.Pattern[str], _Limits], ...] = (
    (re.compile(rf"{_A} ?年?(?:到|至|-|–|—){_B} ?年?(?:间|之间)?(?:发表|出版)?的?"), (0, 0)),
    (re.compile(rf"{_A} ?年(?:以后|之后|以来|起|后)(?:发表|出版)?的?"), (0, None)),
    (re.compile(rf"{_A} ?年(?:以前|之前|前)(?:发表|出版)?的?"), (None, -1)),
    (re.compile(rf"{_A} ?年(?:发表|出版)?的(?=.{{0,20}}(?:论文|文章|工作|研究))"), (0, 0)),
)
# Well-known venues by the name that people use, and how proceedings are headed.
_VENUES = {
    "neurips": ("NeurIPS", "NIPS", "Neural Information Processing Systems"),
    "nips": ("NeurIPS", "NIPS", "Neural Information Processing Systems"),
    "icml": ("ICML", "International Conference on Machine Learning"),
    "iclr": ("ICLR", "International Conference on Learning Representations"),
    "cvpr": ("CVPR", "Conference on Computer Vision and Pattern Recognition"),
    "iccv": ("ICCV", "International Conference on Computer Vision"),
    "eccv": ("ECCV", "European Conference on Computer Vision"),
    "acl": ("ACL", "Annual Meeting of the Association for Computational Linguistics"),
    "emnlp": ("EMNLP", "Empirical Methods in Natural Language Processing"),
    "naacl": ("NAACL", "North American Chapter of the Association for Computational Linguistics"),
    "aaai": ("AAAI", "AAAI Conference on Artificial Intelligence"),
    "ijcai": ("IJCAI", "International Joint Conference on Artificial Intelligence"),
    "jmlr": ("JMLR", "Journal of Machine Learning Research"),
    "tmlr": ("TMLR", "Transactions on Machine Learning Research"),
    "kdd": ("KDD", "Knowledge Discovery and Data Mining"),
    "sigir": ("SIGIR",),
    "aistats": ("AISTATS", "Artificial Intelligence and Statistics"),
    "colt": ("COLT", "Conference on Learning Theory"),
    "icra": ("ICRA", "International Conference on Robotics and Automation"),
    "miccai": ("MICCAI", "Medical Image Computing and Computer-Assisted Intervention"),
    "interspeech": ("Interspeech",),
    "arxiv": ("arXiv",),
}
_VENUE_WORD = re.compile(r" (?:conference|workshop|journal|proceedings)\b", re.I)
_LONGEST_NAME = 8  # words
_MOST_CONDITIONS = 8


@dataclass(frozen=True, slots=True)
class Scope:
    """What a question says of the papers it is about.

    Attributes:
        rest: the question without it.
        where: the conditions; None where it states none.
        conditions: each of them.
    """

    rest: str
    where: PaperFilter | None = None
    conditions: tuple[Condition, ...] = ()

    @property
    def said(self) -> str:
        """The conditions in words, to follow "papers": "from 2023 to 2025"."""
        return " ".join(condition.said for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class _Stated:
    said: str
    where: PaperFilter
    start: int
    end: int


def scope_of(text: str, papers: Sequence[Paper], find: Find = lambda _: None) -> Scope:
    """The conditions on papers that a question states.

    `find` gives the paper that a name means, as in "before the BERT paper".

    Example:
        >>> scope_of("Which papers from 2020 or later are about translation?", []).rest
        'Which papers are about translation?'
    """
    rest, where, found = text, PaperFilter(), []
    for _ in range(_MOST_CONDITIONS):
        stated = next(_conditions(rest, papers, find), None)
        if stated is None:
            break
        where = both(where, stated.where, papers)
        place = text.find(rest[stated.start : stated.end])
        rest = _cut(rest, stated.start, stated)
        without = rest if place < 0 else _cut(text, place, stated)
        found.append(Condition(stated.said, stated.where, without))
    return Scope(rest, where, tuple(found)) if found else Scope(text)


def _cut(text: str, start: int, stated: _Stated) -> str:
    """A text without the words of a condition, which begin at `start`."""
    end = start + stated.end - stated.start
    rest = " ".join(f"{text[:start]} {text[end:]}".split())
    return re.sub(r"\s+(?=[?.!,;])", "", rest)


def both(
    one: PaperFilter | None, other: PaperFilter | None, papers: Sequence[Paper]
) -> PaperFilter:
    """A filter that lets through what both do."""
    if one is None or other is None:
        return one or other or PaperFilter()
    merged = {}
    for field in dataclasses.fields(PaperFilter):
        first, second = getattr(one, field.name), getattr(other, field.name)
        if first in (None, ()) or second in (None, ()):
            merged[field.name] = second if first in (None, ()) else first
        else:  # two values of one field: only the papers themselves can say what both let through
            kept = (p.paper_id for p in papers if one.matches(p) and other.matches(p))
            return PaperFilter(paper_ids=frozenset(kept))
    return PaperFilter(**merged)


def _conditions(text: str, papers: Sequence[Paper], find: Find) -> Iterator[_Stated]:
    yield from _years(text)
    for said, first, last, span in relative_years(text, papers, find):
        where = PaperFilter(year_from=first, year_to=last)
        chinese = re.search("[\u3400-\u9fff]", text) is not None
        yield _Stated(_in_chinese(where) if chinese else said, where, *span)
    yield from _venues(text, papers)
    yield from _authors(text, papers)
    yield from _tags(text)


def _years(text: str) -> Iterator[_Stated]:
    for span, limits in _SPANS:
        for place in (
            rf"{_ATTACHED} (?P<cut>(?:{_PUBLISHED} )?{span}){_FREE}",
            rf"{_ASKED_FOR}{_ATTACHED} (?P<cut>(?:{_PUBLISHED} )?{span}){_VERB}",
            rf"(?P<cut>\b(?:(?:that|which) )?(?:(?:were|was|are|is) )?{_PUBLISHED} {span}){_FREE}",
            rf"{_NOUN} (?:about|on) .*? (?P<cut>{span})(?=\W*$)",
        ):
            if match := re.search(place, text, re.I):
                yield _year_condition(match, limits, *match.span("cut"))
    if match := re.search(rf"\b{_A}(?= (?:[\w-]+ )?{_NOUN})", text, re.I):
        yield _year_condition(match, (0, 0), *match.span("a"))
    for pattern, limits in _HAN:
        if match := pattern.search(text):
            condition = _year_condition(match, limits, *match.span())
            yield replace(condition, said=_in_chinese(condition.where))


def _in_chinese(where: PaperFilter) -> str:
    first, last = where.year_from, where.year_to
    if first is not None and last is not None:
        return f" {first} 年" if first == last else f" {first} 至 {last} 年"
    return f" {first} 年及以后" if first is not None else f" {last} 年及以前"


def _year_condition(match: re.Match[str], limits: _Limits, start: int, end: int) -> _Stated:
    a = int(match["a"])
    b = int(match.groupdict().get("b") or a)
    first = None if limits[0] is None else a + limits[0]
    last = None if limits[1] is None else b + limits[1]
    if first is not None and last is not None:
        first, last = sorted((first, last))
        said = f"from {first}" if first == last else f"from {first} to {last}"
    else:
        said = f"from {first} or later" if first is not None else f"from {last} or earlier"
    return _Stated(said, PaperFilter(year_from=first, year_to=last), start, end)


def _venues(text: str, papers: Sequence[Paper]) -> Iterator[_Stated]:
    known = {normalise(paper.venue) for paper in papers if paper.venue}
    for place in (
        rf"{_ATTACHED} (?:{_PUBLISHED} )?(?:at|in|from) (?:the )?(?P<name>.+)",
        rf"\b(?:(?:that|which) )?(?:(?:were|was|are|is) )?{_PUBLISHED} (?:at|in|by) (?:the )?"
        r"(?P<name>.+)",
    ):
        if match := re.search(place, text, re.I):
            start = match.end("noun") if "noun" in match.groupdict() else match.start()
            for name, end in _beginnings(match["name"], match.start("name")):
                if venues := _venue_names(name, known):
                    word = _VENUE_WORD.match(text[end:])
                    until = end + (word.end() if word else 0)
                    yield _Stated(f"at {name}", PaperFilter(venues=venues), start, until)
    for match in re.finditer(rf"\b(?P<name>[\w-]+)(?= (?:{_YEAR} )?{_NOUN})", text, re.I):
        if normalise(match["name"]) in _VENUES:
            venues = _venue_names(match["name"], known)
            yield _Stated(f"at {match['name']}", PaperFilter(venues=venues), *match.span())


def _venue_names(name: str, known: set[str]) -> tuple[str, ...]:
    """What a venue may be called in the papers' records; nothing where it is no venue's name."""
    wanted = normalise(name)
    if wanted in _VENUES:
        return _VENUES[wanted]
    is_one = wanted in known or (
        name.isupper() and any(wanted in venue.split() for venue in known) and len(name) > 2
    )
    return (name,) if is_one else ()


def _authors(text: str, papers: Sequence[Paper]) -> Iterator[_Stated]:
    lower = text.islower()
    by = re.search(
        rf"{_ATTACHED} (?:(?:(?:co-?)?{_PUBLISHED} )?by|and) (?P<name>.+)"
        rf"|\b(?:(?:that|which) )?(?:(?:were|was|are|is) )?(?:written|authored) by (?P<other>.+)",
        text,
        re.I,
    )
    if by:
        group = "name" if by["name"] else "other"
        start = by.end("noun") if by["noun"] else by.start()
        named = list(_beginnings(by[group], by.start(group)))
        for name, end in named:
            if _wrote(name, papers):
                yield _Stated(f"by {name}", PaperFilter(authors=(name,)), start, end)
                return
        shaped = re.match(r"(?:[A-Z][\w.’'-]*)(?: [A-Z][\w.’'-]*){0,3}", by[group])
        if shaped and not lower and " and " not in text[start : by.start(group)]:
            end = by.start(group) + shaped.end()
            yield _Stated(f"by {shaped[0]}", PaperFilter(authors=(shaped[0],)), start, end)
    if match := re.search(rf"\b(?P<name>(?:[\w.-]+ ){{0,2}}[\w.-]+)['’]s? {_NOUN}", text):
        for name in _endings(match["name"]):
            if _wrote(name, papers):
                start = match.end("name") - len(name)
                end = match.end("name") + 2
                yield _Stated(f"by {name}", PaperFilter(authors=(name,)), start, end)
                return


def _wrote(name: str, papers: Sequence[Paper]) -> bool:
    shortest = 2 if name[:1].isupper() else 3
    if len(normalise(name)) < shortest:
        return False
    where = PaperFilter(authors=(name,))
    return any(where.matches(paper) for paper in papers)


def _tags(text: str) -> Iterator[_Stated]:
    match = re.search(
        rf"{_ATTACHED}(?P<cut> (?:tagged(?: as| with)?|with (?:the )?tag) [\"“']?(?P<tag>[\w-]+)"
        r"[\"”']?)",
        text,
        re.I,
    )
    if match:
        said = f"tagged {match['tag']}"
        yield _Stated(said, PaperFilter(tags=(match["tag"],)), *match.span("cut"))


def _beginnings(text: str, offset: int) -> Iterator[tuple[str, int]]:
    """The first words of a text, most words first, and where they end."""
    words = list(re.finditer(r"[^\s?.!,;:]+(?:\.(?=\s\w))?", text))[:_LONGEST_NAME]
    for last in reversed(words):
        yield text[: last.end()], offset + last.end()


def _endings(text: str) -> Iterator[str]:
    words = text.split()
    for first in range(len(words)):
        yield " ".join(words[first:])
