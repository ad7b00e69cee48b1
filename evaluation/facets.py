"""Cells of comparisons, paper by paper: `python -m evaluation.facets [--wrong]`.

`facets.jsonl` says of every paper of `examples/` which of its sentences state each aspect: any of
them makes a right cell, and where there is none "not stated" is right. For aspects named in `open`
readers may differ, so "not stated" is right too. Sentences are counted from 0.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from index.papers import Paper, Record
from index.readers.registry import open_files
from index.sentences import sentence_spans
from rag.facets import ASPECTS, Aspect, facets_of

LABELS = Path(__file__).with_name("facets.jsonl")
EXAMPLES = Path(__file__).parents[1] / "examples"

Cell = Literal["stated right", "rightly not stated", "missed", "wrong"]
_CELLS: tuple[Cell, ...] = ("stated right", "rightly not stated", "missed", "wrong")


def judge(paper: Paper, label: dict[str, Any], aspect: Aspect) -> tuple[Cell, list[str]]:
    """One cell, and the sentences that it shows or should show."""
    sentences = sentence_spans(paper.abstract)
    right = {sentences[number] for number in label[aspect]}
    shown = [
        next(s for s in sentences if s[0] <= start < s[1])
        for start, _ in facets_of(paper).get(aspect, ())
    ]
    texts = [paper.abstract[a:b] for a, b in (shown or sorted(right))]
    if not shown:
        fine = not right or aspect in label["open"]
        return ("rightly not stated" if fine else "missed"), texts
    return ("stated right" if right.issuperset(shown) else "wrong"), texts


def cells(folder: Path = EXAMPLES) -> Iterator[tuple[Aspect, Cell, list[str]]]:
    """All cells of the papers that are labelled."""
    records = [
        item for file in open_files(folder) for item in file.items() if isinstance(item, Record)
    ]
    for line in LABELS.read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        record = next(r for r in records if r.abstract.startswith(label["begins"]))
        paper = Paper("0" * 16, record.title or "", record.abstract, title=record.title)
        for aspect in ASPECTS:
            yield (aspect, *judge(paper, label, aspect))


def table(found: list[tuple[Aspect, Cell, list[str]]]) -> str:
    """The counts as a Markdown table, with the share of cells that are right."""
    lines = [f"| | {' | '.join(_CELLS)} | right |", "|---" * (len(_CELLS) + 2) + "|"]
    for name in (*ASPECTS, "all"):
        counts = Counter(cell for aspect, cell, _ in found if name in (aspect, "all"))
        share = (counts["stated right"] + counts["rightly not stated"]) / counts.total()
        numbers = " | ".join(str(counts[cell]) for cell in _CELLS)
        lines.append(f"| {name} | {numbers} | {share:.2f} |")
    return "\n".join(lines)


def main() -> None:
    """Print the table; with `--wrong` also each cell that is missed or wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wrong", action="store_true")
    options = parser.parse_args()
    found = list(cells())
    print(table(found))
    if options.wrong:
        for aspect, cell, texts in found:
            if cell in ("missed", "wrong"):
                print(f"\n{aspect}, {cell}: {' | '.join(texts)}")


if __name__ == "__main__":
    main()
