"""BibTeX as people have it: strings, inheritance, dialects, broken entries."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.papers import Location, Record, Skipped
from index.readers.bibtex import split_names, strip_braces
from index.readers.registry import detect, read

ABSTRACT = "We walk. It works well."


def read_text(tmp_path: Path, text: str) -> list[Record | Skipped]:
    path = tmp_path / "some.bib"
    path.write_text(text, encoding="utf-8")
    assert detect(path) == "BibTeX"
    return list(read(path))


def test_an_entry(tmp_path: Path) -> None:
    (record,) = read_text(
        tmp_path,
        r"""% Encoding: UTF-8
@InProceedings{k1,
  Title = {{W}alking {\"U}ber {BERT}: A $\mathcal{O}(n)$ Way},
  author = "Curie, Marie and Paul {\'E}luard and {World Health Organization} and others",
  booktitle = {Proc.\ of {ICML}},
  year = 2021, doi = {https://doi.org/10.1000/ABC_1},
  url = {https://example.org/a\_b},
  keywords = {gait, cats},
  abstract = {Abstract: We \emph{walk} $10^{-3}$ m,
     5\% of {the} time.},
}
""",
    )
    assert record == Record(
        abstract="We walk 10^{-3} m, 5% of the time.",
        location=Location(str(tmp_path / "some.bib"), line=2),
        title="Walking Über BERT: A O(n) Way",
        authors=("Marie Curie", "Paul Éluard", "World Health Organization"),
        year=2021,
        venue="Proc. of ICML",
        doi="10.1000/ABC_1",
        url="https://example.org/a_b",
        keywords=("gait", "cats"),
    )


def test_biblatex_fields(tmp_path: Path) -> None:
    (record,) = read_text(
        tmp_path,
        """@article{a, title={Walking}, subtitle={A Study}, date={2019-03-01},
        journaltitle={Gait}, eprinttype={arxiv}, eprint={1903.01234v2}, abstract={We walk far.}}""",
    )
    assert isinstance(record, Record)
    assert record.title == "Walking: A Study"
    assert (record.year, record.venue, record.arxiv_id) == (2019, "Gait", "1903.01234")


def test_strings_and_concatenation(tmp_path: Path) -> None:
    (record,) = read_text(
        tmp_path,
        """@string{icml = "Int. Conf. on Walking"}
@string(y = {2020})
@article{a, title = "Walk" # " far", journal = icml, year = y, abstract = {We walk far.}}""",
    )
    assert isinstance(record, Record)
    assert (record.title, record.venue, record.year) == ("Walk far", "Int. Conf. on Walking", 2020)


@pytest.mark.parametrize("parent_first", [True, False])
def test_crossref_inherits(tmp_path: Path, parent_first: bool) -> None:
    parent = "@proceedings{P1, title={Proc. of Walking}, year={2018}}\n"
    child = "@inproceedings{c, title={Walk}, crossref={p1}, abstract={We walk far.}}\n"
    items = read_text(tmp_path, parent + child if parent_first else child + parent)
    record = next(item for item in items if isinstance(item, Record))
    assert (record.venue, record.year) == ("Proc. of Walking", 2018)


def test_a_crossref_to_nowhere_is_no_loss(tmp_path: Path) -> None:
    (record,) = read_text(tmp_path, "@inproceedings{c, crossref={gone}, abstract={We walk far.}}")
    assert isinstance(record, Record)


def test_broken_entry_costs_itself_alone(tmp_path: Path) -> None:
    items = read_text(
        tmp_path,
        f"""@article{{a, title={{One}}, abstract={{{ABSTRACT}}}}}

@article{{b,
  title={{Two {{ is broken}},
  abstract={{{ABSTRACT}}}
}}

@article{{c, title={{Three}}, abstract={{{ABSTRACT}}}}}
""",
    )
    assert [item.title for item in items] == ["One", "Two { is broken", "Three"]
    assert isinstance(items[1], Skipped)
    assert items[1].location.line == 3
    assert "broken" in items[1].reason


def test_small_mistakes_are_mended(tmp_path: Path) -> None:
    items = read_text(
        tmp_path,
        f"""@article{{a, title={{No comma}}
   abstract={{{ABSTRACT}}}
}}
@article{{title={{No key}}, abstract={{{ABSTRACT}}}}}
@article{{c, title={{Twice}}, year=2020, year=2021, abstract={{{ABSTRACT}}}}}
@misc{{d, title={{An @ sign}}, abstract={{
@home we walk. It works well.}}}}
""",
    )
    assert [type(item) for item in items] == [Record] * 4
    assert [item.title for item in items] == ["No comma", "No key", "Twice", "An @ sign"]


def test_several_entries_on_a_line(tmp_path: Path) -> None:
    one = "@misc{a, title={One}, abstract={We walk @ home.}}"
    items = read_text(tmp_path, f"{one}{one} {one}\n")
    assert [(type(item), item.location.line) for item in items] == [(Record, 1)] * 3


def test_no_abstract_is_reported_with_line_and_title(tmp_path: Path) -> None:
    (skipped,) = read_text(tmp_path, "\n\n@book{a, title={{On} Walking}}\n")
    assert skipped == Skipped(
        Location(str(tmp_path / "some.bib"), line=3), "no abstract", "On Walking"
    )


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "x.bib"
    path.write_bytes("@misc{a, title={Übung}, abstract={Wir gehen für Brot.}}".encode(encoding))
    (record,) = read(path)
    assert isinstance(record, Record)
    assert (record.title, record.abstract) == ("Übung", "Wir gehen für Brot.")


def test_stray_bytes_in_utf8(tmp_path: Path) -> None:
    path = tmp_path / "x.bib"
    path.write_bytes("@misc{a, title={Ü".encode() + b"b\xfcng}, abstract={We walk\x92s.}}")
    (record,) = read(path)
    assert isinstance(record, Record)
    assert (record.title, record.abstract) == ("Übüng", "We walk’s.")


def test_names() -> None:
    assert split_names("A and B AND {C and D}\n and  {\\'E}. F") == [
        "A",
        "B",
        "C and D",
        "{\\'E}. F",
    ]


@given(st.text(alphabet="ab {}\\$^_", max_size=40))
def test_stripping_braces_keeps_all_else(text: str) -> None:
    assert strip_braces(text).replace("{", "").replace("}", "") == text.replace("{", "").replace(
        "}", ""
    )


@given(st.text(alphabet='@article{}"=,#\n ab1%()\\', max_size=200))
def test_any_text_is_survived(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("bib") / "x.bib"
    path.write_text("@article{a, title={One}, abstract={We walk far.}}\n" + text, encoding="utf-8")
    first, *_ = read(path)
    assert isinstance(first, Record)
