"""Papers' own LaTeX source."""

from collections.abc import Callable

from index.papers import Record, Skipped

ReadText = Callable[..., list[Record | Skipped]]

PAPER = r"""\documentclass{article}  % \title{Not this}
\title[Walking]{On {Walking} \\ Far\thanks{By grant {7}.}}
\author{Ada St\"one\footnote{Equal {work}} \and Ben Wood\thanks{At home.} \\ An Institute}
\begin{document}
\maketitle
\begin{abstract}
We walk $10^{3}$ km % and not a step more
at a gain of 5\%.
\end{abstract}
\section{Introduction} We begin.
\end{document}
"""


def test_title_authors_and_abstract(read_one: Callable[..., Record]) -> None:
    record = read_one(PAPER, "paper.tex", "LaTeX")
    assert record.title == "On Walking Far"
    assert record.authors == ("Ada Stöne", "Ben Wood")
    assert record.abstract == "We walk 10^3 km at a gain of 5%."


def test_an_unclosed_title_takes_nothing_with_it(read_one: Callable[..., Record]) -> None:
    record = read_one(PAPER.replace("}.}}", "}."), "paper.tex", "LaTeX")
    assert record.abstract.startswith("We walk")
