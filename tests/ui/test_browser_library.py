"""The library's tab in a real browser: selecting, acting on what is selected, the map, folders."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from index.papers import Paper
from tests.fakes import FakeAssistant, FakeLibrary
from tests.ui.browsing import axe_violations, browser, tab
from tests.ui.served import served

pytestmark = pytest.mark.browser

NASTY = "<img src=x onerror=alert(1)><script>alert(2)</script>![a](http://evil.example/a.png)"
SUBJECTS = ("protein folding in water", "robot arms that grasp", "bond markets and prices")
PAPERS = [
    Paper(
        f"{n:04x}", f"Work{n}", f"Work {n} is about {SUBJECTS[n % 3]}.",
        f"On {SUBJECTS[n % 3]} {n}", (f"Ada Author{n % 4}", "Bo Other"), 2015 + n % 5,
        ("ICML", "Nature")[n % 2],
    )
    for n in range(60)
]  # fmt: skip
WORDS = "W" * 300
PAPERS.append(
    Paper("ff00", NASTY, f"{NASTY} {WORDS}", NASTY, (NASTY,), 2020, NASTY, NASTY, tags=(NASTY,))
)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def assistant() -> FakeAssistant:
    return FakeAssistant(PAPERS)


@pytest.fixture(scope="module")
def address(assistant: FakeAssistant) -> Iterator[str]:
    with served(assistant, FakeLibrary(PAPERS)) as url:
        yield url


@pytest.fixture
def page(chromium: Any, address: str) -> Iterator[Any]:
    with tab(chromium, address) as opened:
        to_library(opened)
        yield opened


def to_library(page: Any) -> None:
    page.click("[data-tab-id=library][role=tab]")
    page.wait_for_selector("a.paper")


def listed(page: Any, count: int) -> None:
    """Wait until so many papers are listed."""
    page.wait_for_function(
        "n => document.querySelectorAll('#listing a.paper').length === n", arg=count
    )


def select(page: Any, *rows: int) -> None:
    for row in rows:
        page.check(f".pick-one >> nth={row}")


def ids(page: Any) -> list[str]:
    return list(page.eval_on_selector_all(".pick-one", "boxes => boxes.map(box => box.value)"))


def test_the_table_is_put_in_order_by_its_columns(page: Any) -> None:
    assert page.get_attribute("th.title", "aria-sort") == "ascending"
    page.click("th.year a")
    page.wait_for_selector("th.year[aria-sort=descending]")
    assert page.inner_text("td.year >> nth=0") == "2020"
    page.click("th.year a")
    page.wait_for_selector("th.year[aria-sort=ascending]")
    assert page.inner_text("td.year >> nth=0") == "2015"
    page.click("th.venue a")
    page.wait_for_selector("th.venue[aria-sort]")
    assert page.locator("[aria-sort]").count() == 1


def test_selected_papers_are_asked_alone(page: Any, assistant: FakeAssistant) -> None:
    assert not page.is_visible("#picked .picked")
    select(page, 1, 2)
    assert page.inner_text("#picked .count") == "2 selected"
    chosen = frozenset(ids(page)[1:3])
    page.click("#picked button:has-text('Ask only these')")
    page.wait_for_selector(".chip:has-text('Only')")
    page.fill("#question textarea", "How do they do it?")
    page.press("#question textarea", "Enter")
    page.wait_for_selector(".reply.is-done")
    where = assistant.filters[-1]
    assert where is not None
    assert where.paper_ids == chosen


def test_two_to_six_selected_papers_are_compared(page: Any, assistant: FakeAssistant) -> None:
    compare = page.locator("[data-shelf=compare]")
    select(page, 0)
    assert compare.is_disabled()
    select(page, 1, 2)
    chosen = frozenset(ids(page)[:3])
    compare.click()
    page.wait_for_selector(".reply.is-done")
    assert assistant.asked[-1].startswith("Compare “")
    assert assistant.asked[-1].count("“") == 3
    where = assistant.filters[-1]
    assert where is not None
    assert where.paper_ids == chosen
    assert page.is_visible(".chip:has-text('Only')")
    to_library(page)
    select(page, 3, 4, 5, 6)
    assert compare.is_disabled()


def test_selected_papers_are_summarised_one_by_one(page: Any, assistant: FakeAssistant) -> None:
    select(page, 3, 4)
    page.click("#picked [data-shelf=summarise]")
    page.wait_for_function("() => document.querySelectorAll('.reply.is-done').length === 2")
    assert [question.partition(" ")[0] for question in assistant.asked[-2:]] == ["Summarise"] * 2
    assert assistant.asked[-1] != assistant.asked[-2]


@pytest.mark.parametrize(
    ("kind", "name", "part"),
    [
        ("BibTeX", "papers-2.bib", "title = {"),
        ("RIS", "papers-2.ris", "TY  - "),
        ("CSL-JSON", "papers-2.json", '"container-title"'),
        ("CSV", "papers-2.csv", "Title,Authors"),
    ],
)
def test_selected_papers_are_taken_along(page: Any, kind: str, name: str, part: str) -> None:
    select(page, 1, 2)
    page.click("#picked summary:has-text('Export')")
    with page.expect_download() as saved:
        page.click(f"#picked button:text-is('{kind}')")
    assert saved.value.suggested_filename == name
    assert part in Path(saved.value.path()).read_text(encoding="utf-8")
    assert not page.is_visible("#picked button:text-is('RIS')")


def test_everything_that_was_found_is_selected_at_once(page: Any) -> None:
    page.check(".pick-all")
    page.wait_for_selector("#picked .count:has-text('61 selected')")
    page.uncheck(".pick-all")
    page.wait_for_selector("#picked .picked", state="hidden")
    page.fill("#find input", "robot")
    listed(page, 20)
    page.check(".pick-all")
    page.wait_for_selector("#picked .count:has-text('20 selected')")
    page.fill("#find input", "")
    listed(page, 50)
    assert page.inner_text("#picked .count") == "20 selected"
    page.click("#picked button:has-text('Show only these')")
    listed(page, 20)
    assert "20 of 61 papers" in page.inner_text("#listing .minor")
    page.click("a.off")
    listed(page, 50)


def test_selected_papers_are_removed_and_put_back(chromium: Any) -> None:
    library = FakeLibrary(PAPERS[:6])
    with served(FakeAssistant(PAPERS), library) as url, tab(chromium, url) as page:
        to_library(page)
        select(page, 0, 1, 2)
        page.click("#picked summary:has-text('Remove')")
        page.click("#picked button:has-text('Remove 3 from the library')")
        page.wait_for_selector("#header:has-text('3 papers')")
        assert len(library) == 3
        assert not page.is_visible("#picked .picked")
        page.click("#added button:has-text('Undo')")
        page.wait_for_selector("#header:has-text('6 papers')")
        listed(page, 6)
        assert len(library) == 6


def test_a_paper_is_read_with_papers_like_it(page: Any) -> None:
    assert not page.is_visible("#paper")
    first = page.inner_text("a.paper >> nth=1")
    page.click("a.paper >> nth=1")
    page.wait_for_selector(".paper-page h2")
    assert page.inner_text(".paper-page h2") == first
    page.wait_for_function("() => document.activeElement.tagName === 'H2'")
    similar = page.locator("ul.similar a.paper")
    assert similar.count() == 6
    name = similar.nth(2).inner_text()
    similar.nth(2).click()
    page.wait_for_function(
        "name => document.querySelector('.paper-page h2')?.innerText === name", arg=name
    )
    page.click("a.act:has-text('Back to the list')")
    page.wait_for_selector("#paper", state="hidden")
    assert page.evaluate("document.activeElement.textContent") == first


def test_bars_list_their_papers(page: Any) -> None:
    page.click("[data-view=glance]")
    page.click(".is-years button[aria-label='2017: 12']")
    listed(page, 12)
    assert "Year: 2017" in page.inner_text("#listing .chip")
    page.click("[data-view=glance]")
    page.click(".is-venue button:has-text('ICML')")
    listed(page, 30)


def _drawn(page: Any) -> Any:
    page.click("[data-view=map]")
    page.wait_for_selector(".topic-map[data-state=ready] .topics li")
    return page.locator(".topic-map canvas").bounding_box()


def test_a_click_on_the_map_opens_the_paper_that_was_pointed_at(page: Any) -> None:
    box = _drawn(page)
    # Rows of points are passed over until one is under the pointer.
    for y in range(20, int(box["height"]) - 60, 9):
        for x in range(20, int(box["width"]) - 60, 24):
            page.mouse.move(box["x"] + x, box["y"] + y)
            if page.is_visible(".topic-map .tip.shown"):
                title = page.inner_text(".topic-map .tip").partition("\n")[0]
                page.mouse.click(box["x"] + x, box["y"] + y)
                page.wait_for_selector(".paper-page h2")
                assert page.inner_text(".paper-page h2")[:60] == title[:60]
                return
    raise AssertionError("there was no point")


def test_a_lasso_selects_and_the_topics_do_so_by_keyboard(page: Any) -> None:
    box = _drawn(page)
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.down()
    for x, y in ((4, 0.99), (0.99, 0.99), (0.99, 4), (6, 4)):
        right = box["width"] * x if x < 1 else x
        down = box["height"] * y if y < 1 else y
        page.mouse.move(box["x"] + right, box["y"] + down, steps=4)
    page.mouse.up()
    page.wait_for_selector("#picked .count:has-text('61 selected')")
    page.click("#picked button:has-text('Clear')")
    topic = page.locator(".topics button").first
    count = topic.locator(".count").inner_text()
    topic.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#picked .count:has-text('{count} selected')")
    assert topic.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")
    page.wait_for_selector("#picked .picked", state="hidden")


def test_hostile_papers_are_only_text(page: Any) -> None:
    page.fill("#find input", "script alert")
    listed(page, 1)
    page.check(".pick-all")
    page.wait_for_selector("#picked .count:has-text('1 selected')")
    page.click("a.paper")
    page.wait_for_selector(".paper-page")
    page.click("[data-view=glance]")
    page.click(".is-venue button:has-text('<img')")
    listed(page, 1)
    _drawn(page)
    page.wait_for_timeout(300)
    assert page.locator("#tabs img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_a_folder_is_added(chromium: Any, tmp_path: Path) -> None:
    folder = tmp_path / "my papers"
    (folder / "deeper").mkdir(parents=True)
    for name in ("one", "deeper/two"):
        entry = f"@article{{x, title = {{{name}}}, abstract = {{This is what {name} is about.}}}}"
        (folder / f"{name}.bib").write_text(entry)
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    (folder / ".hidden.bib").write_text("nothing")
    library = FakeLibrary(PAPERS[:2])
    with served(FakeAssistant(PAPERS), library) as url, tab(chromium, url) as page:
        to_library(page)
        with page.expect_file_chooser() as chooser:
            page.click("button:has-text('Add a folder')")
        chooser.value.set_files(str(folder))
        page.wait_for_selector(".adding.is-done:has-text('1 new') >> nth=0")
        page.wait_for_selector("#header:has-text('4 papers')")
        assert "2 files of other kinds were passed over" in page.inner_text("#added")
        assert {paper.source_file for paper in library.papers()} >= {"one.bib", "two.bib"}


def test_a_folder_without_papers_says_so(page: Any, tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    with page.expect_file_chooser() as chooser:
        page.click("button:has-text('Add a folder')")
    chooser.value.set_files(str(tmp_path))
    page.wait_for_selector("#added:has-text('no files of papers')")


def test_a_dropped_folder_is_added(chromium: Any) -> None:
    library = FakeLibrary(PAPERS[:2])
    with served(FakeAssistant(PAPERS), library) as url, tab(chromium, url) as page:
        to_library(page)
        # A browser makes folders only of what a person drops: this one is made by hand.
        page.evaluate(
            """text => {
                const file = new File([text], "three.bib");
                const one = { isFile: true, file: (done) => done(file) };
                let read = false;
                const folder = { isDirectory: true, createReader: () => ({ readEntries: (done) => {
                    done(read ? [] : [one]); read = true; } }) };
                const drop = new DragEvent("drop", { bubbles: true, cancelable: true });
                Object.defineProperty(drop, "dataTransfer", { value: {
                    files: [], items: [{ webkitGetAsEntry: () => folder }] } });
                document.querySelector("#upload button").dispatchEvent(drop);
            }""",
            "@article{x, title = {Three}, abstract = {This is what the third is about.}}",
        )
        page.wait_for_selector("#header:has-text('3 papers')")


def test_a_telephone_shows_one_thing_at_a_time(chromium: Any, address: str) -> None:
    with tab(chromium, address, viewport={"width": 390, "height": 844}) as page:
        to_library(page)
        select(page, 0, 1)
        assert page.is_visible("#picked [data-shelf=clear]")
        page.click("a.paper >> nth=1")
        page.wait_for_selector("#paper", state="visible")
        page.click("a.act:has-text('Back to the list')")
        page.wait_for_selector("#paper", state="hidden")
        box = _drawn(page)
        assert box["width"] > 300
        assert box["height"] > 200
        page.click("[data-view=glance]")
        page.wait_for_selector(".glance")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_tab_speaks_chinese(page: Any) -> None:
    select(page, 0)
    page.click("text=中文")
    page.wait_for_selector("[role=tab]:has-text('文献库')")
    page.wait_for_selector("th.title:has-text('标题')")
    assert page.inner_text("#picked .count") == "已选 1 篇"
    _drawn(page)
    assert "圈出圆点" in page.inner_text(".topics")
    page.wait_for_selector(".topic-map canvas[aria-label*='61 篇论文']")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong(chromium: Any, address: str, scheme: str) -> None:
    with tab(chromium, address, color_scheme=scheme) as page:
        to_library(page)
        select(page, 1, 2)
        page.click("a.paper >> nth=3")
        page.wait_for_selector(".paper-page")
        page.click("#picked summary:has-text('Export')")
        assert axe_violations(page) == []
        _drawn(page)
        assert axe_violations(page) == []
        page.click("[data-view=glance]")
        page.wait_for_selector(".glance")
        assert axe_violations(page) == []


def test_what_the_page_keeps_of_a_selection_is_its_ids(page: Any) -> None:
    select(page, 1)
    chosen = page.evaluate(
        "() => new Promise((done) => { document.addEventListener('shelf:chosen',"
        " (event) => done(JSON.stringify([...event.detail])), { once: true });"
        " document.dispatchEvent(new CustomEvent('shelf:choose',"
        " { detail: { ids: ['0003'], add: true } })); })"
    )
    assert set(json.loads(chosen)) == {ids(page)[1], "0003"}


_TIMED = """async ([act, done]) => {
    const from = performance.now();
    eval(act);
    while (!eval(done) && performance.now() - from < 20000) {
        await new Promise((go) => setTimeout(go, 5));
    }
    return (performance.now() - from) / 1000;
}"""
_WORDS = "document.querySelector('#listing .minor').textContent"


def _typed(words: str) -> str:
    return (
        "{ const box = document.querySelector('#find input');"
        f" box.value = '{words}'; box.dispatchEvent(new Event('input', {{ bubbles: true }})); }}"
    )


@pytest.mark.slow
def test_ten_thousand_papers_do_not_keep_anybody_waiting(chromium: Any) -> None:
    filler = "It was tried on many data sets, and on each it did as the others did. " * 16
    papers = [
        Paper(
            f"{n:016x}", f"Work{n}", f"{filler} It is {('odd', 'even')[n % 2]}.", f"Number {n}",
            (f"Ada Author{n % 900}",), 1990 + n % 35, f"Venue {n % 40}",
        )
        for n in range(10_000)
    ]  # fmt: skip
    with served(FakeAssistant(papers[:9]), FakeLibrary(papers)) as url, tab(chromium, url) as page:
        to_library(page)
        page.wait_for_timeout(3000)  # what a search looks at is made ready meanwhile

        def seconds(act: str, done: str) -> float:
            took = float(page.evaluate(_TIMED, [act, done]))
            page.wait_for_timeout(200)
            return took

        def click(css: str) -> str:
            return f'document.querySelector("{css}").click()'

        def there(css: str) -> str:
            return f'document.querySelector("{css}")'

        rounds = [
            {
                "newest": seconds(click("th.year a"), there("th.year.is-down")),
                "authors": seconds(click("th.author a"), there("th.author.is-up")),
                "search": seconds(_typed("odd"), f"{_WORDS}.startsWith('5,000')"),
                "no search": seconds(_typed(""), f"{_WORDS}.startsWith('10,000')"),
                "all": seconds(click(".pick-all"), there("#picked .is-shown")),
                "none": seconds(
                    click("[data-shelf=clear]"), there("#picked .picked:not(.is-shown)")
                ),
                "glance": seconds(click("[data-view=glance]"), there(".glance")),
                "read": seconds(click("#listing a.paper"), there(".paper-page")),
                "close": seconds(click("a[href='#shelf-close']"), f"!{there('.paper-page')}"),
                "titles": seconds(click("th.title a"), there("th.title.is-up")),
            }
            for _ in range(3)
        ]
        page.click("[data-view=map]")
        page.wait_for_selector(".topics li")
        box = page.locator(".topic-map canvas").bounding_box()
        page.mouse.move(box["x"] + 200, box["y"] + 200)
        zoomed = seconds(click("[data-map=in]"), "true")
    best = {name: min(each[name] for each in rounds) for name in rounds[0]} | {"zoom": zoomed}
    assert {name: took for name, took in best.items() if took > 0.5} == {}
