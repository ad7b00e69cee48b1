"""What the conversation, the sources and the library look like, from plain values."""

from __future__ import annotations

import dataclasses

import pytest

from index.papers import Paper
from rag.answers import Answer, Claim, Quote, Timings
from rag.conversations import Conversation
from rag.events import (
    ClaimChecked,
    Complete,
    EvidenceFound,
    Failed,
    Progress,
    TextSoFar,
)
from tests.fakes import answer_of, source_of
from ui.page import exporting, views
from ui.page.texts import _TEXTS, say
from ui.page.turns import Turn, conversation_of

NASTY = "<img src=x onerror=alert(1)>\"'![](http://evil.example/a.png)"
PAPER = Paper(
    "aa11", "GradCut", "Training is slow. GradCut halves it for $n$ > 5. It costs $5 or $10.",
    "Cutting gradients", ("A. Author", "B. Other"), 2024, "ICML", "10.1/x", None,
)  # fmt: skip
OTHER = Paper("bb22", "SlowNet", "SlowNet is slow.", "A slow network", (), 2019, None)
FIRST, SECOND = source_of(PAPER, 1), source_of(OTHER, 2)


def claim(text: str, quote: str, verdict: str = "supported", number: int = 1) -> Claim:
    start = PAPER.abstract.index(quote)
    evidence = (Quote(number, quote, start, start + len(quote)),)
    return Claim(text, (number,), verdict, 0.9, evidence)  # type: ignore[arg-type]


def answered(*claims: Claim, **changes: object) -> Turn:
    answer = dataclasses.replace(answer_of("Q?", claims, (FIRST, SECOND)), **changes)  # type: ignore[arg-type]
    return Turn("Q?").after(Complete(answer))


HALVES = claim("GradCut halves training.", "GradCut halves it for $n$ > 5.")
COSTS = claim("It costs 7 dollars.", "It costs $5 or $10.", "partly")


def test_citations_lead_to_the_sentence_they_rest_on() -> None:
    turn = answered(HALVES, COSTS)
    message = views.message_html(turn, 3, "en")
    assert 'href="#cite-3-1-0"' in message
    assert 'href="#cite-3-1-1"' in message
    panel = views.sources_html(turn, 3, "en")
    assert 'id="src-3-1"' in panel
    assert 'id="mark-3-1-0"' in panel
    assert 'id="mark-3-1-1"' in panel
    assert "GradCut halves it for \\(n\\) &gt; 5.</mark>" in panel


def test_of_several_sentences_the_one_that_says_it_is_led_to() -> None:
    slow, halves = (
        claim("", quote).evidence[0]
        for quote in ("Training is slow.", "GradCut halves it for $n$ > 5.")
    )
    turn = answered(Claim("GradCut halves it.", (1,), "supported", 0.9, (slow, halves)))
    panel = views.sources_html(turn, 0, "en")
    assert panel.count('id="mark-0-1-0"') == 1
    assert "halves it" in panel.partition('id="mark-0-1-0"')[2][:40]
    assert 'title="GradCut: GradCut halves it' in views.message_html(turn, 0, "en")


def test_a_citation_to_no_source_is_not_shown() -> None:
    turn = answered(HALVES, answer="GradCut halves training. [1] [9]")
    message = views.message_html(turn, 0, "en")
    assert message.count("#cite-") == 1
    assert "9" not in message.partition("</div>")[0]


def test_what_is_not_supported_says_so() -> None:
    message = views.message_html(answered(HALVES, COSTS), 0, "en")
    assert message.count("partly supported") >= 1
    assert "1 of 2 sentences" in message
    assert "supported by the abstract" in views.message_html(answered(HALVES), 0, "en")


def test_what_was_dropped_can_be_unfolded() -> None:
    lost = Claim(f"It is green {NASTY}.", (), "unsupported", 0.1)
    message = views.message_html(answered(HALVES, dropped=(lost,)), 0, "en")
    assert "<details" in message
    assert "It is green" in message
    assert "<img" not in message


def test_cited_sources_come_first_and_others_are_folded() -> None:
    panel = views.sources_html(answered(HALVES), 0, "en")
    cited, _, others = panel.partition('<details class="others">')
    assert "Cutting gradients" in cited
    assert "A slow network" in others
    assert "Cited" in cited


def test_evidence_is_shown_before_a_word_is_written() -> None:
    turn = Turn("Q?").after(EvidenceFound((FIRST, SECOND), 0.1))
    panel = views.sources_html(turn, 0, "en")
    assert "Cutting gradients" in panel
    assert "A slow network" in panel


def test_an_abstention_names_the_nearest_papers() -> None:
    text = "They do not answer that. Nearest papers: GradCut; SlowNet."
    answer = Answer("Q?", "Q?", text, True, (), (FIRST, SECOND), Timings(), "m")
    message = views.message_html(Turn("Q?").after(Complete(answer)), 0, "en")
    assert "They do not answer that." in message
    assert message.count("GradCut") == 2, "in the list, once as a label, once in its abstract"
    assert 'href="#cite-0-1"' in message


def test_a_follow_up_shows_how_it_was_understood() -> None:
    message = views.message_html(answered(HALVES, standalone_question="How fast?"), 0, "en")
    assert "Understood as" in message
    assert "How fast?" in message
    assert "Understood" not in views.message_html(answered(HALVES), 0, "en")


def test_hostile_fields_reach_no_tag() -> None:
    paper = Paper(
        "cc33", NASTY, f"{NASTY} abstract.", NASTY, (NASTY,), 2020, NASTY, NASTY, NASTY, NASTY
    )
    source = dataclasses.replace(source_of(paper, 1), cited=True)
    quote = Quote(1, NASTY, 0, len(NASTY))
    told = Claim(NASTY, (1,), "partly", 0.5, (quote,))
    answer = Answer(NASTY, f"{NASTY}!", f"{NASTY} [1]", False, (told,), (source,), Timings(), "m")
    turn = Turn(NASTY).after(Complete(answer))
    shown = [
        views.question_html(turn),
        views.message_html(turn, 0, "en"),
        views.sources_html(turn, 0, "en"),
        views.message_html(Turn(NASTY).failed(NASTY, NASTY), 0, "en"),
        views.status_html(Turn(NASTY).after(Progress("reading", NASTY)), 3, "en"),
        views.welcome_html([NASTY], 3, "en"),
    ]
    for each in shown:
        assert "<img" not in each
        assert 'onerror=alert(1)>"' not in each
        assert "\n" not in each


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "data:text/html,x", "//evil.example", "http://", "file:///etc", None],
)
def test_only_web_addresses_become_links(url: str | None) -> None:
    assert "<a" not in views.web_link(url, "here")
    assert 'href="https://a.org/x"' in views.web_link("https://a.org/x", "here")


def test_the_status_says_what_is_happening() -> None:
    turn = Turn("Q?")
    assert "Searching 6,634 papers" in views.status_html(turn, 6634, "en")
    assert "one question" in views.status_html(turn.waiting(ahead=1), 1, "en")
    assert "3 questions" in views.status_html(turn.waiting(ahead=3), 1, "en")
    assert "still loading" in views.status_html(turn.waiting(for_model=True), 1, "en")
    reading = turn.after(Progress("reading", "Reading 6 sentences"))
    assert "Reading 6 sentences" in views.status_html(reading, 1, "en")
    assert "正在阅读" in views.status_html(reading, 1, "zh")
    assert "Stopped" in views.status_html(reading.stopped(), 1, "en")


def test_a_turn_grows_with_its_events_and_ends_once() -> None:
    turn = Turn("Q?").after(Progress("writing", "Writing")).after(TextSoFar("Half a"))
    assert (turn.stage, turn.text, turn.running) == ("writing", "Half a", True)
    assert turn.after(ClaimChecked(HALVES, kept=True)).checked == 1
    assert not turn.stopped().running
    done = turn.after(Complete(answer_of("Q?", (HALVES,), (FIRST,))))
    assert done.stopped() == done
    failed = turn.after(Failed("Broken.", "Mend it."))
    assert "Broken." in views.message_html(failed, 0, "en")
    assert "Mend it." in views.message_html(failed, 0, "en")


def test_a_conversation_is_its_answered_turns() -> None:
    turns = [answered(HALVES), Turn("?").failed("no"), Turn("?").stopped()]
    assert conversation_of(turns) == Conversation((turns[0].answer,))  # type: ignore[arg-type]


def test_copied_text_carries_its_sources() -> None:
    answer = answered(HALVES).answer
    assert answer is not None
    assert exporting.plain(answer).splitlines() == [
        "GradCut halves training. [1]",
        "",
        "[1] A. Author, B. Other. Cutting gradients. ICML, 2024. https://doi.org/10.1/x",
    ]


def test_example_questions_name_papers_of_the_library() -> None:
    questions = views.example_questions([PAPER, OTHER], "en")
    assert any("GradCut" in question for question in questions)
    assert views.example_questions([], "en") == []
    assert "no papers yet" in views.welcome_html([], 0, "en")


def test_every_text_has_both_languages_and_the_same_blanks() -> None:
    for key, (english, chinese) in _TEXTS.items():
        assert english, key
        assert chinese, key
        blanks = {"n", "k", "s", "name", "names", "label"}
        for blank in blanks:
            one_only = key.endswith("_1") or key == "one_supported"
            assert one_only or (f"{{{blank}}}" in english) == (f"{{{blank}}}" in chinese), key
    assert say("en", "papers", n=1) == "1 paper"
