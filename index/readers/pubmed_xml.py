"""PubMed XML: https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html."""

from __future__ import annotations

import re

from lxml import etree

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.xml_stream import XmlSchema
from index.readers.xml_text import find, find_all, text_at, text_of, texts_at


def _convert(element: etree._Element, location: Location) -> Record | Skipped | None:
    book = find(element, "BookDocument")
    article = book if book is not None else find(element, "MedlineCitation/Article")
    if article is None:
        return Skipped(location, "no abstract", text_at(element, ".//ArticleTitle") or None)
    pmid = text_at(element, "MedlineCitation/PMID", "BookDocument/PMID")
    keywords = [
        *texts_at(element, "MedlineCitation/KeywordList/Keyword"),
        *texts_at(article, "KeywordList/Keyword"),
    ]
    return build(
        location,
        abstract=_abstract(element, article),
        title=text_at(article, "ArticleTitle", "VernacularTitle", "Book/BookTitle"),
        authors=_authors(article),
        year=text_at(
            article,
            "Journal/JournalIssue/PubDate/Year",
            "Journal/JournalIssue/PubDate/MedlineDate",
            "ArticleDate/Year",
            "Book/PubDate/Year",
            "ContributionDate/Year",
        ),
        venue=text_at(article, "Journal/Title", "Journal/ISOAbbreviation", "Book/BookTitle"),
        doi=_doi(element, article),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid.isdigit() else None,
        keywords=keywords,
    )


def _abstract(element: etree._Element, article: etree._Element) -> str:
    """The parts of a structured abstract with their labels, in the language of the article."""
    parts = find_all(article, "Abstract/AbstractText")
    if not parts:
        parts = find_all(element, "MedlineCitation/OtherAbstract/AbstractText")
    labelled = []
    for part in parts:
        label, text = part.get("Label", "").strip(), text_of(part)
        if text:
            labelled.append(
                f"{label.rstrip(':')}: {text}" if label and label != "UNLABELLED" else text
            )
    return "\n".join(labelled)


def _authors(article: etree._Element) -> list[str]:
    lists = find_all(article, "AuthorList") or find_all(article, "Book/AuthorList")
    authors = [author for group in lists[:1] for author in find_all(group, "Author")]
    names = []
    for author in authors:
        family = text_at(author, "LastName")
        given = text_at(author, "ForeName", "Initials")
        names.append(f"{given} {family}" if family else text_at(author, "CollectiveName"))
    return names


def _doi(element: etree._Element, article: etree._Element) -> str | None:
    for found in find_all(element, "PubmedData/ArticleIdList/ArticleId"):
        if found.get("IdType") == "doi":
            return text_of(found)
    for found in find_all(article, "ELocationID"):
        if found.get("EIdType") == "doi":
            return text_of(found)
    return None


PUBMED = XmlSchema(
    "PubMed XML",
    re.compile(r"<(?:PubmedArticleSet|PubmedArticle|PubmedBookArticle|PubmedBookArticleSet)\b"),
    ("PubmedArticle", "PubmedBookArticle"),
    _convert,
)
