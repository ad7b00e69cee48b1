"""Lists of papers in Markdown, and text with labels."""

from collections.abc import Callable

from index.papers import Record, Skipped

ReadText = Callable[..., list[Record | Skipped]]

ONE = (
    "Walking is hard for machines, and cold weather makes it harder still. We propose WalkNet, "
    "a controller that plans each step. It falls 3.5 times less often than others do."
)
TWO = (
    "Cats walk better than machines. We measure how often they fall, in 12 cities and two "
    "climates, and find that they hardly ever do. The data are available to everyone."
)


def check(items: list[Record | Skipped]) -> None:
    records = [item for item in items if isinstance(item, Record)]
    assert [(item.title, item.abstract) for item in records] == [
        ("On Walking", ONE),
        ("On Cats", TWO),
    ]


def test_headings_and_paragraphs(read_text: ReadText) -> None:
    check(
        read_text(
            f"# My list\n\n## On Walking\n\n{ONE}\n\n## On Cats\n\n{TWO}\n", "a.md", "Markdown"
        )
    )


def test_bullets_with_bold_titles(read_text: ReadText) -> None:
    text = (
        f"# Papers\n\n- **On Walking**\n  Marie Curie, Jean Perrin\n\n  {ONE}\n"
        f"- **On Cats**. {TWO}\n"
    )
    items = read_text(text, "a.md", "Markdown")
    check(items)
    assert isinstance(items[0], Record)
    assert items[0].authors == ("Marie Curie", "Jean Perrin")


def test_links_and_labels(read_text: ReadText) -> None:
    text = (
        f"1. [On Walking](https://example.org/w)\n   - **Authors:** Marie Curie and Jean Perrin\n"
        f"   - **Year:** 2020\n   - **Abstract:** {ONE}\n"
        f"2. [On Cats](https://example.org/c)\n   - **Abstract:** {TWO}\n"
    )
    items = read_text(text, "a.md", "Markdown")
    check(items)
    assert isinstance(items[0], Record)
    assert (items[0].url, items[0].year) == ("https://example.org/w", 2020)
    assert items[0].authors == ("Marie Curie", "Jean Perrin")


def test_labelled_text(read_text: ReadText) -> None:
    text = "\n\n".join(
        f"Title: {title}\nAuthors: Marie Curie\nVenue: Gait\n\nAbstract: {abstract}"
        for title, abstract in (("On Walking", ONE), ("On Cats", TWO))
    )
    items = read_text(text, "a.txt", "Markdown")
    check(items)
    assert isinstance(items[1], Record)
    assert items[1].venue == "Gait"


def test_an_entry_without_abstract_is_reported(read_text: ReadText) -> None:
    items = read_text(f"Title: A\nYear: 2001\n\nTitle: B\nAbstract: {ONE}\n", "a.txt")
    assert [(type(item), item.title) for item in items] == [(Skipped, "A"), (Record, "B")]


def test_yaml_that_reads_like_a_list(read_text: ReadText) -> None:
    text = (
        "- title: On walking\n  authors: [Ada Stone, Ben Wood]\n  abstract: >\n    We walk far.\n"
        "- title: On running\n  abstract: We run far.\n"
    )
    walking, running = read_text(text, "papers.yaml")
    assert isinstance(walking, Record)
    assert (walking.abstract, walking.authors) == ("We walk far.", ("Ada Stone", "Ben Wood"))
    assert isinstance(running, Record)
    assert running.abstract == "We run far."
