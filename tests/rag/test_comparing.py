"""Comparisons: which papers, the table first, what was asked, and nothing of one put on another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from index.library import Library
from index.papers import Paper
from rag.answering import Assistant
from rag.answers import Answer, Cell
from rag.asked import aspect_of, facet_asked
from rag.events import Failed, TableFound, TextSoFar
from tests.fake_embedder import FakeEmbedder
from tests.rag.asking import all_of
from tests.scripted_model import ScriptedModel

GRAD = Paper(
    "a" * 16,
    "GradCut: fewer gradients",
    "Exchanging gradients is slow. We propose GradCut, which drops small gradients. "
    "On ImageNet, GradCut reaches 76.3% accuracy. Training takes 3 hours on one GPU. "
    "A limitation is that it fails on recurrent networks. Code: https://example.org/gradcut.",
    title="GradCut: fewer gradients",
)
QUANT = Paper(
    "b" * 16,
    "QuantSum: rounding gradients",
    "Sums of gradients cost memory. We introduce QuantSum, which rounds gradients to 4 bits. "
    "On ImageNet, QuantSum reaches 75.1% accuracy. It needs 2 GB of memory.",
    title="QuantSum: rounding gradients",
)
TREE = Paper(
    "c" * 16,
    "TreeWalk: searching trees",
    "Trees are large and search is expensive. We present TreeWalk, which walks trees at random. "
    "TreeWalk outperforms exhaustive search by 12%.",
    title="TreeWalk: searching trees",
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add([GRAD, QUANT, TREE])
        yield opened


def true_to_each(prompt: str) -> str:
    if "drops small gradients" in prompt:
        return "GradCut drops small gradients. GradCut rounds gradients."
    if "rounds gradients" in prompt:
        return "QuantSum rounds gradients to 4 bits."
    return "TreeWalk walks trees at random."


def cells(answer: Answer, aspect: str) -> tuple[Cell, ...]:
    assert answer.table is not None
    return next(row.cells for row in answer.table.rows if row.aspect == aspect)


def test_the_table_comes_first_and_each_cell_is_a_located_sentence(library: Library) -> None:
    assistant = Assistant(library, ScriptedModel(true_to_each))
    seen, answer = all_of(assistant.ask("Compare GradCut and QuantSum."))
    kinds = [type(event) for event in seen]
    assert kinds.index(TableFound) < kinds.index(TextSoFar)
    assert answer.kind == "comparison"
    assert answer.table is not None
    assert [column.name for column in answer.table.columns] == ["GradCut", "QuantSum"]
    assert [row.aspect for row in answer.table.rows] == [
        "problem", "method", "data", "results", "cost", "limits", "code",
    ]  # fmt: skip
    abstracts = {source.number: source.abstract for source in answer.sources}
    for row in answer.table.rows:
        for column, cell in zip(answer.table.columns, row.cells, strict=True):
            if cell.stated:
                assert cell.citations == (column.citation,)
                for quote in cell.evidence:
                    assert quote.citation == column.citation
                    assert abstracts[quote.citation][quote.start : quote.end] == quote.quote
            else:
                assert (cell.text, cell.evidence) == ("not stated in the abstract", ())
    assert [cell.stated for cell in cells(answer, "limits")] == [True, False]
    assert cells(answer, "code")[0].text == "https://example.org/gradcut"


def test_one_sentence_sets_the_papers_against_each_other(library: Library) -> None:
    model = ScriptedModel(true_to_each)
    _, answer = all_of(Assistant(library, model).ask("Compare GradCut and QuantSum."))
    assert answer.answer.startswith(
        "GradCut drops small gradients [1], whereas QuantSum rounds gradients to 4 bits [2]."
    )
    assert [claim.citations for claim in answer.claims[:2]] == [(1,), (2,)]
    shown = answer.answer.replace("**", "")
    assert all(claim.text in shown for claim in answer.claims)
    # Each is written from its own sentences alone.
    assert not any("drops small" in p and "QuantSum, which" in p for p in model.prompts)


def test_what_one_paper_says_is_not_put_on_the_other(library: Library) -> None:
    def write(prompt: str) -> str:
        return "GradCut rounds gradients to 4 bits." if "GradCut do" in prompt else "QuantSum is."

    _, answer = all_of(Assistant(library, ScriptedModel(write)).ask("Compare GradCut and QuantSum"))
    assert any("GradCut rounds" in claim.text for claim in answer.dropped)
    assert "**GradCut**: “We propose GradCut, which drops small gradients.” [1]" in answer.answer


def test_an_aspect_that_is_a_facet_heads_the_table_and_is_written_from_its_cells(
    library: Library,
) -> None:
    model = ScriptedModel(lambda prompt: "It is cheap.")
    _, answer = all_of(Assistant(library, model).ask("How do GradCut and QuantSum differ in cost?"))
    assert answer.table is not None
    assert answer.table.rows[0].aspect == "cost"
    assert not any("ImageNet" in prompt for prompt in model.prompts)
    first, second = answer.answer.splitlines()[:2]
    assert "Training takes 3 hours on one GPU." in first
    assert "It needs 2 GB of memory." in second


def test_a_name_that_no_paper_has_is_told(library: Library) -> None:
    question = "Compare GradCut, QuantSum and XMZ-9."
    _, answer = all_of(Assistant(library, None).ask(question, extractive=True))
    assert answer.table is not None
    assert [column.name for column in answer.table.columns] == ["GradCut", "QuantSum"]
    assert "No paper here was found for “XMZ-9”." in answer.answer


def test_of_three_papers_that_say_a_name_the_one_that_brings_it_is_meant(library: Library) -> None:
    library.add(
        [
            Paper(
                "d" * 16,
                "Learning from few examples",
                "Labels are scarce. We train PRED-3, a model with 175 billion parameters. "
                "PRED-3 needs no gradients and beats QuantSum.",
                title="Learning from few examples",
            )
        ]
    )
    question = "Compare PRED-3 with QuantSum."
    _, answer = all_of(Assistant(library, None).ask(question, extractive=True))
    assert answer.table is not None
    assert [column.name for column in answer.table.columns] == ["PRED-3", "QuantSum"]


def test_a_paper_that_does_not_state_what_was_asked_is_named(library: Library) -> None:
    model = ScriptedModel(true_to_each)
    _, answer = all_of(Assistant(library, model).ask("Compare GradCut and QuantSum: limitations?"))
    assert "recurrent networks" in answer.answer
    assert "Not stated in the abstract of QuantSum: limits." in answer.answer


def test_another_aspect_is_asked_of_each_paper_and_heads_the_table(library: Library) -> None:
    model = ScriptedModel(true_to_each)
    question = "Compare GradCut and QuantSum: what do they do with small gradients?"
    _, answer = all_of(Assistant(library, model).ask(question))
    for name in ("GradCut", "QuantSum"):
        assert any(f"what does {name} do with small gradients" in p for p in model.prompts)
    assert answer.table is not None
    assert answer.table.rows[0].aspect == "asked"
    assert answer.table.rows[0].cells[0].text == "GradCut drops small gradients"


def test_beside_what_was_asked_each_paper_says_what_it_does_in_its_own_words(
    library: Library,
) -> None:
    assistant = Assistant(library, ScriptedModel(true_to_each))
    question = "Compare GradCut and QuantSum: what do they do with small gradients?"
    _, answer = all_of(assistant.ask(question))
    said = "“We propose GradCut, which drops small gradients. On ImageNet, GradCut reaches 76.3%"
    assert f"- **GradCut**: {said}" in answer.answer
    assert (
        "- **QuantSum**: “We introduce QuantSum, which rounds gradients to 4 bits." in answer.answer
    )
    for claim, paper in zip(answer.claims[-2:], (GRAD, QUANT), strict=True):
        assert claim.evidence[0].quote in paper.abstract


def test_what_several_papers_speak_of_is_the_name_of_none(tmp_path: Path) -> None:
    papers = [
        GRAD,
        Paper(
            "d" * 16,
            "Reasoners waste too many steps",
            "Reasoners waste steps. We train them with GRPO.",
        ),
        Paper(
            "e" * 16,
            "Motion that sensors see is jerky",
            "Motion is jerky. We tune recovery with GRPO.",
        ),
    ]
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add(papers)
        assistant = Assistant(opened, ScriptedModel(true_to_each))
        question = (
            "Compare the reasoners trained with GRPO and the motion recovery tuned with GRPO."
        )
        _, answer = all_of(assistant.ask(question))
    assert answer.table is not None
    assert "GRPO" not in [column.name for column in answer.table.columns]


def test_a_paper_that_does_not_state_what_was_asked_has_no_cell_of_it(library: Library) -> None:
    model = ScriptedModel(true_to_each, odds=lambda prompt: -3.0 if "QuantSum" in prompt else 3.0)
    question = "Compare GradCut and QuantSum: what do they do with small gradients?"
    _, answer = all_of(Assistant(library, model).ask(question))
    assert [cell.stated for cell in cells(answer, "asked")] == [True, False]
    assert "Not stated in the abstract of QuantSum: what was asked." in answer.answer


def test_three_papers_of_an_enumeration_are_compared(library: Library) -> None:
    model = ScriptedModel(true_to_each)
    _, answer = all_of(Assistant(library, model).ask("Compare GradCut, QuantSum and TreeWalk."))
    assert answer.table is not None
    assert [column.name for column in answer.table.columns] == ["GradCut", "QuantSum", "TreeWalk"]


def test_results_on_the_same_data_are_pointed_out(library: Library) -> None:
    _, answer = all_of(
        Assistant(library, ScriptedModel(true_to_each)).ask("Compare GradCut and QuantSum.")
    )
    assert "ImageNet" in answer.answer.splitlines()[-1]


def test_without_a_model_the_table_and_the_papers_words_remain(library: Library) -> None:
    assistant = Assistant(library, None)
    _, answer = all_of(assistant.ask("Compare GradCut and QuantSum.", extractive=True))
    assert answer.table is not None
    assert answer.model == "extractive"
    assert "“We propose GradCut, which drops small gradients.” [1]" in answer.answer


def test_papers_are_given_by_id_beginning_of_an_id_or_name(library: Library) -> None:
    model = ScriptedModel(true_to_each)
    assistant = Assistant(library, model)
    _, answer = all_of(assistant.compare(["cccc", GRAD.paper_id, "QuantSum"], "cost"))
    assert answer.table is not None
    assert [column.name for column in answer.table.columns] == ["TreeWalk", "GradCut", "QuantSum"]
    assert answer.question == "Compare TreeWalk and GradCut and QuantSum: cost"
    assert "Not stated in the abstract of TreeWalk: cost." in answer.answer


def test_a_library_with_one_paper_compares_nothing(tmp_path: Path) -> None:
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add([GRAD])
        _, answer = all_of(Assistant(opened, None).compare(["GradCut", "other"], extractive=True))
    assert answer.abstained
    assert answer.table is None


def test_an_ambiguous_id_is_reported(tmp_path: Path) -> None:
    twin = Paper("a" * 15 + "b", "Twin", "We propose a twin. It works.")
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add([GRAD, twin])
        *_, last = Assistant(opened, None).compare(["aaaa", "Twin"], extractive=True)
    assert isinstance(last, Failed)
    assert "begins with aaaa" in last.message


def test_a_chinese_question_gets_chinese_headings_and_keeps_the_sentences(
    library: Library,
) -> None:
    assistant = Assistant(library, None)
    _, answer = all_of(assistant.ask("比较 GradCut 和 QuantSum", extractive=True))
    assert answer.table is not None
    assert [row.name for row in answer.table.rows][:3] == ["问题", "方法", "数据"]
    assert cells(answer, "limits")[1].text == "摘要中未说明"
    assert cells(answer, "cost")[0].text == "Training takes 3 hours on one GPU."


@pytest.mark.parametrize(
    ("question", "aspect", "facet"),
    [
        ("Compare A and B.", "", None),
        ("What is the difference between A and B?", "", None),
        ("How do A and B differ?", "", None),
        ("How do A and B differ in cost?", "cost", "cost"),
        ("Compare A and B in terms of memory and speed", "memory and speed", "cost"),
        ("Compare the speed of A with that of B.", "speed", "cost"),
        ("Compare A and B: which datasets are used?", "which datasets are used", "data"),
        ("compare A with B: what optimizer do they use", "what optimizer does it use", None),
        ("Compare A and B: what does each of them train?", "what does the paper train", None),
        ("Both A and B are small. Compare where they save.", "where it save", None),
        ("Compare them: cost", "cost", "cost"),
        ("Compare these: LoRA vs. BERT vs. GPT-3", "", None),
        ("Which is faster, YOLO or DETR?", "Which is faster", "cost"),
        ("Which is cheaper, LoRA or full fine-tuning?", "Which is cheaper", "cost"),
        (
            "Both A and B use dropout; what does each use it for?",
            "Both A and B use dropout: what does the paper use it for",
            None,
        ),
    ],
)
def test_what_a_comparison_is_about(question: str, aspect: str, facet: str | None) -> None:
    assert aspect_of(question) == aspect
    assert facet_asked(aspect) == facet


def test_a_paper_that_is_not_there_is_not_replaced_by_another(library: Library) -> None:
    question = "Compare GradCut and the husbandry of zebras."
    _, answer = all_of(Assistant(library, None).ask(question, extractive=True))
    assert answer.abstained
    assert "Only one paper here fits" in answer.answer


def test_a_translated_question_is_answered_in_its_language_about_what_it_asks(
    library: Library,
) -> None:
    def write(prompt: str) -> str:
        if "Translate into English" in prompt:
            return "Compare GradCut and QuantSum: limitations?"
        return true_to_each(prompt)

    question = "比较 GradCut 和 QuantSum：它们有什么局限？"
    _, answer = all_of(Assistant(library, ScriptedModel(write)).ask(question))
    assert "“A limitation is that it fails on recurrent networks.” [1]" in answer.answer
    assert "QuantSum 的摘要中未说明：局限。" in answer.answer
    assert cells(answer, "limits")[1].text == "摘要中未说明"


def test_a_half_that_only_denies_what_was_asked_is_dropped(library: Library) -> None:
    def write(prompt: str) -> str:
        name = "GradCut" if "drops small" in prompt else "QuantSum"
        return f"{name} does not need labels of any kind."

    question = "Compare GradCut and QuantSum: do they need labels?"
    _, answer = all_of(Assistant(library, ScriptedModel(write)).ask(question))
    assert "does not need labels" not in answer.answer
    assert any("does not need labels" in claim.text for claim in answer.dropped)


def test_papers_that_are_only_described_are_each_looked_for(library: Library) -> None:
    question = "What do the work that drops small gradients and the one that walks trees reach?"
    _, answer = all_of(Assistant(library, ScriptedModel(true_to_each)).ask(question))
    assert answer.table is not None
    assert [column.name for column in answer.table.columns] == ["GradCut", "TreeWalk"]


def test_of_several_papers_the_one_that_is_not_there_is_named(library: Library) -> None:
    question = "Line up GradCut, MossNet and TreeWalk."
    _, answer = all_of(Assistant(library, ScriptedModel(true_to_each)).ask(question))
    assert answer.table is not None
    assert [column.name for column in answer.table.columns] == ["GradCut", "TreeWalk"]
    assert "MossNet" in answer.answer


@pytest.mark.parametrize(
    "question",
    [
        "In what way is GradCut unlike QuantSum?",
        "What are the pros and cons of GradCut against QuantSum?",
        "Put GradCut side by side with QuantSum.",
        "How do GradCut and QuantSum stack up against each other?",
        "Give me a table of GradCut and QuantSum.",
        "Do GradCut and QuantSum use the same data?",
    ],
)
def test_papers_are_set_side_by_side_however_it_is_put(library: Library, question: str) -> None:
    _, answer = all_of(Assistant(library, ScriptedModel(true_to_each)).ask(question))
    assert answer.table is not None
    assert [column.name for column in answer.table.columns] == ["GradCut", "QuantSum"]


def test_a_name_that_shortens_the_title_calls_the_paper(library: Library) -> None:
    library.add(
        [
            Paper(
                "d" * 16,
                "Mossy filters for rivers",
                "Rivers are muddy. We let moss filter them. Such networks (MossNets) reach 80%.",
                title="Mossy filters for rivers",
            )
        ]
    )
    question = "Line up GradCut, MossNet and TreeWalk."
    _, answer = all_of(Assistant(library, ScriptedModel(true_to_each)).ask(question))
    assert answer.table is not None
    assert len(answer.table.columns) == 3
    assert "No paper" not in answer.answer
