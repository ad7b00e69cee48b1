"""From the record that a reader found to the paper that a library keeps."""

from __future__ import annotations

from index.labels import label_for
from index.papers import Paper, Record, identify


def paper_from(record: Record, tags: tuple[str, ...] = ()) -> Paper:
    """The paper that a record describes, with its id and a label to call it by."""
    location = record.location
    if location.line is not None:
        place: str | None = f"line {location.line}"
    else:
        place = f"record {location.record}" if location.record is not None else None
    return Paper(
        paper_id=identify(record),
        label=label_for(record),
        abstract=record.abstract,
        title=record.title,
        authors=record.authors,
        year=record.year,
        venue=record.venue,
        doi=record.doi,
        arxiv_id=record.arxiv_id,
        url=record.url,
        keywords=record.keywords,
        tags=tags,
        source_file=location.file,
        source_record=place,
    )
