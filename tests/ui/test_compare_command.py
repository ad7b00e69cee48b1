"""`answerable compare` and `answerable prepare`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from index.library import Library
from index.papers import Paper
from tests.commandline import run, use_embedder
from tests.scripted_model import ScriptedModel

GRAD = Paper(
    "a" * 16,
    "GradCut: fewer gradients",
    "Exchanging gradients is slow. We propose GradCut, which drops small gradients. "
    "On ImageNet, GradCut reaches 76.3% accuracy. Training takes 3 hours on one GPU.",
    title="GradCut: fewer gradients",
)
QUANT = Paper(
    "b" * 16,
    "QuantSum: rounding gradients",
    "Sums of gradients cost memory. We introduce QuantSum, which rounds gradients to 4 bits. "
    "On ImageNet, QuantSum reaches 75.1% accuracy.",
    title="QuantSum: rounding gradients",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    embedder = use_embedder(monkeypatch, tmp_path / "library")
    with Library.open(tmp_path / "library", embedder) as library:
        library.add([GRAD, QUANT])
    model = ScriptedModel(
        lambda prompt: (
            "GradCut drops small gradients."
            if "drops small" in prompt
            else "QuantSum rounds gradients to 4 bits."
        )
    )
    monkeypatch.setattr("ui.opening.load_model", lambda _settings: model)
    return tmp_path


def test_a_comparison_is_a_table_and_what_was_said(folder: Path) -> None:
    result = run("compare", "GradCut", "bbbb")
    assert result.exit_code == 0, result.output
    said = "GradCut drops small gradients [1], whereas QuantSum rounds gradients to 4 bits [2]."
    assert said in result.stdout.replace("**", "")
    lines = result.stdout.splitlines()
    at = lines.index("Cost")
    assert lines[at + 1] == "  GradCut [1]: Training takes 3 hours on one GPU."
    assert lines[at + 2] == "  QuantSum [2]: not stated in the abstract"


def test_json_carries_the_table(folder: Path) -> None:
    result = run("compare", "GradCut", "QuantSum", "--format", "json", "--extractive")
    answer = json.loads(result.stdout)
    assert [column["name"] for column in answer["table"]["columns"]] == ["GradCut", "QuantSum"]


def test_a_spreadsheet_by_the_extension_of_its_file(folder: Path) -> None:
    output = folder / "table.csv"
    result = run("compare", "GradCut", "QuantSum", "--extractive", "-o", output)
    assert result.exit_code == 0, result.output
    head, *rows = csv.reader(io.StringIO(output.read_text("utf-8-sig")))
    assert head == ["", "GradCut [1]", "QuantSum [2]"]
    assert ["Cost", "Training takes 3 hours on one GPU.", "not stated in the abstract"] in rows


def test_markdown_has_what_was_asked_in_its_first_row(folder: Path) -> None:
    result = run(
        "compare", "GradCut", "QuantSum", "--aspect", "what is done with gradients",
        "--format", "md",
    )  # fmt: skip
    rows = [line for line in result.stdout.splitlines() if line.startswith("|")]
    assert rows[0] == "|  | GradCut [1] | QuantSum [2] |"
    assert rows[2].startswith("| What is done with gradients | GradCut drops small gradients |")


def test_what_cannot_be_compared_is_said(folder: Path) -> None:
    assert run("compare", "GradCut").exit_code == 2
    assert run("compare", "GradCut", "QuantSum", "--format", "pdf").exit_code == 2
    result = run("compare", "GradCut", "GradCut", "--extractive", "--year", "1990")
    assert result.exit_code == 3


def test_prepare_does_the_whole_library_and_says_so(folder: Path) -> None:
    result = run("prepare")
    assert result.exit_code == 0
    assert "2 papers prepared." in result.stderr
    assert (folder / "library" / "facets.sqlite").exists()
    assert run("prepare").exit_code == 0
