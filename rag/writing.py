"""The model writes about one paper; what it wrote is checked sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Sequence

from index.papers import Paper
from index.sentences import sentence_spans
from rag.answers import Claim
from rag.checking import Check
from rag.events import ClaimChecked, Event, Progress, TextSoFar
from rag.models.protocol import Message
from rag.turns import Statement, Support, Turn, quotation
from rag.vagueness import is_vague, lacks_quantity
from rag.words import words_of

# How many sentences of the paper are shown where nothing that was written passed its check.
INSTEAD = 2
# A quotation is left out when the answer already has this share of its words.
SAID_ALREADY = 0.8

# What is shown of a text, and what was dropped.
Checked = Generator[Event, None, tuple[tuple[Statement, ...], tuple[Statement, ...]]]

_MARKER = re.compile(r"\s*\[\d+(?:,\s*\d+)*\]")
_LABEL = re.compile(r"^(?:answer|summary|problem|method|results?|limits?)\s*:\s*", re.I)
_YES_OR_NO = re.compile(r"^(?:yes|no)\s*[,.;:!–—-]\s*(?P<rest>.+)$", re.I | re.S)
_SILENCE = re.compile(
    r"\b(?:abstract|paper|text|authors?)\b.{0,40}(?:\b(?:not|no)|n['’]t)\b.{0,30}"
    r"\b(?:mention|stat|specif|provid|say|giv|indicat|discuss|contain|describ|includ|detail|change)"
    r"|\bnot (?:\w+ )?(?:mentioned|stated|specified|provided|given|indicated|described|discussed)\b"
    r"(?:.{0,20}\b(?:abstract|paper|text)\b|[.\s]*$)",
    re.I,
)


def write(
    turn: Turn, prompt: Sequence[Message], max_tokens: int, before: str = "", after: str = ""
) -> Generator[Event, None, str]:
    """Let the model write, showing the text as it grows between `before` and `after`."""
    text = ""
    for piece in turn.meter.write(prompt, max_tokens):
        text += piece
        if text.strip():
            turn.meter.first_word()
            yield TextSoFar(before + text + after)
    return text


def sentences_of(text: str) -> list[str]:
    """The sentences of what a model wrote, without markers, bullets and labels of its own.

    A last sentence that was cut off is left out, unless it is the only one.
    """
    lines = (re.sub(r"^\s*(?:[-*•]|\d+[.)])\s+", "", line) for line in text.splitlines())
    found = []
    for line in lines:
        plain = _MARKER.sub("", line).replace("**", "").strip()
        for start, end in sentence_spans(plain):
            sentence = _stated(_LABEL.sub("", plain[start:end].strip()))
            if re.search(r"\w", sentence):
                found.append(sentence)
    if len(found) > 1 and not re.search(r"[.!?。！？][\"'”’)]*$", found[-1]):
        found.pop()
    return found


def _stated(sentence: str) -> str:
    """A sentence without the "Yes," it begins with, where it goes on to say what is the case.

    What it says can be checked; whether "Yes" or "No" is the right word for that cannot, and a
    small model often takes the wrong one ("Yes, it requires no training.").
    """
    match = _YES_OR_NO.match(sentence)
    if match is None or len(match["rest"].split()) < 3:
        return sentence
    return match["rest"][:1].upper() + match["rest"][1:]


def says_nothing(sentence: str) -> bool:
    """Whether a sentence only says that the abstract does not state something."""
    return _SILENCE.search(sentence) is not None


def checked_draft(turn: Turn, text: str, paper: Paper, given: str, quotes: int = 0) -> Checked:
    """Check what was written about a paper; returns what is shown and what was dropped.

    `given` is what the sentences may take for granted: the question, where they answer one.
    A sentence that only says what the abstract leaves out is dropped: no source can support it.
    Beside the sentences that pass stand up to `quotes` of the paper's own that they rest on, one
    for each. Where none passes, the paper's nearest sentences are shown in their place, unless
    what was written said nothing.
    """
    yield Progress("checking", "checking every sentence")
    kept: list[Statement] = []
    dropped: list[Statement] = []
    for sentence in sentences_of(text):
        statement = judged(turn, sentence, paper, given)
        passes = statement.verdict == "supported" and not _says_nothing(turn, sentence, given)
        (kept if passes else dropped).append(statement)
        yield ClaimChecked(as_claim(statement), kept=passes)
    if kept:
        written = " ".join(statement.text for statement in kept)
        spans = resting_on(kept)[: min(quotes, len(kept))]
        spans = [(a, b) for a, b in spans if not said_already(paper.abstract[a:b], written)]
    else:
        spans = resting_on(s for s in dropped if not _says_nothing(turn, s.text, given))
        spans = [
            (a, b)
            for a, b in spans
            if not (given and lacks_quantity(paper.abstract[a:b], turn.text))
        ]
    own_words = (
        quotation(paper, start, end) for start, end in spans[: quotes if kept else INSTEAD]
    )
    return (*kept, *own_words), tuple(dropped)


def _says_nothing(turn: Turn, sentence: str, given: str) -> bool:
    return says_nothing(sentence) or bool(given and is_vague(sentence, turn.text))


def judged(turn: Turn, sentence: str, paper: Paper, given: str) -> Statement:
    """A sentence with what checking it against a paper found."""
    check = turn.checker.check(sentence, paper.abstract, title=paper.title, question=given)
    return Statement(
        text=sentence,
        papers=(paper,),
        verdict=check.verdict,
        score=check.score,
        support=_supports(paper, check),
    )


def as_claim(statement: Statement) -> Claim:
    """A statement while it is still being checked, before sources have numbers."""
    return Claim(statement.text, (), statement.verdict, statement.score)


def resting_on(statements: Iterable[Statement]) -> list[tuple[int, int]]:
    """The sentences that statements about one paper rest on, each once, best first."""
    by_rank: list[list[tuple[int, int]]] = [
        [(support.start, support.end) for support in statement.support] for statement in statements
    ]
    longest = max((len(spans) for spans in by_rank), default=0)
    ranked = [spans[rank] for rank in range(longest) for spans in by_rank if rank < len(spans)]
    return list(dict.fromkeys(ranked))


def _supports(paper: Paper, check: Check) -> tuple[Support, ...]:
    return tuple(Support(paper, start, end) for start, end in check.sentences)


def said_already(quote: str, written: str, share: float = SAID_ALREADY) -> bool:
    """Whether a text has so large a share of a quotation's words that it would add nothing."""
    quoted = {word.stem: word.weight for word in words_of(quote)}
    said = {word.stem for word in words_of(written)}
    total = sum(quoted.values())
    shared = sum(weight for stem, weight in quoted.items() if stem in said)
    return total > 0 and shared / total >= share
