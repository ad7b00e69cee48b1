"""`answerable batch`: a file of questions in, a file of answers out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from index.errors import AnswerableError
from rag.conversations import Conversation
from ui.batching import AnswersFile, read_questions
from ui.console import note
from ui.errors import FAILURE, InterruptedRunError, MisuseError
from ui.filtering import filters_from
from ui.following import follow
from ui.opening import open_assistant, settings_from
from ui.options import (
    AuthorOption,
    CheckerOption,
    ExtractiveOption,
    LibraryOption,
    ModelOption,
    RerankerOption,
    TagOption,
    VenueOption,
    YearOption,
)
from ui.progress import counting


def batch(
    questions: Annotated[
        Path,
        typer.Argument(
            help='A line for each question: {"id": "…", "turns": ["…", "…"]}.',
            metavar="QUESTIONS.jsonl",
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            help='Gets a line for each question: {"id": "…", …the answer to its last turn}.',
            metavar="ANSWERS.jsonl",
        ),
    ],
    extractive: ExtractiveOption = False,
    year: YearOption = None,
    venue: VenueOption = None,
    author: AuthorOption = None,
    tag: TagOption = None,
    library: LibraryOption = None,
    model: ModelOption = None,
    reranker: RerankerOption = None,
    checker: CheckerOption = None,
) -> None:
    """Answer a file of questions; run it again to go on where it stopped.

    Questions that are answered in the output already are skipped; failed ones are asked again.
    """

    settings = settings_from(library, model, reranker, checker)
    where = filters_from(year, venue, author, tag)
    asked = read_questions(questions)
    if output.exists() and output.samefile(questions):
        raise MisuseError("The answers would overwrite the questions.", "Name another --output.")
    answers = AnswersFile(output)
    open_questions = [each for each in asked if each.id not in answers.answered_ids]
    if skipped := len(asked) - len(open_questions):
        note(f"{skipped} of {len(asked)} answered already.")
    if not open_questions:
        return
    done = failed = 0
    try:
        with (
            open_assistant(settings, load_now=not extractive) as assistant,
            counting("Answering", len(open_questions)) as advance,
        ):
            for each in open_questions:
                line = _answer(assistant, each.turns, where=where, extractive=extractive)
                answers.append(each.id, line)
                failed += "error" in line
                done += 1
                advance(1)
    except KeyboardInterrupt:
        raise InterruptedRunError(
            f"Stopped after {done} of {len(open_questions)} questions.",
            "Run the same command again to go on.",
        ) from None
    note(f"{done - failed} answered, {failed} failed: {output}")
    if failed:
        raise typer.Exit(FAILURE)


def _answer(assistant: Any, turns: tuple[str, ...], **how: Any) -> dict[str, Any]:
    """The last turn's answer as data, or what went wrong."""

    conversation = Conversation()
    try:
        for turn in turns:
            answer = follow(assistant.ask(turn, conversation, **how))
            conversation = conversation.with_answer(answer)
    except AnswerableError as error:
        return {"error": str(error)}
    except Exception as error:  # one question must not cost the rest of the night
        return {"error": f"{type(error).__name__}: {error}"}
    return answer.to_dict()
