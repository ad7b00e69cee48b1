"""Opening: who may, what must match, and what a damaged library says."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from index.errors import LibraryError, LibraryLockedError, LibraryMismatchError
from index.library import Library
from index.papers import Paper
from tests.fake_embedder import FakeEmbedder

# So many papers that Chroma has written its vector files.
MANY = 700


def paper(number: int) -> Paper:
    text = f"Paper {number} is about word{number}. It has one. It has two. It has three."
    return Paper(f"{number:016x}", f"paper {number}", text)


def make(folder: Path, papers: int = 3) -> None:
    with Library.open(folder, FakeEmbedder()) as library:
        library.add(paper(n) for n in range(papers))


def assert_whole(library: Library, papers: int) -> None:
    assert list(library.papers()) == [paper(n) for n in range(papers)]
    assert [finding for finding in library.check() if not finding.ok] == []
    for number in (0, papers - 1):
        vector = FakeEmbedder().encode([f"word{number}"])[0].vector
        assert library.nearest_passages(vector, 1)[0][0].paper_id == f"{number:016x}"


def test_one_process_at_a_time(tmp_path: Path) -> None:
    make(tmp_path)
    code = (
        "import sys, time; from pathlib import Path; from index.library import Library;"
        "from tests.fake_embedder import FakeEmbedder;"
        "library = Library.open(Path(sys.argv[1]), FakeEmbedder()); print('open', flush=True);"
        "sys.stdin.read()"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        begin = time.perf_counter()
        with pytest.raises(LibraryLockedError, match=f"process {other.pid}") as caught:
            Library.open(tmp_path, FakeEmbedder())
        assert time.perf_counter() - begin < 1
        assert caught.value.remedy
        other.kill()
        other.wait()
    with Library.open(tmp_path, FakeEmbedder()) as library:
        assert len(library) == 3, "the lock died with its process"


def test_not_twice_in_one_process(tmp_path: Path) -> None:
    with (
        Library.open(tmp_path, FakeEmbedder()),
        pytest.raises(LibraryLockedError, match="this process"),
    ):
        Library.open(tmp_path, FakeEmbedder())
    Library.open(tmp_path, FakeEmbedder()).close()


def test_there_is_no_library(tmp_path: Path) -> None:
    for folder in (tmp_path / "missing", tmp_path):
        with pytest.raises(LibraryError, match="no library") as caught:
            Library.open(folder, FakeEmbedder(), create=False)
        assert "answerable add" in caught.value.remedy
    assert list(tmp_path.iterdir()) == []


def test_a_failed_opening_frees_the_lock(tmp_path: Path) -> None:
    make(tmp_path)
    for _ in range(2):
        with pytest.raises(LibraryMismatchError):
            Library.open(tmp_path, FakeEmbedder("other"))
    Library.open(tmp_path, FakeEmbedder()).close()


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("embedding_model", "other", "embedding model: other"),
        ("embedding_digest", "0" * 64, "weights: 000000000000"),
        ("chunking", "whole", "passages: whole"),
        ("compression", "none", "token vectors: none"),
        ("chroma_version", "0.4.24", "Chroma: 0.4"),
    ],
)
def test_what_was_built_differently_does_not_mix(
    tmp_path: Path, field: str, value: str, said: str
) -> None:
    make(tmp_path)
    file = tmp_path / "manifest.json"
    manifest = json.loads(file.read_text())
    manifest["build"][field] = value
    file.write_text(json.dumps(manifest))
    with pytest.raises(LibraryMismatchError, match=said) as caught:
        Library.open(tmp_path, FakeEmbedder())
    assert "answerable rebuild" in caught.value.remedy
    with Library.open(tmp_path, FakeEmbedder(), to_rebuild=True) as library:
        library.rebuild()
        assert_whole(library, 3)
    with Library.open(tmp_path, FakeEmbedder()) as library:
        assert_whole(library, 3)


def test_a_later_version_made_it(tmp_path: Path) -> None:
    make(tmp_path)
    file = tmp_path / "manifest.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "schema": 99, "new": []}))
    for to_rebuild in (False, True):
        with pytest.raises(LibraryMismatchError, match="later version"):
            Library.open(tmp_path, FakeEmbedder(), to_rebuild=to_rebuild)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"schema": 1}', '{"schema": "x"}'])
def test_a_broken_manifest(tmp_path: Path, content: str) -> None:
    make(tmp_path)
    (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(LibraryError, match=r"manifest\.json cannot be read") as caught:
        Library.open(tmp_path, FakeEmbedder())
    assert caught.value.remedy


def test_a_lost_manifest(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "manifest.json").unlink()
    with pytest.raises(LibraryError, match=r"manifest\.json is gone"):
        Library.open(tmp_path, FakeEmbedder())


@pytest.mark.parametrize("to_rebuild", [False, True])
def test_a_lost_database(tmp_path: Path, to_rebuild: bool) -> None:
    make(tmp_path)
    shutil.rmtree(tmp_path / "chroma")
    with pytest.raises(LibraryError, match=r"papers .* are gone") as caught:
        Library.open(tmp_path, FakeEmbedder(), to_rebuild=to_rebuild)
    assert caught.value.remedy


def test_creating_a_library_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("index.storage.connect", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            Library.open(tmp_path, FakeEmbedder())
    with Library.open(tmp_path, FakeEmbedder(), create=False) as library:
        library.add([paper(0), paper(1)])
        assert_whole(library, 2)


def test_a_broken_database(tmp_path: Path) -> None:
    make(tmp_path)
    database = tmp_path / "chroma" / "chroma.sqlite3"
    whole = database.read_bytes()
    for broken in (b"not a database" * 1000, whole[: len(whole) // 2]):
        database.write_bytes(broken)
        for to_rebuild in (False, True):
            with pytest.raises(LibraryError, match="database of the library") as caught:
                Library.open(tmp_path, FakeEmbedder(), to_rebuild=to_rebuild)
            assert "rebuild" not in caught.value.remedy
    database.write_bytes(whole)
    with Library.open(tmp_path, FakeEmbedder()) as library:
        assert len(library)


def remove_files(segment: Path) -> None:
    shutil.rmtree(segment)


def cut_files(segment: Path) -> None:
    for file in segment.iterdir():
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def fill_with_noise(segment: Path) -> None:
    for file in segment.iterdir():
        file.write_bytes(os.urandom(file.stat().st_size))


@pytest.mark.parametrize("damage", [remove_files, cut_files, fill_with_noise])
def test_damaged_vector_files(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    make(tmp_path, MANY)
    for segment in (tmp_path / "chroma").iterdir():
        if segment.is_dir():
            damage(segment)
    with pytest.raises(LibraryError, match="damaged") as caught:
        Library.open(tmp_path, FakeEmbedder())
    assert "answerable rebuild" in caught.value.remedy
    with Library.open(tmp_path, FakeEmbedder(), to_rebuild=True) as library:
        library.rebuild()
        assert_whole(library, MANY)
    with Library.open(tmp_path, FakeEmbedder()) as library:
        assert_whole(library, MANY)


def test_damaged_tokens(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "tokens-1.sqlite").write_bytes(b"not a database" * 1000)
    for _ in range(2):
        with pytest.raises(LibraryError, match=r"damaged: tokens-1\.sqlite") as caught:
            Library.open(tmp_path, FakeEmbedder())
        assert "answerable rebuild" in caught.value.remedy
    with Library.open(tmp_path, FakeEmbedder(), to_rebuild=True) as library:
        library.rebuild()
        assert_whole(library, 3)


def test_lost_tokens_and_keywords(tmp_path: Path) -> None:
    make(tmp_path)
    shutil.rmtree(tmp_path / "keywords", ignore_errors=True)
    (tmp_path / "tokens-1.sqlite").unlink()
    with Library.open(tmp_path, FakeEmbedder()) as library:
        assert library.keyword_search("word1", 1)[0][0] == f"{1:016x}"
        (bad,) = [finding for finding in library.check() if not finding.ok]
        assert (bad.subject, bad.detail) == ("papers without token vectors", "3")
        assert bad.remedy == "answerable rebuild"
        library.rebuild()
        assert_whole(library, 3)


def test_rebuilding_with_another_model(tmp_path: Path) -> None:
    make(tmp_path, 100)
    with Library.open(tmp_path, FakeEmbedder("other"), to_rebuild=True) as library:
        seen: list[int] = []
        library.rebuild(lambda so_far: seen.append(so_far.stored))
        assert seen[-1] == 100
    with Library.open(tmp_path, FakeEmbedder("other")) as library:
        vector = FakeEmbedder("other").encode(["word7"])[0].vector
        assert library.nearest_passages(vector, 1)[0][0].paper_id == f"{7:016x}"
    kept = [each.name for each in tmp_path.iterdir() if "tokens" in each.name]
    assert kept == ["tokens-2.sqlite"]
    assert len([each for each in (tmp_path / "chroma").iterdir() if each.is_dir()]) <= 2


def test_a_rebuild_that_fails_leaves_the_library_as_it_was(tmp_path: Path) -> None:
    make(tmp_path, 100)
    calls = 0

    def fail_later(_texts: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt

    broken = FakeEmbedder("other", before=fail_later)
    with (
        Library.open(tmp_path, broken, to_rebuild=True) as library,
        pytest.raises(KeyboardInterrupt),
    ):
        library.rebuild()
    with Library.open(tmp_path, FakeEmbedder()) as library:
        assert_whole(library, 100)


@pytest.fixture
def chroma_server(tmp_path: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    chroma = shutil.which("chroma", path=str(Path(sys.executable).parent)) or "chroma"
    command = [chroma, "run", "--path", str(tmp_path / "server"), "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
        server.kill()


@pytest.mark.slow
def test_vectors_on_a_chroma_server(tmp_path: Path, chroma_server: str) -> None:
    for name in ("one", "two"):
        with Library.open(tmp_path / name, FakeEmbedder(), chroma_url=chroma_server) as library:
            library.add(paper(n) for n in range(20))
            library.remove([f"{19:016x}"])
    for name in ("one", "two"):
        with Library.open(tmp_path / name, FakeEmbedder()) as library:
            assert_whole(library, 19)
            library.rebuild()
            assert_whole(library, 19)
        assert not (tmp_path / name / "chroma").exists()
    make(tmp_path / "three")
    with pytest.raises(LibraryError, match="not at http"):
        Library.open(tmp_path / "three", FakeEmbedder(), chroma_url=chroma_server)


def test_no_chroma_server(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="No Chroma server answers") as caught:
        Library.open(tmp_path, FakeEmbedder(), chroma_url="http://127.0.0.1:9")
    assert caught.value.remedy
