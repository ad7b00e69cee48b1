import json
from pathlib import Path

import pytest

from index.library import Library
from index.papers import Paper
from tests.commandline import run, use_embedder

HERON = Paper("abcd000000000001", "Heron", "Rivers flood towns. We propose Heron, copper springs.")
CRANE = Paper("abcd000000000002", "Crane", "Violins are quiet. We propose Crane, copper springs.")
MOTH = Paper("abcd000000000003", "Moth", "Bees sleep. We propose Moth, a choir.", year=2020)


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    embedder = use_embedder(monkeypatch, tmp_path)
    with Library.open(tmp_path, embedder) as library:
        library.add([HERON, CRANE, MOTH])


@pytest.mark.parametrize("paper", ["abcd000000000001", "heron"])
def test_a_paper_is_named_by_id_or_title(paper: str) -> None:
    result = run("similar", paper)
    assert result.exit_code == 0
    assert "Crane" in result.stdout
    assert "Moth" in result.stdout
    assert "Heron" not in result.stdout
    assert "Most like Heron" in result.stderr


def test_json_has_the_sentence_and_its_place() -> None:
    found = json.loads(run("similar", "Heron", "--by", "method", "--limit", "1", "--json").stdout)
    assert found["paper"]["label"] == "Heron"
    (crane,) = found["similar"]
    assert crane["label"] == "Crane"
    assert crane["sentence"] == "We propose Crane, copper springs."
    assert CRANE.abstract[crane["start"] : crane["end"]] == crane["sentence"]


def test_filters_limit_the_papers() -> None:
    found = json.loads(run("similar", "Heron", "--year", "2020", "--json").stdout)
    assert [each["label"] for each in found["similar"]] == ["Moth"]


def test_an_unknown_facet_is_refused() -> None:
    result = run("similar", "Heron", "--by", "colour")
    assert result.exit_code == 2
    assert "method, problem or result" in result.stderr
