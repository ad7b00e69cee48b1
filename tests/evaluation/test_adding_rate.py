"""The rate of adding beside that of encoding alone."""

from pathlib import Path

from evaluation.adding import Round, Taken, as_markdown, measure
from tests.fake_embedder import FakeEmbedder


def test_the_same_papers_are_encoded_and_added_in_turns(tmp_path: Path) -> None:
    entries = [f"@misc{{k{n}, title={{On word{n}}}, abstract={{We say {n}.}}}}" for n in range(9)]
    file = tmp_path / "a.bib"
    file.write_text("\n".join(entries))
    embedder = FakeEmbedder()
    papers, rounds = measure([file, file], embedder, 5, 2)
    assert (papers, len(rounds)) == (5, 2)
    warming, *turns = [embedder.encoded[start : start + 5] for start in range(0, 25, 5)]
    assert all(turn == warming for turn in turns)
    assert len(embedder.encoded) == 25


def test_medians_and_ranges() -> None:
    rounds = [Round(Taken(1.0, 2.0), Taken(adding, 2.0)) for adding in (1.25, 2.0, 1.0)]
    assert as_markdown(10, rounds).splitlines()[2:] == [
        "| encoding alone, papers a second | 10.0 (10.0 to 10.0) |",
        "| adding, papers a second | 8.0 (5.0 to 10.0) |",
        "| adding ÷ encoding, by the clock | 0.80 (0.50 to 1.00) |",
        "| adding ÷ encoding, by processor time | 1.00 (1.00 to 1.00) |",
    ]
