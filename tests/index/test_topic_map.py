"""Papers about the same lie together, share a topic, and name it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from index.library import Library
from index.papers import Paper
from index.topic_map import TopicMap
from index.topic_words import topic_words
from tests.fake_embedder import FakeEmbedder

_SUBJECTS = {
    "proteins": "protein folding of amino acid chains in water",
    "robots": "robot arms that grasp boxes by touch",
    "markets": "stock prices and the volatility of bond markets",
}


def papers_of(count: int) -> list[Paper]:
    subjects = list(_SUBJECTS)
    return [
        Paper(
            f"{n:04x}",
            f"{subjects[n % 3]} {n}",
            f"Here are {_SUBJECTS[subjects[n % 3]]}, case {n}.",
            f"Number {n} on {_SUBJECTS[subjects[n % 3]]}",
        )
        for n in range(count)
    ]


def drawn(papers: list[Paper]) -> TopicMap:
    encoded = FakeEmbedder().encode([paper.text for paper in papers])
    vectors = np.array([each.vector for each in encoded], dtype=np.float32)
    return TopicMap.draw(papers, vectors.reshape(len(papers), 32))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 9, 10, 11, 40])
def test_any_number_of_papers_has_a_place_on_the_map(count: int) -> None:
    found = drawn(papers_of(count))
    assert len(found.paper_ids) == len(found.points) == len(found.topic_of) == count
    assert np.isfinite(found.points).all()
    assert found.points.min(initial=0) >= 0
    assert found.points.max(initial=0) <= 1.0001
    assert set(found.topic_of.tolist()) == set(range(len(found.topics)))
    sizes = np.bincount(found.topic_of, minlength=1).tolist()
    assert sizes == sorted(sizes, reverse=True)


def test_papers_that_are_all_the_same_lie_somewhere() -> None:
    same = [Paper(f"{n:04x}", "Same", "The same abstract.", "The same") for n in range(12)]
    found = drawn(same)
    assert np.isfinite(found.points).all()
    assert len(found.topics) == 1


def test_papers_on_one_subject_lie_together() -> None:
    papers = papers_of(45)
    found = drawn(papers)
    apart = np.linalg.norm(found.points[:, None] - found.points[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    nearest = apart.argmin(axis=1)
    alike = [number % 3 == other % 3 for number, other in enumerate(nearest)]
    assert sum(alike) >= 43
    for topic in range(len(found.topics)):
        subjects = {n % 3 for n in np.flatnonzero(found.topic_of == topic)}
        assert len(subjects) == 1


def test_the_same_papers_give_the_same_map() -> None:
    first, second = drawn(papers_of(30)), drawn(papers_of(30))
    assert np.array_equal(first.points, second.points)
    assert first.name == second.name
    assert first.name != drawn(papers_of(31)).name


def test_topics_are_named_by_what_only_they_say() -> None:
    papers = papers_of(30)
    words = topic_words(papers, [n % 3 for n in range(30)], 3)
    assert "protein folding" in words[0]
    assert any("robot" in each for each in words[1])
    assert any("prices" in each or "bond" in each for each in words[2])
    for each in words:
        assert len(each) == len(set(each))


def test_names_keep_their_capitals_and_common_words_are_none() -> None:
    papers = [
        Paper(f"{n}", "", f"We propose a novel method. {word} is used.", f"A new method: {word}")
        for n, word in enumerate(["BERT", "BERT", "zebrafish", "Zebrafish"])
    ]
    assert topic_words(papers, [0, 0, 1, 1], 2) == [["BERT"], ["zebrafish"]]


def test_chinese_titles_are_named_too() -> None:
    papers = [Paper(f"{n}", "", "无", f"蛋白质研究之{n}") for n in "甲乙"]
    papers += [Paper(f"{n}", "", "无", f"机器人研究之{n}") for n in "丙丁"]
    assert "蛋白" in topic_words(papers, [0, 0, 1, 1], 2)[0]


def test_papers_that_share_nothing_are_not_named() -> None:
    assert topic_words([Paper("1", "One", ""), Paper("2", "Two", "")], [0, 0], 1) == [[]]


def test_a_kept_map_is_the_map_and_of_no_other_papers(tmp_path: Path) -> None:
    file = tmp_path / "topics.json"
    found = drawn(papers_of(30))
    found.save(file, "abc")
    kept = TopicMap.load(file, "abc")
    assert kept is not None
    assert kept.paper_ids == found.paper_ids
    assert kept.topics == found.topics
    assert np.abs(kept.points - found.points).max() < 1e-3
    assert TopicMap.load(file, "abd") is None
    file.write_text('{"version": 1, "fingerprint": "abc"')
    assert TopicMap.load(file, "abc") is None
    assert TopicMap.load(tmp_path / "none", "abc") is None


def test_a_library_keeps_its_map_until_its_papers_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawings = 0
    draw = TopicMap.draw

    def counted(papers: list[Paper], vectors: object) -> TopicMap:
        nonlocal drawings
        drawings += 1
        return draw(papers, vectors)  # type: ignore[arg-type]

    monkeypatch.setattr(TopicMap, "draw", counted)
    with Library.open(tmp_path, FakeEmbedder()) as library:
        library.add(papers_of(12))
        first = library.topic_map()
        assert sorted(first.paper_ids) == sorted(paper.paper_id for paper in library.papers())
        library.topic_map()
        assert drawings == 1
        before = library.changes
        library.remove([papers_of(1)[0].paper_id])
        assert library.changes > before
        assert len(library.topic_map().paper_ids) == 11
    with Library.open(tmp_path, FakeEmbedder()) as library:
        library.topic_map()
    assert drawings == 2


def test_similar_papers_are_the_nearest_others(tmp_path: Path) -> None:
    with Library.open(tmp_path, FakeEmbedder()) as library:
        library.add(papers_of(12))
        found = library.similar_papers("0000", 3)
        assert {paper_id for paper_id, _ in found} == {"0003", "0006", "0009"}
        assert [score for _, score in found] == sorted((s for _, s in found), reverse=True)
        assert library.similar_papers("ffff", 3) == []
