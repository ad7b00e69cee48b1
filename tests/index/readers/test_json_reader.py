"""JSON in the shapes that services and conferences give it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.papers import Record, Skipped
from index.readers import json_stream

ReadText = Callable[..., list[Record | Skipped]]

OPENALEX = {
    "id": "https://openalex.org/W1", "doi": "https://doi.org/10.48550/arxiv.2312.07559",
    "display_name": "On walking", "publication_year": 2023,
    "primary_location": {"source": {"display_name": "Gait"}},
    "authorships": [{"author": {"display_name": "Marie Curie"}}],
    "keywords": [{"id": "k", "display_name": "gait"}],
    "abstract_inverted_index": {
        "Abstract": [0], "We": [1, 4], "walk": [2], "far.": [3], "rest.": [5],
    },
}  # fmt: skip
SEMANTIC_SCHOLAR = {
    "paperId": "a1", "externalIds": {"DOI": "10.1000/ab", "ArXiv": "2312.07559", "CorpusId": 3},
    "url": "https://example.org/a1", "title": "On walking", "venue": "Gait", "year": 2023,
    "abstract": "We walk far.", "authors": [{"authorId": "7", "name": "Marie Curie"}],
    "references": [{"title": "Other", "abstract": "Not this one."}],
}  # fmt: skip
CROSSREF = {
    "DOI": "10.1000/ab", "title": ["On walking"], "container-title": ["Gait"],
    "author": [{"given": "Marie", "family": "Curie"}], "issued": {"date-parts": [[2023, 1]]},
    "abstract": "<jats:title>Abstract</jats:title><jats:p>We walk far.</jats:p>",
    "URL": "https://doi.org/10.1000/ab",
}  # fmt: skip
CSL = {
    "id": "curie2023", "title": "On walking", "container-title": "Gait", "DOI": "10.1000/ab",
    "author": [{"family": "Curie", "given": "Marie"}], "issued": {"date-parts": [["2023"]]},
    "abstract": "We walk far.", "keyword": "gait, cats",
}  # fmt: skip
OPENREVIEW = {
    "id": "x1", "cdate": 1690000000000,
    "content": {
        "title": {"value": "On walking"}, "abstract": {"value": "We walk far."},
        "authors": {"value": ["Marie Curie"]}, "venue": {"value": "Gait"},
        "keywords": {"value": ["gait"]}, "pdf": {"value": "/pdf/x.pdf"},
    },
}  # fmt: skip
PAPER_COPILOT = {
    "id": "x1", "title": "On walking", "author": "Marie Curie;Jean Perrin", "venue": "Gait",
    "abstract": "We walk far.", "keywords": "gait;cats", "site": "https://example.org/x1",
    "year": "2023", "status": "Poster",
}  # fmt: skip
ARXIV = {
    "id": "2312.07559", "title": "On\n  walking", "authors": "Marie Curie and Jean Perrin (Paris)",
    "abstract": "  We walk\nfar.\n", "journal-ref": "Gait", "categories": "cs.RO math.CO",
    "versions": [{"version": "v1", "created": "Mon, 2 Apr 2023 19:18:42 GMT"}],
    "authors_parsed": [["Curie", "Marie", ""], ["Perrin", "Jean", ""]],
}  # fmt: skip
ZOTERO = {
    "key": "A", "data": {
        "title": "On walking", "abstractNote": "We walk far.", "date": "2023-05-01",
        "publicationTitle": "Gait", "tags": [{"tag": "gait"}],
        "creators": [{"creatorType": "author", "firstName": "Marie", "lastName": "Curie"},
                     {"creatorType": "editor", "firstName": "No", "lastName": "One"}],
    },
}  # fmt: skip
EUROPE_PMC = {
    "id": "9", "title": "On walking", "authorString": "Curie M, Perrin J.", "pubYear": "2023",
    "journalTitle": "Gait", "abstractText": "We walk far.",
}  # fmt: skip
DATACITE = {
    "id": "10.1000/ab", "type": "dois", "attributes": {
        "doi": "10.1000/ab", "titles": [{"title": "On walking"}], "publicationYear": 2023,
        "creators": [{"name": "Curie, Marie"}], "publisher": "Gait",
        "descriptions": [{"description": "We walk far.", "descriptionType": "Abstract"},
                         {"description": "No.", "descriptionType": "Methods"}],
    },
}  # fmt: skip
SHAPES = [OPENALEX, SEMANTIC_SCHOLAR, CROSSREF, CSL, OPENREVIEW, PAPER_COPILOT, ARXIV, ZOTERO,
          EUROPE_PMC, DATACITE]  # fmt: skip


def check(item: Record | Skipped) -> None:
    assert isinstance(item, Record)
    assert item.title == "On walking"
    assert item.abstract in ("We walk far.", "We walk far. We rest.")
    assert item.authors[0] in ("Marie Curie", "M Curie")
    assert (item.year, item.venue) == (2023, "Gait")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("container", [
    lambda x: x, lambda x: [x, x], lambda x: {"results": [x], "meta": {"count": 1}},
    lambda x: {"status": "ok", "message": {"items": [x], "total-results": 9}},
    lambda x: {"conference": "Gait", "year": 2023, "papers": [x]}, lambda x: {"p1": x},
])  # fmt: skip
def test_shapes_in_containers(
    read_text: ReadText, shape: dict[str, Any], container: Callable[[Any], Any]
) -> None:
    items = read_text(json.dumps(container(shape)), "some.json", "JSON")
    assert items
    for item in items:
        check(item)


@pytest.mark.parametrize("shape", SHAPES)
def test_json_lines_under_any_name(read_text: ReadText, shape: dict[str, Any]) -> None:
    items = read_text(f"{json.dumps(shape)}\n{json.dumps(shape)}\n", "dump.json", "JSON Lines")
    assert [item.location.line for item in items] == [1, 2]
    for item in items:
        check(item)


def test_details_of_shapes(read_text: ReadText) -> None:
    items = read_text(json.dumps(SHAPES))
    by_shape = dict(zip(map(id, SHAPES), items, strict=True))

    def of(shape: dict[str, Any]) -> Record:
        item = by_shape[id(shape)]
        assert isinstance(item, Record)
        return item

    assert of(OPENALEX).arxiv_id == "2312.07559"
    assert of(OPENALEX).keywords == ("gait",)
    assert (of(SEMANTIC_SCHOLAR).doi, of(SEMANTIC_SCHOLAR).arxiv_id) == ("10.1000/ab", "2312.07559")
    assert of(PAPER_COPILOT).authors == ("Marie Curie", "Jean Perrin")
    assert of(PAPER_COPILOT).url == "https://example.org/x1"
    assert of(ARXIV).arxiv_id == "2312.07559"
    assert of(ARXIV).authors == ("Marie Curie", "Jean Perrin")
    assert of(ARXIV).keywords == ("cs.RO", "math.CO")
    assert of(ZOTERO).authors == ("Marie Curie",)
    assert of(EUROPE_PMC).authors == ("M Curie", "J Perrin")


def test_null_abstract_is_skipped_and_references_are_not_read(read_text: ReadText) -> None:
    paper = SEMANTIC_SCHOLAR | {"abstract": None}
    (item,) = read_text(json.dumps({"total": 1, "data": [paper]}))
    assert isinstance(item, Skipped)
    assert (item.reason, item.title) == ("no abstract", "On walking")


def test_broken_line_costs_itself_alone(read_text: ReadText) -> None:
    good = json.dumps(PAPER_COPILOT)
    items = read_text(f'{good}\n{{"title": "x", "abstract": oops}}\n{good}\n{good[:40]}\n')
    assert [type(item) for item in items] == [Record, Skipped, Record, Skipped]
    assert [item.location.line for item in items] == [1, 2, 3, 4]


def test_truncated_array_gives_what_it_holds(read_text: ReadText) -> None:
    text = json.dumps([PAPER_COPILOT] * 3, indent=1)
    items = read_text(text[: int(len(text) * 0.8)])
    assert [type(item) for item in items[:2]] == [Record, Record]
    assert isinstance(items[-1], Skipped)


def test_deep_nesting_is_no_trouble(read_text: ReadText) -> None:
    (item,) = read_text("[" * 100_000 + "]" * 100_000)
    assert isinstance(item, Skipped)


@given(
    st.lists(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
            max_leaves=6,
        ).map(lambda value: {"v": value}),
        max_size=6,
    ),
    st.integers(1, 40),
    st.sampled_from(["array", "lines", "pretty"]),
)
def test_streaming_gives_what_loading_gives(values: list[Any], chunk: int, layout: str) -> None:
    import io
    from unittest.mock import patch

    if layout == "lines":
        text = "\n".join(json.dumps(value) for value in values)
    else:
        text = json.dumps(values, indent=1 if layout == "pretty" else None)
    with patch.object(json_stream, "_CHUNK", chunk):
        found = list(json_stream.values(io.StringIO(text)))
    assert [item.value for item in found if isinstance(item, json_stream.JsonValue)] == values
    assert not any(isinstance(item, json_stream.JsonError) for item in found)


@pytest.mark.parametrize(
    "table",
    [
        {"title": ["On walking", "On running"], "abstract": ["We walk far.", "We run far."]},
        {
            "Title": {"0": "On walking", "1": "On running"},
            "Abstract": {"0": "We walk far.", "1": "We run far."},
            "year": {"0": 2020, "1": 2021},
        },
    ],
)
def test_tables_column_by_column(read_text: ReadText, table: dict[str, object]) -> None:
    items = [item for item in read_text(json.dumps(table)) if isinstance(item, Record)]
    assert [(item.title, item.abstract) for item in items] == [
        ("On walking", "We walk far."), ("On running", "We run far."),
    ]  # fmt: skip
    assert [item.year for item in items] == ([2020, 2021] if "year" in table else [None, None])


def test_a_title_in_two_languages_is_one_paper(read_one: Callable[..., Record]) -> None:
    value = {
        "title": {"en": "On walking", "de": "Vom Gehen"},
        "abstract": {"en": "We walk far.", "de": "Wir gehen weit."},
    }
    assert read_one(json.dumps(value)).abstract == "We walk far."


def test_springers_records(read_one: Callable[..., Record]) -> None:
    value = {
        "title": "On walking", "publicationName": "Gait", "publicationDate": "2020-01-01",
        "creators": [{"creator": "Stone, Ada"}],
        "abstract": {"h1": "Abstract", "p": "We walk far."},
    }  # fmt: skip
    record = read_one(json.dumps({"records": [value]}))
    assert (record.abstract, record.venue, record.authors) == (
        "We walk far.", "Gait", ("Ada Stone",),
    )  # fmt: skip
