"""Exports and pages that say less of themselves than the common formats do."""

import json
import textwrap
from collections.abc import Callable

import pytest

from index.papers import Record, Skipped
from index.readers.people import are_names, split_people

ReadText = Callable[..., list[Record | Skipped]]

ONE = (
    "Footbridges sway when many people walk over them in step. We measured how many walkers it "
    "takes, with sensors on the deck and on shoes. Above 160 walkers the deck moves, and people "
    "adapt their gait to it. Dampers tuned to 0.9 Hz prevent the motion in all 12 trials."
)
TWO = (
    "Honey bees tell each other where flowers grow by dancing. We followed single bees with radar "
    "over three summers. Novices read the direction well but the distance poorly, with an error "
    "of 41%. After three flights their error halves, so practice matters more than the dance."
)
THREE = (
    "Rivers carry plastic to the sea, but how much is disputed. We sampled 57 rivers with nets for "
    "one year. Small rivers near towns carried most of it, and floods carried 80% in four days."
)
TITLES = ("How many people make a footbridge sway", "Reading a dance", "Plastic in small rivers")
PEOPLE = ("Ada Stone, Ben Wood", "Cy Waxman", "Di Flow, Ed Rill")
ABSTRACTS = (ONE, TWO, THREE)


def told(items: list[Record | Skipped]) -> list[tuple[str | None, str]]:
    assert all(isinstance(item, Record) for item in items), items
    return [(item.title, item.abstract) for item in items if isinstance(item, Record)]


TITLED = list(zip(TITLES, ABSTRACTS, strict=True))


@pytest.mark.parametrize(
    "layout",
    [
        "{title}\n{wrapped}",
        "{title}\n\n{wrapped}",
        "{title}\n{people}\n\n{wrapped}",
        "{title}\n\n{people}\n\nAbstract\n\n{wrapped}",
        "{title}\n{abstract}",
    ],
)
def test_plain_text_with_a_title_above_each_abstract(read_text: ReadText, layout: str) -> None:
    text = "\n\n".join(
        layout.format(title=t, people=p, abstract=a, wrapped=textwrap.fill(a, 72))
        for t, p, a in zip(TITLES, PEOPLE, ABSTRACTS, strict=True)
    )
    items = read_text(text, kind="plain text")
    assert told(items) == TITLED
    if "{people}" in layout:
        assert [item.authors for item in items if isinstance(item, Record)] == [
            ("Ada Stone", "Ben Wood"), ("Cy Waxman",), ("Di Flow", "Ed Rill"),
        ]  # fmt: skip


def test_a_wrapped_abstract_keeps_its_first_line(read_text: ReadText) -> None:
    text = "\n\n".join(textwrap.fill(a, 72) for a in ABSTRACTS)
    assert told(read_text(text)) == [(None, a) for a in ABSTRACTS]


@pytest.mark.parametrize("delimiter", ["\t", ";", "|"])
def test_a_table_without_a_header(read_text: ReadText, delimiter: str) -> None:
    rows = [
        delimiter.join([str(n), t, p.replace(";", ","), f'"{a}"', "2021"])
        for n, (t, p, a) in enumerate(zip(TITLES, PEOPLE, ABSTRACTS, strict=True))
    ]
    items = read_text("\n".join(rows) + "\n", kind="table without a header")
    assert told(items) == TITLED
    first = items[0]
    assert isinstance(first, Record)
    assert (first.authors, first.year) == (("Ada Stone", "Ben Wood"), 2021)
    assert first.location.line == 1


def test_unquoted_commas_do_not_cut_an_abstract(read_text: ReadText) -> None:
    text = "title,abstract,year\n" + "".join(f"{t},{a},2021\n" for t, a in TITLED)
    items = read_text(text, "x.csv", "CSV")
    assert told(items) == TITLED
    assert {item.year for item in items if isinstance(item, Record)} == {2021}


@pytest.mark.parametrize(
    "header",
    [
        "titles,summaries,terms", "Titre,Résumé,Année", "タイトル,要旨,年", "标题,摘要,年份",
        "Título,Resumen,Año", "제목,초록,저자",
    ],
)  # fmt: skip
def test_headers_of_other_languages(read_text: ReadText, header: str) -> None:
    text = header + "\n" + f'{TITLES[0]},"{ONE}",2021\n'
    assert told(read_text(text, "x.csv", "CSV")) == TITLED[:1]


def test_full_names_go_before_short_ones(read_text: ReadText) -> None:
    text = (
        '"Authors","Author full names","Title","Abstract"\n'
        f'"Stone A.; Wood B.","Stone, Ada (571); Wood, Ben (572)","{TITLES[0]}","{ONE}"\n'
    )
    (item,) = read_text(text, "x.csv")
    assert isinstance(item, Record)
    assert item.authors == ("Ada Stone", "Ben Wood")


def test_the_rule_of_a_markdown_table_is_no_record(read_text: ReadText) -> None:
    rows = "".join(f"| {t} | {a} |\n" for t, a in TITLED)
    assert told(read_text("| Title | Abstract |\n|---|---|\n" + rows, "x.md")) == TITLED


def test_a_table_written_downwards(read_text: ReadText) -> None:
    text = "\n".join(
        f'"TITLE","{t}"\n"AUTHOR NAMES","Stone A.","Wood B."\n"ABSTRACT","{a}"\n'
        f'"PUBLICATION YEAR","2021"\n"DOI","10.1000/{n}"\n'
        for n, (t, a) in enumerate(TITLED)
    )
    items = read_text(text, "x.csv", "vertical CSV")
    assert told(items) == TITLED
    first = items[0]
    assert isinstance(first, Record)
    assert (first.authors, first.year, first.doi) == (("A. Stone", "B. Wood"), 2021, "10.1000/0")


def test_refworks(read_text: ReadText) -> None:
    text = "".join(
        f"RT Journal Article\nSR Electronic(1)\nA1 Stone, Ada\nA1 Wood, Ben\nT1 {t}\nYR 2021\n"
        f"JF Journal of Bridges\nAB {textwrap.fill(a, 70)}\nDO 10.1000/{n}\nK1 gait\n\n"
        for n, (t, a) in enumerate(TITLED)
    )
    items = read_text(text, kind="RefWorks")
    assert told(items) == TITLED
    last = items[2]
    assert isinstance(last, Record)
    assert (last.authors, last.year, last.venue, last.doi, last.keywords) == (
        ("Ada Stone", "Ben Wood"), 2021, "Journal of Bridges", "10.1000/2", ("gait",),
    )  # fmt: skip


def test_arxiv_listing(read_text: ReadText) -> None:
    records = "".join(
        f"\\\\\narXiv:2101.0000{n}\nDate: Fri, 1 Jan 2021 00:00:00 GMT   (10kb)\n\n"
        f"Title: {textwrap.fill(t, 20, subsequent_indent='  ')}\nAuthors: {p}\n"
        f"Categories: cs.LG\n\\\\\n{textwrap.indent(textwrap.fill(a, 70), '  ')}\n"
        f"\\\\ ( https://arxiv.org/abs/2101.0000{n} ,  10kb)\n{'-' * 78}\n"
        for n, (t, p, a) in enumerate(zip(TITLES, PEOPLE, ABSTRACTS, strict=True))
    )
    replaced = "\\\\\narXiv:2001.00009\nreplaced with revised version\n\nTitle: Old\n\\\\ ( x )\n"
    items = read_text(f"{'-' * 78}\n{records}{replaced}", kind="arXiv listing")
    assert told(items[:3]) == TITLED
    first = items[0]
    assert isinstance(first, Record)
    assert (first.arxiv_id, first.year, first.authors) == (
        "2101.00000", 2021, ("Ada Stone", "Ben Wood"),
    )  # fmt: skip
    assert [item.title for item in items[3:]] == ["Old"]


def test_rss_of_arxiv(read_text: ReadText) -> None:
    item = (
        f"<item><title>{TITLES[0]}</title><link>https://arxiv.org/abs/2101.00001</link>"
        f"<description>arXiv:2101.00001v1 Announce Type: new \nAbstract: {ONE}</description>"
        "<pubDate>Fri, 01 Jan 2021 00:00:00 -0500</pubDate>"
        "<dc:creator>Ada Stone, Ben Wood</dc:creator></item>"
    )
    text = (
        '<?xml version="1.0"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0">'
        f"<channel><title>updates</title><description>a feed</description>{item}</channel></rss>"
    )
    (record,) = read_text(text, "x.xml", "RSS feed")
    assert isinstance(record, Record)
    assert (record.title, record.abstract) == TITLED[0]
    assert (record.arxiv_id, record.year, record.authors) == (
        "2101.00001", 2021, ("Ada Stone", "Ben Wood"),
    )  # fmt: skip


PAGES = {
    "cards": "<div class=p><h3>{t}</h3><p class=authors>{p}</p><p>{a}</p></div>",
    "list": "<li><b>{t}</b><br>{p}<br><i>Abstract:</i> {a}</li>",
    "links": "<li><a href='/1'>{t}</a><div>{p}</div><details><summary>Abstract</summary>{a}"
    "</details></li>",
    "table": "<tr><td>{t}</td><td>{p}</td><td>{a}</td></tr>",
}


@pytest.mark.parametrize("shape", PAGES)
def test_web_pages(read_text: ReadText, shape: str) -> None:
    papers = "".join(
        PAGES[shape].format(t=t, p=p, a=a)
        for t, p, a in zip(TITLES, PEOPLE, ABSTRACTS, strict=True)
    )
    if shape == "table":
        head = "<tr><th>Title</th><th>Authors</th><th>Abstract</th></tr>"
        papers = f"<table>{head}{papers}</table>"
    page = (
        "<!DOCTYPE html><html><head><title>List</title><script>var x = 'no text';</script></head>"
        f"<body><nav><a href='/'>Home</a></nav><h1>Accepted papers</h1><ul>{papers}</ul></body>"
        "</html>"
    )
    assert told(read_text(page, "list.html", "web page")) == TITLED


JSON = {
    "a list of strings": list(ABSTRACTS),
    "titles to abstracts": dict(TITLED),
    "texts of a corpus": [{"_id": str(n), "title": t, "text": a, "metadata": {}}
                          for n, (t, a) in enumerate(TITLED)],
    "sentences": [{"title": t, "abstract": a.split(". ")} for t, a in TITLED],
    "INSPIRE": {"hits": {"hits": [{"id": "1", "metadata": {
        "titles": [{"title": t}], "abstracts": [{"source": "x", "value": a}],
        "arxiv_eprints": [{"value": "2101.00001"}], "publication_info": [{"year": 2021}],
    }} for t, a in TITLED]}},
    "Lens": {"data": [{"lens_id": "1", "title": t, "abstract": a, "year_published": 2021,
                       "authors": [{"first_name": "Ada", "last_name": "Stone"}],
                       "external_ids": [{"type": "doi", "value": "10.1000/x"}]}
                      for t, a in TITLED]},
}  # fmt: skip


@pytest.mark.parametrize("shape", JSON)
def test_more_shapes_of_json(read_text: ReadText, shape: str) -> None:
    items = read_text(json.dumps(JSON[shape]), "x.json", "JSON")
    if shape == "sentences":
        assert [item.title for item in items] == list(TITLES)
        assert all(isinstance(i, Record) and i.abstract.endswith(a[-30:])
                   for i, a in zip(items, ABSTRACTS, strict=True))  # fmt: skip
    elif shape == "a list of strings":
        assert told(items) == [(None, a) for a in ABSTRACTS]
    else:
        assert told(items) == TITLED
    first = items[0]
    assert isinstance(first, Record)
    if shape == "Lens":
        assert (first.authors, first.doi) == (("Ada Stone",), "10.1000/x")
    if shape == "INSPIRE":
        assert first.arxiv_id == "2101.00001"
    if shape in ("Lens", "INSPIRE"):
        assert first.year == 2021


def test_labels_in_chinese(read_text: ReadText) -> None:
    chinese = (
        "我们在桥面和鞋子上安装传感器,测量了需要多少行人才会引起晃动。超过160人时,桥面开始移动。"
    )
    text = (
        f"Title-题名: 人行桥的晃动\nAuthor-作者: 石艾达;伍本;\nOrgan-单位: 桥梁大学\n"
        f"Source-文献来源: 桥梁学报\nSummary-摘要: {chinese}\nYear-年: 2021\n\n"
    )
    items = read_text(text * 2, kind="Markdown")
    assert len(items) == 2
    first = items[0]
    assert isinstance(first, Record)
    assert (first.title, first.abstract) == ("人行桥的晃动", chinese)
    assert (first.authors, first.venue, first.year) == (("石艾达", "伍本"), "桥梁学报", 2021)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Waxman, Cy", ["Cy Waxman"]),
        ("van der Berg, Jan", ["Jan van der Berg"]),
        ("Ada Stone, Ben Wood", ["Ada Stone", "Ben Wood"]),
        ("Stone, A., Wood, B.", ["A. Stone", "B. Wood"]),
        ("Stone, Ada; Wood, Ben", ["Stone, Ada", "Wood, Ben"]),
        ("Ada Stone (Bridge, Ltd)", ["Ada Stone"]),
        ("Ada Stone (1), Ben Wood (2) ((1) Bridge; (2) River)", ["Ada Stone", "Ben Wood"]),
        ("Ada Stone (1; 2)", ["Ada Stone"]),
        ("石艾达, 伍本", ["石艾达", "伍本"]),
        ("", []),
    ],
)
def test_people(text: str, names: list[str]) -> None:
    assert split_people(text) == names


def test_a_line_of_names() -> None:
    assert are_names("Ada Stone, Ben van der Wood and C. D. Waxman")
    assert not are_names("Reading a Dance")
    assert not are_names("Waxman")
    assert not are_names("")


@pytest.mark.parametrize(
    "text", ["Withdrawn.", "This paper has been withdrawn by the author(s).", "Part of", "N/A"]
)
def test_what_stands_for_an_abstract_is_none(read_text: ReadText, text: str) -> None:
    (item,) = read_text(json.dumps([{"title": "On Walking", "abstract": text}]))
    assert isinstance(item, Skipped)
    assert (item.title, item.reason) == ("On Walking", "no abstract")
