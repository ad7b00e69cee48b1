"""Names that a question asks about and a paper does not mention."""

from __future__ import annotations

import difflib
import re

from index.papers import Paper
from rag.names import Mentions, names_of

# Shorter ones (AI, VR) are often said in other words.
SHORTEST_NAME = 3
# How alike a word must be to count as the same name misspelt (0 to 1, difflib's ratio).
MISSPELT = 0.8


def unmentioned(question: str, paper: Paper) -> list[str]:
    """The question's names that the paper mentions neither so nor in a similar spelling.

    Example:
        >>> paper = Paper("0", "Adam", "Adam is an optimizer with adaptive steps.")
        >>> unmentioned("Does the optimizer Adam beat RMSProp?", paper)
        ['RMSProp']
    """
    text = " ".join((paper.title or "", paper.abstract, paper.venue or "", *paper.keywords))
    mentions = Mentions(text)
    words = re.findall(r"[\w@-]+", text.casefold())
    return [
        name.text
        for name in names_of(question)
        if name.sure
        and len(name.text) >= SHORTEST_NAME
        and name.text not in mentions
        and not difflib.get_close_matches(name.text.casefold(), words, 1, MISSPELT)
    ]
