"""What is exported comes back the same, and other programs can read it."""

import dataclasses
import io
import json
from pathlib import Path
from typing import Any

import pytest
from bibtexparser.entrypoint import parse_string
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from index.cleaning import clean
from index.errors import AnswerableError
from index.exporting import KINDS, export
from index.intake import paper_from
from index.papers import Location, Paper, Record
from index.readers.building import build
from index.readers.registry import read

SUFFIX = {"bibtex": ".bib", "ris": ".ris", "csl-json": ".json", "csv": ".csv"}
NOTICE = ("paper_id", "source_file", "source_record")


def exported(papers: list[Paper], kind: str) -> str:
    out = io.StringIO(newline="")
    assert export(papers, kind, out) == len(papers)
    return out.getvalue()


def read_back(papers: list[Paper], kind: str, folder: Path) -> list[Paper]:
    path = folder / f"papers{SUFFIX[kind]}"
    path.write_text(exported(papers, kind), encoding="utf-8", newline="")
    items = list(read(path))
    assert all(isinstance(item, Record) for item in items), items
    return [paper_from(item) for item in items if isinstance(item, Record)]


def bare(paper: Paper) -> dict[str, Any]:
    fields = dataclasses.asdict(paper)
    return {name: value for name, value in fields.items() if name not in NOTICE}


FRAGMENTS = st.sampled_from(
    ["We walk", "5 %", "R&D", "x_1", "{0,1}^n", "$5 or $10", "a < b", "~20%", "#1", "C:\\data", "É",
     "10^{-3}", "(c) now", "\"so\"", "it's",
     "A* and D*", "and", "in 2020", "—", "中文", "<unk>", ";", ",",
     "|", "\\", "{", "}", "$", "''", "``", "[x]", "=1+1", "@home", "ﬁ", "**b**",
     "\\emph{x}", "%"]
)  # fmt: skip
texts = st.lists(FRAGMENTS, min_size=1, max_size=8).map(" ".join)
glued = st.lists(FRAGMENTS, min_size=1, max_size=5).map("".join)
names = st.sampled_from(
    ["Marie Curie", "Ludwig van der Berg", "John Smith Jr", "Curie, Marie", "J.-P. Serre", "Plato",
     "Gait Group (Paris)", "Ministry of Sound and Vision", "Zoë Ünal", "Lim SM", "SM Lim",
     "O'Neill, P.",
     "de la Cruz, A.", "Smith, J.; Roe, A.", "Team 7", "王 小明"]
)  # fmt: skip


@st.composite
def papers(draw: st.DrawFn) -> Paper:
    item = build(
        Location("x.bib"),
        abstract="We study this. " + draw(texts | glued),
        title=draw(st.none() | texts | glued),
        authors=draw(st.lists(names, max_size=3)),
        year=draw(st.none() | st.integers(1600, 2099)),
        venue=draw(
            st.none() | st.sampled_from(["Gait", "ICML", "Proc. of X & Y", "Nature 7 % off"])
        ),
        doi=draw(st.none() | st.sampled_from(["10.1000/a_b.c", "10.48550/arXiv.2101.00001"])),
        arxiv_id=draw(st.none() | st.just("2101.00001") | st.just("math/0306266")),
        url=draw(st.none() | st.sampled_from(["https://a.org/b_c%20d?x=1&y=~u#z", "http://x.y"])),
        keywords=draw(st.lists(texts, max_size=3)),
    )
    assert isinstance(item, Record), item
    return paper_from(item)


@pytest.mark.parametrize("kind", KINDS)
@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(papers(), min_size=1, max_size=3))
def test_round_trip(tmp_path: Path, kind: str, given_papers: list[Paper]) -> None:
    back = read_back(given_papers, kind, tmp_path)
    assert [bare(paper) for paper in back] == [bare(paper) for paper in given_papers]


@pytest.mark.parametrize("kind", KINDS)
@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.text(max_size=60))
@example("A. © 2020 B")
@example("\ufffd")
def test_any_abstract_comes_back(tmp_path: Path, kind: str, text: str) -> None:
    abstract = clean(f"We study this, {text}")
    paper = paper_from(Record(abstract=abstract, location=Location("x"), title="A title"))
    (back,) = read_back([paper], kind, tmp_path)
    assert back.abstract == abstract


PAPER = paper_from(
    Record(
        abstract="We walk 5 % farther.",
        location=Location("x"),
        title="On Walking: the α Way",
        authors=("Ludwig van der Berg", "World Health Organization (Geneva)"),
        year=2021,
        venue="ICML",
        doi="10.1000/a_b",
    )
)


def test_bibtex_as_others_read_it() -> None:
    library = parse_string(exported([PAPER, PAPER], "bibtex"))
    assert not library.failed_blocks
    first, second = library.entries
    assert (first.entry_type, first.key, second.key) == (
        "inproceedings",
        "vanderberg2021walking",
        "vanderberg2021walking-2",
    )
    fields = {name: field.value for name, field in first.fields_dict.items()}
    assert fields["author"] == "van der Berg, Ludwig and {World Health Organization (Geneva)}"
    assert fields["abstract"] == r"We walk 5 \% farther."
    assert fields["doi"] == "10.1000/a_b"


def test_ris_and_csl_as_others_read_them() -> None:
    import rispy

    (entry,) = rispy.loads(exported([PAPER], "ris"))
    assert entry["type_of_reference"] == "CPAPER"
    assert entry["authors"][0] == "van der Berg, Ludwig"
    assert entry["abstract"] == "We walk 5 % farther."
    (item,) = json.loads(exported([PAPER], "csl-json"))
    assert item["author"][0] == {"family": "van der Berg", "given": "Ludwig"}
    assert item["issued"] == {"date-parts": [[2021]]}


def test_formulas_are_no_formulas_in_a_spreadsheet() -> None:
    paper = dataclasses.replace(PAPER, title='=HYPERLINK("http://x")')
    assert '" =HYPERLINK' in exported([paper], "csv")


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_to_export(kind: str, tmp_path: Path) -> None:
    assert exported([], kind).strip("\ufeff\r\n[] ") in (
        "",
        exported([], "csv").strip("\ufeff\r\n"),
    )


def test_unknown_kind() -> None:
    with pytest.raises(AnswerableError, match="docx"):
        export([PAPER], "docx", io.StringIO())
