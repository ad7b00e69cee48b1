# ruff: noqa: E501 (files as their formats want them)
"""No file, however broken, makes a reader fail or hang."""

import gzip
import io
import random
import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook

from evaluation.mutations import mutate, survives


def _workbook() -> bytes:
    workbook = Workbook()
    workbook.active.append(["title", "abstract", "year"])
    workbook.active.append(["On walking", "We walk far.", 2001])
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def _zip(content: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.bib", content)
    return buffer.getvalue()


BIBTEX = rb"""@string{gait = "Gait"}
@article{a, title = {{On} W\"alking}, journal = gait # " Now", crossref = {b},
  abstract = {We \emph{walk} $10^{-3}$ far, {\em i.e.}~5\%, \cite{x}.}, author = {Curie, M. and {A}}}
@proceedings{b, title = {Proc}, year = 2001}
"""
XML = b"""<?xml version="1.0" encoding="utf-8"?><!DOCTYPE r [<!ENTITY e "x">]>
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>On &e; <i>w</i>
</ArticleTitle><Abstract><AbstractText Label="A">We <sup>2</sup> walk &lt; <math><mi>x</mi></math>
</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"""
JATS = b"""<article><front><article-meta><title-group><article-title>On walking</article-title></title-group>
<abstract><sec><title>R</title><p>We <inline-formula><tex-math>$x$</tex-math></inline-formula> walk.</p>
</sec></abstract></article-meta></front></article>"""
LONG = (
    b"Walking is hard for machines, and cold weather makes it harder. We plan each step of it. " * 2
)
SAMPLES = {
    "a.bib": BIBTEX,
    "a.ris": b"TY  - JOUR\nTI  - On walking\nAU  - Curie, M.\nKW  - a\nb\nAB  - We walk\nfar.\nER  - \n",
    "a.isi": b"FN ISI\nVR 1.0\nPT J\nAU Curie, M\n   Perrin, J\nTI On walking\nAB We walk.\nER\n\nEF\n",
    "a.nbib": b"PMID- 1\nTI  - On\n      walking\nAB  - We walk.\nFAU - Curie, Marie\n\nPMID- 2\nTI  - B\n",
    "a.enl": b"%0 Journal Article\n%T On walking\n%A Curie, M.\n%X We walk.\n\n%0 Book\n%T B\n",
    "a.xml": XML,
    "b.xml": JATS,
    "c.xml": b'<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><summary>B c.</summary></entry></feed>',
    "a.rdf": b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:d="urn:d"><rdf:Description><z:itemType>preprint</z:itemType><d:title>A</d:title><d:isPartOf rdf:resource="b"/><d:abstract>We walk.</d:abstract></rdf:Description><d:Journal rdf:about="b"><d:title>Gait</d:title></d:Journal></rdf:RDF>',
    "a.tex": rb"\title[W]{On {w}}\author{A \and B\thanks{C}}\begin{document}\begin{abstract} We walk % far \end{abstract}",
    "a.json": b'{"results": [{"title": "A", "abstract_inverted_index": {"We": [0], "walk": [1]}, "authors": [{"name": "M"}]}]}',
    "a.jsonl": b'{"title": "A", "abstract": "We walk \\u00e9.", "year": 2001}\n{"title": "B", "abstract": null}\n',
    "a.csv": b'Title,Abstract,Year\n"On ""walking""","We walk,\nfar",2001\nB,,\n',
    "a.tsv": b"Title\tAbstract\tYear\nOn walking\tWe walk\t2001\n",
    "a.md": b"# Papers\n\n- **On walking**\n  M. Curie\n\n  " + LONG + b"\n- **Abstract:** We walk.\n",
    "page.html": b"<!doctype html><html><body><h1>List</h1><ul><li><b>On walking far</b><br>M. Curie<br>" + LONG + b"</li></ul><table><tr><th>Title</th><th>Abstract</th></tr><tr><td>A</td><td>" + LONG + b"</td></tr></table></body></html>",
    "bare.tsv": b"On walking\tCurie, M.\t" + LONG + b"\t2001\nOn running\tPerrin, J.\t" + LONG + b"\t2002\nC\tD\tE\tF\n",
    "down.csv": b'"TITLE","On walking"\n"AUTHOR NAMES","Curie M.","Perrin J."\n"ABSTRACT","We walk, far."\n\n"TITLE","B"\n',
    "refworks.txt": b"RT Journal Article\nA1 Curie, M.\nT1 On walking\nYR 2001\nAB We walk\nfar.\n\nRT Book\nT1 B\n",
    "listing.txt": b"----------------------\n\\\\\narXiv:2001.00001\nDate: 1 Jan 2020\n\nTitle: On\n  walking\nAuthors: M. Curie (1 (2)), J. Perrin\n\\\\\n  We walk.\n\\\\ ( x )\n",
    "page.txt": b"[1] arXiv:2001.00001 [pdf]\nTitle: On\n walking\nAuthors: M. Curie\nSubjects: A (a.B)\n\nWe walk.\n\n[2] arXiv:2001.00002\nTitle:B\n",
    "ovid.txt": b"<1>\nTitle\n  On walking.\nSource\n  Walks. 1, 2001.\nAuthors\n  Curie M\nAbstract\n  We walk,\n  far.\n\n<2>\nTitle\n  B\n",
    "alert.txt": b"Google Scholar\n\n[PDF] On walking\nM Curie\xe2\x80\xa6 - Walks, 2001\nWe walk.\n\nSave\n\nB\nC D - 1999\nE.\n",
    "feed.xml": b'<rss version="2.0"><channel><item><title>A</title><description>arXiv:2001.00001v1 Announce Type: new Abstract: B.</description></item></channel></rss>',
    "heads.txt": b"On walking far\nMarie Curie, Jean Perrin\n\n" + LONG + b"\n\nOn running\n\n" + LONG + b"\n",
    "strings.json": b'["' + LONG + b'", {"' + b"On walking" + b'": "' + LONG + b'"}]',
    "a.txt": b"A list\n\n" + LONG + b"\n\n12\n\n" + LONG,
    "a.xlsx": _workbook(),
    "a.bib.gz": gzip.compress(BIBTEX),
    "a.zip": _zip(BIBTEX),
    "wide.bib": BIBTEX.decode().encode("utf-16"),
}  # fmt: skip


@pytest.mark.parametrize("name", SAMPLES)
def test_mutated_files_are_survived(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    random_ = random.Random(name)
    for number in range(120):
        mutant = mutate(SAMPLES[name], random_)
        path.write_bytes(mutant)
        problem = survives(path)
        assert problem is None, f"mutation {number}, {mutant!r}: {problem}"


@pytest.mark.parametrize("name", SAMPLES)
def test_files_cut_off_anywhere_are_survived(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    for cut in range(0, len(SAMPLES[name]), max(1, len(SAMPLES[name]) // 100)):
        path.write_bytes(SAMPLES[name][:cut])
        assert survives(path) is None
