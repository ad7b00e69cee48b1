from pathlib import Path

import pytest

from ui.settings import SettingsError, default_library, load_settings


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("LIBRARY", "MODEL", "RERANKER", "CHECKER", "EMBEDDER", "EMBEDDER_HALF", "CHROMA_URL")
    for name in names:
        monkeypatch.delenv(f"ANSWERABLE_{name}", raising=False)


def test_without_settings_the_library_is_in_the_users_data_folder() -> None:
    settings = load_settings()
    assert settings.library == default_library()
    assert (settings.model, settings.embedder, settings.chroma_url) == ("", None, None)


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ANSWERABLE_LIBRARY", str(tmp_path))
    monkeypatch.setenv("ANSWERABLE_MODEL", "http://127.0.0.1:8080/v1")
    monkeypatch.setenv("ANSWERABLE_CHROMA_URL", "http://127.0.0.1:8000")
    assert not load_settings().embedder_half
    monkeypatch.setenv("ANSWERABLE_EMBEDDER_HALF", "1")
    assert load_settings().abstain_below is None
    monkeypatch.setenv("ANSWERABLE_ABSTAIN_BELOW", "-1.5")
    settings = load_settings()
    assert settings.embedder_half
    assert settings.abstain_below == -1.5
    assert settings.library == tmp_path
    assert settings.model == "http://127.0.0.1:8080/v1"
    assert str(settings.chroma_url) == "http://127.0.0.1:8000/"


def test_the_command_line_goes_before_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ANSWERABLE_LIBRARY", str(tmp_path))
    monkeypatch.setenv("ANSWERABLE_MODEL", "from the environment")
    monkeypatch.setenv("ANSWERABLE_RERANKER", "from the environment")
    monkeypatch.setenv("ANSWERABLE_CHECKER", "from the environment")
    settings = load_settings(tmp_path / "other", "given", "named", "named too")
    assert (settings.library, settings.model) == (tmp_path / "other", "given")
    assert (settings.reranker, settings.checker) == ("named", "named too")
    bare = load_settings()
    assert (bare.reranker, bare.checker) == ("from the environment", "from the environment")


def test_the_home_folder_may_be_written_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERABLE_LIBRARY", "~/papers")
    assert load_settings().library == Path.home() / "papers"


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERABLE_LIBRARY", "")
    assert load_settings().library == default_library()


def test_a_value_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERABLE_CHROMA_URL", "not a url")
    with pytest.raises(SettingsError, match="ANSWERABLE_CHROMA_URL"):
        load_settings()
