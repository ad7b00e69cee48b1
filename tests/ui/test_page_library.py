"""The list of papers, a paper's page, the overview and the map, from plain values."""

from __future__ import annotations

import dataclasses
import json
import time
from typing import Any

import pytest

from index.errors import AnswerableError, LibraryError
from index.papers import Paper
from index.topic_map import TopicMap
from tests.fakes import FakeLibrary
from ui.page.overview import Within, overview_html
from ui.page.paper_page import paper_html
from ui.page.paper_table import Texts, matching, table_html
from ui.page.shelf import Shelf, compare_question
from ui.page.shelf_layout import folder_html, map_html, picked_html
from ui.page.topic_map import Atlas

NASTY = "<img src=x onerror=alert(1)>\"'![](http://evil.example/a.png)"
PAPER = Paper(
    "aa11", "GradCut", "Training is slow. GradCut halves it for $n$ > 5.",
    "Cutting gradients", ("A. Author", "B. Other"), 2024, "ICML", "10.1/x", None,
)  # fmt: skip
OTHER = Paper("bb22", "SlowNet", "SlowNet is slow.", "A slow network", (), 2019, None)
TAGGED = Paper("cc33", "", "It is untitled.", "", ("Z. Last",), None, "Nature", tags=("read",))
ALL = [PAPER, OTHER, TAGGED]


def hostile() -> Paper:
    return Paper("dd44", NASTY, NASTY, NASTY, (NASTY,), 2020, NASTY, NASTY, tags=(NASTY,))


def test_papers_are_found_by_any_field() -> None:
    def found(words: str) -> list[Paper]:
        return matching(ALL, words, "title", Texts())

    assert found("icml author") == [PAPER]
    assert found("2019") == [OTHER]
    assert found("READ") == [TAGGED]
    assert found("author slownet") == []


@pytest.mark.parametrize(
    ("order", "ids"),
    [
        ("title", "bb22 aa11 cc33"),
        ("-title", "cc33 aa11 bb22"),
        ("year", "bb22 aa11 cc33"),
        ("-year", "aa11 bb22 cc33"),
        ("author", "aa11 cc33 bb22"),
        ("-author", "cc33 aa11 bb22"),
        ("venue", "aa11 cc33 bb22"),
        ("tags", "cc33 bb22 aa11"),
    ],
)
def test_the_list_is_put_in_order_by_any_column(order: str, ids: str) -> None:
    assert [paper.paper_id for paper in matching(ALL, "", order, Texts())] == ids.split()


def test_a_changed_paper_is_found_by_its_new_words() -> None:
    texts = Texts()
    assert matching([PAPER], "changed", "title", texts) == []
    changed = dataclasses.replace(PAPER, abstract="It changed.")
    assert matching([changed], "changed", "title", texts) == [changed]
    texts.keep_only([])
    assert matching([PAPER], "training", "title", texts) == [PAPER]


def test_a_long_list_is_shown_in_parts() -> None:
    shown = table_html([PAPER, OTHER], 2, 1, "title", "en")
    assert shown.count("pick-one") == 1
    assert "#shelf-more-51" in shown
    assert "#shelf-more" not in table_html([PAPER, OTHER], 2, 2, "title", "en")


def test_the_table_says_how_it_is_ordered_and_limited() -> None:
    shown = table_html([PAPER], 2, 50, "-year", "en", "Year: 2024")
    assert 'class="year is-down"' in shown
    assert "#shelf-sort-year" in shown
    assert "Year: 2024" in shown
    assert "1 of 2 papers" in shown
    assert "No paper matches" in table_html([], 2, 50, "title", "en")
    assert "has no papers yet" in table_html([], 0, 50, "title", "en")


def test_a_column_of_tags_is_there_when_there_are_tags() -> None:
    assert "Tags" not in table_html([PAPER], 1, 50, "title", "en")
    assert "<span>read</span>" in table_html([TAGGED], 1, 50, "title", "en")


def test_hostile_fields_reach_no_tag() -> None:
    paper = hostile()
    shown = [
        table_html([paper], 1, 50, "title", "en", NASTY),
        paper_html(paper, "en", [paper]),
        overview_html([paper], "en"),
    ]
    for each in shown:
        assert "<img" not in each
        assert 'onerror=alert(1)>"' not in each
        assert "\n" not in each


def test_a_papers_page_names_the_papers_like_it() -> None:
    shown = paper_html(PAPER, "en", [OTHER])
    assert "Cutting gradients" in shown
    assert "GradCut halves it for \\(n\\) &gt; 5." in shown
    assert "https://doi.org/10.1/x" in shown
    similar = shown.partition("Similar papers")[2]
    assert 'href="#paper-bb22"' in similar
    also = dataclasses.replace(
        OTHER, venue="arXiv", source_file="<i>.bib", source_record="x1", doi="10.1/z"
    )
    shown = paper_html(PAPER, "en", (), [also])
    assert "from elsewhere" in shown
    assert "arXiv" in shown
    assert "&lt;i&gt;.bib, x1" in shown
    assert "doi.org/10.1/z" in shown
    assert "from elsewhere" not in paper_html(PAPER, "en")
    assert "Similar" not in paper_html(PAPER, "en")
    assert paper_html(None, "en") == ""


def test_bars_lead_to_the_papers_they_stand_for() -> None:
    papers = [dataclasses.replace(PAPER, paper_id=f"{n}", year=2015 + n) for n in range(6)]
    papers += [dataclasses.replace(PAPER, paper_id="same"), OTHER, TAGGED]
    shown = overview_html(papers, "en")
    assert 'data-value="2019" title="2019: 2"' in shown
    assert "1 without a year" in shown
    years, venue = Within.of("years", "2019"), Within.of("venue", "ICML")
    author, tag = Within.of("authors", "A. Author"), Within.of("tags", "read")
    assert years is not None
    assert venue is not None
    assert author is not None
    assert tag is not None
    assert sum(map(years.holds, papers)) == 2
    assert sum(map(venue.holds, papers)) == 7
    assert sum(map(author.holds, papers)) == 7
    assert [paper for paper in papers if tag.holds(paper)] == [TAGGED]


def test_many_years_are_put_together_by_decades() -> None:
    papers = [dataclasses.replace(PAPER, paper_id=f"{y}", year=y) for y in range(1950, 2025)]
    shown = overview_html(papers, "en")
    assert "1990–1999: 10" in shown
    nineties = Within.of("years", "1990–1999")
    assert nineties is not None
    assert sum(map(nineties.holds, papers)) == 10
    odd = [*papers, dataclasses.replace(PAPER, paper_id="odd", year=7)]
    assert overview_html(odd, "en").count("<li>") < 60


@pytest.mark.parametrize(("kind", "value"), [("years", "x"), ("years", "1-2-3"), ("size", "1")])
def test_what_is_no_bar_limits_nothing(kind: str, value: str) -> None:
    assert Within.of(kind, value) is None


def test_an_empty_library_says_so() -> None:
    assert "add papers" in overview_html([], "en")
    assert overview_html([dataclasses.replace(TAGGED, venue=None)], "en")


def test_the_overview_follows_the_library() -> None:
    library = FakeLibrary([PAPER])
    shelf = Shelf(library)
    assert "2024: 1" in shelf.overview("en")
    library.add([dataclasses.replace(OTHER, year=2024)])
    assert "2024: 2" in shelf.overview("en")


def test_papers_are_removed_put_back_and_taken_along() -> None:
    library = FakeLibrary(ALL)
    shelf = Shelf(library)
    gone = shelf.remove(["aa11", "none", "bb22"])
    assert [paper.paper_id for paper in gone] == ["aa11", "bb22"]
    assert len(library) == 1
    shelf.restore(gone)
    assert len(library) == 3
    for kind, part in (("bibtex", "2024cutting,"), ("ris", "TY  - "), ("csv", "Cutting")):
        file = shelf.export(["aa11"], kind)
        assert part in file.text
        assert file.name.startswith("papers-1.")
    assert json.loads(shelf.export(["aa11", "bb22"], "csl-json").text)[1]["issued"]
    with pytest.raises(AnswerableError):
        shelf.export(["aa11"], "docx")


def test_the_list_is_limited_to_chosen_papers() -> None:
    shelf = Shelf(FakeLibrary(ALL))
    shown = shelf.table("", "title", Within("chosen", "", "", frozenset(["bb22"])), 50, "en")
    assert "1 of 3 papers" in shown
    assert "1 selected" in shown
    assert "A slow network" in shown
    assert "Cutting" not in shown


def test_two_to_six_papers_are_compared() -> None:
    assert compare_question([PAPER], "en") == ""
    assert compare_question([PAPER, OTHER], "en") == "Compare “GradCut” and “SlowNet”."
    assert compare_question([PAPER, OTHER], "zh") == "比较“GradCut”和“SlowNet”。"
    three = compare_question([PAPER, OTHER, PAPER], "en")
    assert three == "Compare “GradCut”, “SlowNet” and “GradCut”."
    assert compare_question([PAPER] * 7, "en") == ""


def _looked(atlas: Atlas, known: str = "") -> dict[str, Any]:
    for _ in range(1000):
        told = atlas.look(known, "en")
        if not told["drawing"]:
            return told
        time.sleep(0.02)
    raise AssertionError("the map was never drawn")


def test_the_map_is_drawn_in_the_background_and_sent_once() -> None:
    library = FakeLibrary([*ALL, hostile()])
    atlas = Atlas(library)
    assert atlas.look("", "en")["drawing"]
    told = _looked(atlas)["map"]
    assert {paper[0] for paper in told["papers"]} == {"aa11", "bb22", "cc33", "dd44"}
    assert all(
        0 <= x <= told["scale"] and 0 <= y <= told["scale"] for _, x, y, *_ in told["papers"]
    )
    assert all(told["topics"])
    assert "map" not in _looked(atlas, told["name"])
    library.remove(["aa11"])
    again = _looked(atlas, told["name"])["map"]
    assert {paper[0] for paper in again["papers"]} == {"bb22", "cc33", "dd44"}


def test_a_map_that_fails_says_so_and_is_not_tried_again_at_once() -> None:
    class Broken(FakeLibrary):
        tries = 0

        def topic_map(self) -> TopicMap:
            self.tries += 1
            raise LibraryError("The disk is full.", "Free some space.")

    library = Broken(ALL)
    atlas = Atlas(library)
    assert _looked(atlas)["failure"] == "The disk is full. Free some space."
    assert _looked(atlas)["failure"]
    assert library.tries == 1
    library.remove(["aa11"])
    _looked(atlas)
    assert library.tries == 2


def test_what_scripts_are_told_survives_its_attribute() -> None:
    for shown in (folder_html("en", 200), map_html("zh"), picked_html("zh")):
        assert '…"' not in shown
    assert "20 files" in folder_html("en", 20).replace("&quot;", '"')
