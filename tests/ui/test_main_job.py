"""From a file to a checked and cited answer, with the real models and without a network."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
# Anything that would leave the process, other than by a socket in the file system, ends it.
WITHOUT_NETWORK = """
import os, socket, sys

def refuse(event, arguments):
    if event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.sendto") or (
        event == "socket.connect" and arguments[0].family != socket.AF_UNIX
    ):
        sys.stderr.write(f"NETWORK: {event} {arguments[1:]}")
        os._exit(99)

sys.addaudithook(refuse)
from ui.cli import main
main()
"""

pytestmark = [pytest.mark.real_models, pytest.mark.slow]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with the example papers."""
    folder = tmp_path_factory.mktemp("main-job") / "library"
    run(folder, "add", ROOT / "examples" / "landmark-papers.bib")
    return folder


def run(library: Path, *arguments: object, expected: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NETWORK, *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"ANSWERABLE_LIBRARY": str(library), "ANSWERABLE_MODEL": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in expected, done.stderr
    return done.stdout


def check_citations(answer: dict[str, Any]) -> None:
    """Every claim is cited, every citation leads to a source, every quote stands in it."""
    abstracts = {source["number"]: source["abstract"] for source in answer["sources"]}
    assert answer["claims"]
    for claim in answer["claims"]:
        assert claim["citations"]
        assert set(claim["citations"]) <= set(abstracts)
        assert claim["evidence"]
        for quote in claim["evidence"]:
            start, end = quote["start"], quote["end"]
            assert abstracts[quote["citation"]][start:end] == quote["quote"]


def test_adding_the_same_file_again_changes_nothing(library: Path) -> None:
    report = json.loads(run(library, "add", "--json", ROOT / "examples" / "landmark-papers.bib"))
    (file,) = report["files"]
    assert (file["new"], file["unchanged"]) == (0, file["records"])
    assert file["records"] == report["papers"] >= 40


def test_a_question_is_answered_with_checked_citations(library: Path) -> None:
    question = "How many BLEU does the big Transformer reach on WMT 2014 English to German?"
    answer = json.loads(run(library, "ask", "--json", question))
    assert not answer["abstained"]
    assert "28.4" in answer["answer"]
    assert "Attention Is All You Need" in [s["title"] for s in answer["sources"] if s["cited"]]
    check_citations(answer)


def test_an_extractive_answer_is_the_papers_own_words(library: Path) -> None:
    question = "How many BLEU does the big Transformer reach on WMT 2014 English to German?"
    answer = json.loads(run(library, "ask", "--json", "--extractive", question))
    assert "28.4" in answer["answer"]
    assert answer["timings"]["output_tokens"] == 0
    check_citations(answer)


def test_what_no_paper_says_is_not_answered(library: Path) -> None:
    question = "What is the melting point of tungsten carbide?"
    answer = json.loads(run(library, "ask", "--json", question, expected=(3,)))
    assert answer["abstained"]
    assert answer["claims"] == []
    assert answer["sources"]


def test_all_is_well(library: Path) -> None:
    report = json.loads(run(library, "doctor", "--json", expected=(0, 1)))
    ailing = {finding["subject"] for finding in report["findings"] if not finding["ok"]}
    # A checkout that is not installed has no version.
    assert ailing <= {"versions"}
