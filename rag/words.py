"""The words of a text with their places, stems and weights: what checking compares."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import Stemmer

_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)*(?:\.\d+)?", re.UNICODE)
_STEMMER = Stemmer.Stemmer("english")

# Words that hold a sentence together and claim nothing by themselves. Negations and words of
# direction are among them on purpose: those are judged apart (`rag/directions.py`).
FUNCTION_WORDS = frozenset(
    """a about above across after again against all along already also although always am among
    an and another any are aren't around as at away be because been before being below between
    both but by can can't cannot could did do does doing don't done down during each either else
    enough even ever every few for from further get gets given gives go had has hasn't have
    haven't having he hence her here hers him his how however i if in indeed instead into is
    isn't it its itself just may me might more most much must my namely neither no none nor not
    now of off often on once one only onto or other others our out over own per perhaps quite
    rather really same several shall she should since so some such than that that's the their
    theirs them themselves then there thereby therefore these they this those though through
    throughout thus to together too toward towards under until up upon us very via was wasn't we
    were weren't what when where whereas whether which while who whom whose why will with within
    without won't would yes yet you your""".split()
)
# Words by which any paper speaks of itself: "the authors propose a method" adds nothing to
# "we introduce an approach". Stems.
_GENERIC = frozenset(
    """paper author studi work articl research abstract method approach techniqu propos introduc
    present describ develop provid show shown demonstr find found report suggest state mention
    call name defin use util employ appli base achiev result perform specif particular main
    includ consist aim address novel new known need requir""".split()
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word: `text[start:end]`, its stem, and how much of the meaning it carries (0 to 1)."""

    text: str
    start: int
    end: int
    stem: str
    weight: float


def words_of(text: str) -> list[Word]:
    """The words of a text, in order. Parts of hyphenated words are words."""
    return [
        Word(word := match.group(), match.start(), match.end(), stem(word), weight_of(word))
        for match in _WORD.finditer(text)
    ]


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The Porter2 stem of a word, in lower case."""
    return str(_STEMMER.stemWord(word.replace("’", "'").casefold()))


@lru_cache(maxsize=65536)
def weight_of(word: str) -> float:
    """How much of the meaning a word carries: 0 for small words, little for words of any paper."""
    folded = word.replace("’", "'").casefold()
    if folded in FUNCTION_WORDS or (len(word) == 1 and word.islower()):
        return 0.0
    return 0.3 if stem(word) in _GENERIC else 1.0
