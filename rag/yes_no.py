"""Questions that ask for yes or no: which of the two an abstract says, where that is clear."""

from __future__ import annotations

import re
from typing import Literal

from index.papers import Paper
from rag.metering import Meter
from rag.prompts import about_paper

Decision = Literal["Yes", "No"]

# Log-odds of Yes against No from which on, and below which, the word is said.
SAY_YES = 3.0
SAY_NO = -1.0

_ANSWER = "Answer Yes or No."
_VERB = (
    r"(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|may|might|must)"
    r"(?:n['’]t)?"
)
_ASKS = re.compile(
    rf"^(?:(?:so|and|but|then|also|or)\s*,?\s+)?{_VERB}\s+(?!(?:you|we|i)\b)|[:,;–—]\s*{_VERB}\s",
    re.I,
)
_CHOICE = re.compile(r"\bor\b(?!\s+not\b)", re.I)


def asks_yes_or_no(question: str) -> bool:
    """Whether Yes or No would answer: "Does X need labels?", not "Is X slower or faster?".

    Example:
        >>> asks_yes_or_no("Does dropout slow down training?")
        True
        >>> asks_yes_or_no("How does dropout work?")
        False
    """
    return bool(_ASKS.search(question)) and not _CHOICE.search(question)


def log_odds(meter: Meter, paper: Paper, question: str, earlier: str = "") -> float | None:
    """How much likelier Yes is than No as the answer from a paper, as a natural logarithm.

    None where the engine reveals no probabilities.
    """
    return meter.log_odds(about_paper(paper, question, _ANSWER, earlier))


def decision(odds: float | None) -> Decision | None:
    """What to say: neither where the model is not sure."""
    if odds is None:
        return None
    if odds >= SAY_YES:
        return "Yes"
    return "No" if odds <= SAY_NO else None
