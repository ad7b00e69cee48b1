"""A paper as a library keeps it: one paper, and the records from which it was put together."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from index.duplicates import merge
from index.papers import Paper


@dataclass(frozen=True, slots=True)
class StoredPaper:
    """A paper of a library.

    Attributes:
        paper: the paper as it is shown, searched and cited.
        version: the content hash of the paper when it was encoded. Its passages and token
            vectors are stored under it; they are good as long as the paper's text is the same.
        merged: the records that the paper was put together from, as they came; none where it is
            just as the only one of them.
    """

    paper: Paper
    version: str
    merged: tuple[Paper, ...] = ()

    @property
    def records(self) -> tuple[Paper, ...]:
        """Every record of the paper. The abstract is the first one's, unless it was cut short."""
        return self.merged or (self.paper,)

    @property
    def duplicates(self) -> tuple[Paper, ...]:
        """The other records of the paper."""
        return self.merged[1:]


def put_together(
    paper_id: str, records: Sequence[Paper], tags: Iterable[str], encoded: StoredPaper | None
) -> StoredPaper:
    """One paper of its records; `encoded` is that paper as it stands in the index, if it does."""
    whole = dataclasses.replace(
        reduce(merge, records), paper_id=paper_id, tags=tuple(dict.fromkeys(tags))
    )
    same_text = encoded is not None and encoded.paper.text == whole.text
    version = encoded.version if encoded is not None and same_text else whole.content_hash
    return StoredPaper(whole, version, tuple(records) if len(records) > 1 else ())
