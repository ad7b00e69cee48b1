"""How long the web page keeps people waiting, measured in a real browser over a real library.

`python -m evaluation.page LIBRARY` starts `answerable serve` over the library and drives a headless
Chromium (with Playwright): from the address being printed to a page that can be used, what the
page stands still for while the language model loads, from a question to its evidence, and what
browsing costs. Times are taken within the page, until the next frame is drawn.
"""

from __future__ import annotations

import os
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from evaluation.reporting import table

QUESTIONS = 20
LOOK_S = 0.05
BETWEEN_MS = 2000
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# From an act to the frame in which `wanted` is there.
TIMED = """([act, wanted]) => new Promise((done, failed) => {
    const there = new Function("return " + wanted);
    const from = performance.now();
    const look = () => {
        if (there()) requestAnimationFrame(() => done((performance.now() - from) / 1000));
        else if (performance.now() - from > 120000) failed(new Error("never: " + wanted));
        else setTimeout(look, 4);
    };
    new Function(act)();
    look();
})"""


def main(library: str) -> None:
    """Measure and print a table."""
    with _browser() as browser, _served(library) as (address, printed):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.set_default_timeout(120_000)
        with _silences(address) as silences:
            page.goto(address)
            page.wait_for_selector(".welcome")
            page.fill("#question textarea", "x")
            rows = [("address printed to a page that can be used", time.perf_counter() - printed)]
            page.wait_for_selector(".model.is-ready")
            rows.append(("… to the language model being ready", time.perf_counter() - printed))
        longest = max(silences, default=0.0)
        rows.append(("longest the server was silent until then", longest))
        names = _names(page)
        found = sorted(_evidence(page, at, name) for at, name in enumerate(names))
        rows.append(("question to evidence, median", statistics.median(found)))
        rows.append(("question to evidence, longest", found[-1]))
        rows += _browsing(page)
        held = page.inner_text("#header .held span >> nth=0")
    print(table([f"{held}", "s"], [(name, f"{seconds:.2f}") for name, seconds in rows]))


def _names(page: Any) -> list[str]:
    """What papers of the library are called, to ask about."""
    page.click("[data-tab-id=library][role=tab]")
    page.wait_for_selector("#listing a.paper")
    names = page.locator("#listing a.paper").all_inner_texts()[:QUESTIONS]
    page.click("[data-tab-id=ask][role=tab]")
    return [" ".join(name.split()) for name in names]


def _evidence(page: Any, at: int, name: str) -> float:
    """Ask, and stop as soon as the sources are there."""
    page.fill("#question textarea", f"What is the main result of {name}?")
    seconds = page.evaluate(
        TIMED,
        [
            "document.querySelector('#question .submit-button').click()",
            f"document.querySelector('#src-{at}-1')",
        ],
    )
    if page.locator("#question .stop-button").count():
        page.click("#question .stop-button")
    page.wait_for_selector("#question .submit-button")
    # The engine ends the batch of tokens that it is at.
    page.wait_for_timeout(BETWEEN_MS)
    return float(seconds)


def _browsing(page: Any) -> Iterator[tuple[str, float]]:
    def timed(act: str, wanted: str) -> float:
        seconds = float(page.evaluate(TIMED, [act, wanted]))
        page.wait_for_timeout(300)
        return seconds

    def click(css: str) -> str:
        return f'document.querySelector("{css}").click()'

    def there(css: str) -> str:
        return f'document.querySelector("{css}")'

    page.click("[data-tab-id=library][role=tab]")
    page.wait_for_selector("#listing a.paper")
    search = (
        "const box = document.querySelector('#find input'); box.value = 'learning';"
        " box.dispatchEvent(new Event('input', { bubbles: true }));"
        " window.before = document.querySelector('#listing .minor').textContent"
    )
    listed = "document.querySelector('#listing .minor')?.textContent !== window.before"
    yield "newest papers first", timed(click("th.year a"), there("th.year.is-down"))
    yield "papers with a word", timed(search, listed)
    yield "a paper's page, with papers like it", timed(click("#listing a.paper"), there(".similar"))
    yield "papers by year and venue", timed(click("[data-view=glance]"), there(".glance"))
    drawn = there(".topic-map[data-state=ready] .topics li")
    yield "the map of topics, the first time", timed(click("[data-view=map]"), drawn)
    yield "the map, moved closer", timed(click("[data-map=in]"), "true")
    page.reload()
    page.click("[data-tab-id=library][role=tab]")
    page.wait_for_selector("#listing a.paper")
    yield "the map, opened again", timed(click("[data-view=map]"), drawn)


@contextmanager
def _browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 (a development tool)

    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    with sync_playwright() as driver:
        started = driver.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        yield started
        started.close()


@contextmanager
def _served(library: str) -> Iterator[tuple[str, float]]:
    """The page's address, and when it was printed."""
    command = [sys.executable, "-m", "ui.cli", "serve", "--port", "0"]
    environment = {**os.environ, "ANSWERABLE_LIBRARY": library}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as program:
        assert program.stdout is not None
        address = program.stdout.readline().strip()
        yield address, time.perf_counter()
        program.send_signal(signal.SIGINT)


@contextmanager
def _silences(address: str) -> Iterator[list[float]]:
    """How long the server took for each of many small requests, meanwhile."""
    took: list[float] = []
    ended = threading.Event()

    def ask() -> None:
        while not ended.wait(LOOK_S):
            began = time.perf_counter()
            with urllib.request.urlopen(f"{address}gradio_api/app_id") as reply:
                reply.read()
            took.append(time.perf_counter() - began)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    yield took
    ended.set()
    asking.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
