"""Which formats there are, and which of them a file is of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from index.errors import UnreadableFileError
from index.papers import Record, Skipped
from index.readers import (
    arxiv_listing,
    arxiv_page,
    bibtex,
    colon_tags,
    csv_tables,
    endnote_tagged,
    headerless,
    html_pages,
    json_records,
    latex,
    markdown,
    medline,
    ovid,
    plaintext,
    pubmed_text,
    refworks,
    ris,
    scholar_alert,
    vertical_tables,
    web_of_science,
    xlsx,
    zotero_rdf,
)
from index.readers.acl_anthology import ACL_ANTHOLOGY
from index.readers.arxiv_xml import ARXIV, ATOM, DUBLIN_CORE
from index.readers.crossref_xml import CROSSREF_XML
from index.readers.datacite import DATACITE
from index.readers.encodings import is_binary
from index.readers.endnote_xml import ENDNOTE_XML
from index.readers.jats import JATS
from index.readers.other_xml import MODS, OTHER, RSS
from index.readers.publishers_xml import COPERNICUS, ELSEVIER, IEEE, WILEY
from index.readers.pubmed_xml import PUBMED
from index.readers.source import Source
from index.readers.tei import TEI


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its name, how it is known by its content, and its reader."""

    name: str
    detect: Callable[[Source], bool]
    read: Callable[[Source], Iterator[Record | Skipped]]


_XLSX = Format("Excel", xlsx.detect, xlsx.read)
# In the order in which they are tried: the more certain a format's marks, the earlier.
_XML = (
    PUBMED, CROSSREF_XML, DATACITE, ELSEVIER, WILEY, IEEE, COPERNICUS, JATS, ACL_ANTHOLOGY,
    ENDNOTE_XML, TEI, MODS, RSS, ARXIV, DUBLIN_CORE, ATOM, OTHER,
)  # fmt: skip
FORMATS = (
    Format(zotero_rdf.NAME, zotero_rdf.detect, zotero_rdf.read),
    *(Format(schema.name, schema.detect, schema.read) for schema in _XML),
    Format("JSON Lines", json_records.detect_lines, json_records.read_lines),
    Format("JSON", json_records.detect, json_records.read),
    Format("LaTeX", latex.detect, latex.read),
    Format("RIS", ris.detect, ris.read),
    Format("Web of Science", web_of_science.detect, web_of_science.read),
    Format("MEDLINE", medline.detect, medline.read),
    Format("EndNote tagged", endnote_tagged.detect, endnote_tagged.read),
    Format("BibTeX", bibtex.detect, bibtex.read),
    Format("RefWorks", refworks.detect, refworks.read),
    Format("arXiv listing", arxiv_listing.detect, arxiv_listing.read),
    Format("arXiv page", arxiv_page.detect, arxiv_page.read),
    Format("Google Scholar alert", scholar_alert.detect, scholar_alert.read),
    Format("vertical CSV", vertical_tables.detect, vertical_tables.read),
    Format("CSV", csv_tables.detect, csv_tables.read),
    Format("PubMed text", pubmed_text.detect, pubmed_text.read),
    Format("Ovid text", ovid.detect, ovid.read),
    Format("tagged text", colon_tags.detect, colon_tags.read),
    Format("web page", html_pages.detect, html_pages.read),
    Format("table without a header", headerless.detect, headerless.read),
    Format("Markdown", markdown.detect, markdown.read),
    Format("plain text", plaintext.detect, plaintext.read),
)


# Which format a file claims to be by its name, for when its content does not tell.
_SUFFIXES = {
    ".bib": "BibTeX", ".bibtex": "BibTeX", ".ris": "RIS", ".nbib": "MEDLINE", ".medline": "MEDLINE",
    ".enw": "EndNote tagged", ".enl": "EndNote tagged", ".isi": "Web of Science",
    ".ciw": "Web of Science", ".jsonl": "JSON Lines", ".ndjson": "JSON Lines", ".json": "JSON",
}  # fmt: skip


def format_of(source: Source) -> Format:
    """The format of a file: known by its content, else by its name if it reads as that.

    Raises:
        UnreadableFileError: it is of none; the message says what it seems to be.
    """
    if not source.head.strip(b"\x00\r\n\t \xef\xbb\xbf\xff\xfe"):
        raise UnreadableFileError(f"{source.name} is empty.", "Export it again.")
    if xlsx.detect(source):
        return _XLSX
    if not is_binary(source.head):
        for known in FORMATS:
            if known.detect(source):
                return known
        claimed = _SUFFIXES.get(source.suffix)
        if claimed and (first := _first_that_reads(source, claimed)):
            return first
    raise UnreadableFileError(
        f"{source.name} is {_kind(source)}.",
        "Export it as BibTeX, RIS, CSV or JSON, or save bare abstracts as text, "
        "with a blank line between them.",
    )


def _first_that_reads(source: Source, name: str) -> Format | None:
    claimed = next(known for known in FORMATS if known.name == name)
    return claimed if next(claimed.read(source), None) is not None else None


def _kind(source: Source) -> str:
    """What a file that cannot be read seems to be."""
    for start, kind in _KINDS.items():
        if source.head.startswith(start):
            return kind
    if re.match(r"\s*(?:<!doctype html|<html)", source.head_text, re.I):
        return "a web page"
    if is_binary(source.head):
        return "a binary file of no known format"
    return "text, but neither records nor abstracts were found in it"


_KINDS = {
    b"%PDF": "a PDF; only lists of abstracts can be read",
    b"\xd0\xcf\x11\xe0": "an old Office document; save it as .xlsx or .csv",
    b"PK": "an Office document or an archive of no known kind",
    b"SQLite format 3": "a database",
    b"PAR1": "a Parquet table; save it as .csv or .jsonl",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
}
