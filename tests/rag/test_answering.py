"""The whole way from a question to an answer, with a scripted model and a scripted embedder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.library import Library
from index.papers import Paper
from rag.answering import Assistant
from rag.errors import ModelError, QuestionError
from rag.events import Complete, EvidenceFound, Failed, TextSoFar
from tests.fake_embedder import FakeEmbedder
from tests.rag.toy_library import GEYSER, LANTERN, QUARRY, ask, toy_library
from tests.scripted_model import ScriptedModel


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with toy_library(tmp_path_factory.mktemp("library")) as opened:
        yield opened


def test_a_true_sentence_is_shown_with_its_source_and_the_words_it_rests_on(
    library: Library,
) -> None:
    model = ScriptedModel(lambda prompt: "Geyser reaches 91.4% accuracy on Stanford Cars.")
    answer = ask(library, model, "What accuracy does Geyser reach on Stanford Cars?")
    assert not answer.abstained
    assert answer.answer.startswith("Geyser reaches 91.4% accuracy on Stanford Cars. [1]")
    assert answer.sources[0].label == "Geyser"
    assert answer.sources[0].cited
    claim = answer.claims[0]
    assert claim.verdict == "supported"
    quote = claim.evidence[0]
    assert GEYSER.abstract[quote.start : quote.end] == quote.quote
    assert "91.4%" in quote.quote


def test_a_wrong_number_is_dropped_and_the_paper_speaks_for_itself(library: Library) -> None:
    model = ScriptedModel(lambda prompt: "Geyser reaches 97.8% accuracy on Stanford Cars.")
    answer = ask(library, model, "What accuracy does Geyser reach on Stanford Cars?")
    assert "97.8" not in answer.answer
    assert "91.4%" in answer.answer
    assert [claim.text for claim in answer.dropped] == [
        "Geyser reaches 97.8% accuracy on Stanford Cars."
    ]


def test_where_no_paper_states_the_answer_it_says_so_and_names_the_nearest(
    library: Library,
) -> None:
    model = ScriptedModel(lambda prompt: "It was trained on 64 GPUs.", odds=lambda prompt: -2.0)
    answer = ask(library, model, "On how many GPUs was Geyser trained?")
    assert answer.abstained
    assert answer.claims == ()
    assert not any(source.cited for source in answer.sources)
    assert "64" not in answer.answer
    assert "Geyser" in answer.answer


@pytest.mark.parametrize(("threshold", "abstains"), [(-1.0, False), (0.5, True)])
def test_how_sure_the_model_must_be_can_be_set(
    library: Library, threshold: float, *, abstains: bool
) -> None:
    model = ScriptedModel(lambda _: "Geyser reaches 91.4% accuracy.", odds=lambda _: -0.4)
    assistant = Assistant(library, model, threshold=threshold)
    *_, last = assistant.ask("What accuracy does Geyser reach on Stanford Cars?")
    assert isinstance(last, Complete)
    assert last.answer.abstained == abstains


def test_the_paper_that_states_the_answer_is_read_even_if_another_was_found_first(
    library: Library,
) -> None:
    model = ScriptedModel(
        lambda prompt: "It needs 40 labelled images.",
        odds=lambda prompt: 0.9 if "Lantern is" in prompt else -1.0,
    )
    answer = ask(library, model, "How many examples must be marked by hand?")
    assert [source.label for source in answer.sources if source.cited] == ["Lantern"]


def test_evidence_comes_before_the_first_word(library: Library) -> None:
    model = ScriptedModel(lambda prompt: "Quarry expands every document with questions.")
    events = list(Assistant(library, model).ask("What does Quarry do with documents?"))
    kinds = [type(event) for event in events]
    assert kinds.index(EvidenceFound) < kinds.index(TextSoFar)
    assert kinds[-1] is Complete


def test_a_comparison_says_of_each_paper_only_what_it_says_itself(library: Library) -> None:
    def write(prompt: str) -> str:
        if "Geyser," in prompt:
            return "Geyser keeps gradients in eight bits. Quarry needs 40 labelled images."
        return "Quarry expands every document with questions that it answers."

    answer = ask(library, ScriptedModel(write), "Compare Geyser and Quarry.")
    cited = [source.label for source in answer.sources if source.cited]
    assert cited == ["Geyser", "Quarry"]
    assert "labelled" not in answer.answer


def test_a_count_of_everything_needs_no_model(library: Library) -> None:
    answer = ask(library, ScriptedModel(lambda prompt: ""), "How many papers are there?")
    assert not answer.abstained
    assert "3 papers" in answer.answer


def test_a_count_of_links_counts_all_papers(library: Library) -> None:
    answer = ask(library, ScriptedModel(lambda prompt: ""), "How many papers link to GitHub?")
    assert answer.answer.startswith("Of 3 papers, 1 fits")
    assert [source.label for source in answer.sources if source.cited] == ["Lantern"]


def test_verbatim_answers_need_no_model(library: Library) -> None:
    question = "Search engines miss documents that use other words"
    *_, last = Assistant(library, None).ask(question, extractive=True)
    assert isinstance(last, Complete)
    assert last.answer.claims
    for claim in last.answer.claims:
        assert claim.text.strip("“”") in QUARRY.abstract


def test_closing_the_stream_stops_the_model(library: Library) -> None:
    model = ScriptedModel(lambda prompt: "word " * 500)
    events = Assistant(library, model).ask("What does Quarry do with documents?")
    assert next(event for event in events if isinstance(event, TextSoFar))
    close = getattr(events, "close", None)
    assert close is not None
    close()
    assert model.stopped == 1


def test_an_empty_library_says_how_to_fill_it(tmp_path: Path) -> None:
    with Library.open(tmp_path, FakeEmbedder()) as empty:
        *_, last = Assistant(empty, ScriptedModel(lambda prompt: "")).ask("What is Geyser?")
    assert isinstance(last, Failed)
    assert "answerable add" in last.remedy


def test_a_model_that_cannot_be_loaded_fails_in_words(library: Library) -> None:
    def load() -> ScriptedModel:
        raise ModelError("The model file is corrupt.", "Fetch it again: answerable models pull x")

    *_, last = Assistant(library, load).ask("What does Quarry do with documents?")
    assert last == Failed("The model file is corrupt.", "Fetch it again: answerable models pull x")


def test_an_empty_question_is_refused(library: Library) -> None:
    with pytest.raises(QuestionError):
        list(Assistant(library, None).ask("  "))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(max_size=200)
    | st.sampled_from(
        [
            "See [7] and [12].",
            "Geyser keeps gradients in eight bits [3][9].",
            "[1]",
            "…",
            "- a\n- b",
        ]
    ),
    question=st.sampled_from(
        [
            "What is Geyser?",
            "Summarise Quarry.",
            "Compare Quarry and Lantern.",
            "Which papers count?",
        ]
    ),
)
def test_whatever_the_model_writes_every_marker_belongs_to_a_source(
    library: Library, text: str, question: str
) -> None:
    answer = ask(library, ScriptedModel(lambda prompt: text), question)
    numbers = {source.number for source in answer.sources}
    for claim in answer.claims:
        assert claim.citations
        assert set(claim.citations) <= numbers
        for quote in claim.evidence:
            abstract = next(s.abstract for s in answer.sources if s.number == quote.citation)
            assert abstract[quote.start : quote.end] == quote.quote
    if not answer.abstained:
        assert {int(n) for n in re.findall(r"\[(\d+)\](?=\s|\[|$)", answer.answer)} <= numbers


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who wrote the paper on Tern, the river model?", "Ada Byron, Emil Post"),
        ("In which year was the Tern river model paper published?", "2019"),
        ("At which venue did Tern, the river model, appear?", "Journal of Rivers"),
    ],
)
def test_what_a_record_holds_is_answered_from_the_record(
    tmp_path: Path, question: str, said: str
) -> None:
    tern = Paper(
        paper_id="aaaa000000000004",
        label="Tern: a river model",
        title="Tern: a river model",
        abstract="Tern predicts the level of a river from rain.",
        authors=("Ada Byron", "Emil Post"),
        year=2019,
        venue="Journal of Rivers",
    )
    with Library.open(tmp_path, FakeEmbedder()) as rivers:
        rivers.add([tern, QUARRY])
        answer = ask(rivers, ScriptedModel(lambda prompt: "nothing"), question)
    assert said in answer.answer
    assert [source.label for source in answer.sources if source.cited] == ["Tern: a river model"]


def test_a_field_that_the_record_lacks_is_not_made_up(library: Library) -> None:
    model = ScriptedModel(lambda prompt: "Geyser was written by John Doe.")
    answer = ask(library, model, "Who wrote the paper on Geyser, an optimizer?")
    assert answer.abstained
    assert "Doe" not in answer.answer
    assert "no authors" in answer.answer


def test_papers_that_mention_the_name_asked_for_are_counted_unread(tmp_path: Path) -> None:
    papers = [
        Paper("bbbb000000000001", "One", "We train with GRPO. It is stable."),
        Paper("bbbb000000000002", "Two", "Nothing is new here. Our reward comes from GRPO."),
        Paper("bbbb000000000003", "Three", "Rivers carry sand."),
    ]
    model = ScriptedModel(lambda prompt: "", odds=lambda prompt: 3.0)
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add(papers)
        answer = ask(opened, model, "How many papers use GRPO?")
    assert answer.answer.startswith("Of 3 papers, 2 fit")
    assert model.prompts == []
    assert all("GRPO" in claim.evidence[0].quote for claim in answer.claims)


def test_a_quotation_stays_as_it_stands_in_an_answer_in_another_language(tmp_path: Path) -> None:
    papers = [Paper("bbbb000000000001", "One", "We train with GRPO. It is stable.")]

    def write(prompt: str) -> str:
        return "How many papers use GRPO?" if "into English" in prompt else "我们用 GRPO 训练。"

    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add(papers)
        answer = ask(opened, ScriptedModel(write), "有多少篇论文使用 GRPO？")
    (claim,) = answer.claims
    assert claim.evidence[0].quote in claim.text
    assert claim.evidence[0].quote in papers[0].abstract


def test_of_papers_found_about_as_well_the_one_that_makes_the_question_likeliest_answers(
    tmp_path: Path,
) -> None:
    fountain = Paper(
        paper_id="aaaa000000000004",
        label="Fountain",
        abstract=(
            "An optimizer for long sequences can keep its gradients in eight bits. Fountain does "
            "so and needs less memory than others on speech."
        ),
    )
    model = ScriptedModel(
        lambda prompt: f"It is {meant}.",
        odds=lambda prompt: 0.5,
        likelihood=lambda prompt, text: -30.0 if meant in prompt else -60.0,
    )
    with Library.open(tmp_path, FakeEmbedder()) as library:
        library.add([GEYSER, fountain, LANTERN, QUARRY])
        for meant in ("Geyser", "Fountain"):
            answer = ask(library, model, "Which optimizer keeps gradients in eight bits?")
            assert answer.sources[0].label == meant


def test_a_number_that_nobody_states_is_not_answered_with_a_vague_word(library: Library) -> None:
    model = ScriptedModel(lambda prompt: "Geyser is trained with a larger batch size.")
    answer = ask(library, model, "Which batch size does Geyser use?")
    assert answer.abstained
    assert "Geyser" in answer.answer


def test_an_answer_that_fails_is_asked_for_once_more_in_detail(library: Library) -> None:
    def write(prompt: str) -> str:
        detailed = prompt.endswith("the details that the abstract gives.")
        own = "Recall rises from 61% to 74% on legal cases."
        return own if detailed else "Quarry wins every contest of jurists."

    answer = ask(library, ScriptedModel(write), "How far does recall rise with Quarry?")
    assert answer.answer.startswith("Recall rises from 61% to 74% on legal cases. [1]")
    assert [claim.text for claim in answer.dropped] == ["Quarry wins every contest of jurists."]


def test_an_abstention_quotes_no_bare_link(tmp_path: Path) -> None:
    paper = Paper(
        "cccc",
        "Kiln",
        "Kiln fires clay in microwaves. Code: https://kiln.example/kiln-energy-training",
    )
    with Library.open(tmp_path, FakeEmbedder()) as library:
        library.add([paper])
        model = ScriptedModel(lambda prompt: "Nothing.", lambda prompt: -3.0)
        question = "How much energy did the training of Kiln take, with which code?"
        answer = ask(library, model, question)
    assert answer.abstained
    assert "https://" not in answer.answer
