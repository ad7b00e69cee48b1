"""`--year 2020..2023 --venue ICML …` as a filter on papers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ui.errors import MisuseError

if TYPE_CHECKING:
    from index.filters import PaperFilter

_YEARS = re.compile(r"(\d{4})?\.\.(\d{4})?")


def years_from(text: str) -> tuple[int | None, int | None]:
    """`2024`, `2020..2023`, `2020..` or `..2023` as first and last year.

    Raises MisuseError for anything else.
    """
    text = text.strip()
    if re.fullmatch(r"\d{4}", text):
        return int(text), int(text)
    match = _YEARS.fullmatch(text)
    if match is None or not any(match.groups()):
        raise MisuseError(f"--year {text}: no year.", "Write 2024, 2020..2023, 2020.. or ..2023.")
    first, last = (int(side) if side else None for side in match.groups())
    if first and last and first > last:
        raise MisuseError(f"--year {text}: the first year comes after the last.")
    return first, last


def filters_from(
    year: str | None, venues: list[str] | None, authors: list[str] | None, tags: list[str] | None
) -> PaperFilter | None:
    """The filter that the options describe; None where there is none.

    Raises MisuseError for a year that is none.
    """
    if not (year or venues or authors or tags):
        return None
    from index.filters import PaperFilter

    first, last = years_from(year) if year else (None, None)
    return PaperFilter(
        year_from=first,
        year_to=last,
        venues=tuple(venues or ()),
        authors=tuple(authors or ()),
        tags=tuple(tags or ()),
    )
