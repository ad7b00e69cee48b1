from __future__ import annotations

from typing import Any

import pytest

from evaluation.scoring import as_markdown, score, table

QUESTION = {
    "id": "q1",
    "kind": "fact",
    "turns": ["How fast is Geyser?"],
    "gold": ["Geyser keeps gradients"],
    "facts": [["3.2 times", "3.2x"]],
    "forbidden": ["4.8"],
    "answerable": True,
}


def answer(
    text: str, *, citations: list[int] | None = None, abstained: bool = False
) -> dict[str, Any]:
    return {
        "id": "q1",
        "answer": text,
        "abstained": abstained,
        "claims": [{"text": text, "citations": [1] if citations is None else citations}],
        "sources": [
            {"number": 1, "abstract": "Geyser keeps gradients small."},
            {"number": 2, "abstract": "Something else."},
        ],
        "timings": {"first_token_s": 2.0, "total_s": 4.0},
    }


def test_a_right_answer_states_the_facts_and_cites_the_gold_paper() -> None:
    scored = score(QUESTION, answer("It is 3.2× faster. [1]"))
    assert scored.right
    assert (scored.cited, scored.precise, scored.dangling) == (1.0, 1.0, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        answer("It is 13.2 times faster. [1]"),
        answer("It is 3.2 times faster, not 4.8. [1]"),
        answer("It is 3.2 times faster. [2]", citations=[2]),
        answer("It is 3.2 times faster. [1][9]"),
        answer("Not stated.", abstained=True),
        None,
    ],
)
def test_a_wrong_answer_is_not_right(wrong: dict[str, Any] | None) -> None:
    assert not score(QUESTION, wrong).right


def test_a_citation_to_nothing_is_counted() -> None:
    assert score(QUESTION, answer("It is 3.2x faster. [1][9]")).dangling == 1


def test_half_of_the_citations_right_is_half_the_precision() -> None:
    assert score(QUESTION, answer("It is 3.2x faster. [1][2]")).precise == 0.5


def test_abstaining_is_right_where_there_is_no_answer() -> None:
    question = {**QUESTION, "answerable": False, "gold": [], "facts": []}
    assert score(question, answer("Not stated.", abstained=True)).right
    assert not score(question, answer("It is 3.2 times faster. [1]")).right


def test_the_table_has_a_row_a_kind_and_one_over_all() -> None:
    scores = [score(QUESTION, answer("3.2x [1]")), score({**QUESTION, "kind": "list"}, None)]
    rows = table(scores)
    assert [(row.kind, row.right) for row in rows] == [("fact", 1.0), ("list", 0.0), ("all", 0.5)]
    assert rows[2].low <= 0.5 <= rows[2].high
    assert "| list | 1 | 0.00" in as_markdown(rows)


def test_a_mix_up_is_looked_for_outside_quotations() -> None:
    assert score(
        QUESTION, answer("It is 3.2x faster. [1]\n\n> “3.2 times, or 4.8 hours” [1]")
    ).right
