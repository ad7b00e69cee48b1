"""Other languages over English abstracts: searched and checked in English, answered in theirs."""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import replace

from rag.events import Event, Progress, TextSoFar
from rag.languages import CHINESE, name_of
from rag.metering import Meter
from rag.names import names_of
from rag.prompts import translate, translate_question
from rag.remarks import say
from rag.turns import Draft, Statement

# Languages that answers are written in besides English.
WRITTEN = frozenset({CHINESE})
_TOKENS = 160
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def to_english(text: str, meter: Meter) -> str:
    """A question in English, for searching and reading; names that were lost are added again."""
    english = "".join(meter.write(translate_question(text), _TOKENS)).strip()
    lost = [word for word in _fixed(text) if word.casefold() not in english.casefold()]
    return " ".join((english, *lost))


def in_language(draft: Draft, language: str, meter: Meter) -> Generator[Event, None, Draft]:
    """The draft's own sentences in the asker's language; quotations stay as they stand.

    A sentence whose numbers or names do not survive is left in English: it was checked so. In a
    language that small models write badly the whole answer is, and says so.
    """
    if language not in WRITTEN:
        remarks = (draft.remark, "" if draft.abstains else say(language, "in_english"))
        return replace(draft, remark=" ".join(filter(None, remarks)))
    yield Progress("writing", "translating")
    statements: list[Statement] = []
    for statement in draft.statements:
        if statement.verbatim:
            statements.append(statement)
            continue
        text = "".join(meter.write(translate(statement.text, name_of(language)), _TOKENS)).strip()
        if statement.layout in {"contrast", "contrasted"}:
            text = text.rstrip("。.")  # a clause of a sentence
        survived = all(word in text for word in _fixed(statement.text))
        statements.append(replace(statement, text=text) if text and survived else statement)
        yield TextSoFar(" ".join(s.text for s in statements))
    return replace(draft, statements=tuple(statements))


def _fixed(text: str) -> list[str]:
    """What must survive translation: numbers and names."""
    names = [name.text for name in names_of(text) if name.sure]
    return [*_NUMBER.findall(text), *names]
