"""The whole product, end to end, over question sets (`evaluation/scoring.py`).

    python -m evaluation answers [--questions FILE --papers FILE…]
    python -m evaluation.answers QUESTIONS ANSWERS [--json] [--wrong]

The second form scores what `answerable batch QUESTIONS --output ANSWERS` wrote, seconds included.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from evaluation.corpora import ROOT, example_papers
from evaluation.libraries import encoded
from evaluation.reporting import Report
from evaluation.scoring import as_markdown, read_lines, score, table
from evaluation.setup import Setup
from index.intake import paper_from
from index.minilm import SentenceTransformerEmbedder
from index.papers import Paper, Record
from index.readers.registry import read
from rag.answering import Assistant
from rag.conversations import Conversation
from rag.models.protocol import LanguageModel
from ui.following import follow
from ui.progress import counting

Json = dict[str, Any]


def measure(setup: Setup) -> Report:
    """Ask every question and score the answers."""
    figures = {}
    parts = []
    for name, questions, papers in question_sets(setup):
        with setup.language_model() as model, assistant(setup, name, papers, model) as asked:
            answers = list(answers_to(questions, asked, name))
        rows = table([score(q, a) for q, a in zip(questions, answers, strict=True)])
        figures[name] = [dataclasses.asdict(row) for row in rows]
        parts.append(f"**{name}**: {len(questions)} questions\n\n{as_markdown(rows)}\n")
    return Report("answers", figures, "\n".join(parts))


def question_sets(setup: Setup) -> Iterator[tuple[str, list[Json], list[Paper]]]:
    """Name, questions and papers of each set."""
    yield "examples", read_lines(ROOT / "evaluation" / "examples.jsonl"), list(example_papers())
    if setup.questions:
        papers = [
            paper_from(item)
            for path in setup.papers
            for item in read(path)
            if isinstance(item, Record)
        ]
        yield setup.questions.stem, read_lines(setup.questions), papers


@contextmanager
def assistant(
    setup: Setup, name: str, papers: list[Paper], model: LanguageModel
) -> Iterator[Assistant]:
    """An assistant over just these papers."""
    with encoded(name, papers, setup.results, SentenceTransformerEmbedder()) as library:
        yield Assistant(library, model, entailment=setup.entailment())


def answers_to(questions: Sequence[Json], asked: Assistant, name: str) -> Iterator[Json]:
    """The answer to each question's last turn, without seconds: what is kept takes none."""
    with counting(f"Answering {name}", len(questions)) as advance:
        for question in questions:
            yield {**answer_to(question["turns"], asked), "timings": {}}
            advance(1)


def answer_to(turns: Sequence[str], asked: Assistant) -> Json:
    """The answer to the last turn of a conversation."""
    conversation = Conversation()
    for turn in turns:
        answer = follow(asked.ask(turn, conversation))
        conversation = conversation.with_answer(answer)
    return answer.to_dict()


def main() -> None:
    """Print the table of scores, or as JSON with `--json`; `--wrong` lists what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path)
    parser.add_argument("answers", type=Path)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--wrong", action="store_true")
    options = parser.parse_args()
    answers = {str(answer["id"]): answer for answer in read_lines(options.answers)}
    questions = read_lines(options.questions)
    scores = [score(question, answers.get(str(question["id"]))) for question in questions]
    rows = table(scores)
    if options.json:
        print(json.dumps([dataclasses.asdict(row) for row in rows], indent=1))
        return
    print(as_markdown(rows))
    if options.wrong:
        for question, scored in zip(questions, scores, strict=True):
            if not scored.right:
                answer = answers.get(str(question["id"]), {})
                print(f"\n{scored.question_id}: {question['turns'][-1]}\n{answer.get('answer')}")


if __name__ == "__main__":
    main()
