"""A paper's abstract as overlapping windows of a few sentences: what a citation points into."""

from __future__ import annotations

import hashlib

from index.papers import Paper, Passage
from index.sentences import sentence_spans

# Three sentences hold a statement and what its pronouns refer to; one in common with the next
# window, so that no two neighbouring sentences are kept apart in every window.
SENTENCES = 3
OVERLAP = 1

# Recorded in a library's manifest: passages cut by other rules do not mix.
CHUNKING = f"sentences-{SENTENCES}-overlap-{OVERLAP}-v1"


def passages_of(paper: Paper) -> list[Passage]:
    """The passages of a paper, in order. A short abstract is one passage."""
    spans = sentence_spans(paper.abstract)
    passages = []
    for first in range(0, max(len(spans) - OVERLAP, min(len(spans), 1)), SENTENCES - OVERLAP):
        window = spans[first : first + SENTENCES]
        start, end = window[0][0], window[-1][1]
        text = paper.abstract[start:end]
        passages.append(Passage(_identify(paper, start, text), paper.paper_id, start, end, text))
    return passages


def _identify(paper: Paper, start: int, text: str) -> str:
    digest = hashlib.sha256(f"{start}:{text}".encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"{paper.paper_id}.{digest}"
