"""A library with the real embedding model."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from index.intake import paper_from
from index.library import Library
from index.minilm import SentenceTransformerEmbedder
from index.papers import Paper, Record
from index.readers.registry import read

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.real_models


@pytest.fixture(scope="module")
def embedder() -> SentenceTransformerEmbedder:
    return SentenceTransformerEmbedder()


@pytest.fixture(scope="module")
def papers() -> list[Paper]:
    records = read(EXAMPLES / "untitled-abstracts.txt")
    return [paper_from(record) for record in records if isinstance(record, Record)]


@pytest.fixture(scope="module")
def library(
    tmp_path_factory: pytest.TempPathFactory,
    embedder: SentenceTransformerEmbedder,
    papers: list[Paper],
) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("library"), embedder) as opened:
        opened.add(papers)
        yield opened


def test_each_sentence_finds_its_own_paper(
    library: Library, embedder: SentenceTransformerEmbedder, papers: list[Paper]
) -> None:
    sentences = [max(paper.abstract.split(". "), key=len) for paper in papers]
    for paper, encoding in zip(papers, embedder.encode(sentences), strict=True):
        assert paper.paper_id in dict(library.nearest_papers(encoding.vector, 3))
        assert library.nearest_passages(encoding.vector, 1)[0][0].paper_id == paper.paper_id
        tokens = library.token_vectors(p.paper_id for p in papers)
        asked = library.project(encoding.token_vectors)
        matches = {key: (asked @ t.vectors.T).max(axis=1).mean() for key, t in tokens.items()}
        assert max(matches, key=lambda key: matches[key]) == paper.paper_id


def test_compressed_tokens_match_like_raw_ones(
    library: Library, embedder: SentenceTransformerEmbedder, papers: list[Paper]
) -> None:
    (question,) = embedder.encode(["How much memory does it save during training?"])
    raw = [
        float((question.token_vectors @ each.token_vectors.T).max(axis=1).mean())
        for each in embedder.encode([paper.text for paper in papers])
    ]
    tokens = library.token_vectors(paper.paper_id for paper in papers)
    asked = library.project(question.token_vectors)
    compressed = [
        float((asked @ tokens[paper.paper_id].vectors.T).max(axis=1).mean()) for paper in papers
    ]
    assert np.corrcoef(raw, compressed)[0, 1] > 0.9


def test_nothing_is_asked_of_the_network(tmp_path: Path) -> None:
    code = """
import socket, sys
from pathlib import Path

def refuse(*_args, **_options):
    raise AssertionError("a socket was opened")

socket.socket.connect = refuse
socket.getaddrinfo = refuse
from index.library import Library
from index.minilm import SentenceTransformerEmbedder
from index.papers import Paper

embedder = SentenceTransformerEmbedder()
with Library.open(Path(sys.argv[1]), embedder) as library:
    library.add([Paper("0123456789abcdef", "label", "Sockets stay closed here.")])
    assert library.nearest_papers(embedder.encode(["sockets"])[0].vector, 1)
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", code, str(tmp_path / "library")]
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
