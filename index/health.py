"""Whether what a library holds fits together."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from index.storage import Storage
from index.stored import StoredPaper

_REBUILD = "answerable rebuild"
_LEAST_FREE = 500 * 1024 * 1024  # bytes; a rebuild keeps the old index until the new one is done


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `remedy` is the command or step that mends it."""

    subject: str
    ok: bool
    detail: str
    remedy: str = ""


def examine(storage: Storage, held: Mapping[str, StoredPaper]) -> Iterator[Finding]:
    """Look at every part of an open library; takes seconds for a large one."""
    current = {paper_id: each.version for paper_id, each in held.items()}
    vectors = storage.index.vectors
    trouble = vectors.unreadable(all_of_them=True)
    yield (
        Finding("vector index", ok=False, detail=trouble, remedy=_REBUILD)
        if trouble
        else Finding("vector index", ok=True, detail="every vector can be read")
    )
    with_passages, orphans = vectors.passage_owners(current)
    yield _counted("passages without a paper", orphans, _REBUILD)
    bare = sum(
        bool(each.paper.abstract.strip()) and paper_id not in with_passages
        for paper_id, each in held.items()
    )
    yield _counted("papers without passages", bare, _REBUILD)
    lacking = len(set(current.items()) - set(storage.index.tokens.keys()))
    yield _counted("papers without token vectors", lacking, _REBUILD)
    free = shutil.disk_usage(storage.folder).free
    yield Finding(
        "disk",
        ok=free >= _LEAST_FREE,
        detail=f"{free / 2**30:.1f} GB free",
        remedy="" if free >= _LEAST_FREE else "Free some space before adding papers.",
    )


def _counted(subject: str, count: int, remedy: str) -> Finding:
    return Finding(subject, count == 0, str(count) if count else "none", remedy if count else "")
