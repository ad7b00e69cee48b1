"""What is taken along can be read by others: BibTeX, RIS, CSL-JSON, Markdown, a web page."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

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
THREE = Paper("c3", "Bare abstract", "It says so.", arxiv_id="2401.00001")
NASTY = Paper(
    "d4", "<script>", "<script>alert(1)</script>", "<img src=x>\n@article{x,", ("</style>",)
)
WORKS = [ONE, TWO, THREE, NASTY]


def turn(*papers: Paper) -> Turn:
    sources = [source_of(paper, n) for n, paper in enumerate(papers, start=1)]
    claims = [Claim(s.abstract, (s.number,), "supported", 1.0, (_whole(s),)) for s in sources]
    return Turn("What <b>now</b>?\n# really").after(Complete(answer_of("Q", claims, sources)))


@pytest.mark.parametrize("what", ["bib", "ris", "json"])
def test_our_own_readers_read_it_back(tmp_path: Path, what: str) -> None:
    file = tmp_path / f"papers.{what}"
    file.write_text(exporting.export([], [ONE, TWO], what).text, encoding="utf-8")
    one, two = (item for item in read(file) if isinstance(item, Record))
    assert two.title == "Cutting more"
    assert (one.year, two.year) == (2024, 2024)
    assert one.doi == "10.1234/x"
    assert len(one.authors) == 2
    assert two.abstract == TWO.abstract


def test_bibtex_escapes_what_tex_reads_and_leaves_formulas() -> None:
    entry = exporting.bibtex([ONE])
    assert r"Cutting $O(n)$ \& 50\% of \{gradients\}" in entry
    assert "@inproceedings{author2024cutting," in entry
    assert "author = {Ada Author and Müller, Bo}" in entry


def test_keys_do_not_clash() -> None:
    entries = exporting.bibtex([ONE, TWO, TWO])
    keys = [line for line in entries.splitlines() if line.startswith("@")]
    assert len(set(keys)) == 3
    assert "@misc{bare," in exporting.bibtex([THREE])


def test_csl_json_has_its_fields() -> None:
    one, two, three, _ = json.loads(exporting.csl_json(WORKS))
    assert one["type"] == "paper-conference"
    assert one["author"] == [
        {"family": "Author", "given": "Ada"},
        {"family": "Müller", "given": "Bo"},
    ]
    assert one["issued"] == {"date-parts": [[2024]]}
    assert two["type"] == "article-journal"
    assert three["URL"] == "https://arxiv.org/abs/2401.00001"
    assert "author" not in three


def test_a_record_of_ris_is_one_line_a_field() -> None:
    lines = exporting.ris([NASTY]).splitlines()
    assert all(line[2:6] == "  - " for line in lines if line)
    assert lines[0] == "TY  - GEN"


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
    file = exporting.export([turn(ONE)], [ONE], "bib")
    assert file.name == "what-b-now-b-really.bib"
    assert exporting.export([Turn("什么？")], [], "md").name == "answer.md"
    with pytest.raises(KeyError):
        exporting.export([], [], "exe")
