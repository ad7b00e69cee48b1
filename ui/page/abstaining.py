"""An answer that there is none, made useful: what was searched, what is near, what to try."""

from __future__ import annotations

import re

from index.sentences import sentence_spans
from rag.answers import Answer, Source
from ui.page.markup import one_line
from ui.page.pieces import act, excerpt
from ui.page.texts import Language, number, say
from ui.page.turns import Turn

_NEAREST = 3


def abstention_html(turn: Turn, answer: Answer, at: int, language: Language) -> str:
    """What stands in place of the text of question number `at`."""
    said = _without_names(answer) or say(language, "no_answer")
    parts = [f'<p class="no-answer" dir="auto">{one_line(said)}</p>']
    filtered = 0 < turn.searched < turn.held
    if turn.searched:
        key = "searched_of" if filtered else "searched"
        words = say(language, key, n=number(turn.searched), m=number(turn.held))
        parts.append(f'<p class="minor">{words}</p>')
    nearest = "".join(_near(answer, source, at) for source in answer.sources[:_NEAREST])
    if nearest:
        parts.append(
            f'<p class="minor">{say(language, "nearest")}</p><ul class="nearest">{nearest}</ul>'
        )
    ways = act(f"quoted-{at}", say(language, "retry_quoted"))
    if filtered:
        ways += act("unfilter-all", say(language, "unfilter_all"))
    parts.append(f'<p class="hint">{say(language, "try_else")}</p><p class="actions">{ways}</p>')
    return f'<div class="abstained">{"".join(parts)}</div>'


def _near(answer: Answer, source: Source, at: int) -> str:
    quote = _quoted(answer, source)
    shown = f"<mark>{one_line(quote)}</mark>" if quote else one_line(excerpt(source.abstract))
    return (
        f'<li><a class="near" href="#cite-{at}-{source.number}">{one_line(source.label)}</a>'
        f'<span class="excerpt" dir="auto">{shown}</span></li>'
    )


def _quoted(answer: Answer, source: Source) -> str:
    """The sentence of a paper that the abstention gives as the closest, if it is this paper's."""
    if f"“{source.label}”" not in answer.answer:
        return ""
    sentences = (source.abstract[start:end] for start, end in sentence_spans(source.abstract))
    return next((each for each in sentences if each in answer.answer), "")


def _without_names(answer: Answer) -> str:
    """What an abstention says, less the sentences that name papers: those are listed below it."""
    text = answer.answer
    for source in answer.sources[:_NEAREST]:
        if quote := _quoted(answer, source):
            text = text.replace(quote, "")
    labels = [source.label for source in answer.sources]
    sentences = re.split(r"(?<=[.!?])\s+|(?<=[。！？])", text)
    kept = [each for each in sentences if not any(label in each for label in labels)]
    return " ".join(kept).strip()
