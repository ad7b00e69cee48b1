"""An answer that there is none says what was searched, what comes nearest, and what to try."""

from __future__ import annotations

import dataclasses

from index.papers import Paper
from rag.events import Complete
from rag.remarks import say as remark
from tests.fakes import answer_of, source_of
from ui.page import views
from ui.page.turns import Turn

PAPER = Paper("a1", "GradCut", "Training is slow. GradCut makes it twice as fast.")
SOURCE = source_of(PAPER, 1)


def abstained(text: str, searched: int = 0, held: int = 0) -> str:
    answer = dataclasses.replace(answer_of("Q?", (), (SOURCE,)), answer=text, abstained=True)
    turn = Turn("Q?", searched, held).after(Complete(answer))
    return views.message_html(turn, 0, "en")


def test_the_nearest_paper_shows_the_sentence_that_comes_closest() -> None:
    quote = "GradCut makes it twice as fast."
    text = f"No abstract says so. {remark('en', 'closest', paper='GradCut', quote=quote)}"
    shown = abstained(text)
    assert f"<mark>{quote}</mark>" in shown
    assert shown.count(quote) == 1
    assert ">No abstract says so.</p>" in shown
    assert 'href="#cite-0-1"' in shown


def test_without_such_a_sentence_the_abstract_begins() -> None:
    assert "Training is slow." in abstained("No abstract says so. Nearest papers: GradCut.")


def test_what_was_searched_and_what_to_try() -> None:
    shown = abstained("No.", 71, 71)
    assert "71 papers were searched" in shown
    assert "#do-unfilter-all" not in shown
    assert "#do-quoted-0" in shown
    filtered = abstained("No.", 3, 1071)
    assert "Of 1,071 papers, the 3" in filtered
    assert "#do-unfilter-all" in filtered
