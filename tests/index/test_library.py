"""What a library promises, with an embedding model of arithmetic."""

import dataclasses
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from index.adding import AddProgress
from index.errors import LibraryError
from index.filters import PaperFilter
from index.library import Library
from index.papers import Paper
from index.passages import passages_of
from tests.fake_embedder import FakeEmbedder

FULL = Paper(
    "fedcba9876543210",
    "Everything",
    "Ünïcode \u2028 and “quotes”; a lone \ud800 surrogate, a \x00 byte. It is kept. All of it.",
    title="",
    authors=("Ada Lovelace", "Gödel, Kurt"),
    year=0,
    venue="Proc. of Things",
    doi="10.1/x",
    arxiv_id="2301.00001",
    url="https://example.org/?a=1&b=[2]",
    keywords=("one", "two words"),
    tags=("mine",),
    source_file="a b.bib",
    source_record="line 3",
)


def paper(number: int, text: str | None = None, **fields: object) -> Paper:
    abstract = text or (
        f"Paper number{number} studies topic{number % 7}. It reaches {number} points. "
        f"We use method{number % 11}. Results hold on data{number}. The end is near."
    )
    made = Paper(f"{number:016x}", f"label {number}", abstract, year=2000 + number % 20)
    return dataclasses.replace(made, **fields)  # type: ignore[arg-type]


def vector_of(text: str) -> np.ndarray:
    return FakeEmbedder().encode([text])[0].vector


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture
def library(tmp_path: Path, embedder: FakeEmbedder) -> Iterator[Library]:
    with Library.open(tmp_path / "library", embedder) as opened:
        yield opened


Reopen = Callable[[], Library]


@pytest.fixture
def reopen(tmp_path: Path, library: Library) -> Iterator[Reopen]:
    opened: list[Library] = []

    def again() -> Library:
        library.close()
        for each in opened:
            each.close()
        opened.append(Library.open(tmp_path / "library", FakeEmbedder(), create=False))
        return opened[-1]

    yield again
    for each in opened:
        each.close()


def now_and_later(library: Library, reopen: Reopen) -> Iterator[Library]:
    yield library
    yield reopen()


def assert_sound(library: Library) -> None:
    assert [finding for finding in library.check() if not finding.ok] == []
    passages = library.nearest_passages(vector_of("points"), 10_000)
    expected = {p.passage_id: p for paper in library.papers() for p in passages_of(paper)}
    assert {p.passage_id: p for p, _ in passages} == expected
    assert len(passages) == len(expected)
    assert set(library.token_vectors(p.paper_id for p in library.papers())) == {
        p.paper_id for p in library.papers()
    }


def test_papers_come_back_whole(library: Library, reopen: Reopen) -> None:
    bare = Paper("0123456789abcdef", "", "An abstract.")
    library.add([FULL, bare])
    for opened in now_and_later(library, reopen):
        assert list(opened.papers()) == [FULL, bare]
        assert opened.paper(FULL.paper_id) == FULL
        assert len(opened) == 2
        assert bare.paper_id in opened
        assert "other" not in opened
        assert_sound(opened)


def test_a_paper_is_found_by_the_beginning_of_its_id(library: Library) -> None:
    library.add([paper(0x10), paper(0x11), FULL])
    assert library.paper("fedc") == FULL
    for unclear in ("fed", "0000000000000001", "ffff", "", FULL.paper_id + "0"):
        with pytest.raises(LibraryError) as caught:
            library.paper(unclear)
        assert caught.value.remedy


def test_the_same_papers_again_change_nothing(
    library: Library, embedder: FakeEmbedder, reopen: Reopen
) -> None:
    first = library.add(paper(n) for n in range(150))
    assert (first.read, first.new, first.unchanged) == (150, 150, 0)
    before = len(embedder.encoded)
    again = library.add(paper(n, source_file="elsewhere.bib") for n in range(150))
    assert (again.new, again.changed, again.unchanged) == (0, 0, 150)
    assert len(embedder.encoded) == before
    opened = reopen()
    assert opened.add(paper(n) for n in range(150)).unchanged == 150
    assert_sound(opened)


def test_a_changed_abstract_replaces_its_passages(library: Library, reopen: Reopen) -> None:
    library.add([paper(n, tags=("old",)) for n in range(20)])
    text = "This abstract is zebra now."
    result = library.add([paper(n, text if n == 3 else None) for n in range(20)])
    assert (result.new, result.changed, result.unchanged) == (0, 1, 19)
    for opened in now_and_later(library, reopen):
        assert opened.paper(f"{3:016x}").abstract == text
        assert opened.paper(f"{3:016x}").tags == ("old",)
        assert opened.nearest_passages(vector_of("zebra"), 1)[0][0].text == text
        assert opened.keyword_search("zebra", 5)[0][0] == f"{3:016x}"
        assert f"{3:016x}" not in dict(opened.keyword_search("number3", 50))
        assert len(opened.token_vectors([f"{3:016x}"])[f"{3:016x}"].vectors) == 5
        assert_sound(opened)


def test_only_metadata_changed(library: Library) -> None:
    library.add([paper(n) for n in range(5)])
    assert library.add([paper(2, venue="ICML")]).changed == 1
    assert library.paper(f"{2:016x}").venue == "ICML"
    found = library.nearest_passages(vector_of("points"), 50, PaperFilter(venues=("ICML",)))
    assert {p.paper_id for p, _ in found} == {f"{2:016x}"}
    assert_sound(library)


def test_replace_stores_anew(library: Library, embedder: FakeEmbedder) -> None:
    library.add([paper(1, tags=("old",))])
    assert library.add([paper(1, tags=("new",))], replace=True).changed == 1
    assert library.paper(f"{1:016x}").tags == ("new",)
    assert len(embedder.encoded) == 2
    assert_sound(library)


def test_tags_are_added_without_encoding(
    library: Library, embedder: FakeEmbedder, reopen: Reopen
) -> None:
    library.add([paper(1, tags=("a",)), paper(2)])
    result = library.add([paper(1, tags=("b",)), paper(2)])
    assert (result.unchanged, result.retagged) == (2, 1)
    assert len(embedder.encoded) == 2
    for opened in now_and_later(library, reopen):
        assert opened.paper(f"{1:016x}").tags == ("a", "b")
        assert [p.paper_id for p in opened.papers(PaperFilter(tags=("b",)))] == [f"{1:016x}"]
        assert_sound(opened)


def test_of_papers_with_one_id_the_first_counts(library: Library) -> None:
    for _ in range(2):
        result = library.add([paper(1, "First text."), paper(1, "Second text.")])
        assert result.repeated == 1
        assert library.paper(f"{1:016x}").abstract == "First text."
    assert (result.new, result.changed, result.unchanged) == (0, 0, 1)


def test_progress_reports_what_is_stored(library: Library) -> None:
    seen: list[AddProgress] = []
    result = library.add((paper(n) for n in range(200)), progress=seen.append)
    assert seen[-1] == result
    assert [each.stored for each in seen] == sorted(each.stored for each in seen)
    assert len({each.stored for each in seen}) > 3


def test_remove(library: Library, reopen: Reopen) -> None:
    library.add(paper(n) for n in range(10))
    gone = [f"{n:016x}" for n in (2, 5)]
    assert library.remove([*gone, gone[0], "unknown"]) == 2
    assert library.remove(gone) == 0
    for opened in now_and_later(library, reopen):
        assert len(opened) == 8
        assert gone[0] not in opened
        assert gone[1] not in dict(opened.keyword_search("number5", 10))
        assert gone[1] not in dict(opened.nearest_papers(vector_of("number5"), 10))
        assert_sound(opened)
    assert opened.add([paper(2)]).new == 1


def test_an_empty_library_finds_nothing(library: Library) -> None:
    assert list(library.papers()) == []
    assert library.nearest_papers(vector_of("a"), 5) == []
    assert library.nearest_passages(vector_of("a"), 5) == []
    assert library.keyword_search("a", 5) == []
    assert library.token_vectors(["a"]) == {}
    assert library.add([]).read == 0
    assert_sound(library)


def test_searches_are_exact_in_small_libraries(library: Library) -> None:
    library.add(paper(n) for n in range(900))
    papers = list(library.papers())
    vectors = np.stack([vector_of(p.text) for p in papers])
    for query in ("number17 topic3", "method5 results", "points 400 data401", "zebra"):
        vector = vector_of(query)
        similarity = vectors @ vector
        found = library.nearest_papers(vector, 30)
        scores = [score for _, score in found]
        np.testing.assert_allclose(scores, np.sort(similarity)[::-1][:30], atol=1e-5)
        own = dict(zip((p.paper_id for p in papers), similarity, strict=True))
        np.testing.assert_allclose([own[i] for i, _ in found], scores, atol=1e-5)


FILTERS = [
    PaperFilter(year_from=2005, year_to=2005),
    PaperFilter(year_from=2018),
    PaperFilter(year_to=2010),
    PaperFilter(venues=("icml",)),
    PaperFilter(venues=("icml",), year_from=2003),
    PaperFilter(authors=("Godel",)),
    PaperFilter(tags=("even",), year_to=2015),
    PaperFilter(paper_ids=frozenset(f"{n:016x}" for n in (1, 2, 3))),
    PaperFilter(paper_ids=frozenset()),
]


@pytest.mark.parametrize("where", FILTERS, ids=str)
def test_every_search_respects_filters(
    library: Library, where: PaperFilter, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.add(
        paper(
            n,
            venue=("ICML 2024", "Journal of EICML", None)[n % 3],
            authors=(("Kurt Gödel",), ("A. Nother",), ())[n % 3],
            tags=("even",) if n % 2 == 0 else (),
        )
        for n in range(120)
    )
    vector = vector_of("paper studies topic3")
    matching = {p.paper_id for p in library.papers(where)}
    assert matching == {p.paper_id for p in library.papers() if where.matches(p)}
    for named in (500, 0):  # with the papers named to Chroma, and without
        monkeypatch.setattr("index.searching._NAMED", named)
        near = [i for i, _ in library.nearest_papers(vector, 200, where)]
        assert set(near) == matching
        assert len(near) == len(matching)
        best = [i for i, _ in library.nearest_papers(vector, 3, where)]
        everything = [i for i, _ in library.nearest_papers(vector, 200) if i in matching]
        assert best == everything[:3]
        passages = library.nearest_passages(vector, 1_000, where)
        assert {p.paper_id for p, _ in passages} == matching
    assert {i for i, _ in library.keyword_search("paper studies", 200, where)} == matching


def test_token_vectors_keep_words_apart(library: Library, embedder: FakeEmbedder) -> None:
    library.add([paper(1), FULL])
    tokens = library.token_vectors([f"{1:016x}", "unknown"])[f"{1:016x}"]
    text = paper(1).text
    asked = library.project(embedder.encode(["method1"])[0].token_vectors)
    best = int(np.argmax(tokens.vectors @ asked[0]))
    assert text[slice(*tokens.spans[best])] == "method1"
    assert tokens.vectors[best] @ asked[0] == pytest.approx(1, abs=0.02)


def test_threads_read_while_one_adds(library: Library) -> None:
    library.add(paper(n) for n in range(50))
    failures: list[BaseException] = []
    stop = threading.Event()

    def read() -> None:
        try:
            while not stop.is_set():
                assert library.nearest_papers(vector_of("topic3"), 5)
                assert library.nearest_passages(vector_of("topic3"), 5)
                assert library.keyword_search("topic3", 5)
                assert len(list(library.papers(PaperFilter(year_from=1990)))) >= 50
        except BaseException as error:
            failures.append(error)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    library.add(paper(n, f"New text {n}. Of topic3." if n < 10 else None) for n in range(400))
    stop.set()
    for reader in readers:
        reader.join()
    assert failures == []
    assert len(library.keyword_search("paper", 1_000)) == 390
    assert_sound(library)


def test_nothing_but_the_library_folder_is_written(library: Library, tmp_path: Path) -> None:
    library.add([paper(1)])
    assert [each.name for each in tmp_path.iterdir()] == ["library"]
    manifest = json.loads((tmp_path / "library" / "manifest.json").read_text())
    assert manifest["build"]["embedding_model"] == "fake"


def test_a_dot_env_file_nearby_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("CHROMA_SERVER_HOST=elsewhere\nANONYMIZED_TELEMETRY=True\n")
    monkeypatch.chdir(tmp_path)
    with Library.open(tmp_path / "library", FakeEmbedder()) as opened:
        assert opened.add([paper(1)]).new == 1
