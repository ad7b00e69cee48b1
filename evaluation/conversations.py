"""Many conversations at once over the served page: what is lost, mixed up, slow or kept for ever.

The page is served as for users; twenty visitors, who come within ten seconds, hold a conversation
each, through the same events as a browser, and ask again as soon as they are answered. Searching,
checking and the page are the real ones. The writer is a stand-in that copies a sentence of the
abstract it is given, at a steady pace, so that what is measured is not the language model.
"""

from __future__ import annotations

import asyncio
import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evaluation.corpora import example_papers
from evaluation.libraries import encoded
from evaluation.reporting import Report, table
from evaluation.setup import Setup
from index.minilm import SentenceTransformerEmbedder
from rag.answering import Assistant
from rag.claim_reader import ClaimReader
from rag.models.protocol import Chunk, Message, Usage
from ui.conversation_store import ConversationStore
from ui.page.turns import Turn

CONVERSATIONS = 20
QUESTIONS = 10
WORD_S = 0.02
COMES_AFTER_S = 0.5
MIB = 1024


class CopyingModel:
    """A `LanguageModel` that writes the last sentence of the abstract in its prompt."""

    name = "copying"
    context_tokens = 8192

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def generate(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),  # noqa: ARG002 (the protocol's)
        grammar: str | None = None,  # noqa: ARG002 (the protocol's)
    ) -> Generator[Chunk, None, None]:
        abstract = messages[-1].content.partition("Abstract: ")[2].partition("\n\n")[0]
        words = re.split(r"(?<=[.!?])\s+", abstract.strip())[-1].split(" ")[:max_tokens]
        for place, word in enumerate(words):
            time.sleep(WORD_S)
            yield Chunk(f" {word}" if place else word)
        yield Chunk("", Usage(output_tokens=len(words)))

    def choose(self, _messages: Sequence[Message], choices: Sequence[str]) -> dict[str, float]:
        time.sleep(WORD_S)
        return {choice: -3.0 * place for place, choice in enumerate(choices)}

    def likelihood(self, _messages: Sequence[Message], _text: str) -> float | None:
        return None

    def read_ahead(self, messages: Sequence[Message]) -> None:
        """Nothing to read."""

    def close(self) -> None:
        """Nothing to free."""


def measure(setup: Setup) -> Report:
    """Serve the page, have the conversations, and report."""
    from ui.web import build, launch  # noqa: PLC0415 (gradio takes seconds)

    embedder = SentenceTransformerEmbedder(None)
    papers = list(example_papers())
    memory: list[float] = []
    with (
        encoded("examples", papers, setup.results, embedder) as library,
        TemporaryDirectory() as folder,
    ):
        embedder.encode(["ready"])  # as `serve` does
        history = ConversationStore(Path(folder) / "conversations.sqlite")
        assistant = Assistant(library, CopyingModel(), entailment=ClaimReader())
        page = build(assistant, library, history=history)

        async def serve() -> str:
            return launch(page)

        address = asyncio.run(serve())
        with subprocess.Popen(
            [sys.executable, "-m", "evaluation.conversations", address],
            stdout=subprocess.PIPE,
            text=True,
        ) as visitors:
            assert visitors.stdout is not None
            rows = []
            for line in visitors.stdout:
                rows.append(json.loads(line))
                if len(rows) % CONVERSATIONS == 0:
                    memory.append(_memory_mib())
        kept = [turn for each in history.find() for turn in history.load(each.conversation_id)]
        page.close(verbose=False)
        history.close()
    figures = _figures(rows, memory, kept)
    return Report("conversations", figures, as_markdown(figures))


def _figures(
    rows: list[dict[str, Any]], memory: list[float], kept: Sequence[Turn]
) -> dict[str, Any]:
    found = sorted(row["found_s"] for row in rows)
    searched = sorted(turn.search_seconds for turn in kept)
    return {
        "conversations": CONVERSATIONS,
        "questions": CONVERSATIONS * QUESTIONS,
        "answered": sum(row["answered"] for row in rows),
        "mixed_up": sum(row["mixed_up"] for row in rows),
        "kept": len(kept),
        "search_p95_s": searched[int(len(searched) * 0.95)],
        "evidence_median_s": statistics.median(found),
        "evidence_p95_s": found[int(len(found) * 0.95)],
        "memory_mib": memory,
    }


def as_markdown(figures: dict[str, Any]) -> str:
    """The figures as a table."""
    memory = figures["memory_mib"]
    return table(
        ["20 conversations at once, 200 questions", ""],
        [
            ("answered", str(figures["answered"])),
            ("shown in another's conversation", str(figures["mixed_up"])),
            ("kept on disk", str(figures["kept"])),
            ("searching, 95 % (s)", f"{figures['search_p95_s']:.2f}"),
            ("question to evidence, median (s)", f"{figures['evidence_median_s']:.2f}"),
            ("question to evidence, 95 % (s)", f"{figures['evidence_p95_s']:.2f}"),
            ("memory after each 20 questions (MiB)", ", ".join(f"{each:.0f}" for each in memory)),
        ],
    )


def converse(address: str, number: int, labels: Sequence[str]) -> None:
    """One visitor: asks ten questions, one after the other, and prints what came of each."""
    from gradio_client import Client  # type: ignore[import-untyped] # noqa: PLC0415 (takes seconds)

    time.sleep(number * COMES_AFTER_S)
    client = Client(address, verbose=False, analytics_enabled=False, download_files=False)
    conversation = ""
    for n in range(QUESTIONS):
        mark = f"v{number}q{n}"
        question = f"What is {labels[(number * QUESTIONS + n) % len(labels)]} good for? ({mark})"
        began = time.perf_counter()
        found_s = None
        shown = ""
        client.predict(question, api_name="/take")
        for chat, sources, _, _, current in client.submit(
            "written", conversation, None, None, [], [], [], api_name="/ask"
        ):
            conversation = current if isinstance(current, str) and current else conversation
            if found_s is None and 'id=\\"src-' in json.dumps(sources):
                found_s = time.perf_counter() - began
            if isinstance(chat, list):
                shown = json.dumps(chat)
        marks = set(re.findall(r"v\d+q\d+", shown))
        row = {
            "found_s": found_s if found_s is not None else time.perf_counter() - began,
            "answered": shown.count("is-done") == n + 1 and mark in shown,
            "mixed_up": len([each for each in marks if not each.startswith(f"v{number}q")]),
        }
        print(json.dumps(row), flush=True)


def _visit(address: str) -> None:
    labels = [paper.label for paper in example_papers()]
    with ThreadPoolExecutor(CONVERSATIONS) as visitors:
        for done in [
            visitors.submit(converse, address, number, labels) for number in range(CONVERSATIONS)
        ]:
            done.result()


def _memory_mib() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / MIB


if __name__ == "__main__":
    _visit(sys.argv[1])
