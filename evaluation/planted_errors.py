"""Sentences made false on purpose, and true ones reworded: thousands of labelled claims, in code.

Each error changes one thing that a fluent writer gets wrong: a number, its unit, a name, the
direction of a comparison, a negation, which of two numbers belongs to what, or the paper. The
true ones say what the sentence says in other words. Both are made by the same rewriting, so that
rewording alone does not tell false from true. The word lists here are kept apart from those of
the checker under test.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from index.sentences import sentence_spans


@dataclass(frozen=True, slots=True)
class PlantedClaim:
    """A claim about one abstract: `kind` is `verbatim`, `reworded` or what was made wrong."""

    abstract: str
    title: str | None
    claim: str
    supported: bool
    kind: str


_OPPOSITES = [
    pair.split()
    for pair in """
    increases decreases;increase decrease;increased decreased;increasing decreasing
    improves worsens;improve worsen;improved worsened;improving worsening
    improvement deterioration;improvements deteriorations
    higher lower;highest lowest;high low;larger smaller;more fewer;greater lesser
    faster slower;better worse;best worst;stronger weaker;strong weak;superior inferior
    outperforms underperforms;outperform underperform;outperforming underperforming
    reduces increases;reduce increase;reducing increasing;reduction increase
    accelerates slows;maximizes minimizes;maximizing minimizing;upper lower;positive negative
    stable unstable;efficient inefficient;efficiently inefficiently;robust fragile
    enhances impairs;enhance impair;enhancing impairing;gains losses;easy hard;simple complex
    sufficient insufficient;consistent inconsistent;consistently inconsistently
    possible impossible;necessary unnecessary;effective ineffective;effectively ineffectively
    before after;above below;cheaper costlier;longer shorter;supervised unsupervised;online offline
    global local;sparse dense;static dynamic;linear nonlinear;convex nonconvex;discrete continuous
    """.replace("\n", ";").split(";")
    if pair.strip()
]
_OPPOSITE = dict(_OPPOSITES) | {b: a for a, b in reversed(_OPPOSITES)}
_OPPOSITE_PATTERN = re.compile(rf"\b(?:{'|'.join(_OPPOSITE)})\b")

# The same meaning in the sentences of abstracts, whatever stands around.
_SYNONYMS = {
    "demonstrate": "show",
    "demonstrates": "shows",
    "show": "demonstrate",
    "shows": "reveals",
    "propose": "put forward",
    "introduce": "present",
    "present": "introduce",
    "significantly": "considerably",
    "substantially": "considerably",
    "existing": "previous",
    "previous": "earlier",
    "prior": "earlier",
    "novel": "new",
    "utilize": "use",
    "leverages": "makes use of",
    "leverage": "make use of",
    "employs": "uses",
    "enables": "makes it possible",
    "crucial": "essential",
    "challenging": "difficult",
    "numerous": "many",
    "various": "several",
    "diverse": "varied",
    "additionally": "also",
    "achieves": "reaches",
    "achieve": "reach",
    "obtain": "get",
    "outperforms": "surpasses",
    "outperform": "surpass",
    "requires": "needs",
    "require": "need",
    "reduces": "cuts",
    "reduce": "cut",
    "improves": "boosts",
    "improve": "boost",
    "tasks": "problems",
    "approach": "method",
    "framework": "approach",
    "recently": "lately",
    "typically": "usually",
    "often": "frequently",
    "investigate": "study",
    "address": "tackle",
    "large": "big",
    "datasets": "data sets",
    "evaluate": "assess",
    "demonstrating": "showing",
    "comprehensive": "thorough",
    "remarkable": "striking",
    "limitations": "shortcomings",
    "effectively": "successfully",
    "enhance": "improve",
    "enhances": "improves",
    "across": "over",
    "generate": "produce",
    "generating": "producing",
    "providing": "giving",
    "provides": "gives",
    "provide": "give",
    "furthermore": "besides",
    "however": "but",
}
_SYNONYM_PATTERN = re.compile(rf"\b(?:{'|'.join(_SYNONYMS)})\b")
_OPENING = re.compile(
    r"^(?:However|Moreover|Furthermore|Additionally|Finally|Specifically|In addition|Thus|"
    r"Therefore|Hence|In this (?:paper|work|study)|To this end|Here|Consequently|Notably|"
    r"Importantly|In particular|To address this(?: \w+)?|Our results (?:show|demonstrate) that|"
    r"(?:Extensive )?[Ee]xperiments (?:show|demonstrate) that|We (?:show|find|prove|"
    r"demonstrate|observe) that),?\s+"
)
_TAIL = re.compile(
    r",\s+(?:which|while|thereby|thus|making|achieving|enabling|leading|showing)\b.*$"
)
_NUMBER = re.compile(r"(?<![\w.,^_{/-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w}]|-\w|\.\d|,\d)")
_WITH_UNIT = re.compile(r"(?<![\w.,^_{-])(\d+(?:\.\d+)?)(%|x\b|×| times\b| percent\b)(?!\s*\d)")
_SPELLED = "two three four five six seven eight nine ten".split()
_NAME = re.compile(
    r"\b(?:[A-Z]+[a-z]*[A-Z]\w*(?:-\w+)*|[A-Z][a-zA-Z]*-?\d+\w*|[A-Z][A-Za-z]+-[A-Z]\w*)\b"
)
_AUXILIARY = re.compile(
    r"\b(is|are|can|does|do|was|were|has been|have been|will|may|could)\b(?! not)"
)
_NEGATED = re.compile(r"\b(is|are|can|does|do|was|were|will|may|could)(?: not|not)\b|\bwithout\b")
_VERB = re.compile(
    r"\b(?P<subject>We|It|This|that|method|model|approach|framework|algorithm|which)\s+"
    r"(?P<adverb>(?:also|further|consistently|significantly)\s+)?"
    r"(?P<verb>improve|reduce|achieve|outperform|provide|require|use|enable|generalize|converge|"
    r"increase|preserve|capture|learn)(?P<s>s?)\b"
)


def plant(
    papers: Sequence[tuple[str | None, str]], *, seed: int = 0, per_paper: int = 3
) -> Iterator[PlantedClaim]:
    """True and false claims about each (title, abstract), from `per_paper` of its sentences."""
    names = sorted({name for _, abstract in papers for name in _NAME.findall(abstract)})
    for index, (title, abstract) in enumerate(papers):
        chooser = random.Random(f"{seed}:{abstract}")
        sentences = [abstract[start:end] for start, end in sentence_spans(abstract)]
        sentences = [s for s in sentences if 8 <= len(s.split()) <= 45]
        chooser.shuffle(sentences)
        other = papers[(index + 1) % len(papers)][1]
        for sentence in sentences[:per_paper]:
            reworded = reword(sentence, chooser)
            yield PlantedClaim(abstract, title, sentence, True, "verbatim")
            if reworded != sentence:
                yield PlantedClaim(abstract, title, reworded, True, "reworded")
            for kind, wrong in _errors(reworded, abstract, names, chooser):
                yield PlantedClaim(abstract, title, wrong, False, kind)
            if other != abstract:
                yield PlantedClaim(
                    other, papers[(index + 1) % len(papers)][0], reworded, False, "paper"
                )


def _errors(
    sentence: str, abstract: str, names: Sequence[str], chooser: random.Random
) -> Iterator[tuple[str, str]]:
    changed = {
        "number": change_number(sentence, abstract, chooser),
        "unit": change_unit(sentence),
        "swapped numbers": swap_numbers(sentence),
        "name": change_name(sentence, abstract, names, chooser),
        "direction": change_direction(sentence, chooser),
        "negation": change_negation(sentence, chooser),
        "comparison": swap_compared(sentence),
    }
    for kind, wrong in changed.items():
        if wrong and wrong != sentence:
            yield kind, wrong


def reword(sentence: str, chooser: random.Random) -> str:
    """The same statement with other words, without its opening, asides or last clause."""
    text = re.sub(r"\s*\([^()]*\)", "", sentence)
    opened = _OPENING.sub("", text)
    if len(opened.split()) >= 6:
        text = opened
    shortened = _TAIL.sub(".", text)
    if chooser.random() < 0.5 and len(shortened.split()) >= 8:
        text = shortened
    text = re.sub(r"^[Ww]e\b", "the authors", text)
    text = re.sub(r"\bour\b", "their", text)
    text = re.sub(r"\bOur\b", "Their", text)
    text = re.sub(r"(\d)\\?%", r"\1 percent", text) if chooser.random() < 0.5 else text
    text = re.sub(r"(\d)(?:x\b|×)(?!\s*\d)", r"\1 times", text)

    def other_word(match: re.Match[str]) -> str:
        return _SYNONYMS[match.group()] if chooser.random() < 0.7 else match.group()

    text = _SYNONYM_PATTERN.sub(other_word, text).strip()
    return text[:1].upper() + text[1:]


def change_number(sentence: str, abstract: str, chooser: random.Random) -> str | None:
    """Another value in place of a number, one that the abstract does not hold."""
    matches = list(_NUMBER.finditer(sentence))
    if matches:
        match = chooser.choice(matches)
        digits = match.group()
        places = [i for i, c in enumerate(digits) if c.isdigit()]
        for _ in range(20):
            at = chooser.choice(places)
            lowest = 1 if at == 0 and len(digits) > 1 else 0
            wrong = digits[:at] + str(chooser.randint(lowest, 9)) + digits[at + 1 :]
            if wrong != digits and wrong not in abstract:
                return sentence[: match.start()] + wrong + sentence[match.end() :]
        return None
    for match in re.finditer(r"\b(?:" + "|".join(_SPELLED) + r")\b", sentence):
        rest = [w for w in _SPELLED if w != match.group() and not re.search(rf"\b{w}\b", abstract)]
        if rest:
            return sentence[: match.start()] + chooser.choice(rest) + sentence[match.end() :]
    return None


def change_unit(sentence: str) -> str | None:
    """Percent for times, times for percent."""
    match = _WITH_UNIT.search(sentence)
    if not match:
        return None
    unit = " times" if match.group(2).strip() in {"%", "percent"} else "%"
    return sentence[: match.start(2)] + unit + sentence[match.end(2) :]


def swap_numbers(sentence: str) -> str | None:
    """Two numbers of one sentence, each in the other's place."""
    found = list(_NUMBER.finditer(sentence))
    for first, second in itertools.pairwise(found):
        gap = sentence[first.end() : second.start()]
        # Two numbers of one list or range may be told in either order.
        if first.group() != second.group() and len(gap.split()) >= 4:
            return (
                sentence[: first.start()]
                + second.group()
                + gap
                + first.group()
                + sentence[second.end() :]
            )
    return None


def change_name(
    sentence: str, abstract: str, names: Sequence[str], chooser: random.Random
) -> str | None:
    """A name from another paper in place of one of this paper's."""
    found = [m for m in _NAME.finditer(sentence) if not m.group().isupper() or len(m.group()) > 2]
    if not found or not names:
        return None
    match = chooser.choice(found)
    for _ in range(20):
        wrong = chooser.choice(names)
        if wrong.casefold() not in abstract.casefold():
            return sentence[: match.start()] + wrong + sentence[match.end() :]
    return None


def change_direction(sentence: str, chooser: random.Random) -> str | None:
    """An opposite in place of a word."""
    found = list(_OPPOSITE_PATTERN.finditer(sentence))
    if not found:
        return None
    match = chooser.choice(found)
    return sentence[: match.start()] + _OPPOSITE[match.group()] + sentence[match.end() :]


def change_negation(sentence: str, chooser: random.Random) -> str | None:
    """A negation more or one less."""
    if match := _NEGATED.search(sentence):
        plain = "with" if match.group() == "without" else match.group(1)
        return sentence[: match.start()] + plain + sentence[match.end() :]
    if match := _VERB.search(sentence):
        auxiliary = "does not" if match.group("s") else "do not"
        start, end = match.start("verb"), match.end("s")
        return f"{sentence[:start]}{auxiliary} {match.group('verb')}{sentence[end:]}"
    found = list(_AUXILIARY.finditer(sentence))
    if not found:
        return None
    match = chooser.choice(found)
    first, _, rest = match.group().partition(" ")
    negated = f"{first} not {rest}".strip()
    return sentence[: match.start()] + negated + sentence[match.end() :]


def swap_compared(sentence: str) -> str | None:
    """`A outperforms B` with A and B in each other's place, where both are short."""
    match = re.match(
        r"^(?P<lead>(?:.{0,80}\bthat\s|[^,]{0,60},\s)?)"
        r"(?P<a>(?!we\b|the authors\b)(?:(?!that\b)[\w-]+\s){1,6}?)"
        r"(?P<verb>(?:significantly |consistently |considerably )?"
        r"(?:outperforms?|surpass(?:es)?|exceeds?)|(?:is|are) (?:\w+ )?(?:\w+er|more \w+) than)\s"
        r"(?P<b>(?!by\b)[\w\s-]{3,60}?)(?P<rest>\s(?:on|in|by|across|over|for|with|when|at)\b.*|[.,].*)$",
        sentence,
    )
    if not match:
        return None
    lead, a, verb, b, rest = match.group("lead", "a", "verb", "b", "rest")
    return f"{lead}{b[:1].upper() + b[1:]} {verb} {a[:1].lower() + a[1:].strip()}{rest}"
