"""The phrases that a pile of papers is about: what many of them say and few words of English do."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from index.papers import Paper
from rag.words import stem, weight_of

LONGEST = 3  # words
# A phrase is common that so many papers have: two of a few, more of many.
_FEWEST, _SHARE = 2, 0.04
_GIVES_WAY = 0.6
# Words that papers of every field use to speak of their work. Stems.
_OF_ANY_FIELD = frozenset(
    """experi experiment extens evalu improv outperform baselin state-of-th exist recent previous
    prior compar comparison signific substanti various differ multipl larg-scal real-world task
    dataset data benchmark model problem challeng framework system analysi effect effici simpl
    general high low better best strong number paramet point accuraci train time scale set order
    larg small task learn open import key limit type set term case exampl process architectur
    gain addit current typic common capabl potenti insight contribut code avail gap enhanc reduc
    increas achiev comput success complementari modern robust remain behavior agent lead appli
    ablat qualit quantit empir theoret form wide broad sourc suggest domin critic""".split()
)
_QUANTITIES = frozenset(
    """first second third one two three four five ten hundr thousand million billion time mani best
    earlier faster top- percent order number half twice averag year day hour""".split()
)
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_BREAK = re.compile(r"[.,;:!?()\[\]{}“”\"/|]|\s[-–—]+\s")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase as the papers mostly write it, and how many of them have it."""

    text: str
    papers: int


def common_phrases(papers: Iterable[Paper], limit: int) -> list[Phrase]:
    """Phrases of two or three words that most papers share, the commonest first.

    A phrase that mostly stands within a longer one gives way to it. Words are counted by stem.
    """
    papers = list(papers)
    fewest = max(_FEWEST, min(5, round(_SHARE * len(papers))))
    counts: Counter[tuple[str, ...]] = Counter()
    ways: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for paper in papers:
        found: dict[tuple[str, ...], str] = {}
        for run in _runs(paper.text):
            for size in range(2, LONGEST + 1):
                for start in range(len(run) - size + 1):
                    words = run[start : start + size]
                    stems = tuple(stem(word) for word in words)
                    if stems[0] not in _OF_ANY_FIELD and not _QUANTITIES & set(stems):
                        found.setdefault(stems, " ".join(words))
        for stems, text in found.items():
            counts[stems] += 1
            ways[stems][text] += 1
    within: Counter[tuple[str, ...]] = Counter()
    for stems, count in counts.items():
        for part in _parts(stems):
            within[part] = max(within[part], count)
    chosen: list[tuple[str, ...]] = []
    for stems, count in sorted(counts.items(), key=lambda each: (-each[1], -len(each[0]), each[0])):
        if len(chosen) == limit or count < fewest:
            break
        parts = {stems, *_parts(stems)}
        repeats = any(not parts.isdisjoint((other, *_parts(other))) for other in chosen)
        if within[stems] < _GIVES_WAY * count and not repeats:
            chosen.append(stems)
    return [Phrase(ways[stems].most_common(1)[0][0], counts[stems]) for stems in chosen]


def _runs(text: str) -> Iterable[list[str]]:
    """Neighbouring content words that no punctuation and no small word parts."""
    for part in _BREAK.split(text):
        run: list[str] = []
        for word in _WORD.findall(part):
            if weight_of(word) == 1.0 and len(word) > 1:
                run.append(word if any(c.isupper() for c in word[1:]) else word.lower())
            else:
                yield run
                run = []
        yield run


def _parts(stems: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The shorter phrases that a phrase of three words holds."""
    return [stems[:-1], stems[1:]] if len(stems) > 2 else []
