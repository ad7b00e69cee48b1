"""RIS, Web of Science, MEDLINE and EndNote's tags, in the dialects that programs write."""

from collections.abc import Callable

import pytest

from index.papers import Record, Skipped

ReadText = Callable[..., list[Record | Skipped]]
ReadOne = Callable[..., Record]


@pytest.mark.parametrize(
    ("abstract_tag", "title_tag", "doi_line"),
    [
        ("AB", "TI", "DO  - 10.1000/a.b"),
        ("N2", "T1", "M3  - 10.1000/a.b"),
        ("AB", "T1", "DO  - https://doi.org/10.1000/a.b"),
        ("N2", "TI", "UR  - https://doi.org/10.1000/a.b"),
        ("AB", "CT", "N1  - doi: 10.1000/a.b"),
    ],
)
def test_ris_dialects(read_one: ReadOne, abstract_tag: str, title_tag: str, doi_line: str) -> None:
    record = read_one(
        f"""1.
TY  - JOUR
AU  - Curie, Marie
AU  - Perrin, J.
{title_tag}  - On walking
T2  - Journal of Gait
PY  - 2011/03/01/
KW  - gait
Cats
KW  - cold; snow
{abstract_tag}  - We walk far
and it works well.
{doi_line}
ER  -
""",
        "some.ris",
        "RIS",
    )
    assert (record.title, record.abstract) == ("On walking", "We walk far and it works well.")
    assert record.authors == ("Marie Curie", "J. Perrin")
    assert (record.year, record.venue, record.doi) == (2011, "Journal of Gait", "10.1000/a.b")
    assert record.keywords == ("gait", "Cats", "cold", "snow")
    assert record.location.line == 2


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_ris_in_a_text_file(read_text: ReadText, newline: str, mark: str) -> None:
    lines = ["TY  - JOUR", "TI  - One", "AB  - We walk.", "ER  - ", "", "TY - GEN", "TI - Two",
             "ER -", "", "TY  - JOUR", "TI  - Three", "AB  - No end tag."]  # fmt: skip
    items = read_text(mark + newline.join(lines), "export.txt", "RIS")
    assert [(type(item), item.title, item.location.line) for item in items] == [
        (Record, "One", 1),
        (Skipped, "Two", 6),
        (Record, "Three", 10),
    ]


def test_doi_like_numbers_in_notes_are_no_doi(read_one: ReadOne) -> None:
    record = read_one("TY  - JOUR\nAB  - We walk.\nN1  - version 10.5/2 of it\nER  - \n")
    assert record.doi is None


def test_web_of_science(read_text: ReadText) -> None:
    first, second = read_text(
        """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Curie, M
   Perrin, J
AF Curie, Marie
   Perrin, Jean
TI On walking
   in the cold
SO JOURNAL OF GAIT
DE gait; cats
AB We walk far
   and it works well. (C) 2010 Elsevier B.V. All rights reserved.
PY 2010
DI 10.1000/ab
ER

PT J
TI Nothing here
ER

EF
""",
        kind="Web of Science",
    )
    assert isinstance(first, Record)
    assert first.title == "On walking in the cold"
    assert first.abstract == "We walk far and it works well."
    assert first.authors == ("Marie Curie", "Jean Perrin")
    assert (first.year, first.venue, first.doi) == (2010, "JOURNAL OF GAIT", "10.1000/ab")
    assert first.keywords == ("gait", "cats")
    assert isinstance(second, Skipped)
    assert (second.title, second.location.line) == ("Nothing here", 18)


def test_medline(read_text: ReadText) -> None:
    first, second = read_text(
        """PMID- 12345
OWN - NLM
DP  - 2009 Mar
TI  - On walking
      in the cold.
AB  - BACKGROUND: We walk far
      and it works.
FAU - Curie, Marie
AU  - Curie M
LID - 10.1000/ab [doi]
JT  - Journal of gait
OT  - *gait

PMID- 12346
TI  - Nothing
""",
        "some.nbib",
        "MEDLINE",
    )
    assert isinstance(first, Record)
    assert (first.title, first.abstract) == (
        "On walking in the cold.",
        "BACKGROUND: We walk far and it works.",
    )
    assert first.authors == ("Marie Curie",)
    assert (first.year, first.venue, first.doi) == (2009, "Journal of gait", "10.1000/ab")
    assert first.url == "https://pubmed.ncbi.nlm.nih.gov/12345/"
    assert first.keywords == ("gait",)
    assert isinstance(second, Skipped)


@pytest.mark.parametrize("order", ["%0 Journal Article\n%T {t}\n", "%T {t}\n%0 Journal Article\n"])
def test_endnote_tags(read_text: ReadText, order: str) -> None:
    body = "%A Curie, Marie\n%D 2001\n%J Gait\n%K gait; cats\n%X We walk {n}\nand on.\n"
    text = "\n".join(order.replace("{t}", t) + body.replace("{n}", t) for t in ("One", "Two"))
    items = read_text(text, "some.enl", "EndNote tagged")
    assert [(item.title, item.abstract) for item in items if isinstance(item, Record)] == [
        ("One", "We walk One and on."),
        ("Two", "We walk Two and on."),
    ]
    assert isinstance(items[0], Record)
    assert (items[0].authors, items[0].year, items[0].venue) == (("Marie Curie",), 2001, "Gait")


def test_pubmed_text(read_text: ReadText) -> None:
    first, second = read_text(
        """1. J Gait. 2020 Jan 5;12(3):4-5. doi: 10.1000/ab. Epub
2019 Dec 1.

On walking in the
cold.

Curie M(1)(2), Perrin J(2).

Author information:
(1)Department of Gait, Paris.
(2)Academy.

BACKGROUND: We walk far.
RESULTS: 1. It works
2. It is fast.

Copyright © 2020 Gait Ltd.

DOI: 10.1000/ab
PMID: 123

2. Cats. 1999.

On cats.

Curie M.

PMID: 124
""",
        "abstract-set.txt",
        "PubMed text",
    )
    assert isinstance(first, Record)
    assert first.title == "On walking in the cold."
    assert first.abstract == "BACKGROUND: We walk far. RESULTS: 1. It works 2. It is fast."
    assert first.authors == ("M Curie", "J Perrin")
    assert (first.year, first.venue, first.doi) == (2020, "J Gait", "10.1000/ab")
    assert first.url == "https://pubmed.ncbi.nlm.nih.gov/123/"
    assert isinstance(second, Skipped)
    assert (second.title, second.location.line) == ("On cats.", 22)


@pytest.mark.parametrize("boundary", ["Record #{n} of 2\n", "<{n}>\n", ""])
@pytest.mark.parametrize("sign", [":", "-"])
def test_colon_tags(read_text: ReadText, boundary: str, sign: str) -> None:
    text = "".join(
        boundary.format(n=n)
        + f"TI{sign} On walking {n}\nAU{sign} Curie, M.; Perrin, J.\nSO{sign} Gait\nYR{sign} 2001\n"
        + f"AB{sign} We walk\n   far.\nKY{sign} gait; cats\n\n"
        for n in (1, 2)
    )
    items = read_text(text, "export.txt", "tagged text")
    assert [item.title for item in items] == ["On walking 1", "On walking 2"]
    for item in items:
        assert isinstance(item, Record)
        assert item.abstract == "We walk far."
        assert item.authors == ("M. Curie", "J. Perrin")
        assert (item.year, item.venue, item.keywords) == (2001, "Gait", ("gait", "cats"))


@pytest.mark.parametrize("nothing", ["--", "-", "n/a", "N/A", "None", "."])
def test_fields_that_were_left_empty(read_one: ReadOne, nothing: str) -> None:
    record = read_one(
        f"TY  - JOUR\nTI  - On walking\nAU  - {nothing}\nT2  - {nothing}\nKW  - {nothing}\n"
        "AB  - We walk, and say how far.\nER  - \n"
    )
    assert (record.venue, record.authors, record.keywords) == (None, (), ())
