"""The example input is what it claims to be: complete, well-formed, without duplicates."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from bibtexparser.entrypoint import parse_file

EXAMPLES = Path(__file__).parents[2] / "examples"

# https://www.doi.org/the-identifier/resources/handbook and https://info.arxiv.org/help/arxiv_identifier.html
DOI = re.compile(r"10\.\d{4,9}/\S+")
ARXIV_ID = re.compile(r"\d{2}(0[1-9]|1[0-2])\.\d{4,5}")


def letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold())


@pytest.fixture(scope="module")
def entries() -> list[Any]:
    library = parse_file(str(EXAMPLES / "landmark-papers.bib"))
    assert not library.failed_blocks
    return list(library.entries)


@pytest.fixture(scope="module")
def paragraphs() -> list[str]:
    text = (EXAMPLES / "untitled-abstracts.txt").read_text(encoding="utf-8")
    return text.strip().split("\n\n")


def test_there_are_enough_entries_and_their_keys_differ(entries: list[Any]) -> None:
    assert len(entries) >= 40
    assert len({entry.key for entry in entries}) == len(entries)


def test_every_entry_has_what_a_citation_needs(entries: list[Any]) -> None:
    for entry in entries:
        for field in ("title", "author", "year", "abstract"):
            assert entry.get(field), (entry.key, field)
            assert entry[field].strip(), (entry.key, field)
        assert re.fullmatch(r"(19|20)\d{2}", entry["year"]), entry.key


def test_every_entry_has_a_valid_doi_or_arxiv_id(entries: list[Any]) -> None:
    for entry in entries:
        doi, eprint = entry.get("doi"), entry.get("eprint")
        assert doi or eprint, entry.key
        if doi:
            assert DOI.fullmatch(doi.value), entry.key
        if eprint:
            assert ARXIV_ID.fullmatch(eprint.value), entry.key
            assert entry["archivePrefix"] == "arXiv", entry.key


def test_no_paper_is_there_twice(entries: list[Any], paragraphs: list[str]) -> None:
    for field in ("doi", "eprint", "title", "abstract"):
        values = [letters(entry[field]) for entry in entries if entry.get(field)]
        assert [value for value, count in Counter(values).items() if count > 1] == []
    untitled = [letters(paragraph) for paragraph in paragraphs]
    assert len(set(untitled)) == len(untitled)


def test_abstracts_have_the_length_of_abstracts(entries: list[Any], paragraphs: list[str]) -> None:
    for abstract in [entry["abstract"] for entry in entries] + paragraphs[1:]:
        assert 60 <= len(abstract.split()) <= 220, abstract


def test_the_text_file_is_a_header_and_one_line_per_abstract(paragraphs: list[str]) -> None:
    header, *abstracts = paragraphs
    assert header.startswith("Selected machine-learning papers")
    assert len(abstracts) >= 16
    assert all("\n" not in abstract for abstract in abstracts)
