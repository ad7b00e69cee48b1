"""Pages, mails and notes that people save as they are."""

import textwrap
from collections.abc import Callable

import pytest

from index.papers import Record, Skipped

ReadText = Callable[..., list[Record | Skipped]]

SOUP = (
    "Soup cools faster in wide bowls. We timed 40 servings in five bowls until each reached 50 "
    "degrees. Doubling the surface cut the wait by a third, while stirring made no difference."
)
MOSS = (
    "Moss grows on the shaded side of roofs, but which side that is depends on the neighbours. We "
    "mapped 300 roofs in two towns. Trees explained more of the cover than the compass did."
)
KEYS = (
    "People lose keys where they put other things down. In a diary study with 64 adults, 71% of "
    "lost keys lay beside a bag or a coat. A bowl by the door halved the losses within a month."
)
TEXTS = (SOUP, MOSS, KEYS)


def abstracts(items: list[Record | Skipped]) -> list[str]:
    return [item.abstract for item in items if isinstance(item, Record)]


def test_arxiv_page_saved_as_text(read_text: ReadText) -> None:
    page = (
        "Databases\n\nShowing new listings for Friday, 5 March 2021\n\n"
        "Total of 3 entries\nShowing up to 2000 entries per page: fewer | more | all\n\n"
        "[1] arXiv:2103.00001 [pdf, html, other]\n"
        "Title: Wide bowls\n  and soup\nAuthors: Ada Stone, Ben Wood\n"
        f"Comments: 9 pages, 3 figures\nSubjects: Databases (cs.DB)\n\n{SOUP}\n\n"
        "[2] arXiv:2103.00002 (cross-list from cs.CY) [pdf, other]\n"
        "Title:Where moss grows\nAuthors:Cy Waxman\nSubjects: Computers (cs.CY); Other (cs.OH)\n"
        f"{textwrap.fill(MOSS, 70)}\n"
        "[3] arXiv:2103.00003 (replaced) [pdf]\nTitle: No text\nAuthors: Di Flow\n"
        "Subjects: Databases (cs.DB)\n"
    )
    items = read_text(page, kind="arXiv page")
    assert abstracts(items) == [SOUP, MOSS]
    first, second, third = items
    assert isinstance(first, Record)
    assert (first.title, first.authors, first.arxiv_id, first.year) == (
        "Wide bowls and soup", ("Ada Stone", "Ben Wood"), "2103.00001", 2021,
    )  # fmt: skip
    assert (second.title, third.title) == ("Where moss grows", "No text")
    assert isinstance(third, Skipped)
    assert third.reason == "no abstract"


def test_alert_of_google_scholar(read_text: ReadText) -> None:
    mail = (
        "Google Scholar\n\nDi Flow - new related research\n\n"
        f"[PDF] Wide bowls and soup\nA Stone, B Wood - Kitchen Letters, 2021\n{SOUP} …\n\n"
        "Save Twitter LinkedIn Facebook\n\n"
        "[HTML][HTML] Where moss grows\nC Waxman… - arXiv preprint arXiv:2103.00002, 2021\n"
        f"{MOSS}\n\nSave Twitter LinkedIn Facebook\n\n"
        "This message was sent by Google Scholar because you're following new articles related to "
        "research by Di Flow. You may want to change that.\nList alerts\nCancel alert\n"
    )
    items = read_text(mail, kind="Google Scholar alert")
    assert abstracts(items) == [f"{SOUP} …", MOSS]
    first, second = items
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (first.title, first.authors, first.year, first.venue) == (
        "Wide bowls and soup", ("A Stone", "B Wood"), 2021, "Kitchen Letters",
    )  # fmt: skip
    assert (second.title, second.authors, second.arxiv_id) == (
        "Where moss grows", ("C Waxman",), "2103.00002",
    )  # fmt: skip


@pytest.mark.parametrize("mark", ["{}. ", "[{}] ", "({}) ", "{}) "])
@pytest.mark.parametrize("width", [70, 240, 1_000])
def test_numbered_abstracts_without_blank_lines(read_text: ReadText, mark: str, width: int) -> None:
    lines = [
        textwrap.fill(mark.format(number) + text, width, break_on_hyphens=False)
        for number, text in enumerate(TEXTS, start=1)
    ]
    assert abstracts(read_text("\n".join(lines), kind="plain text")) == list(TEXTS)


def test_an_abstract_a_line(read_text: ReadText) -> None:
    assert abstracts(read_text("\n".join(TEXTS), kind="plain text")) == list(TEXTS)


def test_numbers_within_an_abstract_begin_no_other(read_text: ReadText) -> None:
    text = f"{SOUP} We show:\n1. that bowls matter,\n2. that spoons do not. {MOSS}"
    assert len(abstracts(read_text(f"{text}\n\n{KEYS}\n", kind="plain text"))) == 2


@pytest.mark.parametrize("field", ["annote", "annotation", "note"])
def test_bibtex_with_the_abstract_in_a_note(read_text: ReadText, field: str) -> None:
    entry = f"@article{{a, title={{Soup}}, {field}={{{SOUP}}}}}\n"
    remark = "@article{b, title={Moss}, note={Accepted at the Roof Workshop. To appear.}}\n"
    both = f"@article{{c, title={{Keys}}, abstract={{{KEYS}}}, {field}={{{MOSS}}}}}\n"
    items = read_text(entry + remark + both, kind="BibTeX")
    assert abstracts(items) == [SOUP, KEYS]
    assert isinstance(items[1], Skipped)


def test_what_scopus_says_of_proceedings_is_no_abstract(read_text: ReadText) -> None:
    table = (
        '"Title","Year","Abstract"\n'
        '"Roof Workshop","2021","The proceedings contain 34 papers. The topics discussed include: '
        'where moss grows; wide bowls and soup; and lost keys in a diary study."\n'
        f'"Keys","2021","{KEYS}"\n'
    )
    items = read_text(table, name="scopus.csv", kind="CSV")
    assert abstracts(items) == [KEYS]
    assert [(item.title, item.reason) for item in items if isinstance(item, Skipped)] == [
        ("Roof Workshop", "no abstract")
    ]


def test_ovid_text(read_text: ReadText) -> None:
    export = "".join(
        f"<{n}>\nUnique Identifier\n  3000{n}\nTitle\n  Wide bowls\n  and soup {n}.\nSource\n"
        f"  Kitchen Letters. 12(3):1-9, 2021 Mar.\nAuthors\n  Stone A; Wood B\nAbstract\n"
        f"{textwrap.indent(textwrap.fill(text, 70, break_on_hyphens=False), '  ')}\n"
        f"Digital Object Identifier\n  https://dx.doi.org/10.1000/k{n}\n\n"
        for n, text in enumerate(TEXTS, start=1)
    )
    items = read_text(f"{export}<4>\nTitle\n  No text.\n", kind="Ovid text")
    assert abstracts(items) == list(TEXTS)
    first, *_, last = items
    assert isinstance(first, Record)
    assert (first.title, first.authors, first.year, first.venue, first.doi) == (
        "Wide bowls and soup 1", ("A Stone", "B Wood"), 2021, "Kitchen Letters", "10.1000/k1",
    )  # fmt: skip
    assert (last.title, isinstance(last, Skipped)) == ("No text", True)


def test_remarks_in_the_header_of_a_table(read_text: ReadText) -> None:
    table = (
        "ID,Abstract Title (100 characters),Presenting author,Abstract (English)\n"
        f'1,Keys,Ada Stone,"{KEYS}"\n'
    )
    (item,) = read_text(table, name="conference.csv", kind="CSV")
    assert isinstance(item, Record)
    assert (item.title, item.authors, item.abstract) == ("Keys", ("Ada Stone",), KEYS)


def test_book_of_abstracts(read_text: ReadText) -> None:
    heads = (
        "Wide bowls\nand soup\nAda Stone¹, Ben Wood¹,²\n¹ Kitchen Institute, Town\na@soup.example",
        "Where moss grows\nCy Waxman*, Di Flow and Ed Rill\nRoof School",
        "Bowls beat GPT4\nDi Flow2",
    )
    text = "\n\n".join(
        f"{head}\n\nAbstract. {textwrap.fill(each, 72)}\n\nKeywords: bowl, town\n"
        for head, each in zip(heads, TEXTS, strict=True)
    )
    found = [item for item in read_text(text, kind="plain text") if isinstance(item, Record)]
    assert [(item.title, item.authors) for item in found] == [
        ("Wide bowls and soup", ("Ada Stone", "Ben Wood")),
        ("Where moss grows", ("Cy Waxman", "Di Flow", "Ed Rill")),
        ("Bowls beat GPT4", ("Di Flow",)),
    ]
