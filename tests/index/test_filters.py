import pytest

from index.filters import PaperFilter
from index.papers import Paper

PAPER = Paper(
    "0123456789abcdef",
    "label",
    "An abstract.",
    authors=("Alan M. Turing", "Gödel, Kurt"),
    year=1936,
    venue="Proc. of the ICML 2024",
    tags=("Logic",),
)


@pytest.mark.parametrize(
    "wanted",
    [
        PaperFilter(),
        PaperFilter(year_from=1936, year_to=1936),
        PaperFilter(year_from=1900),
        PaperFilter(year_to=1940),
        PaperFilter(venues=("NeurIPS", "icml")),
        PaperFilter(venues=("ICML 2024",)),
        PaperFilter(authors=("turing",)),
        PaperFilter(authors=("Turing, Alan",)),
        PaperFilter(authors=("A. Turing",)),
        PaperFilter(authors=("Alan Mathison Turing",)),
        PaperFilter(authors=("nobody", "Godel")),
        PaperFilter(tags=("logic",)),
        PaperFilter(paper_ids=frozenset({PAPER.paper_id})),
        PaperFilter(1936, 1936, ("ICML",), ("Gödel",), ("logic",), frozenset({PAPER.paper_id})),
    ],
)
def test_matches(wanted: PaperFilter) -> None:
    assert wanted.matches(PAPER)


@pytest.mark.parametrize(
    "wanted",
    [
        PaperFilter(year_from=1937),
        PaperFilter(year_to=1935),
        PaperFilter(venues=("ICM",)),
        PaperFilter(venues=("ICML 2023",)),
        PaperFilter(authors=("Tur",)),
        PaperFilter(authors=("B. Turing",)),
        PaperFilter(authors=("",)),
        PaperFilter(tags=("log",)),
        PaperFilter(paper_ids=frozenset()),
        PaperFilter(year_from=1900, tags=("other",)),
    ],
)
def test_does_not_match(wanted: PaperFilter) -> None:
    assert not wanted.matches(PAPER)


def test_a_paper_without_the_field_is_left_out() -> None:
    bare = Paper("fedcba9876543210", "label", "An abstract.")
    assert PaperFilter().matches(bare)
    for wanted in (
        PaperFilter(year_to=3000),
        PaperFilter(venues=("ICML",)),
        PaperFilter(authors=("Turing",)),
        PaperFilter(tags=("logic",)),
    ):
        assert not wanted.matches(bare)
