"""The page for everyone: by day and night, on a telephone, by keyboard, by screen reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from index.papers import Paper
from tests.fakes import FakeAssistant, FakeLibrary
from tests.ui.browsing import answered, ask, axe_violations, browser, in_view, tab
from tests.ui.served import served

pytestmark = [
    pytest.mark.browser,
    # Gradio counts what its queue did with an option that pandas is about to drop.
    pytest.mark.filterwarnings("ignore:'future.no_silent_downcasting':Warning"),
]

FILLER = "It was tried on many data sets, and on each it did as the others did. " * 12
PAPERS = [
    Paper("a1", "GradCut", f"{FILLER}GradCut is fast.", "Cutting", ("Ada Author",), 2024, "ICML"),
    *[Paper(f"d{n}", f"Net{n}", f"Net{n} is number {n}.", f"Network {n}") for n in range(9)],
]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(FakeAssistant(PAPERS), FakeLibrary(PAPERS)) as url:
        yield url


@pytest.fixture
def page(chromium: Any, address: str) -> Iterator[Any]:
    with tab(chromium, address) as opened:
        yield opened


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong(chromium: Any, address: str, scheme: str) -> None:
    with tab(chromium, address, color_scheme=scheme) as page:
        assert axe_violations(page) == []
        answered(page, "How fast does GradCut make training?")
        page.click("#toggle button")
        assert axe_violations(page) == []
        answered(page, "Compare GradCut and Net1", replies=2)
        answered(page, "How fast is GradCut since 2020?", replies=3)
        assert axe_violations(page) == []
        ask(page, "fail please")
        page.wait_for_selector(".reply.is-failed")
        answered(page, "nothing at all?", replies=4)
        page.click("summary:has-text('Export') >> nth=-1")
        assert axe_violations(page) == []
        page.click("[data-tab-id=library][role=tab]")
        page.click("a.paper >> nth=0")
        assert axe_violations(page) == []
        page.click("[data-tab-id=history][role=tab]")
        assert axe_violations(page) == []


def test_day_and_night_have_readable_text(chromium: Any, address: str) -> None:
    for scheme in ("light", "dark"):
        with tab(chromium, address, color_scheme=scheme) as page:
            answered(page, "How fast does GradCut make training?")
            for part in (".reply .text", ".source .byline", ".checked", "a.cite", ".status"):
                assert _contrast(page, part) >= 4.5, (scheme, part)


def test_the_theme_is_switched_and_kept(page: Any) -> None:
    before = page.evaluate("document.body.classList.contains('dark')")
    page.click("button.theme")
    assert page.evaluate("document.body.classList.contains('dark')") is not before
    page.reload()
    page.wait_for_selector(".welcome")
    assert page.evaluate("document.body.classList.contains('dark')") is not before


def test_a_telephone_shows_sources_as_a_sheet(chromium: Any, address: str) -> None:
    with tab(chromium, address, viewport={"width": 390, "height": 844}) as page:
        answered(page, "How fast does GradCut make training?")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert not page.is_visible("#side")
        page.click("a.cite >> nth=0")
        page.wait_for_selector("#side", state="visible")
        assert in_view(page, "mark.flash")
        page.click("#side button:has-text('Close')")
        page.wait_for_selector("#side", state="hidden")


def test_the_keyboard_is_enough(page: Any) -> None:
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    page.keyboard.type("How fast does GradCut make training?")
    page.keyboard.press("Enter")
    page.wait_for_selector(".reply.is-done")
    page.focus("a.cite >> nth=0")
    page.keyboard.press("Enter")
    page.wait_for_selector("mark.flash")
    assert page.evaluate("document.activeElement.id") == "src-0-1"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className").startswith("cite")
    page.focus("summary:has-text('Export')")
    page.keyboard.press("Enter")
    page.wait_for_selector("details.menu[open]")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Markdown"
    page.keyboard.press("Escape")
    page.wait_for_selector("details.menu[open]", state="detached")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def _contrast(page: Any, css: str) -> float:
    """The contrast ratio of WCAG 2 between a text and what lies behind it."""
    colours = page.evaluate(
        """css => {
            const from = document.querySelector(css);
            let behind = from;
            const clear = (e) => getComputedStyle(e).backgroundColor;
            while (behind && clear(behind) === "rgba(0, 0, 0, 0)") behind = behind.parentElement;
            return [getComputedStyle(from).color, clear(behind || document.body)];
        }""",
        css,
    )
    bright, dark = sorted((_luminance(colour) for colour in colours), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
