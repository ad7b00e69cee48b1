"""Tables of papers, whatever their columns are called."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from index.papers import Location, Record, Skipped
from index.readers.building import build, split_list
from index.readers.people import split_people

HEADER_WITHIN = 30  # rows; titles and dates of an export may stand above the header

# Names as `_normal` gives them, in the order in which they are preferred.
_COLUMNS = {
    "abstract": """abstract abstracts ab abstractnote abstracttext paperabstract summary
        abstractenglish abstracten abstractbody description n2 摘要 zusammenfassung resume resumen
        originalabstract summaries 概要 抄録 要旨 要約 초록 аннотация resumo riassunto""".split(),
    "title": """title articletitle documenttitle papertitle itemtitle ti t1 primarytitle titles
        titel titre titulo titolo 题名 标题 篇名 タイトル 題名 論題 表題 제목 название name
        originaltitle abstracttitle submissiontitle titleofthecontribution titleofpaper""".split(),
    "authors": """authorfullnames af authors author authornames au a1 authorlist firstauthors
        creators creator autor autoren autores auteur auteurs 作者 著者 著者名 저자 авторы
        firstauthor presentingauthor speakers""".split(),
    "year": """year publicationyear pubyear py publishedyear yearpublished y1 publicationdate date
        pubdate published coverdate dateofpublication jahr annee ano anno 年份 年 出版年 発行年 год
        """.split(),
    "venue": """journal sourcetitle publicationtitle journalbook venue booktitle source
        journaltitle conference conferencename so t2 secondarytitle publication containertitle jo
        bookseriestitle publicationname series zeitschrift revue revista 期刊 来源 雑誌名 журнал
        """.split(),
    "doi": "doi di do itemdoi doilink digitalobjectidentifier".split(),
    "arxiv_id": "arxivid arxiv eprint".split(),
    "url": "url link urls ur links pdflink openurllink articleurl web weblink ul uri".split(),
    "keywords": """keywords authorkeywords keyword de kw manualtags tags subject subjects
        indexkeywords 关键词 キーワード ieeeterms terms""".split(),
}

# "Cancer (2004) 102:4 (253-258). Date of Publication: 25 Aug 2004"
_EMBASE_SOURCE = re.compile(r"(.+?) \((\d{4})\) .*Date of Publication:.*", re.S)

_REMARK = re.compile(r"\s*\([^()]*\)\s*$")  # `Abstract (English)`, `Title (at most 100 characters)`
_NUMBER = re.compile(r"\s*\(\d+\)")  # Scopus numbers its authors

Columns = dict[str, list[int]]


def find_columns(row: Sequence[str]) -> Columns | None:
    """Which columns hold which field, if the row is a header of papers."""
    names = [_normal(_REMARK.sub("", cell)) for cell in row]
    columns = {
        field: [names.index(name) for name in map(_normal, known) if name in names]
        for field, known in _COLUMNS.items()
    }
    found = {field: places for field, places in columns.items() if places}
    longest = max((len(cell) for cell in row), default=0)
    if longest > 80 or len(found) < 2 or not ({"abstract", "title"} & set(found)):
        return None
    return found if "title" in found or len(found) >= 2 else None


def records(
    rows: Iterable[tuple[int, Sequence[str]]], name: str, delimiter: str = ","
) -> Iterator[Record | Skipped]:
    """The records of a table, given its rows with the lines that they start at.

    Cells left of or below the header without a title and an abstract are passed over.
    """
    columns: Columns | None = None
    width = 0
    for line, cells_of_row in rows:
        row = cells_of_row
        if columns is None:
            columns, width = find_columns(row), len(row)
            continue
        if len(row) > width and "abstract" in columns:
            row = _rejoined(row, width, columns["abstract"][0], delimiter)
        cells = {field: _cell(row, places) for field, places in columns.items()}
        if not any(char.isalnum() for cell in cells.values() for char in cell):
            continue  # empty, or the rule below the header of a Markdown table
        cited = _EMBASE_SOURCE.fullmatch(cells.get("venue", ""))
        if cited:
            cells["venue"], cells["year"] = cited[1], cells.get("year") or cited[2]
        yield build(
            Location(name, line=line),
            abstract=cells.get("abstract"),
            title=cells.get("title"),
            authors=split_people(_NUMBER.sub("", _unlisted(cells.get("authors", "")))),
            year=cells.get("year"),
            venue=cells.get("venue"),
            doi=cells.get("doi"),
            arxiv_id=cells.get("arxiv_id"),
            url=cells.get("url"),
            keywords=split_list(_unlisted(cells.get("keywords", ""))),
        )


def _rejoined(row: Sequence[str], width: int, at: int, delimiter: str) -> Sequence[str]:
    """The row, with an abstract put together that its own unquoted commas cut into cells."""
    end = at + len(row) - width + 1
    cut = any(cell.startswith(" ") for cell in row[at + 1 : end])
    return [*row[:at], delimiter.join(row[at:end]), *row[end:]] if cut else row


def _cell(row: Sequence[str], places: list[int]) -> str:
    return next((row[p].strip() for p in places if p < len(row) and row[p].strip()), "")


def _unlisted(cell: str) -> str:
    """A Python list written into a cell, `['Doe, Jane', 'Roe, Ann']`, as `Doe, Jane; Roe, Ann`."""
    if cell.startswith(("['", '["')) and cell.endswith("]"):
        return "; ".join(
            first or second for first, second in re.findall(r"'([^']*)'|\"([^\"]*)\"", cell)
        )
    return cell


@functools.lru_cache(maxsize=4096)
def _normal(cell: str) -> str:
    folded = unicodedata.normalize("NFKD", cell.casefold())
    return re.sub(r"[\W_]+", "", folded)
