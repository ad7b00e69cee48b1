"""Downloads, from a hub on this machine."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from huggingface_hub import constants

from index.errors import ModelMissingError
from rag.errors import ModelError
from rag.models import downloads, registry
from rag.models.downloads import pull
from tests.rag.models.fake_hub import Hub, running

CONTENT = b"GGUF" + bytes(range(256)) * 400
FILE = "owner/tiny-GGUF/tiny.gguf"


def spec(sha256: str | None = None, *files: str) -> registry.ModelSpec:
    return registry.ModelSpec(
        name="tiny",
        repository="owner/tiny-GGUF",
        files=files or ("tiny.gguf",),
        disk_gb=0.001,
        memory_gb=0.001,
        licence="MIT",
        note="",
        sha256=sha256,
    )


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    know(monkeypatch, spec())


def know(monkeypatch: pytest.MonkeyPatch, *specs: registry.ModelSpec) -> None:
    monkeypatch.setattr(registry, "MODELS", specs)
    monkeypatch.setattr(downloads, "MODELS", specs)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ANSWERABLE_MODELS", str(tmp_path))
    return tmp_path


@pytest.fixture
def hub(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    with running(Hub({FILE: CONTENT})) as it:
        monkeypatch.setenv("HF_ENDPOINT", it.url)
        yield it


def test_a_file_arrives_whole_and_is_installed_then(hub: Hub, folder: Path) -> None:
    assert registry.installed() == []
    seen: list[tuple[int, int]] = []
    file = pull("tiny", lambda done, total: seen.append((done, total)))
    assert file == folder / "tiny.gguf"
    assert file.read_bytes() == CONTENT
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert registry.installed() == [spec()]


def test_what_is_there_is_not_asked_for_again(hub: Hub) -> None:
    pull("tiny")
    hub.asked.clear()
    pull("tiny")
    assert hub.asked == []


def test_all_files_of_a_model_arrive(
    hub: Hub, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    know(monkeypatch, spec(None, "a-1-of-2.gguf", "a-2-of-2.gguf"))
    hub.files = {f"owner/tiny-GGUF/a-{n}-of-2.gguf": CONTENT * n for n in (1, 2)}
    assert pull("tiny") == folder / "a-1-of-2.gguf"
    assert (folder / "a-2-of-2.gguf").read_bytes() == CONTENT * 2


@pytest.mark.parametrize("pinned", [True, False])
def test_another_digest_is_refused_and_the_file_removed(
    hub: Hub, folder: Path, monkeypatch: pytest.MonkeyPatch, pinned: bool
) -> None:
    if pinned:
        know(monkeypatch, spec(hashlib.sha256(b"other").hexdigest()))
    else:
        hub.stated = hashlib.sha256(b"other").hexdigest()
    with pytest.raises(ModelMissingError, match="not the expected file"):
        pull("tiny")
    assert not (folder / "tiny.gguf").exists()


def test_the_library_is_offline_again_afterwards(hub: Hub) -> None:
    pull("tiny")
    assert constants.HF_HUB_OFFLINE


def test_a_hub_that_cannot_be_reached_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(ModelError, match=r"127\.0\.0\.1:9 cannot be reached") as caught:
        pull("tiny")
    assert "HF_ENDPOINT" in caught.value.remedy
    assert constants.HF_HUB_OFFLINE


def test_a_model_that_the_hub_does_not_have(hub: Hub) -> None:
    hub.files = {}
    with pytest.raises(ModelMissingError, match="no public model owner/tiny-GGUF"):
        pull("tiny")


def test_a_file_that_the_hub_does_not_have_any_more(hub: Hub) -> None:
    hub.files = {"owner/tiny-GGUF/other.gguf": b""}
    with pytest.raises(ModelMissingError, match="changed"):
        pull("tiny")


def test_an_unknown_name_names_the_known_ones() -> None:
    with pytest.raises(ModelMissingError, match="'huge'") as caught:
        pull("huge")
    assert "tiny" in caught.value.remedy


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ANSWERABLE_MODELS", str(tmp_path / "file" / "models"))
    with pytest.raises(ModelError, match="cannot be put into"):
        pull("tiny")


def test_a_connection_that_breaks_is_taken_up_again(hub: Hub, folder: Path) -> None:
    hub.sent_at_most = 30_000
    pull("tiny")
    assert (folder / "tiny.gguf").read_bytes() == CONTENT


def test_an_interrupted_download_goes_on_where_it_stopped(hub: Hub, folder: Path) -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    hub.sent_at_most = 30_000
    with pytest.raises(KeyboardInterrupt):
        pull("tiny", interrupt)
    hub.asked.clear()
    assert pull("tiny").read_bytes() == CONTENT
    assert all("bytes=0-" not in request for request in hub.asked)
    assert [file.suffix for file in folder.iterdir() if file.suffix == ".unfinished"] == []


def test_a_hub_that_cannot_go_on_begins_again(hub: Hub, folder: Path) -> None:
    hub.ranges = False
    (folder / f"tiny.gguf.{hashlib.sha256(CONTENT).hexdigest()[:12]}.unfinished").write_bytes(b"?")
    assert pull("tiny").read_bytes() == CONTENT


def test_a_connection_over_which_nothing_comes_is_an_error(hub: Hub) -> None:
    hub.sent_at_most = 0
    with pytest.raises(ModelError, match="broke off") as caught:
        pull("tiny")
    assert "what has arrived is kept" in caught.value.remedy
