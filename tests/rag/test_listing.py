"""Lists and counts over the whole library, with a scripted model and a scripted embedder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from index.library import Library
from index.papers import Paper
from rag.answering import Assistant
from rag.answers import Answer
from rag.conversations import Conversation
from rag.events import Complete, TextSoFar
from tests.fake_embedder import FakeEmbedder
from tests.scripted_model import ScriptedModel

TOPICS = ("rivers", "glaciers", "bridges", "violins", "bees", "volcanoes")
PAPERS = [
    Paper(
        f"cccc{number:012d}",
        f"{topic.capitalize()} {number}",
        f"We study {topic} in the field. Our model of {topic} is simple.",
        year=2015 + number % 6,
        venue="Journal of Rivers" if topic == "rivers" else "Nature",
        authors=("Ada Byron",) if number % 2 else ("Emil Post", "Kurt Reid"),
        doi=f"10.1/{number}" if number % 3 == 0 else None,
    )
    for number, topic in enumerate(TOPICS * 4)
]
CODE = Paper(
    "dddd000000000001",
    "Coder",
    "Coder writes programs. Code: https://github.com/coder/coder.",
    year=2019,
)
PAGE = Paper(
    "dddd000000000002",
    "Page",
    "Page draws maps. Project page: https://page.example.org/",
    year=2019,
)
NAMED = Paper(
    "dddd000000000003",
    "Named",
    "We train by Fast Owl Search (FOS) on owls. It finds all of them.",
    year=2020,
)
SPELLED = Paper("dddd000000000004", "Spelled", "Fast owl search is too slow for us.", year=2021)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("library"), FakeEmbedder()) as opened:
        opened.add([*PAPERS, CODE, PAGE, NAMED, SPELLED])
        yield opened


def ask(library: Library, question: str, model: ScriptedModel | None = None) -> Answer:
    *_, last = Assistant(library, model or ScriptedModel(lambda prompt: "")).ask(question)
    assert isinstance(last, Complete)
    return last.answer


def cited(answer: Answer) -> set[str]:
    return {source.label for source in answer.sources if source.cited}


def test_every_paper_on_a_topic_is_listed_with_a_sentence_of_its_own(library: Library) -> None:
    answer = ask(library, "Which papers are about volcanoes?")
    wanted = {paper.label for paper in PAPERS if "volcanoes" in paper.abstract}
    assert wanted <= cited(answer)
    assert "criterion: about volcanoes" in answer.answer
    for claim in answer.claims:
        (quote,) = claim.evidence
        source = next(s for s in answer.sources if s.number == quote.citation)
        assert source.abstract[quote.start : quote.end] == quote.quote


def test_the_model_decides_on_the_edge_and_what_it_leaves_open_is_named_apart(
    tmp_path: Path,
) -> None:
    near = Paper("eeee000000000001", "Yes", "Streams and a river carry sand past old bridges.")
    far = Paper("eeee000000000002", "No", "A river of words flows from every speaker.")
    model = ScriptedModel(lambda prompt: "", odds=lambda p: 9.0 if "carry sand" in p else -9.0)
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add([near, far, *(p for p in PAPERS if "rivers" not in p.abstract)])
        answer = ask(opened, "Which papers are about a river and sand?", model)
    assert "Yes" in cited(answer)
    assert "No" not in cited(answer)
    assert all("Is this paper about a river and sand?" in prompt for prompt in model.prompts)


def test_without_a_model_the_scan_decides_alone(library: Library) -> None:
    *_, last = Assistant(library, None).ask("Which papers are about bees?", extractive=True)
    assert isinstance(last, Complete)
    assert {paper.label for paper in PAPERS if "bees" in paper.abstract} <= cited(last.answer)
    assert "the model read" not in last.answer.answer


def test_clear_cases_are_shown_before_the_model_reads(library: Library) -> None:
    model = ScriptedModel(lambda prompt: "")
    events = Assistant(library, model).ask("Which papers are about violins?")
    shown = next(event for event in events if isinstance(event, TextSoFar))
    assert "Violins" in shown.text
    assert model.prompts == []


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("How many papers give a link to their code?", {"Coder"}),
        ("Which papers have code on GitHub?", {"Coder"}),
        ("Which papers give a link?", {"Coder", "Page"}),
        ("Which papers use FOS?", {"Named", "Spelled"}),
        ("Which papers use Fast Owl Search (FOS)?", {"Named", "Spelled"}),
    ],
)
def test_links_and_names_are_searched_for_in_all_papers_unread(
    library: Library, question: str, labels: set[str]
) -> None:
    model = ScriptedModel(lambda prompt: "", odds=lambda prompt: 9.0)
    answer = ask(library, question, model)
    assert cited(answer) == labels
    assert model.prompts == []


def test_a_name_that_no_paper_has_finds_none(library: Library) -> None:
    answer = ask(library, "Which papers use ZEBRA-9?")
    assert cited(answer) == set()
    assert "none fits" in answer.answer
    assert not answer.abstained


def test_records_decide_what_is_asked_of_records(library: Library) -> None:
    wanted = {paper.label for paper in PAPERS if paper.doi}
    assert cited(ask(library, "Which papers have a DOI?")) == wanted
    assert cited(ask(library, "papers from 2020 or later")) == {
        paper.label
        for paper in [*PAPERS, NAMED, SPELLED]
        if paper.year is not None and paper.year >= 2020
    }


def test_conditions_of_the_question_limit_the_list_and_are_said(library: Library) -> None:
    answer = ask(library, "Which papers by Ada Byron from 2016 to 2018 are about glaciers?")
    wanted = {
        paper.label
        for paper in PAPERS
        if "glaciers" in paper.abstract
        and paper.authors == ("Ada Byron",)
        and paper.year in range(2016, 2019)
    }
    assert wanted
    assert wanted <= cited(answer)
    assert "by Ada Byron from 2016 to 2018" in answer.answer
    assert "leave that out" in answer.answer
    assert "criterion: about glaciers" in answer.answer


def test_a_list_of_many_is_counted_whole_and_shown_in_part(tmp_path: Path) -> None:
    many = [Paper(f"ffff{n:012d}", f"Owl {n}", "We train with GROWL.") for n in range(60)]
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add(many)
        answer = ask(opened, "How many papers use GROWL?")
    assert "60 fit" in answer.answer
    assert "first 40 are shown" in answer.answer
    assert len(cited(answer)) == 40


def test_a_count_of_everything_lists_nothing(library: Library) -> None:
    answer = ask(library, "How many papers are in the library?")
    assert str(len(library)) in answer.answer
    assert cited(answer) == set()


def test_of_them_means_the_papers_of_the_last_list(library: Library) -> None:
    first = ask(library, "Which papers are about rivers?")
    model = ScriptedModel(lambda prompt: "")
    *_, last = Assistant(library, model).ask(
        "How many of them are from 2018 or later?", Conversation((first,))
    )
    assert isinstance(last, Complete)
    wanted = {p.label for p in PAPERS if "rivers" in p.abstract and (p.year or 0) >= 2018}
    assert cited(last.answer) == wanted
    assert f"Of the {len(cited(first))} papers spoken of" in last.answer.answer


NEEDS = Paper("eeee000000000011", "Needs", "Our planner needs a map. The map is drawn by hand.")
NEEDS_NONE = Paper("eeee000000000012", "Free", "Our planner needs no map. It looks around.")


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("Which papers need a map?", "Needs"),
        ("Which papers need no map?", "Free"),
        ("Which papers do without a map?", "Free"),
    ],
)
def test_to_need_a_thing_and_to_do_without_it_are_told_apart_unread(
    tmp_path: Path, question: str, label: str
) -> None:
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add([NEEDS, NEEDS_NONE, *PAPERS])
        *_, last = Assistant(opened, None).ask(question, extractive=True)
    assert isinstance(last, Complete)
    assert cited(last.answer) == {label}


def test_a_paper_is_listed_by_its_own_name_too(tmp_path: Path) -> None:
    finder = Paper(
        "eeee000000000014",
        "Owls are hard to find…",
        "Owls are hard to find. We propose OWLNET, a network for owls. OWLNET finds owls.",
    )
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add([finder, *PAPERS])
        *_, last = Assistant(opened, None).ask("Which papers are about owls?", extractive=True)
    assert isinstance(last, Complete)
    assert "**OWLNET: Owls are hard to find…**" in last.answer.answer


@pytest.mark.parametrize(
    "question", ["Which papers are about crashes?", "Which papers avoid crashes?"]
)
def test_a_trouble_that_is_avoided_is_still_what_the_paper_is_about(
    tmp_path: Path, question: str
) -> None:
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add([Paper("eeee000000000013", "Safe", "We avoid crashes."), *PAPERS])
        *_, last = Assistant(opened, None).ask(question, extractive=True)
    assert isinstance(last, Complete)
    assert cited(last.answer) == {"Safe"}


def test_of_papers_that_speak_of_what_is_not_needed_all_are_read(tmp_path: Path) -> None:
    model = ScriptedModel(lambda prompt: "", odds=lambda p: 9.0 if "no map. It" in p else -9.0)
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add([NEEDS, NEEDS_NONE, *PAPERS])
        answer = ask(opened, "Which papers need no map?", model)
    assert cited(answer) == {"Free"}
    assert any("drawn by hand" in prompt for prompt in model.prompts)


def test_papers_without_a_name_are_those_that_do_not_mention_it(library: Library) -> None:
    answer = ask(library, "How many papers do not use FOS?")
    assert f"{len(library) - 2:,} fit" in answer.answer
    assert not cited(answer) & {"Named", "Spelled"}
