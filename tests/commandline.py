"""Running `answerable` inside the tests, with scripted parts in place of the real ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from typer.testing import CliRunner, Result

from index.papers import Paper
from tests.fake_embedder import FakeEmbedder
from tests.fakes import FakeAssistant, FakeLibrary
from ui.app import app

PAPERS = (
    Paper(
        "0123456789abcdef",
        "FastNet",
        "FastNet trains five times faster than SlowNet. It needs no labels.",
        title="FastNet: training fast",
        authors=("Ada Lovelace",),
        year=2024,
        venue="ICML",
    ),
    Paper("fedcba9876543210", "SlowNet", "SlowNet reaches 91 on GLUE.", year=2020),
)


def run(*arguments: object, stdin: str | None = None) -> Result:
    """Run one command; its exit code, standard output and standard error."""
    return CliRunner().invoke(app, [str(each) for each in arguments], input=stdin)


def use(
    monkeypatch: pytest.MonkeyPatch, assistant: Any = None, papers: Sequence[Paper] = PAPERS
) -> Any:
    """Let commands find these papers, and ask this assistant, without loading any model."""
    asked = assistant or FakeAssistant(papers)

    @contextmanager
    def open_library(*_args: object, **_options: object) -> Iterator[FakeLibrary]:
        yield FakeLibrary(papers)

    for module in ("ui.opening", "ui.commands.keeping"):
        monkeypatch.setattr(f"{module}.open_library", open_library)
    monkeypatch.setattr("ui.opening.load_model", lambda _settings: Mock(spec=["close"]))
    monkeypatch.setattr("ui.opening.make_assistant", lambda *_parts: asked)
    return asked


def use_embedder(monkeypatch: pytest.MonkeyPatch, folder: Path) -> FakeEmbedder:
    """Let commands keep a real library in `folder`, with an embedding model of arithmetic."""
    embedder = FakeEmbedder()
    monkeypatch.setenv("ANSWERABLE_LIBRARY", str(folder))
    monkeypatch.setattr("ui.opening.make_embedder", lambda _settings: embedder)
    return embedder
