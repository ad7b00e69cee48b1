"""A model file put together from packages: right, complete, once, and explained when not."""

import errno
import hashlib
import multiprocessing
import os
import shutil
from multiprocessing.queues import Queue
from pathlib import Path
from types import SimpleNamespace

import pytest

from index.errors import ModelMissingError
from rag.errors import ModelError
from rag.models.weights import PackagedFile, assembled, is_assembled, models_folder

CONTENT = [b"first part, ", b"second part, ", b"third part"]
WHOLE = b"".join(CONTENT)


def packaged(digest: str = hashlib.sha256(WHOLE).hexdigest()) -> PackagedFile:
    return PackagedFile(
        name="whole.gguf",
        size=len(WHOLE),
        sha256=digest,
        parts=tuple((f"tiny-part{n}", f"tiny_part{n}/data/part.bin") for n in (1, 2, 3)),
    )


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages, one for each part."""
    site = tmp_path / "site"
    for n, content in enumerate(CONTENT, start=1):
        info = site / f"tiny_part{n}-0.2.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: tiny-part{n}\nVersion: 0.2\n")
        data = site / f"tiny_part{n}" / "data"
        data.mkdir(parents=True)
        (data / "part.bin").write_bytes(content)
    monkeypatch.syspath_prepend(str(site))
    return site


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models"


@pytest.mark.usefixtures("site")
def test_parts_are_joined_in_order_and_progress_reaches_the_end(folder: Path) -> None:
    seen: list[tuple[int, int]] = []
    file = assembled(packaged(), folder, lambda done, total: seen.append((done, total)))
    assert file.read_bytes() == WHOLE
    assert seen == sorted(seen)
    assert seen[-1] == (len(WHOLE), len(WHOLE))


def test_a_second_start_needs_neither_parts_nor_hashing(site: Path, folder: Path) -> None:
    first = assembled(packaged(), folder)
    changed = first.stat().st_mtime_ns
    shutil.rmtree(site)
    assert assembled(packaged(), folder).stat().st_mtime_ns == changed
    assert is_assembled(packaged(), folder)


@pytest.mark.parametrize("damage", [WHOLE[:-1], WHOLE[:-1] + b"X", b""])
@pytest.mark.usefixtures("site")
def test_a_damaged_file_is_noticed_and_replaced(folder: Path, damage: bytes) -> None:
    file = assembled(packaged(), folder)
    os.utime(file, ns=(0, 0))
    file.write_bytes(damage)
    assert not is_assembled(packaged(), folder)
    assert assembled(packaged(), folder).read_bytes() == WHOLE


def test_a_right_file_put_there_by_hand_is_accepted(folder: Path) -> None:
    folder.mkdir()
    (folder / "whole.gguf").write_bytes(WHOLE)
    assert assembled(packaged(), folder).read_bytes() == WHOLE


@pytest.mark.usefixtures("site")
def test_wrong_parts_are_refused_and_leave_nothing_behind(folder: Path) -> None:
    with pytest.raises(ModelMissingError, match="do not make the published file") as caught:
        assembled(packaged(digest="0" * 64), folder)
    assert "pip install" in caught.value.remedy
    assert [file.name for file in folder.iterdir() if file.suffix != ".lock"] == []


def test_a_missing_part_is_named(site: Path, folder: Path) -> None:
    shutil.rmtree(site / "tiny_part2-0.2.0.dist-info")
    with pytest.raises(ModelMissingError, match="tiny-part2"):
        assembled(packaged(), folder)


@pytest.mark.usefixtures("site")
def test_too_little_space_is_said_before_anything_is_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1))
    with pytest.raises(ModelError, match="disk is too full") as caught:
        assembled(packaged(), folder)
    assert "ANSWERABLE_MODELS" in caught.value.remedy


@pytest.mark.usefixtures("site")
def test_a_disk_that_fills_up_while_writing_leaves_nothing_behind(folder: Path) -> None:
    def fill_up(done: int, total: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(ModelError, match="disk is too full"):
        assembled(packaged(), folder, fill_up)
    assert [file.name for file in folder.iterdir() if file.suffix != ".lock"] == []


@pytest.mark.usefixtures("site")
def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ModelError, match="cannot be put into") as caught:
        assembled(packaged(), tmp_path / "file" / "models")
    assert "ANSWERABLE_MODELS" in caught.value.remedy


def _assemble_and_report(folder: Path, queue: "Queue[bool]") -> None:
    writes: list[int] = []
    assembled(packaged(), folder, lambda done, _: writes.append(done))
    queue.put(bool(writes))


@pytest.mark.usefixtures("site")
def test_two_processes_do_the_work_once(folder: Path) -> None:
    context = multiprocessing.get_context("spawn")
    queue: Queue[bool] = context.Queue()
    processes = [
        context.Process(target=_assemble_and_report, args=(folder, queue)) for _ in range(2)
    ]
    for process in processes:
        process.start()
    wrote = [queue.get(timeout=60) for _ in processes]
    for process in processes:
        process.join()
    assert sorted(wrote) == [False, True]


def test_the_folder_is_one_setting_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERABLE_MODELS", str(tmp_path))
    assert models_folder() == tmp_path
    monkeypatch.delenv("ANSWERABLE_MODELS")
    assert models_folder().name == "models"
