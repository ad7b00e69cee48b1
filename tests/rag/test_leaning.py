from __future__ import annotations

from pathlib import Path

import pytest

from rag.answering import Assistant
from rag.events import Complete, TextSoFar
from rag.leaning import MEANS_YES, NO, beginning
from rag.metering import Meter
from rag.models.protocol import Message
from rag.prompts import ANSWER_BRIEFLY, ANSWER_WITH_DETAILS
from tests.rag.toy_library import ask, toy_library
from tests.scripted_model import ScriptedModel

PROMPT = [Message("user", "asked")]


def metered(odds: float) -> Meter:
    meter = Meter()
    meter.use(ScriptedModel(lambda prompt: "", odds=lambda prompt: odds))
    return meter


def test_a_doubtful_yes_gives_way_to_no_and_a_sure_one_stays() -> None:
    question = "Does Lantern need labelled images?"
    assert beginning(question, PROMPT, metered(MEANS_YES - 0.5)) == NO
    assert beginning(question, PROMPT, metered(MEANS_YES + 0.5)) == ""


@pytest.mark.parametrize(
    "question",
    [
        "What does Lantern need?",
        "Could you explain how Lantern learns?",
        "Is Lantern trained on sketches or on photographs?",
        "Does it say which images it needs?",
    ],
)
def test_what_yes_or_no_does_not_answer_begins_as_the_model_likes(question: str) -> None:
    assert beginning(question, PROMPT, metered(-5.0)) == ""


def test_an_answer_begun_with_no_is_written_on_and_checked(tmp_path: Path) -> None:
    model = ScriptedModel(
        lambda prompt: " Geyser keeps gradients in eight bits.",
        odds=lambda prompt: 0.5 if ANSWER_BRIEFLY in prompt else 3.0,
    )
    question = "Does Geyser keep gradients in full precision?"
    with toy_library(tmp_path) as library:
        events = list(Assistant(library, model).ask(question))
    shown = [event.text for event in events if isinstance(event, TextSoFar)]
    assert shown
    assert all(text.startswith("No, ") for text in shown)
    assert isinstance(events[-1], Complete)
    assert events[-1].answer.answer.startswith("Geyser keeps gradients in eight bits. [1]")


def test_where_a_no_fails_its_check_the_paper_speaks_for_itself(tmp_path: Path) -> None:
    model = ScriptedModel(
        lambda prompt: " Lantern needs no labelled images at all.",
        odds=lambda prompt: 0.5 if ANSWER_BRIEFLY in prompt else 3.0,
    )
    with toy_library(tmp_path) as library:
        answer = ask(library, model, "Does Lantern need labelled images?")
    assert [claim.text for claim in answer.dropped] == ["Lantern needs no labelled images at all."]
    assert "It needs 40 labelled images" in answer.answer
    assert not any(ANSWER_WITH_DETAILS in prompt for prompt in model.prompts)
