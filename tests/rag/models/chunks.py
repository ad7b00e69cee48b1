"""What a stream of chunks holds: shared by the engines' tests."""

from __future__ import annotations

from collections.abc import Sequence

from rag.models.protocol import Chunk, Usage


def text_of(chunks: Sequence[Chunk]) -> str:
    return "".join(chunk.text for chunk in chunks)


def usage_of(chunks: Sequence[Chunk]) -> Usage:
    assert all(chunk.usage is None for chunk in chunks[:-1])
    assert chunks[-1].usage is not None
    return chunks[-1].usage
