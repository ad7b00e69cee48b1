"""Fifty turns: the last is no more work than the first, and the same questions give the same."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

from evaluation.long_conversation import converse, questions, transcript
from index.library import Library
from index.papers import Paper
from rag.answering import Assistant
from tests.fake_embedder import FakeEmbedder
from tests.scripted_model import ScriptedModel

NAMES = ("LoRA", "FlashAttention", "GloVe", "MoCo", "InstructGPT", "DistilBERT", "AlphaFold")
PAPERS = [
    Paper(
        f"eeee{number:012d}",
        f"{name}: a study of {name}",
        f"{name} is a way to do thing {number}. It does well, at {number}0 points. "
        f"Its limitations are {number}. It was compared with the way before it.",
    )
    for number, name in enumerate(NAMES, start=1)
]
# What one turn may leave behind: its answer with the abstracts it found.
KEPT_OF_A_TURN = 60_000


def test_fifty_turns_cost_no_more_at_the_end_than_at_the_beginning(tmp_path: Path) -> None:
    model = ScriptedModel(lambda prompt: prompt.split("Abstract: ")[1].split(". ")[0] + ".")
    embedder = FakeEmbedder()
    work: list[tuple[int, int, int]] = []
    with Library.open(tmp_path, embedder) as library:
        library.add(PAPERS)
        tracemalloc.start()
        steps = []
        for step in converse(Assistant(library, model), questions()):
            steps.append(step)
            longest = max((len(prompt) for prompt in model.prompts), default=0)
            held = tracemalloc.get_traced_memory()[0]
            work.append((longest, sum(map(len, embedder.encoded)), held))
            model.prompts.clear()
            embedder.encoded.clear()
        tracemalloc.stop()
        again = list(converse(Assistant(library, model), questions()))
    assert len(steps) == 50
    first, last = work[5:15], work[-10:]
    # Texts given to the models, longest prompt and all that is encoded: alike but for the names.
    assert max(prompt for prompt, _, _ in last) <= 1.2 * max(prompt for prompt, _, _ in first)
    assert sum(encoded for _, encoded, _ in last) <= 1.2 * sum(encoded for _, encoded, _ in first)
    assert work[-1][2] - work[9][2] <= 40 * KEPT_OF_A_TURN
    assert max(len(step.answer.earlier) for step in steps) <= 410
    assert transcript(again) == transcript(steps)
