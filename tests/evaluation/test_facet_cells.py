from evaluation.facets import cells, judge, table
from index.papers import Paper

PAPER = Paper("0" * 16, "x", "Trees are slow. We propose a tree. It is 3 times faster on MNIST.")
LABEL = {"problem": [0], "method": [0], "limits": [2], "code": [], "data": [], "open": []}


def test_a_cell_is_right_wrong_missed_or_rightly_empty() -> None:
    assert judge(PAPER, LABEL, "problem")[0] == "stated right"
    assert judge(PAPER, LABEL, "method")[0] == "wrong"
    assert judge(PAPER, LABEL, "limits")[0] == "missed"
    assert judge(PAPER, {**LABEL, "open": ["limits"]}, "limits")[0] == "rightly not stated"
    assert judge(PAPER, LABEL, "code")[0] == "rightly not stated"


def test_cells_of_the_example_papers_are_as_good_as_they_were() -> None:
    found = list(cells())
    wrong = [cell for _, cell, _ in found if cell == "wrong"]
    missed = [cell for _, cell, _ in found if cell == "missed"]
    assert len(found) == 68 * 7
    assert len(wrong) <= 12
    assert len(missed) <= 14
    assert table(found).splitlines()[-1].startswith("| all |")
