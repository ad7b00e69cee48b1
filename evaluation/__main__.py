"""Measure everything, or one question of it: `python -m evaluation all --data DIR`.

What is measured is kept: a run that was stopped goes on, and one after a change measures only what
the change touches. Each measurement writes NAME.json and NAME.md into the results' folder.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from evaluation import (
    abstention,
    answers,
    checking,
    conversations,
    cost,
    followups,
    lists,
    reading_ahead,
    retrieval,
    yes_no,
)
from evaluation.reporting import Report
from evaluation.setup import Setup
from index.errors import AnswerableError

MEASUREMENTS: dict[str, Callable[[Setup], Report]] = {
    "retrieval": retrieval.measure,
    "checking": checking.measure,
    "answers": answers.measure,
    "abstention": abstention.measure,
    "yes-no": yes_no.measure,
    "followups": followups.measure,
    "lists": lists.measure,
    "cost": cost.measure,
    "conversations": conversations.measure,
    "reading-ahead": reading_ahead.measure,
}


def main() -> int:
    """Run what the command line names; prints the tables."""
    parser = argparse.ArgumentParser(prog="python -m evaluation", description=__doc__)
    parser.add_argument("what", choices=["all", *MEASUREMENTS])
    parser.add_argument("--data", type=Path, help="folder of the public sets; else the examples")
    parser.add_argument("--results", type=Path, default=Path("results"))
    parser.add_argument("--model", default="", help="as for answerable; else the default model")
    parser.add_argument("--sample", type=int, default=100, help="items of sets the model reads")
    parser.add_argument("--questions", type=Path, help="a question set of your own")
    parser.add_argument("--papers", type=Path, nargs="+", default=[], help="what it is about")
    parser.add_argument("--checker", default="", help="a model with a say in `checking`, or none")
    options = parser.parse_args()
    setup = Setup(
        options.data,
        options.results,
        options.model,
        options.sample,
        options.questions,
        tuple(options.papers),
        options.checker,
    )
    log = Console(stderr=True)
    for name in MEASUREMENTS if options.what == "all" else [options.what]:
        log.rule(name)
        try:
            report = MEASUREMENTS[name](setup)
        except (AnswerableError, OSError) as error:
            log.print(f"{name}: {error}", style="red", markup=False)
            return 1
        report.write(options.results)
        print(f"## {name}\n\n{report.markdown}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
