"""Follow-up questions: are the right passages found for a question in its conversation?

    python -m evaluation followups --data DIR

`DIR/mtrag` holds files of MTRAG (https://github.com/IBM/mt-rag-benchmark):

- `*tasks*.jsonl`: conversations, and the passages that answer the last question (`input`,
  `contexts`). All passages of all tasks are searched: the corpora themselves need not be there.
- `*rewrite*.jsonl`: last questions as a person rewrote them (`_id`, `text`).
- `*questions*.jsonl`: the conversations of those, the user's turns alone (`_id`, `text`).

A rewrite of a task is measured by that task's passages. A rewrite of another conversation has no
passages here: then what its search finds first is what the other ways are measured by.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evaluation.corpora import Json, lines_of
from evaluation.intervals import mean
from evaluation.libraries import encoded
from evaluation.reporting import Report, table
from evaluation.setup import Setup
from index.library import Library
from index.minilm import SentenceTransformerEmbedder
from index.papers import Paper
from rag.answers import Answer, Claim, Source, Timings
from rag.conversations import Conversation
from rag.finding import find
from rag.questions import understand
from rag.retrieval import Candidate, Retriever

CUT = 5
REMEMBERED = 3
HEADER = ("question as", f"nDCG@{CUT}", f"recall@{CUT}", "of the human rewrite's nDCG")
LAST, BEFORE, OURS, HUMAN = (
    "it is",
    "it is, with the one before",
    "ours",
    "a person rewrote it",
)

# What an agent says who has no answer: such a turn shows no passage.
_REFUSAL = re.compile(
    r"^\W*(?:i(?:['’]m| am)? |unfortunately,? i )?"
    r"(?:(?:am )?sorry|do not|don['’]t|cannot|can['’]t)\b",
    re.I,
)
_TURN = re.compile(r"\|user\|:\s*(.*?)\s*(?=\|user\|:|\Z)", re.S)


@dataclass(frozen=True, slots=True)
class Task:
    """The last question of a conversation.

    Attributes:
        earlier: the questions before, each with the agent's reply, empty where it is not known.
        relevant: ids of the passages that answer it; empty where they are not known.
        rewrite: the question as a person rewrote it; empty where none did.
    """

    task_id: str
    earlier: tuple[tuple[str, str], ...]
    question: str
    relevant: frozenset[str]
    rewrite: str


@dataclass(frozen=True, slots=True)
class Scores:
    """How well one question's passages were ranked."""

    ndcg: float
    recall: float


def measure(setup: Setup) -> Report:
    """Rank the passages for every follow-up in all ways."""
    folder = setup.folder("mtrag")
    if folder is None:
        return Report("followups", [], "No folder `mtrag` with conversations was given.")
    passages, tasks = tasks_in(folder)
    judged = [task for task in tasks if task.relevant]
    both = [task for task in judged if task.rewrite]
    others = [task for task in tasks if not task.relevant and task.rewrite]
    with encoded("mtrag", passages, setup.results, SentenceTransformerEmbedder()) as library:
        ways = _ways(library)
        parts = {
            f"{len(judged)} follow-ups whose passages are known": _scored(judged, ways),
            f"{len(both)} of them that a person rewrote": _scored(both, ways),
            f"{len(others)} follow-ups measured by what the human rewrite finds first": _scored(
                others, ways
            ),
        }
    figures = {
        name: {way: [dataclasses.asdict(s) for s in scores] for way, scores in part.items()}
        for name, part in parts.items()
    }
    return Report(
        "followups",
        figures,
        "\n\n".join(
            f"**{name}**, over {len(passages)} passages\n\n{_as_table(part)}"
            for name, part in parts.items()
            if any(part.values())
        ),
    )


def tasks_in(folder: Path) -> tuple[list[Paper], list[Task]]:
    """The passages, and the follow-ups of both kinds of file."""
    rewrites = {
        str(row["_id"]): _user_turns(row["text"])[-1]
        for path in sorted(folder.glob("*rewrite*"))
        for row in lines_of(path)
    }
    passages: dict[str, Paper] = {}
    tasks: dict[str, Task] = {}
    for path in sorted(folder.glob("*tasks*")):
        for row in lines_of(path):
            for context in row["contexts"]:
                passages[context["document_id"]] = _passage(context)
            task = _task(row, rewrites.get(str(row["task_id"]), ""))
            if task.earlier and task.relevant:
                tasks[task.task_id] = task
    for path in sorted(folder.glob("*questions*")):
        for row in lines_of(path):
            *earlier, last = _user_turns(row["text"])
            rewrite = rewrites.get(str(row["_id"]), "")
            if earlier and rewrite:
                told = tuple((question, "") for question in earlier)
                task = Task(str(row["_id"]), told, last, frozenset(), rewrite)
                tasks.setdefault(task.task_id, task)
    return list(passages.values()), list(tasks.values())


def _passage(context: Json) -> Paper:
    title = context.get("title") or None
    text = str(context["text"])
    label = title or " ".join(text.split())[:60]
    return Paper(context["document_id"], label, text, title)


def _task(row: Json, rewrite: str) -> Task:
    turns = [(turn["speaker"], " ".join(turn["text"].split())) for turn in row["input"]]
    earlier = [
        (text, turns[place + 1][1] if place + 1 < len(turns) else "")
        for place, (speaker, text) in enumerate(turns[:-1])
        if speaker == "user"
    ]
    relevant = frozenset(context["document_id"] for context in row["contexts"])
    return Task(str(row["task_id"]), tuple(earlier), turns[-1][1], relevant, rewrite)


def _user_turns(text: str) -> list[str]:
    return [" ".join(turn.split()) for turn in _TURN.findall(text)] or [text.strip()]


Way = Callable[[Task], Sequence[str]]


def _ways(library: Library) -> dict[str, Way]:
    """Each way to search for a task's question: ids of passages, best first."""
    retriever = Retriever(library)

    def search(query: str) -> list[str]:
        return [candidate.paper.paper_id for candidate in retriever.search(query)]

    def ours(task: Task) -> list[str]:
        question = understand(task.question)
        conversation = _conversation(task, retriever)
        found = find(question, question.text, conversation, library, retriever)
        return [candidate.paper.paper_id for candidate in found.candidates]

    return {
        LAST: lambda task: search(task.question),
        BEFORE: lambda task: search(f"{task.question} {task.earlier[-1][0]}"),
        OURS: ours,
        HUMAN: lambda task: search(task.rewrite) if task.rewrite else (),
    }


def _conversation(task: Task, retriever: Retriever) -> Conversation:
    """The conversation before, each reply resting on the passage that is nearest to it.

    No more than the last turns count for what a question means.
    """
    turns = []
    for question, reply in task.earlier[-REMEMBERED:]:
        refused = bool(_REFUSAL.match(reply))
        found = retriever.search(f"{question} {reply}"[:600])
        sources = tuple(
            _source(candidate, number, cited=number == 1 and not refused)
            for number, candidate in enumerate(found, start=1)
        )
        claims = () if refused or not reply else (Claim(reply, (1,), "supported", 1.0),)
        turns.append(
            Answer(question, question, reply, refused, claims, sources, Timings(), "agent")
        )
    return Conversation(tuple(turns))


def _source(candidate: Candidate, number: int, *, cited: bool) -> Source:
    paper = candidate.paper
    return Source(number, paper.paper_id, paper.label, paper.abstract, paper.title, cited=cited)


def _scored(tasks: Sequence[Task], ways: dict[str, Way]) -> dict[str, list[Scores]]:
    scored: dict[str, list[Scores]] = {name: [] for name in ways}
    for task in tasks:
        relevant = task.relevant or frozenset(ways[HUMAN](task)[:CUT])
        for name, way in ways.items():
            if name != HUMAN or task.rewrite:
                scored[name].append(_score(way(task)[:CUT], relevant))
    # Where not all were rewritten, the mean over those that were says nothing beside the others.
    return {name: scores for name, scores in scored.items() if len(scores) == len(tasks)}


def _score(ranked: Sequence[str], relevant: frozenset[str]) -> Scores:
    gains = list(_discounts(len(ranked)))
    found = sum(gain for gain, each in zip(gains, ranked, strict=True) if each in relevant)
    possible = min(CUT, len(relevant))
    hits = len(relevant.intersection(ranked))
    return Scores(found / sum(_discounts(possible)), hits / possible)


def _discounts(count: int) -> Iterator[float]:
    return (1 / float(np.log2(rank + 2)) for rank in range(count))


def _as_table(scored: dict[str, list[Scores]]) -> str:
    human = [s.ndcg for s in scored.get(HUMAN, [])]
    rows = []
    for name, scores in scored.items():
        ndcg = mean([s.ndcg for s in scores])
        share = f"{ndcg.value / float(np.mean(human)):.2f}" if human else ""
        rows.append((name, str(ndcg), str(mean([s.recall for s in scores])), share))
    return table(HEADER, rows)
