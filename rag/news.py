"""What a claim says beyond the question that it answers, and whether the source says just that.

Asked in other words than the abstract's, a small model answers in the asker's words: "the players
collected 17% more reward". Of that only the 17% is its own, and comparing the whole with an
abstract that speaks of agents and mean return would fail a true answer.
"""

from __future__ import annotations

import numpy as np

from rag.alignment import Alignment

# How well a word must be met to count as said by the source: equal stems are met fully.
_SAID = 0.95
# Words that claim less than others do not decide.
_TELLING = 0.5


def news_is_stated(alignment: Alignment) -> bool:
    """Whether all that a claim adds to its question stands in the sentence it rests on.

    False for claims without a question, and for those that add nothing.
    """
    given = {word.stem for word in alignment.asked}
    new = [
        number
        for number, word in enumerate(alignment.words)
        if word.weight > _TELLING and word.stem not in given
    ]
    if not given or not new or not alignment.chosen:
        return False
    return bool(np.all(alignment.best[alignment.chosen[0], new] >= _SAID))
