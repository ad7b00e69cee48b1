"""Papers that mention the names of a criterion: GRPO, ImageNet, LLMs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from index.papers import Paper
from index.sentences import sentence_spans
from rag.names import meanings_of, names_of
from rag.words import stem, words_of

Span = tuple[int, int]

# To use or to report a name is to mention it; any other word asks for more. Stems.
_MENTION = frozenset(
    stem(word)
    for word in """use report mention evaluate test result measure benchmark score work experiment
    apply dataset data figure accuracy value try run consider compare involve""".split()
)


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a criterion, each with what finds it in a text.

    `rest` is what the criterion says beside them, and `asks_for_more` whether that is anything
    but that papers use or mention them.
    """

    texts: tuple[str, ...]
    patterns: tuple[re.Pattern[str], ...]
    rest: str

    @property
    def are_the_topic(self) -> bool:
        """Whether the papers shall be about them: then a mention is neither needed nor enough."""
        return self.rest.startswith("be about ")

    @property
    def asks_for_more(self) -> bool:
        """Whether mentioning the names is not enough."""
        return any(word.weight == 1.0 and word.stem not in _MENTION for word in words_of(self.rest))

    def called(self, paper: Paper) -> bool:
        """Whether a paper is called by one of the names."""
        return self.in_text(paper.title or paper.label) > 0

    def in_text(self, text: str) -> int:
        """How many of the names a text mentions."""
        return sum(pattern.search(text) is not None for pattern in self.patterns)

    def sentence(self, paper: Paper) -> Span:
        """The sentence of an abstract with the most of the names."""
        spans = sentence_spans(paper.abstract) or [(0, len(paper.abstract))]
        return max(spans, key=lambda span: self.in_text(paper.abstract[span[0] : span[1]]))


def names_in(verb_phrase: str, papers: Sequence[Paper]) -> Names:
    """The names in a criterion. One that papers spell out is found spelled out, too."""
    texts, patterns, rest = [], [], verb_phrase
    # Within a sentence, since capitals alone are no sign of a name at its start.
    for name in names_of(f"of {verb_phrase}"):
        # A lone capitalised word is a name where papers write it so.
        if name.sure or any(re.search(rf"\b{re.escape(name.text)}\b", p.text) for p in papers):
            longs = {*meanings_of(name.text), *_spelled_out(name.text, papers)}
            texts.append(name.text)
            patterns.append(_pattern(name.text, longs))
            own = rf"(?:{_long_form(name.text)}\({re.escape(name.text)}\)|{re.escape(name.text)})"
            rest = re.sub(own, " ", rest)
    return Names(tuple(texts), tuple(patterns), rest)


def mentioning(names: Names, papers: Iterable[Paper], *, every: bool) -> list[Paper]:
    """The papers that mention all of the names, or any of them."""
    least = len(names.texts) if every else 1
    return [paper for paper in papers if names.in_text(paper.text) >= least]


def _pattern(name: str, longs: Iterable[str]) -> re.Pattern[str]:
    """A name in this or another usual spelling (`ImageNet-1k`, `Image Net`), or spelled out."""
    parts = r"[-‑ ]?".join(re.escape(part) for part in re.split(r"[-‑ ]", name))
    if len(name) > 2:
        parts = f"(?i:{parts})"
    spelled = (
        rf"\b(?i:{'[-‑ ]'.join(re.escape(word) for word in re.split('[-‑ ]', long))})"
        for long in sorted(longs)
    )
    return re.compile("|".join((rf"(?<!\w){parts}s?(?!\w)", *spelled)))


def _spelled_out(name: str, papers: Iterable[Paper]) -> set[str]:
    """What papers say that an abbreviation stands for: "… optimization (GRPO)"."""
    if not re.fullmatch(r"[A-Z]{3,7}s?", name):
        return set()
    defined = re.compile(rf"(?P<long>{_long_form(name)})\({name.rstrip('s')}s?\)")
    found = (defined.search(paper.abstract) for paper in papers if name[:-1] in paper.abstract)
    return {match["long"].strip() for match in found if match}


def _long_form(name: str) -> str:
    """What finds words with the initials of an abbreviation, each with its space or hyphen."""
    initials = [letter for letter in name.rstrip("s") if letter.isalpha()]
    return "".join(rf"(?i:{letter})[\w’']*[-‑ ]+" for letter in initials)
