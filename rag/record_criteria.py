"""Criteria that need no reading: what a paper's record has, and which links its abstract gives."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from index.papers import Paper
from index.sentences import sentence_spans

Span = tuple[int, int]

_FIELDS: tuple[tuple[re.Pattern[str], Callable[[Paper], object]], ...] = (
    (re.compile(r"\bdois?\b", re.I), lambda paper: paper.doi),
    (re.compile(r"\barxiv\b", re.I), lambda paper: paper.arxiv_id),
    (re.compile(r"\b(?:years?|dates?)\b", re.I), lambda paper: paper.year),
    (re.compile(r"\b(?:venues?|journals?|conferences?)\b", re.I), lambda paper: paper.venue),
    (re.compile(r"\bauthors?\b", re.I), lambda paper: paper.authors),
    (re.compile(r"\btitles?\b", re.I), lambda paper: paper.title),
    (re.compile(r"\bkeywords?\b", re.I), lambda paper: paper.keywords),
    (re.compile(r"\btags?\b", re.I), lambda paper: paper.tags),
)
_OF_RECORD = re.compile(
    r"^(?:have|list|give|name|do without|lack|be with(?:out)?|be on|miss)\s+"
    r"(?:(?:an?|no|any|the|their|its|known|missing)\s+)*"
    r"(?:dois?|arxiv(?: (?:ids?|numbers?|identifiers?|entry|version))?|(?:publication )?(?:years?"
    r"|dates?)|venues?|journals?|conferences?|authors?|titles?|keywords?|tags?)"
    r"(?: (?:on record|in (?:the|their) records?|given|known))?$",
    re.I,
)
_NOT = re.compile(r"\b(?:no|not|without|lack|miss|missing|never)\b|n['’]t\b", re.I)
_OFFERS = re.compile(
    r"^(?:(?:do|does) not |(?:do|does)n['’]t )?(?:give|provide|offer|include|contain|have|share"
    r"|release|publish|link|point|come|make|do without|lack|be (?:on|with|without|open)|open)\b.*?"
    r"\b(?:links?|urls?|websites?|project pages?|(?:open[- ])?sourced?|repositor(?:y|ies)|code"
    r"|implementations?|software|github|gitlab|hugging ?face)\b(?P<rest>.*)$",
    re.I,
)
_SINGULAR = re.compile(r"^(ha|i|[a-z]{3,}[a-rt-z])s\b")
_PLURAL = {"ha": "have", "i": "be"}
# What may stand beside the link that is asked for; with more, the papers must be read.
_ALONG = frozenset(
    """a an the to for of in on at their its own any and or with is are be available publicly freely
    openly online public abstract abstracts com io org www https http released provided given that
    code source link links repository repositories implementation software page pages project url
    urls github gitlab huggingface hugging face open git hub no not""".split()
)
_LINK = re.compile(r"(?:https?://|www\.|(?:github|gitlab|huggingface)\.)\S+", re.I)
_DOMAIN = re.compile(r"\b[\w-]+\.(?:com|io|org|net|co)\b")
_HOSTS = ("github", "gitlab", "huggingface", "zenodo")
_CODE = re.compile(
    r"\b(?:code|codes|implementation|software|repository|source|toolbox|package)\b"
    r"|github\.com|gitlab\.|huggingface\.co|bitbucket\.|zenodo\.",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Found:
    """A paper, and where its abstract says so; None where its record does."""

    paper: Paper
    span: Span | None = None


def decided(verb_phrase: str, papers: list[Paper]) -> list[Found] | None:
    """The papers that meet a criterion on records or links; None where it is no such criterion."""
    # Of one of two papers it is said in the singular: "gives a code link".
    verb_phrase = _SINGULAR.sub(lambda verb: _PLURAL.get(verb[1], verb[1]), verb_phrase)
    if _OF_RECORD.match(verb_phrase):
        value_of = next(value for words, value in _FIELDS if words.search(verb_phrase))
        wanted = _NOT.search(verb_phrase) is None
        return [Found(paper) for paper in papers if bool(value_of(paper)) == wanted]
    if not _asks_for_link(verb_phrase):
        return None
    asked = verb_phrase.casefold()
    hosts = _DOMAIN.findall(asked) or [name for name in _HOSTS if name in asked.replace(" ", "")]
    code = re.search(r"code|repositor|implementation|software|source|\bgit", asked) is not None
    linked = {paper.paper_id: _link(paper, hosts, code) for paper in papers}
    if _NOT.search(verb_phrase):
        return [Found(paper) for paper in papers if linked[paper.paper_id] is None]
    return [Found(paper, span) for paper in papers if (span := linked[paper.paper_id]) is not None]


def _asks_for_link(verb_phrase: str) -> bool:
    match = _OFFERS.match(verb_phrase)
    if match is None:
        return False
    rest = re.findall(r"[a-z]+", match["rest"].casefold())
    return _ALONG.issuperset(rest)


def _link(paper: Paper, hosts: list[str], code: bool) -> Span | None:
    """The sentence with a link to one of the hosts, or to code, or to anything."""
    for start, end in sentence_spans(paper.abstract):
        sentence = paper.abstract[start:end]
        links = " ".join(_LINK.findall(sentence)).casefold()
        if not links:
            continue
        if any(host in links for host in hosts) if hosts else not code or _CODE.search(sentence):
            return start, end
    return None
