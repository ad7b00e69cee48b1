"""Keeps what was measured, so that a measurement goes on where it stopped.

A result is kept under all that it was made from: the code, the models and the data. What has
changed since is measured anew; nothing else is.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


class Kept:
    """Results in a file of JSON lines, each on disk as soon as it is known."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file = file
        self._found: dict[str, Any] = {}
        if file.exists():
            text = file.read_text(encoding="utf-8")
            if text and not text.endswith("\n"):  # cut short by a kill
                file.write_text(text + "\n", encoding="utf-8")
            for line in text.split("\n"):
                try:
                    row = json.loads(line)
                except ValueError:
                    continue  # empty, or cut short
                self._found[row["made_from"]] = row["result"]

    def get(self, made_from: object, make: Callable[[], Any]) -> Any:
        """The result that was made from this, or made now. Both are plain JSON data."""
        key = digest_of(made_from)
        if key not in self._found:
            result = json.loads(json.dumps(make()))
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"made_from": key, "result": result}) + "\n")
            self._found[key] = result
        return self._found[key]


def digest_of(data: object) -> str:
    """A digest of plain JSON data."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:20]


def digest_of_code(*modules: str) -> str:
    """A digest of modules of this project and of all that they import from it."""
    found: set[Path] = set()
    open_ends = [path for module in modules if (path := _file_of(module))]
    while open_ends:
        path = open_ends.pop()
        if path not in found:
            found.add(path)
            open_ends += _imported(path)
    digest = hashlib.sha256()
    for path in sorted(found):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


@cache
def _imported(path: Path) -> tuple[Path, ...]:
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(file for name in names if (file := _file_of(name)))


def _file_of(module: str) -> Path | None:
    place = ROOT.joinpath(*module.split("."))
    for file in (place.with_suffix(".py"), place / "__init__.py"):
        if file.is_file() and place.parts[len(ROOT.parts)] in {"index", "rag", "ui", "evaluation"}:
            return file
    return None
