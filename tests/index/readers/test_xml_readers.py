# ruff: noqa: E501 (XML as dense as publishers write it)
"""XML of publishers and services; inline markup, formulas, entities, damage and attacks."""

import time
from collections.abc import Callable

import pytest

from index.papers import Record, Skipped

ReadText = Callable[..., list[Record | Skipped]]
ReadOne = Callable[..., Record]

PUBMED = """<?xml version="1.0"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "http://nowhere.invalid/x.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>123</PMID><Article>
<Journal><JournalIssue><PubDate><Year>2018</Year></PubDate></JournalIssue><Title>Gait</Title></Journal>
<ArticleTitle>On <i>walking</i></ArticleTitle>
<ELocationID EIdType="doi">10.1000/ab</ELocationID>
<Abstract><AbstractText Label="BACKGROUND">We walk 10<sup>-3</sup> m in H<sub>2</sub>O.</AbstractText>
<AbstractText Label="RESULTS">p &lt; 0.05.</AbstractText>
<CopyrightInformation>No.</CopyrightInformation></Abstract>
<AuthorList><Author><LastName>Curie</LastName><ForeName>Marie</ForeName></Author>
<Author><CollectiveName>Gait Group</CollectiveName></Author></AuthorList></Article>
<KeywordList><Keyword>gait</Keyword></KeywordList></MedlineCitation></PubmedArticle>
<PubmedArticle><MedlineCitation><Article><ArticleTitle>Nothing</ArticleTitle></Article>
</MedlineCitation></PubmedArticle></PubmedArticleSet>"""


def test_pubmed(read_text: ReadText) -> None:
    first, second = read_text(PUBMED, "x.xml", "PubMed XML")
    assert isinstance(first, Record)
    assert first.title == "On walking"
    assert first.abstract == "BACKGROUND: We walk 10^{-3} m in H2O. RESULTS: p < 0.05."
    assert first.authors == ("Marie Curie", "Gait Group")
    assert (first.year, first.venue, first.doi) == (2018, "Gait", "10.1000/ab")
    assert first.url == "https://pubmed.ncbi.nlm.nih.gov/123/"
    assert first.keywords == ("gait",)
    assert isinstance(second, Skipped)
    assert (second.title, second.location.record) == ("Nothing", 2)


JATS = """<!DOCTYPE article PUBLIC "-//NLM//DTD JATS//EN" "JATS.dtd">
<article xmlns:mml="http://www.w3.org/1998/Math/MathML" xmlns:xlink="http://www.w3.org/1999/xlink">
<front><journal-meta><journal-title-group><journal-title>Gait</journal-title></journal-title-group>
</journal-meta><article-meta><article-id pub-id-type="doi">10.1000/ab</article-id>
<title-group><article-title>On walking &mdash; &rgr;</article-title><subtitle>A study</subtitle></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Curie</surname><given-names>Marie</given-names>
</name></contrib><contrib contrib-type="editor"><name><surname>No</surname></name></contrib></contrib-group>
<pub-date><year>2019</year></pub-date>
<abstract abstract-type="teaser"><p>Walk!</p></abstract>
<abstract abstract-type="graphical"><p>A picture.</p></abstract>
<abstract><title>Abstract</title><sec><title>Methods</title><p>We walk
<inline-formula><alternatives><mml:math><mml:mi>a</mml:mi></mml:math>
<tex-math>\\documentclass{minimal}\\begin{document}$$\\alpha^2$$\\end{document}</tex-math></alternatives></inline-formula>
far&nbsp;<xref ref-type="bibr">1</xref>.</p></sec><sec><title>Results</title><p>It works at
<mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math>.</p></sec></abstract>
<trans-abstract xml:lang="fr"><p>Non.</p></trans-abstract>
<kwd-group><kwd>gait</kwd></kwd-group></article-meta></front><body><p>Much text.</p></body></article>"""


def test_jats(read_one: ReadOne) -> None:
    record = read_one(JATS, "x.xml", "JATS XML")
    assert record.title == "On walking — ρ: A study"
    assert record.abstract == "Methods: We walk α^2 far . Results: It works at x^2."
    assert record.authors == ("Marie Curie",)
    assert (record.year, record.venue, record.doi) == (2019, "Gait", "10.1000/ab")


OAI = """<record><metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>On walking</dc:title>
<dc:creator>Curie, Marie</dc:creator><dc:description>Comment: 12 pages, and this comment is longer
than the abstract itself is</dc:description><dc:description>We walk far.</dc:description>
<dc:date>2009-02-01</dc:date><dc:date>2008-01-16</dc:date>
<dc:identifier>http://arxiv.org/abs/0901.2443</dc:identifier></oai_dc:dc></metadata></record>"""
ARXIV = """<OAI-PMH><record><metadata><arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>0901.2443</id>
<created>2008-01-16</created><authors><author><keyname>Curie</keyname><forenames>Marie</forenames></author>
</authors><title>On walking</title><abstract>We walk far.</abstract></arXiv></metadata></record></OAI-PMH>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"><entry>
<id>http://arxiv.org/abs/0901.2443v1</id><published>2008-01-16T00:00:00Z</published>
<title>On walking</title><summary>We walk far.</summary><author><name>Marie Curie</name></author></entry></feed>"""
CROSSREF = """<doi_records><doi_record><crossref><journal><journal_metadata><full_title>Gait</full_title>
</journal_metadata><journal_issue><publication_date><year>2008</year></publication_date></journal_issue>
<journal_article><titles><title>On walking</title></titles><contributors>
<person_name contributor_role="author"><given_name>Marie</given_name><surname>Curie</surname></person_name>
</contributors><jats:abstract xmlns:jats="http://x"><jats:title>Abstract</jats:title><jats:p>We walk
 <jats:italic>far</jats:italic>
 .</jats:p></jats:abstract><doi_data><doi>10.1000/ab</doi></doi_data></journal_article></journal>
</crossref></doi_record></doi_records>"""
DATACITE = """<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">10.1000/ab
</identifier><creators><creator><creatorName>Curie, Marie</creatorName></creator></creators>
<titles><title>On walking</title></titles><publisher>Gait</publisher><publicationYear>2008</publicationYear>
<descriptions><description descriptionType="Methods">No.</description>
<description descriptionType="Abstract">We walk far.</description></descriptions></resource>"""
ACL = """<collection id="X"><volume id="1"><meta><booktitle>Gait</booktitle><year>2008</year></meta>
<paper id="1"><title>On <fixed-case>W</fixed-case>alking</title><author><first>Marie</first><last>Curie</last>
</author><url>X-1</url><abstract>We walk far.</abstract></paper></volume></collection>"""
ENDNOTE = """<xml><records><record><ref-type name="Journal Article">17</ref-type><contributors><authors><author>
<style face="normal">Curie, Marie</style></author></authors></contributors><titles><title><style>On walking
</style></title><secondary-title>Gait</secondary-title></titles><dates><year><style>2008</style></year></dates>
<abstract><style>We walk far.</style></abstract></record></records></xml>"""
TEI = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>On walking</title>
</titleStmt><sourceDesc><biblStruct><analytic><author><persName><forename>Marie</forename>
<surname>Curie</surname></persName></author></analytic><monogr><title>Gait</title><imprint>
<date when="2008-01-01"/></imprint></monogr></biblStruct></sourceDesc></fileDesc><profileDesc><abstract>
<p>We walk far.</p></abstract></profileDesc></teiHeader><text/></TEI>"""
WILEY = """<component xmlns="http://www.wiley.com/namespaces/wiley"><header><publicationMeta level="product">
<titleGroup><title>Gait</title></titleGroup></publicationMeta><publicationMeta level="unit">
<doi>10.1000/ab</doi><eventGroup><event type="firstOnline" date="2008-07-28"/></eventGroup></publicationMeta>
<contentMeta><titleGroup><title type="main">On walking</title></titleGroup><creators>
<creator creatorRole="author"><personName><givenNames>Marie</givenNames><familyName>Curie</familyName>
</personName></creator></creators><abstractGroup><abstract type="short"><p>Short.</p></abstract>
<abstract type="main"><title>Abstract</title><p>We walk far.</p></abstract></abstractGroup></contentMeta>
</header></component>"""
ELSEVIER = """<doc:document xmlns:doc="http://www.elsevier.com/xml/document/schema"
 xmlns:ce="http://www.elsevier.com/xml/common/schema" xmlns:prism="http://prism"><meta>
<prism:publicationName>Gait</prism:publicationName><prism:coverDate>2008-08-15</prism:coverDate>
<prism:doi>10.1000/ab</prism:doi></meta><head><ce:title>On walking</ce:title><ce:author-group><ce:author>
<ce:given-name>Marie</ce:given-name><ce:surname>Curie</ce:surname></ce:author></ce:author-group>
<ce:abstract class="author-highlights"><ce:section-title>Highlights</ce:section-title><ce:para>No.</ce:para>
</ce:abstract><ce:abstract class="author"><ce:section-title>Abstract</ce:section-title><ce:abstract-sec>
<ce:simple-para>We walk far.</ce:simple-para></ce:abstract-sec></ce:abstract></head></doc:document>"""
IEEE = """<publication><title><![CDATA[Gait]]></title><publicationinfo/><volume><volumeinfo><year>2008</year>
</volumeinfo><article><title><![CDATA[On walking]]></title><articleinfo><articledoi>10.1000/ab</articledoi>
<abstract abstracttype="Regular"><![CDATA[We walk far.]]></abstract><authorgroup><author>
<nonnormname>Marie Curie</nonnormname></author></authorgroup></articleinfo></article></volume></publication>"""
COPERNICUS = """<article><journal><journal_title>Gait</journal_title>
<journal_url>https://g.org</journal_url><publication_year>2008</publication_year></journal>
<doi>10.1000/ab</doi><article_title>On walking</article_title><authors><author><name>Marie Curie</name>
</author></authors><abstract content_type="html">&lt;p&gt;We walk far.&lt;/p&gt;</abstract></article>"""
MODS = """<modsCollection xmlns="http://www.loc.gov/mods/v3"><mods><titleInfo><title>On walking</title></titleInfo>
<name type="personal"><namePart type="family">Curie</namePart><namePart type="given">Marie</namePart></name>
<relatedItem type="host"><titleInfo><title>Gait</title></titleInfo><originInfo><dateIssued>2008</dateIssued>
</originInfo></relatedItem><abstract>We walk far.</abstract></mods></modsCollection>"""
OTHER = """<papers><paper><title>On walking</title><authors><author>Marie Curie</author></authors>
<year>2008</year><venue>Gait</venue><abstract>We walk far.</abstract></paper></papers>"""


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (OAI, "Dublin Core XML"), (ARXIV, "arXiv OAI-PMH"), (ATOM, "Atom feed"),
        (CROSSREF, "Crossref XML"), (DATACITE, "DataCite XML"), (ACL, "ACL Anthology XML"),
        (ENDNOTE, "EndNote XML"), (TEI, "TEI XML"), (WILEY, "Wiley XML"),
        (ELSEVIER, "Elsevier XML"), (IEEE, "IEEE XML"), (COPERNICUS, "Copernicus XML"),
        (MODS, "MODS XML"), (OTHER, "XML"),
    ],
)  # fmt: skip
def test_kinds_of_xml(read_one: ReadOne, content: str, kind: str) -> None:
    record = read_one(content, "x.xml", kind)
    assert record.title is not None
    assert record.title.lower() == "on walking"
    assert record.abstract == "We walk far."
    assert record.authors == ("Marie Curie",)
    assert record.year == 2008
    if kind in ("arXiv OAI-PMH", "Dublin Core XML", "Atom feed"):
        assert record.arxiv_id == "0901.2443"
    else:
        assert record.venue == "Gait"


def test_volume_of_later_records_is_not_forgotten(read_text: ReadText) -> None:
    paper = ACL[ACL.index("<paper") : ACL.index("</volume>")]
    volume = ACL[ACL.index("<volume") : ACL.index("</collection>")]
    text = ACL.replace("</volume>", f"{paper}{paper}</volume>" + volume.replace("2008", "2010"))
    items = read_text(text)
    assert [item.year for item in items if isinstance(item, Record)] == [2008, 2008, 2008, 2010]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_declared_encodings(read_one: ReadOne, encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?>' + OTHER.replace("far", "für Größe")
    assert read_one(text.encode(encoding)).abstract == "We walk für Größe."


def test_wrongly_declared_encoding(read_one: ReadOne) -> None:
    text = '<?xml version="1.0" encoding="US-ASCII"?>' + OTHER.replace("far", "für")
    assert read_one(text.encode()).abstract == "We walk für."


def test_truncated_file_gives_what_is_whole(read_text: ReadText) -> None:
    text = OTHER.replace("</papers>", OTHER[8:] + "</papers>")
    first, *_ = read_text(text[: text.rindex("<abstract>") + 13])
    assert isinstance(first, Record)


def test_stray_characters_and_ampersands(read_one: ReadOne) -> None:
    record = read_one(OTHER.replace("far", "far\x02 & wide &unknown; AT&T"))
    assert record.abstract == "We walk far & wide &unknown; AT&T."


def test_nested_entities_are_not_expanded(read_text: ReadText) -> None:
    declared = "".join(
        f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "x" * 1000}">' for n in range(12)
    )
    start = time.perf_counter()
    (record,) = read_text(f"<!DOCTYPE papers [{declared}]>" + OTHER.replace("far", "&e11;"))
    assert time.perf_counter() - start < 2
    assert isinstance(record, Record)
    assert len(record.abstract) < 100


def test_files_outside_are_not_read(
    read_text: ReadText, tmp_path_factory: pytest.TempPathFactory
) -> None:
    secret = tmp_path_factory.mktemp("secret") / "secret.txt"
    secret.write_text("hidden words")
    declared = f'<!DOCTYPE papers [<!ENTITY leak SYSTEM "{secret.as_uri()}">]>'
    (record,) = read_text(declared + OTHER.replace("far", "&leak;"))
    assert isinstance(record, Record)
    assert "hidden" not in record.abstract


def test_deep_nesting_is_survived(read_text: ReadText) -> None:
    first, *_ = read_text(OTHER.replace("</papers>", "<a>" * 50_000 + "</papers>"))
    assert isinstance(first, Record)


def test_a_search_of_dblp_tells_what_has_no_abstract(read_text: ReadText) -> None:
    hit = (
        '<hit score="4"><info><authors><author>Ada Stone</author></authors><title>{}</title>'
        "<venue>ICML</venue></info><url>URL#1</url></hit>"
    )
    hits = "".join(hit.format(title) for title in ("On walking", "On running"))
    items = read_text(f"<result><query>on*</query><hits>{hits}</hits></result>", kind="XML")
    assert [(item.title, getattr(item, "reason", "")) for item in items] == [
        ("On walking", "no abstract"), ("On running", "no abstract"),
    ]  # fmt: skip


def test_records_of_nobodys_schema_keep_their_titles(read_one: ReadOne) -> None:
    record = read_one(
        "<records><record><title>On walking</title><abstract>We walk.</abstract></record></records>",
        kind="XML",
    )
    assert record.title == "On walking"
