"""What a measurement found, as data and as a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Report:
    """Figures under a name: plain JSON data, and Markdown for docs/EVALUATION.md."""

    name: str
    figures: Any
    markdown: str

    def write(self, folder: Path) -> None:
        """Write `NAME.json` and `NAME.md`."""
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(self.figures, indent=1, ensure_ascii=False)
        (folder / f"{self.name}.json").write_text(text + "\n", encoding="utf-8")
        (folder / f"{self.name}.md").write_text(self.markdown + "\n", encoding="utf-8")


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; all columns but the first are figures."""
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
