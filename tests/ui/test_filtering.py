import pytest

from index.filters import PaperFilter
from ui.errors import MisuseError
from ui.filtering import filters_from, years_from


@pytest.mark.parametrize(
    ("text", "years"),
    [("2024", (2024, 2024)), ("2020..2023", (2020, 2023)), ("2020..", (2020, None)),
     ("..2023", (None, 2023)), (" 2024 ", (2024, 2024))],
)  # fmt: skip
def test_years(text: str, years: tuple[int | None, int | None]) -> None:
    assert years_from(text) == years


@pytest.mark.parametrize("text", ["", "..", "24", "2020-2023", "20202023", "twenty", "2020...2023"])
def test_what_is_no_year_is_refused(text: str) -> None:
    with pytest.raises(MisuseError, match="no year"):
        years_from(text)


def test_years_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(MisuseError, match="comes after"):
        years_from("2023..2020")


def test_no_option_is_no_filter() -> None:
    assert filters_from(None, None, [], []) is None


def test_the_options_become_one_filter() -> None:
    assert filters_from("2020..", ["ICML"], ["Lovelace"], ["thesis", "read"]) == PaperFilter(
        year_from=2020, venues=("ICML",), authors=("Lovelace",), tags=("thesis", "read")
    )
