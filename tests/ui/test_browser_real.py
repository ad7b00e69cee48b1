"""The whole of it in a real browser with the real models, and the pictures of the documentation.

`ANSWERABLE_PICTURES=docs/pictures pytest tests/ui/test_browser_real.py` takes the pictures anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from index.intake import paper_from
from index.library import Library
from index.minilm import SentenceTransformerEmbedder
from index.papers import Record
from index.readers.registry import read
from rag.answering import Assistant
from rag.events import Event, EvidenceFound, Failed, Progress, TextSoFar
from rag.models.registry import load
from tests.fakes import ScriptedAssistant, source_of
from tests.ui.browsing import answered, ask, browser, in_view, picture, tab
from tests.ui.served import served
from ui.page.running import BackgroundModel

pytestmark = [
    pytest.mark.browser,
    pytest.mark.real_models,
    pytest.mark.slow,
    # Gradio counts what its queue did with an option that pandas is about to drop.
    pytest.mark.filterwarnings("ignore:'future.no_silent_downcasting':Warning"),
]
EXAMPLES = Path(__file__).parents[2] / "examples"
PATIENCE_MS = 180_000
FACT = "What accuracy does Vision Transformer reach on ImageNet?"
TELEPHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("library")
    with Library.open(folder, SentenceTransformerEmbedder(None)) as opened:
        for name in ("landmark-papers.bib", "untitled-abstracts.txt"):
            records = (item for item in read(EXAMPLES / name) if isinstance(item, Record))
            opened.add(map(paper_from, records))
        yield opened


@pytest.fixture(scope="module")
def address(library: Library) -> Iterator[str]:
    model = BackgroundModel(lambda: load(""))
    model.start()
    with served(Assistant(library, model), library, model) as url:
        yield url
    model.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as started:
        yield started


@pytest.fixture
def page(chromium: Any, address: str) -> Iterator[Any]:
    with tab(chromium, address) as opened:
        opened.set_default_timeout(PATIENCE_MS)
        opened.wait_for_selector(".model.is-ready")
        yield opened


def test_a_fact_is_answered_and_cited(page: Any) -> None:
    picture(page, "first-visit")
    answered(page, FACT)
    assert page.locator("a.cite").count() >= 1
    page.click("a.cite >> nth=0")
    assert in_view(page, "mark.flash")
    picture(page, "answer")
    page.set_viewport_size({"width": 1200, "height": 750})
    picture(page, "chat")


def test_what_is_not_there_is_not_answered(page: Any) -> None:
    answered(page, "How much energy did training AlphaFold use?")
    assert page.locator(".abstained ul.nearest li").count() == 3
    picture(page, "no-answer")


def test_papers_are_compared_in_a_table(page: Any) -> None:
    answered(page, "Compare LoRA and QLoRA.")
    page.click("a.cell >> nth=1")
    assert in_view(page, "mark.chosen")
    picture(page, "comparison")


def test_a_list_says_what_it_was_limited_to(page: Any) -> None:
    answered(page, "Which papers from 2021 or later are about language models?")
    assert "from 2021 or later" in page.inner_text(".chips.stated")
    picture(page, "list")


def test_the_library_is_browsed(page: Any) -> None:
    page.click("[data-tab-id=library][role=tab]")
    page.wait_for_selector("a.paper")
    page.check(".pick-one >> nth=1")
    page.check(".pick-one >> nth=3")
    picture(page, "library")
    page.click("[data-shelf=clear]")
    page.click("[data-view=map]")
    page.wait_for_selector(".topic-map[data-state=ready] .topics li")
    picture(page, "map")
    page.click("[data-view=list]")
    page.fill("#find input", "vaswani")
    page.wait_for_function("() => document.querySelectorAll('#listing a.paper').length === 1")
    page.click("#listing a.paper")
    page.wait_for_selector(".paper-page ul.similar li")
    picture(page, "paper")


def test_one_is_answered_while_another_waits(chromium: Any, address: str, page: Any) -> None:
    with tab(chromium, address) as other:
        ask(page, "Summarise the paper on BERT.")
        page.wait_for_selector("#question .stop-button")
        page.wait_for_selector(".text.draft")
        ask(other, "What does dropout do?")
        other.wait_for_selector("#status :text('before yours')", timeout=PATIENCE_MS)
        other.wait_for_selector("#src-0-1")
        picture(other, "queue")
        other.wait_for_selector(".reply.is-done", timeout=PATIENCE_MS)
    page.wait_for_selector(".reply.is-done")
    page.click("[data-tab-id=history][role=tab]")
    page.wait_for_selector(".history a.paper")
    picture(page, "history")


def test_by_night(chromium: Any, address: str) -> None:
    with tab(chromium, address, color_scheme="dark") as page:
        page.set_default_timeout(PATIENCE_MS)
        answered(page, "What does LoRA do?")
        page.click("a.cite >> nth=0")
        picture(page, "dark")


def test_in_chinese(page: Any) -> None:
    page.click("text=中文")
    page.wait_for_selector("[role=tab]:has-text('文献库')")
    answered(page, "LoRA 有什么用？")
    page.click("a.cite >> nth=0")
    picture(page, "chinese")


def test_on_a_telephone(chromium: Any, address: str) -> None:
    with tab(chromium, address, **TELEPHONE) as page:
        page.set_default_timeout(PATIENCE_MS)
        answered(page, FACT)
        picture(page, "telephone")
        page.click("a.cite >> nth=0")
        page.wait_for_selector("#side", state="visible")
        picture(page, "telephone-source")


def test_a_failure_is_said_in_words(chromium: Any, library: Library) -> None:
    paper = next(paper for paper in library.papers() if "LoRA" in paper.label)

    def fails(_: str) -> Iterator[Event]:
        yield EvidenceFound((source_of(paper, 1),), 0.04)
        yield Progress("writing", "writing")
        yield TextSoFar("LoRA freezes the")
        yield Failed(
            "The language model ran out of memory.",
            "Close other programs, or choose a smaller model: answerable models",
        )

    with served(ScriptedAssistant(fails), library) as url, tab(chromium, url) as page:
        ask(page, "What does LoRA do?")
        page.wait_for_selector(".reply.is-failed")
        picture(page, "error")
