"""A real browser that fails the test when the page reaches out, or complains."""

from __future__ import annotations

import io
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image

_CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
DONE = ".reply.is-done"


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium without a window; the test is skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api")
    path = next((found for name in _CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium is installed")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=_ARGUMENTS)
        try:
            yield started
        finally:
            started.close()


@contextmanager
def tab(
    started: Any, address: str, *, expected: str | None = None, **options: Any
) -> Iterator[Any]:
    """A tab with the page open.

    On leaving, the test fails for any request to another machine, and for any error in the
    console but those that match the pattern `expected`.
    """
    context = started.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
    context.set_default_timeout(30_000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("request", lambda request: complaints.extend(_foreign(request.url)))
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.add_init_script("window.alert = (words) => console.error(`alert: ${words}`)")
    page.goto(address)
    page.wait_for_selector("#question textarea")
    page.wait_for_selector(".welcome")
    try:
        yield page
    finally:
        context.close()
    unexpected = [c for c in complaints if expected is None or not re.search(expected, c)]
    assert not unexpected, unexpected


def ask(page: Any, question: str) -> None:
    """Type a question and send it."""
    page.fill("#question textarea", question)
    page.press("#question textarea", "Enter")


def answered(page: Any, question: str, replies: int = 1) -> None:
    """Ask, and wait until so many questions of the conversation are answered."""
    ask(page, question)
    page.wait_for_function(
        "([css, n]) => document.querySelectorAll(css).length >= n", arg=[DONE, replies]
    )
    page.wait_for_selector("#question .submit-button")


def in_view(page: Any, css: str) -> bool:
    """Whether the first such element is wholly within the window, once scrolling has ended."""
    page.wait_for_timeout(900)
    return bool(
        page.evaluate(
            "css => { const box = document.querySelector(css).getBoundingClientRect();"
            " return box.top >= 0 && box.bottom <= innerHeight && box.height > 0 }",
            css,
        )
    )


def axe_violations(page: Any) -> list[str]:
    """What axe-core finds wrong with what the page shows; the test is skipped without it."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page.wait_for_timeout(500)
    found = axe.run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found]


def picture(page: Any, name: str, **options: Any) -> None:
    """Keep what is seen, in the folder that ANSWERABLE_PICTURES names, if it names one."""
    folder = os.environ.get("ANSWERABLE_PICTURES")
    if not folder:
        return
    page.wait_for_timeout(2500)  # until nothing moves any more
    seen = Image.open(io.BytesIO(page.screenshot(**options))).convert("RGB")
    Path(folder).mkdir(parents=True, exist_ok=True)
    small = seen.quantize(128, dither=Image.Dither.NONE)
    small.save(Path(folder) / f"{name}.png", optimize=True)


def _foreign(url: str) -> list[str]:
    parts = urlsplit(url)
    local = parts.scheme in ("data", "blob") or parts.hostname in ("127.0.0.1", "localhost")
    return [] if local else [url]
