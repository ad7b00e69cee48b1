"""What a follow-up is about, without a language model: `python -m evaluation.resolving LIBRARY`.

`resolving.jsonl` holds short conversations over the examples, each with the papers that its last
question is about (`meant`, the beginnings of their titles or abstracts) and, where the question can
be put in full, in which words (`standalone`). LIBRARY is a library of the examples. A conversation
is right when those papers are the first sources of the last answer; what an answer says is measured
elsewhere (`examples.jsonl`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from index.library import Library
from index.minilm import SentenceTransformerEmbedder
from rag.answering import Assistant
from rag.answers import Answer
from rag.conversations import Conversation
from rag.events import Complete

CONVERSATIONS = Path(__file__).with_name("resolving.jsonl")

Json = dict[str, Any]


def conversations() -> list[Json]:
    """The conversations of `resolving.jsonl`."""
    return [json.loads(line) for line in CONVERSATIONS.read_text(encoding="utf-8").splitlines()]


def last_answer(assistant: Assistant, turns: list[str]) -> Answer:
    """What comes of the last question, from the papers' own words."""
    conversation = Conversation()
    for turn in turns:
        *_, last = assistant.ask(turn, conversation, extractive=True)
        if isinstance(last, Complete):
            conversation = conversation.with_answer(last.answer)
    return conversation.turns[-1]


def faults(expected: Json, answer: Answer) -> Iterator[str]:
    """What is wrong with how a last question was understood; nothing where it is right."""
    meant = expected["meant"]
    first = answer.sources[: len(meant)]
    for begins in meant:
        if not any(s.label.startswith(begins) or s.abstract.startswith(begins) for s in first):
            yield f"“{begins}” is not among the first: {[source.label[:40] for source in first]}"
    wanted = expected.get("standalone")
    if wanted and answer.standalone_question != wanted:
        yield f"understood as “{answer.standalone_question}”, not “{wanted}”"
    if (kind := expected.get("kind")) and answer.kind != kind:
        yield f"answered as {answer.kind}, not {kind}"


def main() -> None:
    """Print each conversation that is misunderstood, and how many are not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    options = parser.parse_args()
    right = 0
    everything = conversations()
    with Library.open(options.library, SentenceTransformerEmbedder()) as library:
        assistant = Assistant(library, None)
        for expected in everything:
            found = list(faults(expected, last_answer(assistant, expected["turns"])))
            right += not found
            if found:
                print(f"{expected['id']}: {'; '.join(found)}")
    print(f"{right} of {len(everything)} right")


if __name__ == "__main__":
    main()
