"""The page in a real browser: what people see and do."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from index.papers import Paper
from tests.fakes import FakeAssistant, FakeLibrary
from tests.ui.browsing import answered, ask, browser, in_view, tab
from tests.ui.served import served
from ui.conversation_store import ConversationStore
from ui.page.running import BackgroundModel

pytestmark = [
    pytest.mark.browser,
    # Gradio counts what its queue did with an option that pandas is about to drop.
    pytest.mark.filterwarnings("ignore:'future.no_silent_downcasting':Warning"),
]

NASTY = "<img src=x onerror=alert(1)><script>alert(2)</script>![a](http://evil.example/a.png)"
FILLER = "It was tried on many data sets, and on each it did as the others did. " * 12
PAPERS = [
    Paper(
        "a1", "GradCut", f"{FILLER}GradCut makes training $2\\times$ faster. It costs $5 or $10.",
        "Cutting gradients", ("Ada Author", "Bo Other"), 2024, "ICML", "10.1234/x",
    ),
    Paper("b2", "SlowNet", "SlowNet is slow and $O(n^2)$. It is dear.", "A slow network"),
    Paper(
        "c3", NASTY, f"{NASTY} is an abstract. {'W' * 300} ends it.", NASTY, (NASTY,), 2020, NASTY,
    ),
    *[Paper(f"d{n}", f"Net{n}", f"Net{n} is number {n}.", f"Network {n}") for n in range(60)],
]  # fmt: skip


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def assistant() -> FakeAssistant:
    return FakeAssistant(PAPERS, pause_s=0.01)


@pytest.fixture(scope="module")
def address(assistant: FakeAssistant) -> Iterator[str]:
    with served(assistant, FakeLibrary(PAPERS)) as url:
        yield url


@pytest.fixture
def page(chromium: Any, address: str) -> Iterator[Any]:
    with tab(chromium, address) as opened:
        yield opened


def test_a_first_visit_explains_and_offers_questions(page: Any) -> None:
    assert "63 papers" in page.inner_text("#header")
    examples = page.locator("ul.examples a")
    assert examples.count() >= 3
    question = examples.first.inner_text()
    examples.first.click()
    page.wait_for_selector(".reply.is-done")
    assert page.inner_text(".asked") == question


def test_an_answer_its_evidence_and_its_citation(page: Any) -> None:
    answered(page, "How fast does GradCut make training?")
    assert "It was tried" in page.inner_text(".reply .text")
    assert "supported by the abstract" in page.inner_text(".checked")
    assert "Cutting gradients" in page.inner_text("#src-0-1")
    assert page.locator("details.others .source").count() == 3
    page.click("a.cite >> nth=0")
    mark = page.locator("#src-0-1 details.abstract mark")
    assert mark.is_visible()
    assert page.locator("mark.flash").count() == 1
    assert in_view(page, "mark.flash")
    assert page.locator("#src-0-1 .katex").count() >= 1
    assert "$5 or $10" in page.inner_text("#src-0-1 details.abstract")


def test_a_citation_of_an_earlier_answer_brings_its_sources_back(page: Any) -> None:
    answered(page, "How fast does GradCut make training?")
    answered(page, "And SlowNet, is it dear?", replies=2)
    assert page.locator("#src-1-1").count() == 1
    page.click("a.cite[href^='#cite-0-'] >> nth=0")
    page.wait_for_selector("#src-0-1 mark.flash")
    assert page.locator("#src-1-1").count() == 0


def test_stop_frees_the_model_and_keeps_the_draft(page: Any, assistant: FakeAssistant) -> None:
    assistant.closed.clear()
    ask(page, "slow please")
    page.wait_for_selector(".text.draft")
    page.click("#question .stop-button")
    page.wait_for_selector(".reply.is-stopped")
    assert assistant.closed.wait(3)
    assert "Stopped" in page.inner_text("#status")
    answered(page, "How fast does GradCut make training?")


def test_what_was_being_written_is_there_after_a_reload(chromium: Any, address: str) -> None:
    # Gradio says in the console that its stream was broken off.
    broken = "AbortError|Connection errored out|Unexpected client exception"
    with tab(chromium, address, expected=broken) as page:
        ask(page, "slow please, and reload")
        page.wait_for_selector(".text.draft")
        page.reload()
        page.wait_for_selector(".reply.is-stopped")
        assert page.inner_text(".asked") == "slow please, and reload"


def test_pointing_at_a_citation_shows_what_it_rests_on(page: Any) -> None:
    answered(page, "How fast does GradCut make training?")
    page.hover("a.cite >> nth=0")
    page.wait_for_selector("#hint.shown:has-text('GradCut: It was tried')")
    assert page.get_attribute("a.cite >> nth=0", "aria-label").startswith("GradCut: It was")
    page.hover("#header")
    page.wait_for_selector("#hint.shown", state="detached")


def test_a_closed_tab_stops_its_answer(
    chromium: Any, address: str, assistant: FakeAssistant
) -> None:
    assistant.closed.clear()
    with tab(chromium, address) as page:
        ask(page, "slow please")
        page.wait_for_selector(".text.draft")
    assert assistant.closed.wait(5)


def test_a_restarted_program_is_noticed_and_goes_on_where_it_was(chromium: Any) -> None:
    answering, library, kept = FakeAssistant(PAPERS), FakeLibrary(PAPERS), ConversationStore(None)
    with served(answering, library, history=kept) as url:
        port = int(url.rsplit(":", 1)[1].strip("/"))
        with contextlib.ExitStack() as stack:
            lost = "ERR_|network error|AbortError|Connection errored out|Unexpected"
            page = stack.enter_context(tab(chromium, url, expected=lost))
            answered(page, "How fast does GradCut make training?")
            page.fill("#question textarea", "And how")
            served_page = stack.pop_all()
    page.wait_for_selector("#gone:has-text('was lost')")
    with served(answering, library, history=kept, port=port) as url, served_page:
        assert int(url.rsplit(":", 1)[1].strip("/")) == port
        page.wait_for_selector("#gone", state="hidden")
        page.wait_for_selector(".reply.is-done")
        assert page.input_value("#question textarea") == "And how"
        answered(page, "And how cheap is it?", replies=2)


def test_a_cell_of_a_comparison_opens_its_sentence(page: Any) -> None:
    answered(page, "Compare GradCut and SlowNet")
    page.click("a.cell >> nth=1")
    page.wait_for_selector("#src-0-2 mark.chosen")
    assert in_view(page, "mark.chosen")
    page.click("summary:has-text('Export')")
    with page.expect_download() as saved:
        page.click(".menu a:has-text('CSV')")
    assert saved.value.suggested_filename.endswith(".csv")
    assert "Results" in Path(saved.value.path()).read_text(encoding="utf-8")


def test_the_head_of_a_long_answer_stays_in_view(page: Any) -> None:
    answered(page, "How fast does GradCut make training?")
    for replies, question in enumerate(("Compare GradCut and SlowNet", "And SlowNet?"), start=2):
        answered(page, question, replies)
        assert in_view(page, "#chat .user-row:nth-last-child(2) .asked")


def test_what_a_question_says_of_the_papers_is_taken_off(
    page: Any, assistant: FakeAssistant
) -> None:
    answered(page, "How fast is GradCut since 2020?")
    page.click(".chips.stated:has-text('from 2020 or later') a.off")
    page.wait_for_selector(".reply.is-done:not(:has(.chips))")
    assert page.locator(".asked").all_inner_texts() == ["How fast is GradCut?"]
    assert assistant.asked[-1] == "How fast is GradCut?"


def test_a_tab_that_was_forgotten_loses_no_conversation(
    chromium: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.web._TABS", 1)
    kept = ConversationStore(None)
    with (
        served(FakeAssistant(PAPERS), FakeLibrary(PAPERS), history=kept) as url,
        tab(chromium, url) as page,
    ):
        answered(page, "How fast does GradCut make training?")
        answered(page, "And how dear is it?", replies=2)
        with tab(chromium, url) as other:
            answered(other, "What does SlowNet do?")
        answered(page, "And who wrote it?", replies=3)
        assert sorted(entry.count for entry in kept.find()) == [1, 3]


def test_what_is_typed_is_read_ahead(page: Any, assistant: FakeAssistant) -> None:
    page.type("#question textarea", "How fast does GradCut")
    page.wait_for_timeout(2000)
    assert assistant.read[-1] == "How fast does GradCut"
    assert page.locator(".asked").count() == 0


def test_an_answer_is_asked_for_again_shorter(page: Any, assistant: FakeAssistant) -> None:
    answered(page, "How fast does GradCut make training?")
    page.click("a.act:has-text('Shorter')")
    page.wait_for_function("() => document.querySelectorAll('.reply.is-done').length === 2")
    assert assistant.asked[-1] == "Shorter"
    assert assistant.conversations[-1].turns


def test_a_new_conversation_stops_the_old_one(page: Any, assistant: FakeAssistant) -> None:
    assistant.closed.clear()
    ask(page, "slow please")
    page.wait_for_selector(".text.draft")
    page.click("text=New conversation")
    page.wait_for_selector(".welcome")
    assert assistant.closed.wait(5)
    page.wait_for_timeout(700)
    assert page.locator(".asked").count() == 0
    answered(page, "How fast does GradCut make training?")


def test_a_second_question_waits_and_says_so(
    chromium: Any, address: str, assistant: FakeAssistant
) -> None:
    with tab(chromium, address) as one, tab(chromium, address) as two:
        ask(one, "slow please")
        one.wait_for_selector(".text.draft")
        ask(two, "How fast does GradCut make training?")
        two.wait_for_selector("#status :text('before yours')")
        two.wait_for_selector("#src-0-1")
        one.click("#question .stop-button")
        two.wait_for_selector(".reply.is-done")
    assert assistant.most_running == 1


@pytest.mark.parametrize(
    ("question", "words"),
    [("fail please", "out of memory"), ("crash please", "the model <b>fell</b> over")],
)
def test_failures_are_said_in_the_chat(page: Any, question: str, words: str) -> None:
    ask(page, question)
    page.wait_for_selector(".reply.is-failed")
    assert words in page.inner_text(".failure")
    page.click("a.act:has-text('Ask again')")
    page.wait_for_selector(".reply.is-failed")
    assert page.locator(".asked").count() == 1
    page.click("a.act:has-text('Answer in quotations')")
    page.wait_for_selector("#mode input[value=quoted]:checked")


def test_an_abstention_offers_the_nearest_papers(page: Any) -> None:
    answered(page, "nothing about SlowNet?")
    assert page.locator("ul.nearest li").count() == 3
    page.click("ul.nearest a >> nth=0")
    page.wait_for_selector(".source.flash")


def test_hostile_text_neither_runs_nor_breaks_the_page(page: Any) -> None:
    answered(page, f"abstract ends {NASTY}")
    answered(page, f"Compare what abstract ends {NASTY} since 2020", replies=2)
    assert "<img" in page.inner_text(".comparison th[scope=col]")
    page.click("[data-tab-id=library][role=tab]")
    page.fill("#find input", "abstract ends")
    page.wait_for_function("() => document.querySelectorAll('a.paper').length === 1")
    page.click("a.paper")
    page.wait_for_selector(".paper-page h2")
    assert NASTY in page.inner_text(".paper-page h2")
    assert page.locator("#tabs img").count() == 0
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 1280
    page.wait_for_timeout(300)


def test_the_library_is_searched_and_read(page: Any) -> None:
    page.click("[data-tab-id=library][role=tab]")
    page.wait_for_selector("a.paper")
    assert page.locator("a.paper").count() == 50
    page.click("text=Show more")
    page.wait_for_function("() => document.querySelectorAll('a.paper').length === 63")
    page.fill("#find input", "icml gradients")
    page.wait_for_function("() => document.querySelectorAll('a.paper').length === 1")
    page.click("a.paper")
    page.wait_for_selector(".paper-page .katex")
    assert "Ada Author" in page.inner_text(".paper-page")
    assert page.get_attribute("a.out", "rel") == "noopener noreferrer"
    page.click("a.act:has-text('Summarise')")
    page.wait_for_selector(".reply.is-done")
    assert "GradCut" in page.inner_text(".asked")


def test_questions_are_asked_of_chosen_papers(page: Any, assistant: FakeAssistant) -> None:
    answered(page, "How fast does GradCut make training?")
    page.click("text=Ask only these")
    page.wait_for_selector(".chip:has-text('GradCut')")
    page.click("#toggle button")
    page.click("#filters input >> nth=0")
    page.click("[role=option]:has-text('2020')")
    page.wait_for_selector(".chip:has-text('2020–')")
    answered(page, "And how dear is it?", replies=2)
    where = assistant.filters[-1]
    assert where is not None
    assert where.year_from == 2020
    assert "a1" in (where.paper_ids or ())
    page.click("[data-do='#do-unfilter-only']")
    page.click("[data-do='#do-unfilter-years']")
    page.wait_for_selector(".chip", state="detached")
    answered(page, "And now?", replies=3)
    assert assistant.filters[-1] is None


def test_a_question_is_edited_and_asked_again(page: Any) -> None:
    answered(page, "How fast does GradCut make training?")
    page.click("text=Edit question")
    page.wait_for_selector(".welcome")
    assert page.input_value("#question textarea") == "How fast does GradCut make training?"
    answered(page, "How dear is GradCut?")
    assert page.locator(".asked").count() == 1


@pytest.mark.parametrize(
    ("row", "words", "name", "part"),
    [
        (1, "Markdown", ".md", "## How fast does GradCut make training?"),
        (2, "HTML", ".html", "<h2>How fast does GradCut make training?</h2>"),
        (3, "BibTeX", ".bib", "author2024cutting,"),
        (3, "RIS", ".ris", "TY  - "),
        (3, "CSL-JSON", ".json", '"DOI": "10.1234/x"'),
    ],
)
def test_answers_are_taken_along(page: Any, row: int, words: str, name: str, part: str) -> None:
    answered(page, "How fast does GradCut make training?")
    page.click("summary:has-text('Export')")
    with page.expect_download() as saved:
        page.click(f".menu li:nth-child({row}) a:has-text('{words}')")
    assert saved.value.suggested_filename == f"how-fast-does-gradcut-make-training{name}"
    assert part in Path(saved.value.path()).read_text(encoding="utf-8")


def test_the_page_speaks_chinese(page: Any) -> None:
    answered(page, "How fast does GradCut make training?")
    page.click("text=中文")
    page.wait_for_selector("[role=tab]:has-text('文献库')")
    assert "摘要" in page.inner_text(".checked")
    assert page.get_attribute("#question textarea", "placeholder") == "继续追问…"
    page.click("text=English")
    page.wait_for_selector("[role=tab]:has-text('Library')")


def test_conversations_come_back(page: Any) -> None:
    answered(page, "How fast does GradCut make training, come back?")
    page.reload()
    page.wait_for_selector(".reply.is-done")
    answered(page, "And again?", replies=2)
    page.click("text=New conversation")
    page.wait_for_selector(".welcome")
    page.click("[data-tab-id=history][role=tab]")
    page.wait_for_timeout(500)
    assert page.locator("[role=tab]").all_inner_texts() == ["Ask", "Library", "History"]
    page.fill("#past input", "come back")
    page.wait_for_selector(".history a.paper:has-text('come back'):has-text('2 questions')")
    page.wait_for_function("() => document.querySelectorAll('.history a.paper').length === 1")
    page.once("dialog", lambda dialog: dialog.accept("Renamed"))
    page.click("text=Rename")
    page.click(".history a.paper:has-text('Renamed')")
    page.wait_for_function("() => document.querySelectorAll('.asked').length === 2")
    assert page.locator("#src-1-1").count() == 1
    page.click("[data-tab-id=history][role=tab]")
    page.click("summary:has-text('Delete')")
    page.click("a.danger:visible")
    page.wait_for_selector(".history a.paper:has-text('Renamed')", state="detached")


def test_files_are_added_and_papers_removed(chromium: Any, tmp_path: Path) -> None:
    file = tmp_path / "new.bib"
    file.write_text("@article{x, title = {NewNet}, abstract = {NewNet is the best network yet.}}")
    library = FakeLibrary(PAPERS[:2])
    with served(FakeAssistant(PAPERS), library) as url, tab(chromium, url) as page:
        page.click("[data-tab-id=library][role=tab]")
        page.set_input_files("#upload input[type=file]", [str(file)])
        page.wait_for_selector(".adding.is-done:has-text('1 new')")
        page.wait_for_selector("#header:has-text('3 papers')")
        page.click("a.paper:has-text('NewNet')")
        page.click(".paper-page summary:has-text('Remove')")
        page.click(".paper-page a.danger")
        page.wait_for_selector("#header:has-text('2 papers')")
        page.click("text=Undo")
        page.wait_for_selector("#header:has-text('3 papers')")
        assert "NewNet" in page.inner_text(".paper-page h2")


def test_answers_are_copied_with_their_citations(chromium: Any, address: str) -> None:
    allowed = ["clipboard-read", "clipboard-write"]
    with tab(chromium, address, permissions=allowed) as page:
        answered(page, "How fast does GradCut make training?")
        page.click("text=Copy with citations")
        page.wait_for_selector("a.act:has-text('Copied')")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert re.search(r"^\[1\] Ada Author, Bo Other\. Cutting gradients", copied, re.MULTILINE)


def test_the_page_is_of_use_while_the_model_loads(chromium: Any, tmp_path: Path) -> None:
    arrives = tmp_path / "arrives"

    class Model:
        name = "small-model"

        def close(self) -> None:
            pass

    def load() -> Model:
        import time

        while not arrives.exists():
            time.sleep(0.05)
        return Model()

    model = BackgroundModel(load)  # type: ignore[arg-type]
    model.start()
    with (
        served(FakeAssistant(PAPERS), FakeLibrary(PAPERS), model) as url,
        tab(chromium, url) as page,
    ):
        page.wait_for_selector(".model.is-loading")
        ask(page, "How fast does GradCut make training?")
        page.wait_for_selector("#status :text('still loading')")
        page.wait_for_selector("#src-0-1")
        arrives.touch()
        page.wait_for_selector(".reply.is-done")
        page.wait_for_selector(".model.is-ready:has-text('small-model')")
