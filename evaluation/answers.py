"""The whole product, end to end: `python -m evaluation.answers QUESTIONS ANSWERS`.

ANSWERS is what `answerable batch QUESTIONS --output ANSWERS` wrote over the papers that the
questions are about; that command shows progress and goes on where it stopped.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from pathlib import Path

from evaluation.scoring import as_markdown, read_lines, score, table


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
