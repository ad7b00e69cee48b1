"""The whole of it in a real browser with the real models, and pictures of what is seen.

The pictures go to the folder that ANSWERABLE_PICTURES names, if it names one.
"""

from __future__ import annotations

import os
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
from rag.models.registry import load
from tests.ui.browsing import answered, ask, browser, in_view, tab
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


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Path(os.environ.get("ANSWERABLE_PICTURES") or tmp_path_factory.mktemp("pictures"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("library")
    with Library.open(folder, SentenceTransformerEmbedder(None)) as library:
        for name in ("landmark-papers.bib", "untitled-abstracts.txt"):
            records = (item for item in read(EXAMPLES / name) if isinstance(item, Record))
            library.add(map(paper_from, records))
        model = BackgroundModel(lambda: load(""))
        model.start()
        with served(Assistant(library, model), library, model) as url:
            yield url
        model.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as started:
        yield started


def test_asked_answered_cited_and_shown(chromium: Any, address: str, pictures: Path) -> None:
    with tab(chromium, address) as page:
        page.set_default_timeout(PATIENCE_MS)
        page.wait_for_selector(".model.is-ready")
        page.screenshot(path=pictures / "first-visit.png")
        answered(page, "What accuracy does Vision Transformer reach on ImageNet?")
        assert page.locator("a.cite").count() >= 1
        page.click("a.cite >> nth=0")
        assert in_view(page, "mark.flash")
        page.wait_for_timeout(1500)
        page.screenshot(path=pictures / "answer.png")
        answered(page, "Which of these papers is about beekeeping in Norway?", replies=2)
        page.wait_for_timeout(500)
        page.screenshot(path=pictures / "no-answer.png")
        ask(page, "Summarise the paper on BERT.")
        page.wait_for_selector(".text.draft")
        page.screenshot(path=pictures / "writing.png")
        # The picture may take longer than the answer: the next one is stopped as soon as it can be.
        page.wait_for_selector("#question .stop-button", state="detached")
        ask(page, "Compare LoRA, QLoRA and BERT.")
        page.click("#question .stop-button")
        page.wait_for_selector(".reply.is-stopped")
        page.click("[data-tab-id=library][role=tab]")
        page.fill("#find input", "attention")
        page.wait_for_timeout(1000)
        page.click("a.paper >> nth=0")
        page.wait_for_selector(".paper-page h2")
        page.screenshot(path=pictures / "library.png")
        page.click("[data-tab-id=history][role=tab]")
        page.wait_for_selector(".history a.paper")
        page.screenshot(path=pictures / "history.png")


def test_by_night_in_chinese_and_on_a_telephone(
    chromium: Any, address: str, pictures: Path
) -> None:
    with tab(chromium, address, color_scheme="dark") as page:
        page.set_default_timeout(PATIENCE_MS)
        answered(page, "What does LoRA do?")
        page.click("a.cite >> nth=0")
        page.wait_for_timeout(2500)
        page.screenshot(path=pictures / "dark.png")
        page.click("text=中文")
        page.wait_for_selector("[role=tab]:has-text('文献库')")
        page.click("button.theme")
        page.wait_for_timeout(500)
        page.screenshot(path=pictures / "chinese.png")
    with tab(chromium, address, viewport={"width": 390, "height": 844}) as page:
        page.set_default_timeout(PATIENCE_MS)
        answered(page, "What does LoRA do?")
        page.screenshot(path=pictures / "telephone.png")
        page.click("a.cite >> nth=0")
        page.wait_for_timeout(2500)
        page.screenshot(path=pictures / "telephone-source.png")
