"""A small model leans to Yes: asked as for any answer, it begins with Yes too often.

Where the answer is no, it is less sure of the Yes it begins with. So the log-odds tell the two
apart, but not at even chances: docs/EVALUATION.md, "Questions of yes or no".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.metering import Meter
from rag.models.protocol import Message
from rag.vagueness import asks_yes_or_no

# From here on the log-odds of Yes against No, as the first word of an answer, mean Yes.
MEANS_YES = 2.0
NO = "No,"
# "Could you explain how it works?", "Is the first or the second quicker?"
_ASKS_MORE = re.compile(
    r"\b(?:what|which|how|why|who|whom|whose|whether|you|me|or|versus|vs)\b", re.I
)


def beginning(question: str, prompt: Sequence[Message], meter: Meter) -> str:
    """What the answer to this prompt is to begin with: "No,", or nothing where the model may begin.

    Example: of "Does the encoder overlap windows?" a model that would begin with Yes at even
    chances is made to begin with No.
    """
    if not asks_yes_or_no(question) or _ASKS_MORE.search(question):
        return ""
    odds = meter.log_odds(prompt)
    return NO if odds is not None and odds < MEANS_YES else ""
