"""Zotero's RDF export."""

from collections.abc import Callable

import pytest

from index.papers import Record, Skipped

ReadText = Callable[..., list[Record | Skipped]]

HEAD = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dcterms="http://purl.org/dc/terms/"
 xmlns:link="http://purl.org/rss/1.0/modules/link/" xmlns:bib="http://purl.org/net/biblio#"
 xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:dc="http://purl.org/dc/elements/1.1/">
"""
SAID = "<dcterms:abstract>We looked at {title} and measured it.</dcterms:abstract>"


def paper(kind: str, title: str, more: str, tag: str = "rdf:Description") -> str:
    said = SAID.format(title=title)
    return (
        f'<{tag} rdf:about="#{title}"><z:itemType>{kind}</z:itemType><dc:title>{title}</dc:title>'
        f"{said}{more}</{tag}>"
    )


def article(title: str) -> str:
    more = '<dcterms:isPartOf rdf:resource="urn:issn:1"/>'
    return paper("journalArticle", title, more, "bib:Article")


JOURNAL = (
    '<bib:Journal rdf:about="urn:issn:1"><dc:title>Gait</dc:title>'
    "<dc:identifier>ISSN 1</dc:identifier><dc:identifier>DOI 10.1000/7</dc:identifier>"
    "</bib:Journal>"
)


@pytest.fixture
def read_rdf(read_text: ReadText) -> Callable[[str], list[Record]]:
    def reads(body: str) -> list[Record]:
        items = read_text(f"{HEAD}{body}</rdf:RDF>", "some.rdf", "RDF")
        records = [item for item in items if isinstance(item, Record)]
        assert len(records) == len(items), items
        return records

    return reads


ReadRdf = Callable[[str], list[Record]]


def test_a_journal_may_stand_after_its_article(read_rdf: ReadRdf) -> None:
    (record,) = read_rdf(article("walking") + JOURNAL)
    assert (record.title, record.venue, record.doi) == ("walking", "Gait", "10.1000/7")


def test_a_doi_in_a_shared_journal_is_nobodys(read_rdf: ReadRdf) -> None:
    records = read_rdf(JOURNAL + article("walking") + article("running"))
    assert [(record.venue, record.doi) for record in records] == [("Gait", None)] * 2


@pytest.mark.parametrize(
    ("kind", "inside", "venue"),
    [
        (
            "conferencePaper",
            "<dcterms:isPartOf><bib:Journal><dc:title>Proc. of Walking</dc:title></bib:Journal>"
            "</dcterms:isPartOf>",
            "Proc. of Walking",
        ),
        (
            "conferencePaper",
            "<bib:presentedAt><bib:Conference><dc:title>Walking 2020</dc:title></bib:Conference>"
            "</bib:presentedAt>",
            "Walking 2020",
        ),
        (
            "preprint",
            "<dc:publisher><foaf:Organization><foaf:name>arXiv</foaf:name></foaf:Organization>"
            "</dc:publisher>",
            "arXiv",
        ),
        (
            "bookSection",
            "<dcterms:isPartOf><bib:Book><dc:title>On Feet</dc:title></bib:Book>"
            "</dcterms:isPartOf>",
            "On Feet",
        ),
    ],
)
def test_papers_that_are_no_articles(read_rdf: ReadRdf, kind: str, inside: str, venue: str) -> None:
    (record,) = read_rdf(paper(kind, "walking", inside))
    assert (record.venue, record.title) == (venue, "walking")


def test_files_and_folders_are_no_papers(read_rdf: ReadRdf) -> None:
    others = (
        '<z:Attachment rdf:about="#a"><z:itemType>attachment</z:itemType><dc:title>PDF</dc:title>'
        '</z:Attachment><z:Collection rdf:about="#c"><dc:title>Feet</dc:title></z:Collection>'
        '<bib:Memo rdf:about="#m"><rdf:value>a note</rdf:value></bib:Memo>'
    )
    assert [record.title for record in read_rdf(others + article("walking"))] == ["walking"]


def test_people_keywords_and_addresses(read_rdf: ReadRdf) -> None:
    more = (
        "<bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Stone</foaf:surname>"
        "<foaf:givenName>Ada</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></bib:authors>"
        "<dc:subject>feet</dc:subject>"
        "<dc:subject><z:AutomaticTag><rdf:value>legs</rdf:value></z:AutomaticTag></dc:subject>"
        "<dc:identifier><dcterms:URI><rdf:value>https://arxiv.org/abs/2001.00001</rdf:value>"
        "</dcterms:URI></dc:identifier><dc:date>2020-01-01</dc:date>"
    )
    (record,) = read_rdf(paper("preprint", "walking", more))
    assert (record.authors, record.keywords) == (("Ada Stone",), ("feet", "legs"))
    assert (record.arxiv_id, record.year) == ("2001.00001", 2020)
