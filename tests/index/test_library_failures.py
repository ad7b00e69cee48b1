"""Full disks, failing models and Ctrl-C: what was reported as stored stays, and adding goes on."""

import errno
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import chromadb.errors
import pytest

from index.adding import AddProgress
from index.errors import LibraryError
from index.library import Library
from index.papers import Paper
from tests.fake_embedder import FakeEmbedder

PAPERS = 300


def paper(number: int, text: str = "") -> Paper:
    abstract = f"Paper {number} is about word{number}. {text}It has two. It has three. It ends."
    return Paper(f"{number:016x}", f"paper {number}", abstract)


def full_disk() -> OSError:
    return OSError(errno.ENOSPC, "No space left on device")


def full_database() -> sqlite3.OperationalError:
    return sqlite3.OperationalError("database or disk is full")


def full_chroma() -> chromadb.errors.InternalError:
    return chromadb.errors.InternalError(
        "error returned from database: (code: 13) database or disk is full"
    )


def failing_from(call: int, error: BaseException, real: Callable[..., object]) -> object:
    """The real function, until the `call`-th time it is called."""
    calls = 0

    def function(*args: object, **options: object) -> object:
        nonlocal calls
        calls += 1
        if calls >= call:
            raise error
        return real(*args, **options)

    return function


def assert_goes_on(folder: Path, stored: int) -> None:
    embedder = FakeEmbedder()
    with Library.open(folder, embedder) as library:
        assert stored <= len(library) <= PAPERS
        assert [finding for finding in library.check() if not finding.ok] == []
        held = len(library)
        result = library.add(paper(n) for n in range(PAPERS))
        assert (result.unchanged, result.new) == (held, PAPERS - held)
        assert len(embedder.encoded) == PAPERS - held, "nothing is encoded twice"
        assert [finding for finding in library.check() if not finding.ok] == []


@pytest.mark.parametrize("error", [full_disk, full_database, full_chroma])
@pytest.mark.parametrize("step", ["put_passages", "put_papers", "tokens"])
def test_a_full_disk(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: Callable[[], Exception],
    step: str,
) -> None:
    seen: list[AddProgress] = []
    with Library.open(tmp_path, FakeEmbedder()) as library:
        with monkeypatch.context() as patched:
            owner = (
                "index.token_store.TokenStore.put"
                if step == "tokens"
                else (f"index.vector_store.VectorStore.{step}")
            )
            module, kind, name = owner.rsplit(".", 2)
            real = getattr(getattr(__import__(module, fromlist=[kind]), kind), name)
            patched.setattr(owner, failing_from(3, error(), real))
            with pytest.raises(LibraryError, match=r"disk .* is full") as caught:
                library.add((paper(n) for n in range(PAPERS)), progress=seen.append)
        assert "Free some space" in caught.value.remedy
        assert seen[-1].stored == 128
        # The library is still of use to the process that has it open.
        assert library.nearest_passages(FakeEmbedder().encode(["word5"])[0].vector, 1)
    assert_goes_on(tmp_path, stored=128)


def test_a_disk_without_room_for_the_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Library.open(tmp_path, FakeEmbedder()) as library, monkeypatch.context() as patched:
        patched.setattr(Path, "touch", failing_from(1, full_disk(), Path.touch))
        with pytest.raises(LibraryError, match="full"):
            library.add([paper(1)])


def test_a_new_library_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "mkdir", failing_from(1, full_disk(), Path.mkdir))
    with pytest.raises(LibraryError, match="full"):
        Library.open(tmp_path / "library", FakeEmbedder())


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    denied = PermissionError(errno.EACCES, "Permission denied")
    monkeypatch.setattr(Path, "mkdir", failing_from(1, denied, Path.mkdir))
    with pytest.raises(LibraryError, match="no permission") as caught:
        Library.open(tmp_path / "library", FakeEmbedder())
    assert caught.value.remedy


def test_keywords_need_no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Library.open(tmp_path, FakeEmbedder()) as library:
        library.add([paper(1), paper(2)])
        with monkeypatch.context() as patched:
            patched.setattr("index.keywords.KeywordIndex.save", failing_from(1, full_disk(), print))
            assert library.keyword_search("word2", 1)[0][0] == f"{2:016x}"


@pytest.mark.parametrize("where", ["model", "papers", "progress"])
def test_ctrl_c(tmp_path: Path, where: str) -> None:
    calls = 0

    def interrupt(_: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt

    def papers() -> Iterator[Paper]:
        for number in range(PAPERS):
            if where == "papers" and number == 200:
                raise KeyboardInterrupt
            yield paper(number)

    seen: list[AddProgress] = []

    def progress(so_far: AddProgress) -> None:
        seen.append(so_far)
        if where == "progress":
            interrupt(so_far)

    embedder = FakeEmbedder(before=interrupt if where == "model" else None)
    with Library.open(tmp_path, embedder) as library, pytest.raises(KeyboardInterrupt):
        library.add(papers(), progress=progress)
    assert_goes_on(tmp_path, stored=seen[-1].stored)


def test_replacing_is_interrupted(tmp_path: Path) -> None:
    def fail(texts: Sequence[str]) -> None:
        if "word150" in " ".join(texts) and "now" in " ".join(texts):
            raise KeyboardInterrupt

    embedder = FakeEmbedder(before=fail)
    with Library.open(tmp_path, embedder) as library:
        library.add(paper(n) for n in range(PAPERS))
        with pytest.raises(KeyboardInterrupt):
            library.add(paper(n, "It has more now. It has one. ") for n in range(PAPERS))
    with Library.open(tmp_path, FakeEmbedder()) as library:
        assert len(library) == PAPERS
        assert [finding for finding in library.check() if not finding.ok] == []
        changed = [p for p in library.papers() if "now" in p.abstract]
        assert 0 < len(changed) < 150
    assert_goes_on_from(tmp_path, len(changed))


def assert_goes_on_from(folder: Path, changed: int) -> None:
    with Library.open(folder, FakeEmbedder()) as library:
        result = library.add(paper(n, "It has more now. It has one. ") for n in range(PAPERS))
        assert (result.unchanged, result.changed) == (changed, PAPERS - changed)
        assert [finding for finding in library.check() if not finding.ok] == []


def test_a_failing_model_is_no_storage_error(tmp_path: Path) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("a bug")

    with Library.open(tmp_path, FakeEmbedder(before=fail)) as library:
        with pytest.raises(RuntimeError, match="a bug"):
            library.add([paper(1)])
        assert len(library) == 0
