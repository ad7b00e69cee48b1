"""What is taken along can be read by others: BibTeX, RIS, CSL-JSON, Markdown, a web page."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from index.errors import AnswerableError
from index.papers import Paper, Record
from index.readers.registry import read
from rag.answers import Claim, Quote, Source
from rag.events import Complete
from tests.fakes import answer_of, source_of
from ui.page import exporting
from ui.page.turns import Turn

ONE = Paper(
    "a1", "GradCut", "GradCut is 50% faster & cheap. It ends.",
    "Cutting $O(n)$ & 50% of {gradients}",
    ("Ada Author", "Müller, Bo"), 2024, "Proceedings of the Conference on Cuts", "10.1234/x",
)  # fmt: skip
TWO = Paper("b2", "Other", "Another one.", "Cutting more", ("Zoë Author",), 2024, "Journal of Cuts")
NASTY = Paper(
    "d4", "<script>", "<script>alert(1)</script>", "<img src=x>\n@article{x,", ("</style>",)
)


def turn(*papers: Paper) -> Turn:
    sources = [source_of(paper, n) for n, paper in enumerate(papers, start=1)]
    claims = [Claim(s.abstract, (s.number,), "supported", 1.0, (_whole(s),)) for s in sources]
    return Turn("What <b>now</b>?\n# really").after(Complete(answer_of("Q", claims, sources)))


@pytest.mark.parametrize(
    ("what", "ending"), [("bibtex", "bib"), ("ris", "ris"), ("csl-json", "json")]
)
def test_our_own_readers_read_cited_papers_back(tmp_path: Path, what: str, ending: str) -> None:
    written = exporting.export([turn(ONE)], [ONE, TWO], what)
    assert written.name == f"what-b-now-b-really.{ending}"
    file = tmp_path / written.name
    file.write_text(written.text, encoding="utf-8")
    records = [item for item in read(file) if isinstance(item, Record)]
    assert [record.title for record in records][1] == "Cutting more"
    assert records[0].doi == "10.1234/x"


def test_a_paper_that_is_gone_is_exported_as_it_was_cited() -> None:
    assert exporting.as_paper(source_of(TWO, 1)) == TWO


def _whole(source: Source) -> Quote:
    return Quote(source.number, source.abstract, 0, len(source.abstract))


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.append(tag)


def test_the_web_page_holds_no_foreign_tag() -> None:
    page = exporting.web_page([turn(ONE, NASTY), Turn("unanswered")])
    tags = _Tags()
    tags.feed(page)
    assert not {"script", "img", "b", "link"} & set(tags.found)
    assert 'href="#s0-1"' in page
    assert "unanswered" not in page


def test_markdown_has_questions_answers_and_quotes() -> None:
    text = exporting.markdown([turn(ONE), Turn("unanswered")])
    assert text.startswith("## What <b>now</b>? # really\n\n")
    assert "- [1] Ada Author, Müller, Bo. Cutting" in text
    assert "  > GradCut is 50% faster & cheap. It ends." in text


def test_a_file_is_named_after_the_question() -> None:
    assert exporting.export([Turn("What is it?")], [], "html").name == "what-is-it.html"
    assert exporting.export([Turn("什么？")], [], "md").name == "answer.md"
    with pytest.raises(AnswerableError):
        exporting.export([], [], "exe")
