"""What the papers of a list must meet, taken from the question that asks for them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.kinds import PAPERS, asking_sentence
from rag.words import words_of

_ASKS = (
    r"(?:(?:what|which|the) (?:number|share|proportion|percentage|fraction) of|how many|which|what"
    r"|who|list|show|find|name|give|get|enumerate|recommend|suggest|display|return|search(?: for)?"
    r"|look(?:ing)? for|count(?: up)?|point|need|want|interested in|after"
    r"|(?:are|is) there|(?:do|does|did|have|has) any|anything|any|all|every|number of)"
)
_BETWEEN = (
    r"(?:(?:me|us|to|out|up|all|any|some|every|each|of|the|these|those|a|an|your|other|more)\b ?)*"
)
_NOUN = rf"(?P<noun>{PAPERS}|methods|approaches|techniques|algorithms)\b(?P<rest>.*)$"
_KIND = r"(?P<kind>(?:[\w’'-]+[ ,]+){0,4}?)"
_LEADS = (
    re.compile(rf"^(?:.*?\b)??(?:{_ASKS}\b[ ,]*)+{_BETWEEN}{_KIND}{_NOUN}", re.I | re.S),
    re.compile(rf"^{_BETWEEN}{_KIND}{_NOUN}", re.I | re.S),
)
# "What has been done on …", "Who works on …", "Anything about …": papers are meant, not named.
_UNNAMED = re.compile(
    r"^(?:what(?:['’]s| is| has)?(?: been| being)? (?:done|known|written|published|researched)"
    r"|who(?: else)? (?:has |is )?(?:work\w*|writ\w+|wrote|stud\w+)|any(?:thing)?|something"
    r"|(?:(?:list|show|give|find|get)(?: me)? )?(?:everything|all there is)"
    r"|(?:how many|which|what|(?:list|show|find)(?: me)?(?: all)?(?: the)?)"
    r"(?: (?:ones|entries|items|documents|texts|records))?(?: of (?:them|these|those))?"
    r"|(?:and )?(?:what|how) (?P<about>about))(?P<rest>.*)$",
    re.I | re.S,
)
# "In which papers is ImageNet used?", "In how many works does a robot …"
_INVERTED = re.compile(
    rf"^(?:in|for|from|by|with) (?:which|what|how many) (?:of )?{_BETWEEN}{_KIND}{PAPERS}\b,? "
    r"(?:(?P<be>is|are|was|were)|do|does|did|can|could|will|would|has|have) (?P<rest>.+)$",
    re.I | re.S,
)
_PARTICIPLES = {
    "used": "use",
    "mentioned": "mention",
    "discussed": "discuss",
    "reported": "report",
    "proposed": "propose",
    "studied": "study",
}
_LIBRARY = r"(?:the|this|your|my|our) (?:library|collection|corpus|database)"
_OF_SO_MANY = re.compile(
    r"\bof the (?:two|three|four|five)(?: (?:papers|methods|ones|works|studies))?\b", re.I
)
_FILLER = re.compile(
    rf"^(?:(?:is|are|was|were|do|does|have|has)(?= there| we| you| i| been| any| {_LIBRARY})"
    r"|there|exists?|that|which|who|whose|where|in which|been done|done"
    r"|(?:has|have) been (?:done|published|written)"
    rf"|(?:do |does )?(?:you|we|i|it|{_LIBRARY}) (?:have|has|know|holds?|contains?)"
    rf"|please|if any|in {_LIBRARY}|here|altogether|in total|overall|should i read|at hand)\b[ ,]*",
    re.I,
)
_TAIL = re.compile(
    r"[\s,]*(?:(?:and )?which (?:ones|papers|are they)\W*$)?[\s,]*(?:\b(?:are there|is there"
    r"|exists?|do you have|do we have|should i (?:read|look at)"
    rf"|in {_LIBRARY}|altogether|in total|please|for me)\b[\s.?!]*)?[\s.?!,;:]*$",
    re.I,
)
_ABOUT = re.compile(
    r"^(?:(?:are|is|be|being)\s+)?(?:about|on(?! (?:github|gitlab|arxiv)\b)|regarding|concerning"
    r"|related to|relating to|dealing with|in the (?:area|field) of|around"
    r"|focus(?:ing|sed|ed) on|for|into"
    r"|(?:would|could|can|might|will|may|to) (?:help(?: me| us)?|be (?:useful|helpful|relevant))"
    r"(?: (?:with|for|to|in|if))?)\s+",
    re.I,
)
_VERBS = {
    "on": "be on",
    "using": "use",
    "with": "have",
    "without": "do without",
    "by": "be by",
    "from": "be from",
}
_NOT = re.compile(r"^(?:do|does|did)(?: not|n['’]t) (?:use|need|require|rely on|involve)\s+", re.I)
_BE = re.compile(r"^(?:are|is|were|was)\b", re.I)
_PLAIN = re.compile(r"^(?:be about|be|deals? with|do)\s+", re.I)
_ALTERNATIVES = re.compile(r",?\s+or\s+(?:(?:about|on|use|study|deal with|that)\s+)?", re.I)
# What search cannot tell of a paper, and what is no topic.
_PRAISE = re.compile(
    r"\b(?:recent|newe?s?t?|latest|good|best|interesting|relevant|important|key|main|seminal"
    r"|notable|top)\b",
    re.I,
)
_EMPTY = frozenset(
    """there in does do is are all the new any other such of and were was two three four five
    six""".split()
)


@dataclass(frozen=True, slots=True)
class Criterion:
    """What a paper of the list must meet.

    Attributes:
        verb_phrase: what it does, after "papers that": "use contrastive learning". Empty where
            all papers are meant.
        topics: what to look for in a paper, one of them in each: the alternatives of "or".
    """

    verb_phrase: str
    topics: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The criterion as it is shown, after "criterion:"."""
        return re.sub(r"^be\s+", "", self.verb_phrase)

    @property
    def asked(self) -> str:
        """The criterion as a question about one paper."""
        if self.verb_phrase.startswith("be "):
            return f"Is this paper {self.verb_phrase[3:]}?"
        return f"Does this paper {self.verb_phrase}?"


def criterion_of(text: str) -> Criterion:
    """The criterion that a question for a list or a count states.

    Example:
        >>> criterion_of("Which papers are about pruning or use distillation?")
        Criterion(verb_phrase='be about pruning or use distillation', \
topics=('pruning or use distillation', 'pruning', 'distillation'))
    """
    sentence = _OF_SO_MANY.sub("of them", _TAIL.sub("", asking_sentence(text, "list", "count")))
    inverted = _INVERTED.match(sentence)
    found = (pattern.match(sentence) for pattern in (*_LEADS, _UNNAMED))
    match = next((each for each in found if each), None)
    if inverted:
        verb_phrase = _uninverted(inverted["rest"].strip(), passive=bool(inverted["be"]))
    elif match is None:
        verb_phrase = f"be about {sentence}" if re.search(r"\w", sentence) else ""
    else:
        groups = match.groupdict()
        rest = f"about {groups['rest']}" if groups.get("about") else groups["rest"]
        verb_phrase = _verb_phrase(rest, groups.get("noun") or "papers")
        kind = _PRAISE.sub("", groups.get("kind") or "").strip(" ,")
        if kind and not _EMPTY.issuperset(kind.casefold().split()):
            about = f"be about {kind}"
            verb_phrase = f"{about} and {verb_phrase}" if verb_phrase else about
    if not verb_phrase and (said := _said_before(text)):
        verb_phrase = f"be about {said}"
    return Criterion(verb_phrase, _topics(verb_phrase))


def _said_before(text: str) -> str:
    """What stands before "Which papers should I read?": there the topic is."""
    match = re.search(
        r"(?P<before>[^.?!]+)[.!]\s+[^.?!]*\b(?:should|could|can|may) i\b", text, re.I
    )
    return match["before"].strip() if match else ""


def _uninverted(rest: str, *, passive: bool) -> str:
    """ "(Is) ImageNet used" as what a paper does: "use ImageNet", "have code available"."""
    what, _, last = rest.rpartition(" ")
    if passive and what and last.casefold() in _PARTICIPLES:
        return f"{_PARTICIPLES[last.casefold()]} {what}"
    return f"have {rest}"


def _verb_phrase(rest: str, noun: str) -> str:
    rest = rest.strip(" ,:;-–")
    while (shorter := _FILLER.sub("", rest, count=1).strip()) != rest:
        rest = shorter
    if not re.search(r"\w", rest) or _EMPTY.issuperset(rest.casefold().split()):
        return ""
    if about := _ABOUT.match(rest):
        return f"be about {rest[about.end() :]}"
    if _NOT.match(rest):
        return _NOT.sub("do without ", rest)
    if _BE.match(rest):
        return _BE.sub("be", rest)
    first, _, after = rest.partition(" ")
    if first.casefold() in _VERBS:
        return f"{_VERBS[first.casefold()]} {after}"
    if noun.casefold() in {"paper", "abstract", "article", "study", "publication", "work"}:
        first = re.sub(r"(?<=[^s])s$", "", re.sub(r"(?<=[sxzh])es$", "", first))
    return f"{first} {after}".strip()


def _topics(verb_phrase: str) -> tuple[str, ...]:
    """The whole, and each alternative of "or" that says something by itself."""
    whole = _PLAIN.sub("", verb_phrase)
    parts = [part.strip() for part in _ALTERNATIVES.split(whole)]
    # "use or study X": the first word of two verbs says nothing by itself.
    telling = [
        part
        for place, part in enumerate(parts)
        if any(word.weight == 1.0 for word in words_of(part))
        and (place or " " in part or verb_phrase.startswith("be "))
    ]
    if len(parts) < 2 or len(telling) < 2 or re.search(r"\b(?:their|its)\b", whole):
        return (whole,) if whole else ()
    return (whole, *telling)
