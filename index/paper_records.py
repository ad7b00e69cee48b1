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

_TUPLES = tuple(
    field.name for field in dataclasses.fields(Paper) if str(field.type).startswith("tuple")
)


def metadata_of(paper: Paper) -> dict[str, str | int]:
    """What Chroma stores of a paper."""
    fields = {
        name: value
        for name, value in dataclasses.asdict(paper).items()
        if value is not None and value != ()
    }
    # ASCII escapes carry lone surrogates and control characters, which SQLite text does not.
    return {
        "paper": json.dumps(fields, separators=(",", ":")),
        "content_hash": paper.content_hash,
        **filterable(paper),
    }


def filterable(paper: Paper) -> dict[str, str | int]:
    """The fields that Chroma filters by, for the paper and for each of its passages."""
    fields: dict[str, str | int] = {"paper_id": paper.paper_id}
    if paper.year is not None:
        fields["year"] = paper.year
    if paper.venue is not None:
        fields["venue"] = without_surrogates(paper.venue)
    return fields


def paper_of(metadata: Mapping[str, Any]) -> Paper:
    """The paper that `metadata_of` described."""
    fields: dict[str, Any] = json.loads(metadata["paper"])
    for name in _TUPLES:
        if name in fields:
            fields[name] = tuple(fields[name])
    return Paper(**fields)


def without_surrogates(text: str) -> str:
    """The text with what UTF-8 cannot carry replaced, character for character."""
    return text.encode("utf-8", "replace").decode()
