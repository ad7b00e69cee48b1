"""Excel workbooks (.xlsx)."""

from __future__ import annotations

import datetime
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any

from openpyxl import load_workbook

from index.papers import Location, Record, Skipped
from index.readers.source import Source
from index.readers.tables import records


def detect(source: Source) -> bool:
    """Whether a zip file holds a workbook."""
    if not source.head.startswith(b"PK"):
        return False
    try:
        with source.binary() as stream, zipfile.ZipFile(stream) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError):
        return False


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every row below the header of every sheet."""
    with source.binary() as stream, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and extensions that do not matter here
        try:
            workbook = load_workbook(stream, read_only=True, data_only=True)
        except Exception as error:  # openpyxl raises what its parsers happen to raise
            yield Skipped(Location(source.name), f"broken workbook ({type(error).__name__})")
            return
        for sheet in workbook.worksheets:
            name = (
                source.name if len(workbook.worksheets) == 1 else f"{source.name} [{sheet.title}]"
            )
            try:
                yield from records(_rows(sheet), name)
            except Exception as error:
                yield Skipped(Location(name), f"broken sheet ({type(error).__name__})")


def _rows(sheet: Any) -> Iterator[tuple[int, list[str]]]:
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        yield number, [_text(cell) for cell in row]


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, (datetime.datetime, datetime.date)):
        return cell.isoformat()
    return str(cell)
