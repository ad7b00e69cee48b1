"""The same paper twice becomes one, and two papers that look alike stay two."""

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.duplicates import belongs, candidate_keys, different_papers, merge, same_paper
from index.intake import paper_from
from index.papers import Location, Paper, Record
from index.similarity import jaccard, shingles, similarity_keys

ABSTRACT = (
    "Walking is hard for machines, and cold weather makes it harder still. We propose a "
    "controller that plans each step from what the feet feel, and learns from every fall. In "
    "twelve cities and two climates it falls 3.5 times less often than the best of its rivals, "
    "and it needs neither maps nor cameras. We release the code and a record of all falls."
)
REWRITTEN = ABSTRACT.replace("We propose a", "This paper proposes a new").replace(
    "We release the code and a record of all falls.", "Code is available."
)
OTHER = (
    "Proteins fold in milliseconds, though the number of their shapes is beyond counting. This "
    "review collects forty years of experiments on small domains and asks which of the theories "
    "they leave standing. Three of them do, and they differ in what they say of water."
)


def paper(**fields: Any) -> Paper:
    given: dict[str, Any] = {
        "title": "Learning to Walk in Cold Weather", "authors": ("Marie Curie", "Jean Perrin"),
        "year": 2021, "abstract": ABSTRACT,
    }  # fmt: skip
    return paper_from(Record(location=Location("a.bib", line=1), **(given | fields)))


BASE = paper()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"title": "Learning to walk in cold weather."},
        {"title": "Learning to Walk in Cold Weather (Extended Abstract)"},
        {"title": "Learning to Walk in Cold Weather: A Study"},
        {"authors": ("M. Curie", "J. Perrin")},
        {"authors": ("Curie Marie", "Perrin Jean")},
        {"authors": ()},
        {"year": None},
        {"year": 2023},
        {"year": 2022, "venue": "Gait", "abstract": REWRITTEN},
        {"abstract": ABSTRACT[:300] + "..."},
        {"title": None},
        {"title": "Falling Less Often", "year": 2022},
    ],
)
def test_same(fields: dict[str, Any]) -> None:
    other = paper(**fields)
    assert same_paper(BASE, other)
    assert same_paper(other, BASE)
    assert set(candidate_keys(BASE)) & set(candidate_keys(other))


def test_preprint_and_published_version() -> None:
    preprint = paper(arxiv_id="2101.00001", year=2019)
    published = paper(
        year=2021,
        venue="Gait",
        doi="10.1000/ab",
        abstract=REWRITTEN,
        authors=("M. Curie", "J. Perrin"),
    )
    assert same_paper(preprint, published)
    one = merge(preprint, published)
    assert (one.paper_id, one.abstract) == (preprint.paper_id, preprint.abstract)
    assert (one.year, one.venue, one.doi, one.arxiv_id) == (
        2021,
        "Gait",
        "10.1000/ab",
        "2101.00001",
    )


def test_arxiv_doi_is_an_arxiv_id() -> None:
    first = paper(doi="10.48550/arXiv.2101.00001", title="A", abstract="x")
    second = paper(arxiv_id="2101.00001v3", title="B", abstract="y")
    assert same_paper(first, second)
    assert set(candidate_keys(first)) & set(candidate_keys(second))


def test_a_preprint_with_a_doi_and_its_publication() -> None:
    preprint = paper(doi="10.1101/2020.01.02.123456", year=2020, abstract=REWRITTEN)
    published = paper(doi="10.1000/ab", year=2021, venue="Gait")
    assert same_paper(preprint, published)


def test_one_doi_twice() -> None:
    first = paper(doi="10.1000/ab")
    assert same_paper(first, paper(doi="10.1000/AB", title="Learning 2 Walk", abstract=REWRITTEN))
    assert same_paper(first, paper(doi="10.1000/ab", title="Gehen in der Kälte"))


def test_a_record_is_of_a_paper_unless_one_record_says_otherwise() -> None:
    bare = paper(title=None, authors=(), year=None)
    parts = [paper(title="Walking, Part I"), paper(title="Walking, Part II")]
    assert belongs(bare, [paper()])
    assert belongs(parts[0], [bare])
    assert not belongs(parts[1], [bare, parts[0]])
    assert not belongs(bare, [])
    assert different_papers(*parts)
    assert not different_papers(bare, parts[0])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"title": "Walking, Part I"}, {"title": "Walking, Part II"}),
        ({"title": "Learning to Walk I"}, {"title": "Learning to Walk II"}),
        ({"title": "Walk 3 of Week 9"}, {"title": "Walk 9 of Week 3"}),
        ({"title": "Legs-3 Technical Report"}, {"title": "Legs-4 Technical Report"}),
        ({}, {"title": "Erratum to: Learning to Walk in Cold Weather"}),
        ({}, {"title": "Reply to “Learning to Walk in Cold Weather”"}),
        ({}, {"title": "Retracted: Learning to Walk in Cold Weather"}),
        ({}, {"authors": ("Ada Lovelace", "Emmy Noether")}),
        ({}, {"year": 2023, "abstract": REWRITTEN}),
        ({}, {"year": 2030, "venue": "Gait", "doi": "10.1000/z"}),
        ({"doi": "10.1000/a", "abstract": ABSTRACT}, {"doi": "10.1000/b", "abstract": OTHER}),
        ({"title": "Editorial", "abstract": "We thank all reviewers of this year's many papers."},
         {"title": "Editorial", "abstract": "This issue holds seven papers about cats and dogs."}),
        ({}, {"title": "Protein Folding", "abstract": OTHER}),
        ({"title": None}, {"title": None, "abstract": OTHER}),
        ({"title": "Learning to Walk in Cold Weather", "authors": ()},
         {"title": "Learning to Walk in Cold Weather", "authors": (), "abstract": OTHER}),
        # Proceedings whose DOI stands on every paper.
        ({"doi": "10.1000/p"}, {"doi": "10.1000/p", "title": "Protein Folds", "abstract": OTHER}),
    ],
)  # fmt: skip
def test_different(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert not same_paper(paper(**first), paper(**second))
    assert not same_paper(paper(**second), paper(**first))


def test_merging_loses_nothing() -> None:
    first = paper(title=None, keywords=("gait",), abstract=ABSTRACT[:200] + "...")
    first = dataclasses.replace(first, tags=("a",))
    second = dataclasses.replace(
        paper(keywords=("Gait", "cats"), url="https://example.org", venue="Gait"), tags=("b",)
    )
    one = merge(first, second)
    assert one.paper_id == first.paper_id
    assert one.abstract == ABSTRACT
    assert (one.title, one.label) == (second.title, second.title)
    assert (one.keywords, one.tags) == (("gait", "cats"), ("a", "b"))
    assert (one.url, one.venue) == ("https://example.org", "Gait")
    assert merge(one, second) == one


words = st.lists(st.sampled_from([f"w{n}" for n in range(30)]), max_size=60).map(" ".join)
records = st.builds(
    paper,
    title=st.sampled_from([None, "Walk", "Walking Far and Wide I", "Walking Far and Wide II"]),
    authors=st.sampled_from([(), ("Marie Curie",), ("Jean Perrin", "Marie Curie")]),
    year=st.sampled_from([None, 2020, 2024]),
    doi=st.sampled_from([None, "10.1000/a", "10.48550/arXiv.2101.00001"]),
    venue=st.sampled_from([None, "Gait", "arXiv"]),
    abstract=words.filter(bool),
)


@given(records, records)
def test_sameness_is_symmetric_and_survives_merging(first: Paper, second: Paper) -> None:
    assert same_paper(first, second) == same_paper(second, first)
    one = merge(first, second)
    assert merge(one, second) == one
    assert merge(one, one) == one


@given(words, words)
def test_texts_that_are_much_alike_share_a_key(first: str, second: str) -> None:
    shared = set(similarity_keys(first)) & set(similarity_keys(second))
    if shingles(first) == shingles(second):
        assert shared == set(similarity_keys(first))
    if jaccard(shingles(first), shingles(second)) == 0:
        assert not shared
