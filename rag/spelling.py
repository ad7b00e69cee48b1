"""Words of a question that the library spells otherwise: typing errors, words joined or parted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from string import ascii_lowercase, digits

from index.embedding import Encoding
from index.keywords import KeywordIndex

_WORD = re.compile(r"[^\W_]+(?:[-‑.'’][^\W_]+)*")
# A shorter word has too many neighbours in spelling.
_SHORTEST = 4
_SHORTEST_PART = 3


def respelt(question: str, encoding: Encoding, index: KeywordIndex) -> str:
    """The question with words as the library spells them, for keyword search.

    A word is taken for misspelt where no paper has it and the embedding model does not know it
    whole. It is looked for with one letter more, less, other or exchanged with its neighbour
    (Damerau 1964, doi:10.1145/363958.363994), and as two words ("fasterrcnn"). One with digits
    stays: "Rpl23" is no slip for "Rpl32". Two words that the library has as one are added so
    ("flash attention"), unless each stands in more papers than the one word does: large libraries
    have slips of their own ("heattransfer").

    Example:
        >>> respelt("the optimiser Adma", encoding, index)  # doctest: +SKIP
        'the optimiser adam'
    """
    pieces: list[str] = []
    done = 0
    words = list(_WORD.finditer(question))
    for word in words:
        whole = index.terms(word.group())[:1]
        if not whole or index.frequency(whole[0]) or not _in_pieces(encoding, *word.span()):
            continue
        if any(letter.isdigit() for letter in word.group()):
            continue
        if terms := _near(whole[0], word.group(), index):
            pieces += [question[done : word.start()], " ".join(terms)]
            done = word.end()
    pieces.append(question[done:])
    for one, other in pairwise(words):
        joined = index.terms(one.group() + other.group())[:1]
        if not joined or len(joined[0]) <= _SHORTEST or question[one.end() : other.start()].strip():
            continue
        parts = [index.terms(word.group())[:1] for word in (one, other)]
        if all(parts) and _as_usual(joined[0], [part[0] for part in parts], index):
            pieces.append(f" {joined[0]}")
    return "".join(pieces)


def _as_usual(joined: str, parts: list[str], index: KeywordIndex) -> bool:
    """Whether the library has a word, and in no fewer papers than the rarer of its parts."""
    return index.frequency(joined) >= max(1, min(index.frequency(part) for part in parts))


def _in_pieces(encoding: Encoding, start: int, end: int) -> bool:
    """Whether the embedding model reads a word in more pieces than one."""
    spans = encoding.token_spans
    return int(((spans[:, 0] < end) & (spans[:, 1] > start)).sum()) > 1


def _near(term: str, word: str, index: KeywordIndex) -> list[str]:
    """The most frequent term that is one slip away from a word's; else two that it is made of."""
    if len(term) < _SHORTEST or not term.isalnum() or term.isdigit():
        return []
    likeliest = max(sorted(set(_slips(term))), key=index.frequency)
    if index.frequency(likeliest):
        return [likeliest]
    if len(index.terms(word)) > 1:
        return []  # it has its parts as terms already
    for cut in range(_SHORTEST_PART, len(term) - _SHORTEST_PART + 1):
        parts = [term[:cut], term[cut:]]
        if all(index.frequency(part) for part in parts):
            return parts
    return []


def _slips(term: str) -> Iterator[str]:
    """Every string that one typing error makes of a term."""
    for place in range(1, len(term) + 1):  # the first letter is seldom wrong
        before, after = term[:place], term[place:]
        if after:
            yield before + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        for letter in ascii_lowercase + digits:
            yield before + letter + after
            if after and len(term) > _SHORTEST:
                yield before + letter + after[1:]
