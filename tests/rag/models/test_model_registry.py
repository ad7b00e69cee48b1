"""From what a user writes to a loaded model."""

from pathlib import Path

import pytest

from index.errors import ModelMissingError
from rag.models import registry
from rag.models.registry import DEFAULT_MODEL, MODELS, find, installed, load
from tests.rag.models.scripted_server import Script, serving
from tests.rag.models.tiny_gguf import write_tiny_gguf


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ANSWERABLE_MODELS", str(tmp_path))
    monkeypatch.setattr(registry, "packages_installed", lambda _: False)
    return tmp_path


def test_names_are_unique_and_what_a_model_needs_is_said() -> None:
    assert len({spec.name for spec in MODELS}) == len(MODELS)
    assert MODELS[0].name == DEFAULT_MODEL
    for spec in MODELS:
        assert spec.memory_gb > spec.disk_gb > 0
        assert spec.licence
        assert all(file.endswith(".gguf") for file in spec.files)
        assert find(spec.name.upper()) == spec


def test_a_model_is_installed_when_all_its_files_are_there(folder: Path) -> None:
    assert installed() == []
    spec = next(spec for spec in MODELS if len(spec.files) > 1)
    (folder / spec.files[0]).touch()
    assert installed() == []
    (folder / spec.files[1]).touch()
    assert installed() == [spec]


def test_the_default_is_installed_with_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "packages_installed", lambda _: True)
    assert [spec.name for spec in installed()] == [DEFAULT_MODEL]


def test_a_gguf_file_is_loaded_by_its_path(tmp_path: Path) -> None:
    file = write_tiny_gguf(tmp_path / "Mine.GGUF")
    model = load(str(file), threads=1, context_tokens=512)
    assert (model.name, model.context_tokens) == ("mine", 512)
    model.close()


def test_a_downloaded_model_is_loaded_by_its_name(folder: Path) -> None:
    write_tiny_gguf(folder / "qwen2.5-1.5b-instruct-q4_k_m.gguf")
    model = load("Qwen2.5-1.5B", threads=1, context_tokens=512)
    assert model.name == "qwen2.5-1.5b-instruct-q4_k_m"
    model.close()


def test_a_server_is_asked_for_the_model_after_the_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERABLE_API_KEY", "secret")
    with serving(Script({})) as script:
        model = load(f"{script.url}/v1#other")
        assert model.name == "other"
        assert script.requests[0][2] == "Bearer secret"
        model.close()


def test_a_known_model_that_is_not_there_names_the_command() -> None:
    with pytest.raises(ModelMissingError, match="not on this machine") as caught:
        load("qwen2.5-3b")
    assert caught.value.remedy == "Download it: answerable models pull qwen2.5-3b"


def test_an_unknown_model_names_the_known_ones() -> None:
    with pytest.raises(ModelMissingError, match="'gpt'") as caught:
        load("gpt")
    assert DEFAULT_MODEL in caught.value.remedy


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError, match=r"none\.gguf"):
        load(str(tmp_path / "none.gguf"))


@pytest.mark.real_models
def test_nothing_written_means_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    # Where the user keeps it: assembling it again takes a gigabyte.
    monkeypatch.undo()
    model = load("", context_tokens=512)
    assert model.name == "qwen2.5-coder-1.5b-instruct-q4_k_m"
    model.close()
