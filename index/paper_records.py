"""A paper as Chroma metadata, and back, without loss.

Chroma's metadata are flat: strings, numbers, no lists, no None. The whole paper travels as one
JSON string; beside it stand the fields that Chroma filters by.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from index.papers import Paper
from index.stored import StoredPaper

_TUPLES = tuple(
    field.name for field in dataclasses.fields(Paper) if str(field.type).startswith("tuple")
)


def metadata_of(stored: StoredPaper) -> dict[str, str | int | None]:
    """What Chroma stores of a paper; None takes out what may stand there from before."""
    merged = [_fields(record) for record in stored.merged]
    return {
        "paper": _dumped(_fields(stored.paper)),
        "content_hash": stored.version,
        "merged": _dumped(merged) if merged else None,
        **filterable(stored.paper),
    }


def filterable(paper: Paper) -> dict[str, str | int | None]:
    """The fields that Chroma filters by, for the paper and for each of its passages."""
    venue = None if paper.venue is None else without_surrogates(paper.venue)
    return {"paper_id": paper.paper_id, "year": paper.year, "venue": venue}


def stored_of(metadata: Mapping[str, Any]) -> StoredPaper:
    """The paper that `metadata_of` described."""
    return StoredPaper(
        _paper(json.loads(metadata["paper"])),
        metadata["content_hash"],
        tuple(_paper(each) for each in json.loads(metadata.get("merged") or "[]")),
    )


def _fields(paper: Paper) -> dict[str, Any]:
    fields = dataclasses.asdict(paper)
    return {name: value for name, value in fields.items() if value is not None and value != ()}


def _paper(fields: dict[str, Any]) -> Paper:
    for name in _TUPLES:
        if name in fields:
            fields[name] = tuple(fields[name])
    return Paper(**fields)


def _dumped(data: Any) -> str:
    # ASCII escapes carry lone surrogates and control characters, which SQLite text does not.
    return json.dumps(data, separators=(",", ":"))


def without_surrogates(text: str) -> str:
    """The text with what UTF-8 cannot carry replaced, character for character."""
    return text.encode("utf-8", "replace").decode()
