from pathlib import Path

import pytest

from index.keywords import KeywordIndex

TEXTS = {
    "a": "Sparse attention for GPT-4o. It trains 4.8x faster.",
    "b": "We train models with FP8 and study leak@k.",
    "c": "A study of training data for vision models. Models and models.",
    "d": "",
}


@pytest.fixture
def index() -> KeywordIndex:
    return KeywordIndex.build(list(TEXTS), list(TEXTS.values()))


def ids(found: list[tuple[str, float]]) -> list[str]:
    return [paper_id for paper_id, _ in found]


def test_finds_by_terms_best_first(index: KeywordIndex) -> None:
    assert ids(index.search("gpt4o", 5)) == ["a"]
    assert ids(index.search("What is leak@k?", 5)) == ["b"]
    assert ids(index.search("models of vision", 5)) == ["c", "b"]
    scores = [score for _, score in index.search("models training study", 5)]
    assert scores == sorted(scores, reverse=True)
    assert all(score > 0 for score in scores)


def test_finds_nothing_without_a_common_term(index: KeywordIndex) -> None:
    assert index.search("zebra", 5) == []
    assert index.search("the of", 5) == []
    assert index.search("", 5) == []
    assert index.search("models", 0) == []


def test_k_counts_accepted_ones_only(index: KeywordIndex) -> None:
    assert ids(index.search("models", 1)) == ["c"]
    assert ids(index.search("models", 1, accept=lambda paper_id: paper_id != "c")) == ["b"]


def test_rarer_terms_are_more_informative(index: KeywordIndex) -> None:
    (common,) = index.terms("models")
    (rare,) = index.terms("leaks")
    assert (index.frequency(common), index.frequency(rare)) == (2, 1)
    assert index.idf("unknown") > index.idf(rare) > index.idf(common) > 0


@pytest.mark.parametrize("texts", [{}, {"a": ""}, {"a": "the of", "b": ""}])
def test_nothing_to_index(texts: dict[str, str], tmp_path: Path) -> None:
    index = KeywordIndex.build(list(texts), list(texts.values()))
    index.save(tmp_path, "one")
    for each in (index, KeywordIndex.load(tmp_path, "one")):
        assert each is not None
        assert each.search("anything", 3) == []
        assert each.frequency("anything") == 0
        assert each.idf("anything") > 0


def test_what_was_saved_answers_alike(index: KeywordIndex, tmp_path: Path) -> None:
    index.save(tmp_path, "one")
    loaded = KeywordIndex.load(tmp_path, "one")
    assert loaded is not None
    assert loaded.search("study models", 5) == index.search("study models", 5)
    assert loaded.idf("leak") == index.idf("leak")


def test_an_index_of_other_texts_is_not_loaded(index: KeywordIndex, tmp_path: Path) -> None:
    assert KeywordIndex.load(tmp_path / "missing", "one") is None
    index.save(tmp_path, "one")
    assert KeywordIndex.load(tmp_path, "two") is None
    index.save(tmp_path, "two")
    assert KeywordIndex.load(tmp_path, "two") is not None
    assert len(list(tmp_path.iterdir())) == 1, "the old one is gone"


def test_a_broken_index_is_not_loaded(index: KeywordIndex, tmp_path: Path) -> None:
    index.save(tmp_path, "one")
    for file in sorted((next(tmp_path.iterdir())).iterdir()):
        content = file.read_bytes()
        file.write_bytes(content[: len(content) // 2])
        assert KeywordIndex.load(tmp_path, "one") is None, file
        file.write_bytes(content)
    assert KeywordIndex.load(tmp_path, "one") is not None
