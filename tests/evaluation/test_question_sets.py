"""The question sets fit the example papers: every gold and every expected fact can be found."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from bibtexparser.entrypoint import parse_file

from index.cleaning import clean

ROOT = Path(__file__).parents[2]
KINDS = {
    "fact": 40,
    "summary": 11,
    "compare": 13,
    "list": 6,
    "count": 3,
    "followup": 8,
    "unanswerable": 14,
    "crosslingual": 6,
}


def lines(name: str) -> list[dict[str, Any]]:
    text = (ROOT / "evaluation" / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def one_line(text: str) -> str:
    return " ".join(text.split())


def stated(fact: str, text: str) -> bool:
    """Whether `fact` is in `text`; a number must not be the tail of a longer one."""
    boundary = r"(?<![\d.])" if fact[0].isdigit() else ""
    return re.search(boundary + re.escape(fact.casefold()), text) is not None


@pytest.fixture(scope="module")
def abstracts() -> dict[str, str]:
    """The cleaned abstracts, by the key of the entry or the abstract's first 60 characters."""
    library = parse_file(str(ROOT / "examples" / "landmark-papers.bib"))
    found = {entry.key: one_line(clean(entry["abstract"])) for entry in library.entries}
    untitled = (ROOT / "examples" / "untitled-abstracts.txt").read_text(encoding="utf-8")
    for paragraph in untitled.strip().split("\n\n")[1:]:
        abstract = one_line(clean(paragraph))
        found[abstract[:60]] = abstract
    return found


@pytest.fixture(scope="module")
def questions() -> list[dict[str, Any]]:
    return lines("examples.jsonl")


def test_the_set_has_every_kind_of_question_once_each(questions: list[dict[str, Any]]) -> None:
    assert Counter(question["kind"] for question in questions) == KINDS
    assert len({question["id"] for question in questions}) == len(questions)
    turns = [tuple(question["turns"]) for question in questions]
    assert len(set(turns)) == len(turns)


def test_answerable_questions_say_what_is_right(questions: list[dict[str, Any]]) -> None:
    for question in questions:
        assert question["answerable"] == (question["kind"] != "unanswerable"), question["id"]
        assert bool(question["gold"]) == question["answerable"], question["id"]
        assert bool(question["facts"]) == question["answerable"], question["id"]
        assert all(question["facts"]), question["id"]
        if question["kind"] == "followup":
            assert len(question["turns"]) > 1, question["id"]


def test_every_gold_is_in_exactly_one_abstract(
    questions: list[dict[str, Any]], abstracts: dict[str, str]
) -> None:
    for question in questions:
        for gold in question["gold"]:
            holders = [key for key, abstract in abstracts.items() if gold in abstract]
            assert len(holders) == 1, (question["id"], gold, holders)


def test_expected_facts_are_stated_in_the_gold_abstracts(
    questions: list[dict[str, Any]], abstracts: dict[str, str]
) -> None:
    for question in questions:
        if question["kind"] == "count":  # the number of papers stands in none of them
            continue
        gold = [
            abstract.casefold().replace("×", "x")
            for abstract in abstracts.values()
            if any(piece in abstract for piece in question["gold"])
        ]
        for alternatives in question["facts"]:
            assert any(stated(fact, text) for fact in alternatives for text in gold), (
                question["id"],
                alternatives,
            )


def test_paraphrases_ask_for_papers_that_exist(abstracts: dict[str, str]) -> None:
    paraphrases = lines("paraphrases.jsonl")
    assert len(paraphrases) >= 110
    assert len({item["id"] for item in paraphrases}) == len(paraphrases)
    assert len({item["question"] for item in paraphrases}) == len(paraphrases)
    asked = Counter(item["gold"] for item in paraphrases)
    assert set(asked) == set(abstracts)
