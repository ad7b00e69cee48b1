"""Bare abstracts: one a paragraph or one a line, with headings, titles and page numbers about."""

from pathlib import Path

from index.papers import Record, Skipped
from index.readers.registry import detect, read

ONE = (
    "Walking is hard for machines, and cold weather makes it harder still. We propose WalkNet, "
    "a controller that plans each step. It falls 3.5 times less often than others do."
)
TWO = (
    "Cats walk better than machines. We measure how often they fall, in 12 cities and two "
    "climates, and find that they hardly ever do. The data are available to everyone."
)
CHINESE = (
    "机器在寒冷天气中行走非常困难。我们提出一种新的控制器，它为每一步制定计划。"
    "实验表明它比其他方法跌倒的次数少得多，并且可以用于多种机器人。"
)


def read_text(tmp_path: Path, text: str) -> list[Record | Skipped]:
    path = tmp_path / "some.txt"
    path.write_text(text, encoding="utf-8")
    assert detect(path) == "plain text"
    return list(read(path))


def abstracts(items: list[Record | Skipped]) -> list[str]:
    return [item.abstract for item in items if isinstance(item, Record)]


def test_paragraphs_with_a_heading(tmp_path: Path) -> None:
    items = read_text(tmp_path, f"ICML 2026 list\n\n{ONE}\n\n{TWO}\n")
    assert abstracts(items) == [ONE, TWO]
    assert isinstance(items[0], Skipped)
    assert (items[0].location.line, items[0].title) == (1, "ICML 2026 list")
    assert [item.location.line for item in items] == [1, 3, 5]
    assert all(item.title is None for item in items if isinstance(item, Record))


def test_one_abstract_a_line(tmp_path: Path) -> None:
    long = [f"{ONE} {TWO}", f"{TWO} {ONE}"]
    assert abstracts(read_text(tmp_path, "\n".join(["A list", *long]))) == long


def test_wrapped_lines_and_page_numbers(tmp_path: Path) -> None:
    words = ONE.split()
    wrapped = (
        " ".join(words[:15])
        + "\n\n12\n\n\x0c"
        + " ".join(words[15:20])
        + "\n"
        + " ".join(words[20:])
    )
    assert words[15][0].islower()
    assert abstracts(read_text(tmp_path, f"{wrapped}\n\nPage 2 of 3\n\n{TWO}")) == [ONE, TWO]


def test_titles_above_abstracts(tmp_path: Path) -> None:
    items = read_text(tmp_path, f"1. On Walking\n\n{ONE}\n\n2. On Cats\n\n{TWO}\n")
    assert [(item.title, item.abstract) for item in items if isinstance(item, Record)] == [
        ("On Walking", ONE),
        ("On Cats", TWO),
    ]


def test_chinese(tmp_path: Path) -> None:
    assert abstracts(read_text(tmp_path, f"论文列表\n\n{CHINESE}\n")) == [CHINESE]


def test_tables_and_shouting_are_no_abstracts(tmp_path: Path) -> None:
    table = "\n".join("12.5 | 13.7 | 99.1 | 0.001 | 44" for _ in range(8))
    items = read_text(tmp_path, f"{table}\n\n{ONE.upper()}\n\n{TWO}")
    assert abstracts(items) == [TWO]
    assert len(items) == 3
