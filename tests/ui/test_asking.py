import errno
import json
from collections.abc import Iterator

import pytest

from rag.answers import Answer, Claim, Quote, Timings
from rag.events import Complete, Event, EvidenceFound, TextSoFar
from tests.commandline import PAPERS, run, use
from tests.fakes import FakeAssistant, ScriptedAssistant, answer_of, source_of
from ui.settings import Settings


def test_the_answer_its_markers_sources_and_supporting_words_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use(monkeypatch)
    result = run("ask", "How much faster is FastNet?")
    assert result.exit_code == 0
    assert "FastNet trains five times faster than SlowNet. [1]" in result.stdout
    assert "[1] FastNet  01234567, 2024, ICML\n" in result.stdout
    assert "“FastNet trains five times faster than SlowNet.”" in result.stdout


def test_what_was_found_is_told_on_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch)
    result = run("ask", "How much faster is FastNet?")
    assert result.stderr == "Found in 0.02 s: FastNet; SlowNet\n"


def test_json_stands_alone_on_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch)
    result = run("ask", "--json", "How much faster is FastNet?")
    answer = json.loads(result.stdout)
    assert result.exit_code == 0
    assert answer["question"] == "How much faster is FastNet?"
    claim = answer["claims"][0]
    quote = claim["evidence"][0]
    abstract = next(s for s in answer["sources"] if s["number"] == quote["citation"])["abstract"]
    assert abstract[quote["start"] : quote["end"]] == quote["quote"]


def test_an_abstention_names_the_nearest_papers_and_has_its_own_exit_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use(monkeypatch)
    result = run("ask", "nothing about SlowNet?")
    assert result.exit_code == 3
    assert "No abstract here says so." in result.stdout
    assert (
        "Nearest papers\n  FastNet  01234567, 2024, ICML\n  SlowNet  fedcba98, 2020\n"
        in result.stdout
    )


def test_a_failure_is_one_message_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch)
    result = run("ask", "fail")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.endswith("The model ran out of memory.\nClose other programs.\n")


@pytest.mark.parametrize("question", ["", " ", "?", "why " * 5000])
def test_a_question_that_cannot_be_asked_is_misuse(
    monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    assistant: FakeAssistant = use(monkeypatch)
    result = run("ask", question)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "question" in result.stderr
    assert assistant.asked == []


def test_what_nobody_expected_is_one_line_that_says_how_to_see_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("ANSWERABLE_DEBUG", raising=False)
    use(monkeypatch)
    result = run("ask", "crash")
    assert result.exit_code == 1
    assert "RuntimeError: the model <b>fell</b> over" in result.stderr
    assert "--debug" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_traceback_is_there_for_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERABLE_DEBUG", "1")
    use(monkeypatch)
    result = run("ask", "crash")
    assert result.exit_code == 1
    assert "Traceback" in result.stderr


def test_ctrl_c_stops_the_model_and_says_so_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    def interrupted(_question: str) -> Iterator[Event]:
        try:
            yield EvidenceFound((), 0.01)
            yield TextSoFar("Fast")
            raise KeyboardInterrupt
        finally:
            closed.append(True)

    use(monkeypatch, ScriptedAssistant(interrupted))
    result = run("ask", "How fast?")
    assert result.exit_code == 130
    assert result.stderr == "Found in 0.01 s: nothing\nStopped.\n"
    assert closed


def test_a_full_disk_is_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_question: str) -> Iterator[Event]:
        raise OSError(errno.ENOSPC, "No space left on device", "/models/writer.gguf")
        yield

    use(monkeypatch, ScriptedAssistant(full))
    result = run("ask", "How fast?")
    assert result.exit_code == 1
    assert result.stderr.startswith("The disk is full: /models/writer.gguf.\nFree some space")


def test_an_empty_library_names_the_command_that_fills_it(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, papers=())
    result = run("ask", "How fast?", "--library", "somewhere")
    assert result.exit_code == 1
    assert "The library somewhere is empty." in result.stderr
    assert "answerable add" in result.stderr


def test_dropped_sentences_are_shown_only_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    dropped = Claim("FastNet wins at chess.", (), "unsupported", 0.1)
    answer = Answer("q", "q", "Yes.", False, (), (), Timings(), "fake", dropped=(dropped,))
    use(monkeypatch, ScriptedAssistant(lambda _question: iter([Complete(answer)])))
    assert "chess" not in run("ask", "q").stdout
    assert "FastNet wins at chess." in run("ask", "q", "--show-dropped").stdout


def test_escape_sequences_of_an_abstract_do_not_reach_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = source_of(PAPERS[0], 1)
    claim = Claim("Fast\x1b[2J.", (1,), "supported", 0.9, (Quote(1, "a\x1b]0;b\x07c", 0, 9),))
    answer = answer_of("q", [claim], [source])
    use(monkeypatch, ScriptedAssistant(lambda _question: iter([Complete(answer)])))
    result = run("ask", "q")
    assert "\x1b" not in result.stdout
    assert "\x07" not in result.stdout


@pytest.mark.parametrize("arguments", [["ask"], ["ask", "q", "--nonsense"], ["nonsense"]])
def test_misuse_has_its_own_exit_code(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_an_environment_variable_that_cannot_be_used_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ANSWERABLE_CHROMA_URL", "nonsense")
    result = run("ask", "q")
    assert result.exit_code == 1
    assert "ANSWERABLE_CHROMA_URL" in result.stderr


def test_a_reranker_and_a_checker_model_may_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assistant = use(monkeypatch)
    named: list[Settings] = []

    def make_assistant(_library: object, _model: object, settings: Settings) -> object:
        named.append(settings)
        return assistant

    monkeypatch.setattr("ui.opening.make_assistant", make_assistant)
    options = ("--reranker", "some/ranker", "--checker", "some/checker")
    assert run("ask", *options, "How fast is FastNet?").exit_code == 0
    assert (named[0].reranker, named[0].checker) == ("some/ranker", "some/checker")
