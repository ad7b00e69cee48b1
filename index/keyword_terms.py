"""The terms of a text, for keyword search: stemmed words, and identifiers whole and in parts.

`GPT-4o` gives `gpt4o`, `gpt` and `4o`, so that it is found as `GPT4o`, `gpt-4o` and `GPT`;
`pre-training` gives `pretrain`, `pre` and `train`; `4.8x` gives `4.8x` and `4.8`.
"""

from __future__ import annotations

import functools
import re
import threading
import unicodedata

import Stemmer

_CJK_RANGE = "぀-ヿ㐀-䶿一-鿿豈-﫿가-힯"
_CJK = re.compile(f"[{_CJK_RANGE}]+")
# Letters and digits, joined by marks that belong to names and numbers.
_CHUNK = re.compile(
    f"[{_CJK_RANGE}]+|[^\\W_{_CJK_RANGE}]+(?:[-‑.,@_+'’]+[^\\W_{_CJK_RANGE}]+)*(?:[+#]+(?!\\w))?"
)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_POSSESSIVE = re.compile(r"['’](?:s|t|re|ve|ll|d|m)?$")
_MARKS = re.compile(r"[-‑,_+'’@]+|\.(?!\d)|(?<!\d)\.")
_NAME_WITH_NUMBER = re.compile(r"([^\W\d_]{2,})(\d[\d.]*)")
_NUMBER_WITH_UNIT = re.compile(r"(\d+(?:\.\d+)?)[^\W\d_]+")

_STOPWORDS = frozenset(
    """
    a about above after again against all also am among an and any are as at be because been
    before being below between both but by can could did do does doing down during each either
    few for from further had has have having he her here hers him his how however i if in into
    is it its itself just may me might more most much must my nor of off on once one only or
    other our ours out over own per same shall she should so some such than that the their
    theirs them then there these they this those through thus to too under until up upon us very
    via was we were what when where whether which while who whom whose why will with within
    without would yet you your
    """.split()
)

_stemmer = Stemmer.Stemmer("english")
_stemmer_lock = threading.Lock()  # a stemmer keeps state while it works


def terms_of(text: str) -> list[str]:
    """The terms of a text, in order, repeats included. The same for papers and questions."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    if not folded.isascii():
        # Hangul and kana come apart in the decomposition; put together what is no accent.
        folded = unicodedata.normalize("NFC", re.sub("[\u0300-\u036f]", "", folded))
    return [term for chunk in _CHUNK.findall(folded) for term in _terms_of_chunk(chunk)]


@functools.lru_cache(maxsize=200_000)
def _terms_of_chunk(chunk: str) -> tuple[str, ...]:
    if _CJK.match(chunk):
        return tuple(chunk[i : i + 2] for i in range(max(len(chunk) - 1, 1)))
    chunk = _POSSESSIVE.sub("", _THOUSANDS.sub("", chunk))
    if chunk in _STOPWORDS:
        return ()
    pieces = [piece for piece in _MARKS.split(chunk) if piece]
    whole = chunk if "@" in chunk or not pieces else "".join(pieces)
    terms = dict.fromkeys([_stem(chunk if chunk.endswith(("+", "#")) else whole)])
    for piece in pieces:
        if len(pieces) > 1 and len(piece) > 1 and piece not in _STOPWORDS:
            terms[_stem(piece)] = None
        named = _NAME_WITH_NUMBER.fullmatch(piece) or _NUMBER_WITH_UNIT.fullmatch(piece)
        if named:
            terms |= dict.fromkeys(part for part in named.groups() if len(part) > 1)
    return tuple(terms)


def _stem(word: str) -> str:
    with _stemmer_lock:
        return str(_stemmer.stemWord(word))
