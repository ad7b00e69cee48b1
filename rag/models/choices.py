"""Probabilities of words, from those of tokens."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

# Of a text whose likelihood is asked for. Each costs as much as a word written.
MOST_WEIGHED_TOKENS = 64


def spellings(choice: str) -> list[str]:
    """A choice in the ways in which a model may begin to write it: case, and a leading space."""
    word = choice.strip()
    return [
        text
        for spelling in dict.fromkeys((word, word.lower(), word.upper(), word.capitalize()))
        for text in (spelling, f" {spelling}")
    ]


def first_tokens(choice: str, tokens_of: Callable[[str], Sequence[int]]) -> set[int]:
    """The first tokens of a choice's spellings."""
    begins = {tokens[0] for text in spellings(choice) if (tokens := tokens_of(text))}
    # A space alone, as before a number, may begin any choice.
    return begins.difference(tokens_of(" "))


def log_probability(tokens: Iterable[int], likely: Mapping[int, float]) -> float:
    """The logarithm of the tokens' joint probability, from those that are known.

    Where none is, the least known probability is an upper bound.
    """
    known = [likely[token] for token in tokens if token in likely]
    return log_sum_exp(known) if known else min(likely.values())


def log_sum_exp(values: Sequence[float]) -> float:
    """The logarithm of the sum of the exponentials of some values."""
    highest = max(values)
    return highest + math.log(sum(math.exp(value - highest) for value in values))
