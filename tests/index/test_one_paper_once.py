"""A library keeps each paper once, with every record that was found of it."""

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.adding import AddResult, Duplicate, Plan
from index.candidates import Candidates
from index.filters import PaperFilter
from index.intake import paper_from
from index.library import Library
from index.papers import Location, Paper, Record
from tests.fake_embedder import FakeEmbedder

ABSTRACT = (
    "Bridges sway when people walk over them in step, and nobody had measured how few people it "
    "takes. We let volunteers cross a footbridge in groups of growing size, with sensors on the "
    "deck and on their shoes. Above 160 people the deck moves, they adapt their gait to it, and "
    "the motion grows; dampers tuned to 0.9 Hz prevent it."
)
OTHER = (
    "Honey bees tell each other where flowers are by dancing. We follow single bees with radar "
    "and find that novices read the dance's direction well but its distance poorly, and that "
    "they search in widening loops. After three flights their error halves."
)
PREPRINT: dict[str, Any] = {"arxiv_id": "2001.00001", "year": 2020, "venue": "arXiv"}
PUBLISHED: dict[str, Any] = {
    "doi": "10.1000/sway", "year": 2021, "venue": "Journal of Bridges", "url": "https://b.example",
}  # fmt: skip


def record(file: str = "a.bib", line: int = 1, **fields: Any) -> Paper:
    known: dict[str, Any] = {
        "title": "How Many People Make a Footbridge Sway", "abstract": ABSTRACT,
        "authors": ("Ada Stone", "Ben Wood"),
    }  # fmt: skip
    return paper_from(Record(location=Location(file, line=line), **(known | fields)))


BEES = record(title="Reading a Dance", abstract=OTHER, authors=("Cy Waxman",), year=2019)


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture
def library(tmp_path: Path, embedder: FakeEmbedder) -> Iterator[Library]:
    with Library.open(tmp_path / "library", embedder) as opened:
        yield opened


def reopened(library: Library) -> Library:
    library.close()
    return Library.open(library.folder, FakeEmbedder(), create=False)


def add(library: Library | Plan, *papers: Paper, **options: Any) -> AddResult:
    return library.add(papers, **options)


def assert_sound(library: Library) -> None:
    assert [finding for finding in library.check() if not finding.ok] == []
    ids = {paper.paper_id for paper in library.papers()}
    for own in ids:
        assert not {each.paper_id for each in library.duplicates(own)} & (ids - {own})


def test_another_version_is_merged_without_encoding(
    library: Library, embedder: FakeEmbedder
) -> None:
    first, second = record(**PREPRINT), record("b.ris", 7, **PUBLISHED)
    assert add(library, first, BEES).new == 2
    found: list[Duplicate] = []
    result = add(library, second, found=found.append)
    assert (result.new, result.changed, result.duplicate) == (0, 0, 1)
    assert [(each.record, each.paper.paper_id) for each in found] == [(second, first.paper_id)]
    assert len(embedder.encoded) == 2
    paper = library.paper(first.paper_id)
    assert (paper.doi, paper.arxiv_id, paper.year) == ("10.1000/sway", "2001.00001", 2021)
    assert library.duplicates(first.paper_id) == (second,)
    assert library.paper(second.paper_id) == paper
    assert_sound(library)


def test_what_was_merged_can_be_filtered_by(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("index.searching._NAMED", 0)
    monkeypatch.setattr("index.vector_store._FEW", 0)
    add(library, record(**PREPRINT), BEES)
    add(library, record("b.ris", **PUBLISHED))
    vector = FakeEmbedder().encode(["bridges"])[0].vector
    for where in (PaperFilter(year_from=2021), PaperFilter(venues=("Journal of Bridges",))):
        assert len(library.nearest_papers(vector, 9, where)) == 1
        assert {p.paper_id for p, _ in library.nearest_passages(vector, 9, where)} == {
            record(**PREPRINT).paper_id
        }
    assert library.nearest_passages(vector, 9, PaperFilter(venues=("arXiv",))) == []


def test_the_same_records_again_are_unchanged(library: Library, embedder: FakeEmbedder) -> None:
    every = (record(**PREPRINT), record("b.ris", 7, **PUBLISHED), BEES)
    add(library, *every)
    encoded = len(embedder.encoded)
    again = add(library, *every)
    assert (again.unchanged, again.new, again.changed, again.duplicate) == (3, 0, 0, 0)
    moved = [dataclasses.replace(each, source_record="line 99") for each in every]
    assert add(library, *moved).unchanged == 3
    assert len(embedder.encoded) == encoded
    with reopened(library) as opened:
        assert add(opened, *every).unchanged == 3
        assert opened.duplicates(every[0].paper_id) == (every[1],)


def test_a_rebuilt_library_knows_the_duplicates(library: Library) -> None:
    first, second = record(**PREPRINT), record("b.ris", **PUBLISHED)
    add(library, first, second, BEES)
    library.rebuild()
    with reopened(library) as opened:
        assert opened.duplicates(first.paper_id) == (second,)
        assert add(opened, second, first).unchanged == 2
        assert_sound(opened)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))), ids=str)
@pytest.mark.parametrize("at_once", [True, False])
def test_the_order_does_not_matter(library: Library, order: Sequence[int], at_once: bool) -> None:
    # Only the third shows that the first two, whose titles and texts differ, are one.
    every = [
        record("a.bib", title="Swaying", abstract=ABSTRACT[:150] + " So it is.", **PREPRINT),
        record("b.ris", authors=(), **PUBLISHED),
        record("c.csv", abstract=OTHER, **(PUBLISHED | {"arxiv_id": "2001.00001"})),
        BEES,
    ]
    papers = [every[number] for number in order]
    for group in [papers] if at_once else [[paper] for paper in papers]:
        library.add(group)
    assert len(library) == 2
    (one,) = [paper for paper in library.papers() if paper.doi]
    assert one.arxiv_id == "2001.00001"
    ids = {one.paper_id, *(each.paper_id for each in library.duplicates(one.paper_id))}
    assert ids == {each.paper_id for each in every[:3]}
    assert_sound(library)
    with reopened(library) as again:
        result = again.add(every)
        assert (result.new, result.changed, result.duplicate, result.joined) == (0, 0, 0, 0)
        assert_sound(again)


def test_an_edited_abstract_replaces_the_old_one(library: Library) -> None:
    add(library, record(**PREPRINT), record("b.ris", **PUBLISHED))
    text = ABSTRACT.replace("160", "166")
    edited = record(**PREPRINT, abstract=text)
    result = add(library, edited)
    assert (result.new, result.changed) == (0, 1)
    (paper,) = library.papers()
    assert (paper.abstract, paper.doi) == (text, "10.1000/sway")
    assert [each.source_file for each in library.duplicates(paper.paper_id)] == ["b.ris"]
    vector = FakeEmbedder().encode(["160 people"])[0].vector
    assert all("160" not in passage.text for passage, _ in library.nearest_passages(vector, 9))
    assert_sound(library)


def test_an_edited_duplicate_is_merged_again(library: Library, embedder: FakeEmbedder) -> None:
    first = record(**PREPRINT)
    add(library, first, record("b.ris", **PUBLISHED))
    encoded = len(embedder.encoded)
    assert add(library, record("b.ris", **(PUBLISHED | {"venue": "Bridges"}))).changed == 1
    assert library.paper(first.paper_id).venue == "Bridges"
    assert len(library.duplicates(first.paper_id)) == 1
    assert len(embedder.encoded) == encoded


def test_a_duplicate_that_becomes_another_paper_leaves(library: Library) -> None:
    first = record(**PREPRINT)
    add(library, first, record("b.ris", **PUBLISHED))
    changed = record("b.ris", **PUBLISHED, title="How Many Sway, Part II", abstract=OTHER)
    assert add(library, changed).new == 1
    assert {paper.title for paper in library.papers()} == {first.title, changed.title}
    assert library.paper(first.paper_id).doi is None
    assert_sound(library)


def test_a_paper_that_becomes_another_leaves_its_duplicate_behind(library: Library) -> None:
    second = record("b.ris", **PUBLISHED)
    add(library, record(doi="10.1000/other.version", year=2021), second)
    changed = record(doi="10.1000/other.version", year=2021, title="Bees II", abstract=OTHER)
    add(library, changed)
    assert {paper.title for paper in library.papers()} == {second.title, changed.title}
    assert library.paper(second.paper_id).doi == "10.1000/sway"
    assert add(library, changed, second).unchanged == 2
    assert_sound(library)


def test_one_id_from_two_files_stays_one_paper(library: Library, embedder: FakeEmbedder) -> None:
    first, second = record(**PUBLISHED), record("b.csv", **PUBLISHED, keywords=("gait",))
    assert add(library, first).new == 1
    assert add(library, second).duplicate == 1
    for _ in range(2):
        assert add(library, first).unchanged == 1
        assert add(library, second).unchanged == 1
    assert library.paper(first.paper_id).keywords == ("gait",)
    assert len(embedder.encoded) == 1
    newer = record("c.csv", **PUBLISHED, abstract=ABSTRACT.replace("160", "166"))
    assert add(library, newer).changed == 1
    assert "166" in library.paper(first.paper_id).abstract
    assert add(library, first, second, newer).changed == 0
    assert_sound(library)


def test_papers_that_borrow_the_doi_of_their_proceedings_stay_apart(library: Library) -> None:
    first = record(doi="10.1000/proceedings")
    second = dataclasses.replace(BEES, doi="10.1000/proceedings", paper_id=first.paper_id)
    assert add(library, first, second).new == 2
    assert {paper.title for paper in library.papers()} == {first.title, second.title}
    assert add(library, second, first).unchanged == 2


def test_parts_and_errata_stay_apart(library: Library) -> None:
    titles = ("Swaying, Part I", "Swaying, Part II", "Erratum to: Swaying, Part I")
    assert library.add(record(title=title) for title in titles).new == 3


def test_tags_of_a_duplicate_are_the_papers(library: Library, embedder: FakeEmbedder) -> None:
    first, second = record(**PREPRINT), record("b.ris", **PUBLISHED)
    add(library, dataclasses.replace(first, tags=("one",)))
    add(library, dataclasses.replace(second, tags=("two",)))
    assert library.paper(first.paper_id).tags == ("one", "two")
    result = add(library, dataclasses.replace(second, tags=("three",)))
    assert (result.unchanged, result.retagged) == (1, 1)
    assert library.paper(first.paper_id).tags == ("one", "two", "three")
    assert len(embedder.encoded) == 1


def test_replace_keeps_what_other_files_said(library: Library, embedder: FakeEmbedder) -> None:
    first, second = record(**PREPRINT), record("b.ris", **PUBLISHED)
    add(library, first, second)
    anew = dataclasses.replace(first, tags=("new",))
    assert add(library, anew, replace=True).changed == 1
    assert len(embedder.encoded) == 2
    paper = library.paper(first.paper_id)
    assert (paper.tags, paper.doi) == (("new",), "10.1000/sway")
    assert library.duplicates(first.paper_id) == (second,)
    assert_sound(library)


def test_removing_a_paper_removes_its_records(library: Library) -> None:
    first, second = record(**PREPRINT), record("b.ris", **PUBLISHED)
    add(library, first, second)
    library.remove([first.paper_id])
    assert add(library, second).new == 1
    assert library.duplicates(second.paper_id) == ()
    assert add(library, first).duplicate == 1


def test_a_copy_that_repeats_itself_costs_nothing(library: Library) -> None:
    found: list[Duplicate] = []
    copies = (record(line=n, **PUBLISHED) for n in range(5_000))
    result = library.add(copies, found=found.append)
    assert (result.new, result.repeated) == (1, 4_999)
    assert len(found) == 4_999
    assert library.duplicates(record(**PUBLISHED).paper_id) == ()


def test_duplicates_across_batches(
    library: Library, monkeypatch: pytest.MonkeyPatch, embedder: FakeEmbedder
) -> None:
    monkeypatch.setattr("index.adding.BATCH", 4)
    every = [
        record(file, n, title=f"Word{n} word{n} of{n} many{n}", doi=f"10.1/{key}{n}",
               abstract=" ".join(f"w{n}x{i}" for i in range(60)))
        for file, key in (("a.bib", "x"), ("b.bib", "y"))
        for n in range(30)
    ]  # fmt: skip
    plan = library.plan().add(every)
    result = library.add(every)
    assert plan == result
    assert (result.new, result.duplicate, len(library)) == (30, 30, 30)
    assert len(embedder.encoded) == 30
    assert_sound(library)
    with reopened(library) as opened:
        assert opened.add(reversed(every)).unchanged == 60


words = st.lists(st.sampled_from([f"w{n}" for n in range(9)]), min_size=1, max_size=40)
records = st.builds(
    record,
    st.sampled_from(["a.bib", "b.ris"]),
    title=st.sampled_from([None, "Walking Far and Wide I", "Walking Far and Wide II", "Walking"]),
    authors=st.sampled_from([(), ("Marie Curie",), ("Jean Perrin", "Marie Curie")]),
    year=st.sampled_from([None, 2020, 2024]),
    doi=st.sampled_from([None, "10.1000/a", "10.48550/arXiv.2101.00001"]),
    abstract=words.map(" ".join),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(records, max_size=6), max_size=4))
def test_whatever_comes_in_whatever_order(
    tmp_path_factory: pytest.TempPathFactory, files: list[list[Paper]]
) -> None:
    plan = Plan({})
    for file in files:
        result = plan.add(file)
        assert result.read == len(file)
        placed = result.new + result.changed + result.unchanged + result.repeated + result.duplicate
        assert placed >= result.read
    # Everything that was added is known now.
    for file in files[-1:]:
        again = plan.add(file)
        assert (again.new, again.duplicate, again.joined) == (0, 0, 0)


def test_candidates_are_found_by_keys_old_and_new() -> None:
    candidates = Candidates()
    for n in range(20_000):
        candidates.put(f"{n:016x}", [f"own{n}", "everyone's", f"half{n % 2}", f"shared{n // 2}"])
    assert candidates.find(["own19999"]) == [f"{19999:016x}"]
    assert set(candidates.find(["shared3"])) == {f"{6:016x}", f"{7:016x}"}
    assert len(candidates.find(["everyone's"])) <= 100
    assert candidates.find(["half1", "shared4"])[0] == f"{9:016x}"
    assert candidates.find(["absent"]) == []
