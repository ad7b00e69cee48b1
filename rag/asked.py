"""What a comparison is about: which aspect of the papers the question asks for."""

from __future__ import annotations

import re

from rag.facets import Aspect
from rag.names import names_of

# What joins or announces the papers and says nothing of an aspect.
FRAME = re.compile(
    r"\b(?:please|compare[sd]?|comparing|comparison (?:of|between)|contrast"
    r"|(?:what is |what are )?the differences? between|how do(?:es)?|both|differs?"
    r"|(?:give|show|make|draw)(?: me)? an? (?:\w+ )?table (?:of|with|for)|line up|put(?=.* side by)"
    r"|side by side|next to each other|stacks? up(?: against(?: each other)?)?"
    r"|(?:against|with|to) (?:each other|one another)"
    r"|(?:what are )?the (?:pros and cons|advantages?|benefits?|drawbacks?|disadvantages?) of"
    r"|in what (?:ways?|respects?) (?:is|are|do|does)|do(?= both))\b"
    r"|比较|对比|区别",
    re.I,
)
# Behind these stands what is compared, before them the papers.
TURN_TO_ASPECT = re.compile(
    r"\bdiffer\w*\s+(?:in|with)\b|\bin terms of\b|\bwith (?:respect|regard) to\b|\bregarding\b"
    r"|\bconcerning\b|\bwhen it comes to\b|\bby\s+(?=(?:the |their )?(?-i:[a-z]+)\W*$)",
    re.I,
)
CLAUSE_END = re.compile(r"[:;]|(?<!\bvs)(?<!\bal)[.?!](?=\s|$)")
# "compare the speed of A with that of B", "how does the memory of A compare with B's"
_OF_THEM = re.compile(
    r"\b(?:compare|contrast)(?: me)? (?:the |their )?(?P<aspect>[a-z][a-z -]{2,40}?)"
    r" (?:of|in|between|used by|needed by|for) ",
    re.I,
)
_ASKS = re.compile(r"\b(?:how|what|which|where|why|when|who|whose|whether)\b", re.I)
_EACH = re.compile(
    r"\b(?:each(?: of (?:them|the two|these))?(?: (?:one|paper|method))?|both"
    r"|(?:the|these|those) (?:two|three|four|five|six)(?: papers| methods| works| studies)?"
    r"(?: each)?)\b",
    re.I,
)
# "How do the roles of the agents differ?"
_HOW_DIFFER = re.compile(
    r"^how (?:do(?:es)?|did) (?:the |their )(?P<aspect>(?!(?:two|three|four|papers|methods)\b)"
    r"[a-z][^?,;:]{2,60}?) differ(?: between (?:the two(?: papers)?|them))?\W*$",
    re.I,
)
# "Which is cheaper, A or B": behind the comma stand the papers.
_WHICH_OF = re.compile(r"^(?P<aspect>(?:which|what|who)\b[^,:]{3,}?)[,:]\s*[^,:]+\bor\b", re.I)
_OBJECT = re.compile(r"\b(?:it|this|that|them)\b", re.I)
_ONE_DOES = {"do": "does", "are": "is"}
_MANY_DO = re.compile(r"\b(?:do|are)(?= the paper\b)", re.I)
_OF_ONE = {
    "do they": "does it",
    "are they": "is it",
    "they are": "it is",
    "have they": "has it",
    "they|them": "it",
    "their": "its",
}

# Small words, and words for a paper itself, around the one that names an aspect.
_AROUND = re.compile(
    r"\b(?:what|how|which|is|are|was|were|do|does|did|it|its|they|them|their|the|a|an|in|on|of|for"
    r"|and|or|to|by|with|each|any|these|those|used?|uses|have|has|there|much|many|state[sd]?|papers?"
    r"|methods?(?= (?:used|limit|cost))|approach(?:es)?(?= used)|respective|overall|report(?:s|ed)?"
    r"|need(?:s|ed)?|take[sn]?|require[sd]?|main|differ|differences?|get|at|inference|training|runs?"
    r"|compare[sd]?)\b|[^\w\s-]",
    re.I,
)
_WORDS: dict[Aspect, str] = {
    "problem": "problem problems motivation goal goals aim aims task addressed solve solved",
    "method": "method methods approach approaches technique techniques work works",
    "data": "data dataset datasets benchmark benchmarks corpus corpora sets evaluated tested "
    "evaluation",
    "results": "result results performance accuracy quality score scores findings achieve well "
    "good perform effective effectiveness better best",
    "cost": "cost costs speed fast faster slow slower time memory compute computation "
    "computational efficiency efficient expensive cheap cheaper latency hardware parameters size "
    "large big overhead resources long",
    "limits": "limit limits limitation limitations drawback drawbacks weakness weaknesses fail "
    "fails shortcomings disadvantages downsides",
    "code": "code link links repository repositories github available availability software "
    "implementation implementations",
}


def aspect_of(question: str) -> str:
    """What the comparison is about, as a question about a single paper; empty where it is open.

    That is what stands apart from the papers' names: behind a colon, in a sentence of its own,
    after "differ in", or before "of A with that of B". Where nothing stands apart and the question
    still asks how, what or which, it is the question as a whole.
    """
    clauses = [clause.strip() for clause in CLAUSE_END.split(question)]
    if len(clauses) > 1 and not _AROUND.sub(" ", FRAME.sub(" ", clauses[0])).strip():
        names = [name for name in names_of(f"of {clauses[1]}") if name.sure]
        clauses = clauses[1:] if len(names) > 1 else clauses  # "Compare these: LoRA and BERT"
    rest = " ".join(clause for clause in clauses[1:] if clause)
    asks = _ASKS.search(rest) and _EACH.search(rest)
    if not asks and not re.search(r"\w{4}", _AROUND.sub(" ", FRAME.sub(" ", rest))):
        rest = ""
    parts = TURN_TO_ASPECT.split(rest or clauses[0], maxsplit=1)
    of_them = _OF_THEM.search(question)
    which = _WHICH_OF.match(question.strip())
    how = _HOW_DIFFER.match((rest or question).strip())
    if how:
        rest = how["aspect"]
    elif len(parts) > 1:
        rest = parts[1]
    elif not rest and which:
        rest = which["aspect"]
    elif not rest and of_them and not _ASKS.search(of_them["aspect"]):
        rest = of_them["aspect"]
    elif not rest and _ASKS.search(FRAME.sub(" ", question)):
        rest = question.strip()
    elif asks and _OBJECT.search(_EACH.sub(" ", rest)):
        # "Both use attention: what does each use it for?": "it" stands in the clause before.
        return f"{clauses[0]}: {_of_one(rest)}".strip(" ,.")
    return _of_one(rest).strip(" ,.")


def without_aspect(question: str) -> str:
    """What is left of a question like "Which is cheaper, A or B?" when its aspect is cut off."""
    which = _WHICH_OF.match(question.strip())
    return question.strip()[which.end("aspect") + 1 :] if which else question


def asked_of(aspect: str, name: str) -> str:
    """An aspect as a question about the paper with this name."""
    asked = re.sub(r"\bthe paper\b", name, aspect)
    return re.sub(r"\b(does|is|has|did|was|can) it\b", rf"\1 {name}", asked, count=1)


def _of_one(aspect: str) -> str:
    """An aspect of several papers, as one asks it of a single one."""
    bare = re.sub(r"^\s*compare (?=how|what|wh)", "", aspect, flags=re.I)
    single = _EACH.sub("the paper", bare)
    if single != bare:
        # "what does each use to find them": others are meant by "them"
        return _MANY_DO.sub(lambda verb: _ONE_DOES[verb[0].casefold()], single)
    for many, one in _OF_ONE.items():
        single = re.sub(rf"\b(?:{many})\b", one, single, flags=re.I)
    return single


def facet_asked(aspect: str) -> Aspect | None:
    """The facet that an aspect is, where it is one and nothing more ("what data they use")."""
    plain = re.sub(r"\b\w*(?<!^)[A-Z][\w-]*", " ", aspect)  # names of papers say nothing of it
    words = set(_AROUND.sub(" ", plain.casefold()).split())
    for facet, names in _WORDS.items():
        if words and words <= set(names.split()):
            return facet
    return None
