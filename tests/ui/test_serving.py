import sys
from pathlib import Path

import pytest

from index.library import Library
from tests.commandline import run, use_embedder


def test_a_library_in_use_is_refused_before_the_page_is_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # None makes an import of the module fail.
    monkeypatch.setitem(sys.modules, "ui.web", None)
    folder = tmp_path / "library"
    with Library.open(folder, use_embedder(monkeypatch, folder)):
        result = run("serve")
    assert result.exit_code == 1
    assert "in use" in result.stderr


def test_a_port_that_is_none_is_misuse() -> None:
    assert run("serve", "--port", "70000").exit_code == 2
