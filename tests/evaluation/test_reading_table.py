"""The table of what the readers made of a folder."""

from pathlib import Path

from evaluation.reading import read_all, table


def test_table(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text("@misc{a, abstract={We walk.}}\n@misc{b, title={B}}\n")
    (tmp_path / "b.pdf").write_bytes(b"%PDF-1.7")
    readings = dict(read_all(tmp_path))
    bibtex, unread = readings["BibTeX"], readings["not read"]
    assert (bibtex.files, bibtex.records, bibtex.abstracts) == (1, 2, 1)
    assert bibtex.skipped == {"no abstract": 1}
    assert (unread.records, sum(unread.skipped.values())) == (0, 1)
    lines = table([bibtex, unread]).splitlines()
    assert len(lines) == 4
    assert "1 no abstract" in lines[2]
