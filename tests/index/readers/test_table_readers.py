"""CSV and its kin, and Excel workbooks, whatever the columns are called."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from index.papers import Record, Skipped
from index.readers.registry import detect, read

ReadText = Callable[..., list[Record | Skipped]]
ReadOne = Callable[..., Record]


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("Title,Abstract,Authors,Year,Source title,DOI",
         'On walking,"We walk, far.","Curie M., Perrin J.",2001,Gait,10.1000/ab'),
        ("\ufeffDocument Title;Abstract ;Authors;Publication Year;Publication Title;DOI",
         "On walking;We walk, far.;M. Curie, J. Perrin;2001;Gait;10.1000/ab"),
        ("Key\tTitle\tAbstract Note\tAuthor\tDate\tPublication Title\tDOI",
         "K\tOn walking\tWe walk, far.\tCurie, M.; Perrin, J.\t2001-03\tGait\t10.1000/ab"),
        ("PT\tAU\tTI\tSO\tAB\tPY\tDI",
         "J\tCurie, M.; Perrin, J.\tOn walking\tGait\tWe walk, far.\t2001\t10.1000/ab"),
        ("title|summary|authors|published|venue|doi",
         "On walking|We walk, far.|['Curie, M.', 'Perrin, J.']|2001|Gait|10.1000/ab"),
        ("Export of 3 May\n\n\"Title\",\"AB\",\"AU\",\"PY\",\"SO\",\"DI\"",
         '"On walking","We walk, far.","Curie, M., Perrin, J.","2001","Gait","10.1000/ab"'),
    ],
)  # fmt: skip
def test_headers_and_delimiters(read_one: ReadOne, header: str, row: str) -> None:
    record = read_one(f"{header}\n{row}\n", "some.csv", "CSV")
    assert (record.title, record.abstract) == ("On walking", "We walk, far.")
    assert record.authors == ("M. Curie", "J. Perrin")
    assert (record.year, record.venue, record.doi) == (2001, "Gait", "10.1000/ab")


def test_lines_and_skipped_rows(read_text: ReadText) -> None:
    text = 'title,abstract\n\n"One","We\nwalk."\nTwo,\n,,\n,"We rest."\n'
    items = read_text(text)
    assert [(type(item), item.title, item.location.line) for item in items] == [
        (Record, "One", 3),
        (Skipped, "Two", 5),
        (Record, None, 7),
    ]


def test_quotes_inside_cells(read_text: ReadText) -> None:
    items = read_text('title\tabstract\nA 5" screen\tWe walk.\nTwo\tWe "rest".\n')
    assert [item.title for item in items] == ['A 5" screen', "Two"]


@pytest.mark.parametrize("rows", [3, 5_000])
def test_a_quote_that_is_never_closed_costs_its_row_alone(read_text: ReadText, rows: int) -> None:
    good = "".join(f"T{n},We walk {n}.\n" for n in range(rows))
    items = read_text(f'title,abstract\nOne,We walk.\nBad,"We never close.\n{good}')
    assert sum(isinstance(item, Record) for item in items) == rows + 1
    (broken,) = (item for item in items if isinstance(item, Skipped))
    assert (broken.location.line, "never closed" in broken.reason) == (3, True)


cells = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zs", "Cf"]), min_size=1
).map(lambda text: f"x{text}y")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=5), st.sampled_from(",;\t"))
def test_any_cells_come_back(tmp_path: Path, rows: list[tuple[str, str]], delimiter: str) -> None:
    from index.cleaning import clean

    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(["title", "abstract"])
    writer.writerows(rows)
    path = tmp_path / "x.csv"
    path.write_text(out.getvalue(), encoding="utf-8", newline="")
    found = [(item.title, item.abstract) for item in read(path) if isinstance(item, Record)]
    assert found == [(clean(title), clean(abstract)) for title, abstract in rows]


def test_excel(tmp_path: Path) -> None:
    workbook = Workbook()
    sheet = workbook.active
    sheet.append(["Accepted papers"])
    sheet.append(["Title", "Abstract", "Authors", "Year", "Notes"])
    sheet.append(["On walking", "We walk far.", "Marie Curie; Jean Perrin", 2001, None])
    sheet.append(["Nothing", None, None, 2002.0, "x"])
    second = workbook.create_sheet("More")
    second.append(["title", "abstract"])
    second.append(["On rest", "We rest."])
    path = tmp_path / "papers.xlsx"
    workbook.save(path)
    assert detect(path) == "Excel"
    first, nothing, other = read(path)
    assert isinstance(first, Record)
    assert (first.title, first.abstract, first.year) == ("On walking", "We walk far.", 2001)
    assert first.authors == ("Marie Curie", "Jean Perrin")
    assert isinstance(nothing, Skipped)
    assert nothing.location.line == 4
    assert isinstance(other, Record)
    assert "More" in other.location.file


def test_broken_excel(tmp_path: Path) -> None:
    workbook = Workbook()
    workbook.active.append(["title", "abstract"])
    path = tmp_path / "papers.xlsx"
    workbook.save(path)
    content = path.read_bytes()
    for cut in range(0, len(content), 97):
        broken = content[:cut] + bytes(64) + content[cut + 64 :]
        path.write_bytes(broken)
        assert all(isinstance(item, (Record, Skipped)) for item in _survives(path))


def _survives(path: Path) -> list[Record | Skipped]:
    from index.errors import UnreadableFileError

    try:
        return list(read(path))
    except UnreadableFileError:
        return []
