"""What becomes of markup, and that nothing else is touched."""

import re
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.cleaning import clean

PIECES = [
    "\\", "{", "}", "$", "$$", "_", "^", "~", "*", "**", "`", "``", "''", "'", "<", ">", "</", "&",
    ";", "&lt;", "&gt;", "&amp;", "<b>", "</b>", "<sup>", "</sup>", "<sub>", "</sub>", "<p>",
    "<math>", "</math>", "<tex-math>", "</tex-math>", "<title>", "</title>", "<a href='http://a'>",
    "</a>", "[", "]", "(", ")", "](http://b)", "\\frac", "\\sqrt", "\\emph", "\\textbf{", "\\cite{",
    "\\url{", "\\href{", "\\'", '\\"', "\\c", "\\v{", "\\begin{equation}", "\\end{equation}",
    "\\item", "\\(", "\\)", "\\[", "\\]", "\\\\", "\\left(", "\\right", "\\tilde", "\\mathbb",
    "\\n", "\\,", "\\unknown", "\\alpha", "\\log", "\\ss", "\\em", "\\textsuperscript{", "#", "%",
    "Abstract", "abstract:", "ABSTRACT ", "©", "(c) 2020 ", "Elsevier.", "All rights reserved.",
    "a", "b", "Z", "x", "word", "word-\n", "1", "2", "10", ".", ",", " ", "\n", "\n\n", "\t", "-",
    "ﬁ", "\u00ad", "\u200b", "\u200d", "\x02", "\ufeff", "é", "e\u0301", "\u0301", "ñ", "中", "ℝ",
    "\ud83d", "\ude00", "&#769;", "&#x24;", "&#92;", "&nbsp;", "&alpha;", "<unk>",
]  # fmt: skip

messy = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@settings(max_examples=1500, deadline=None)
@given(st.one_of(messy, st.text(max_size=80)))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert once == " ".join(once.split())
    once.encode("utf-8")


plain_words = st.lists(
    st.from_regex(r"[A-Za-z]{1,8}[,.]?|[0-9]{1,4}(\.[0-9]+)?%?|x_[0-9]|\$[0-9]{1,3}|~[0-9]+%",
                  fullmatch=True).filter(lambda word: word[:1].casefold() not in "cas"),
    max_size=40,
).map(" ".join)  # fmt: skip


@settings(max_examples=500, deadline=None)
@given(plain_words)
def test_plain_prose_stays_as_it_is(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "if a < b and c > d then a<c",
        "it costs $5 or $10, up to $20,000 in all",
        "between $5k-$10k, and US$3 against A$4",
        "5 % of C# and F# users, AT&T; R&D",
        "x_1 and y_2, snake_case_name, __init__",
        "A* search and D* Lite, 5*10 and 2**3 or 4**5",
        "*p < 0.05, **p < 0.01, ***p < 0.001",
        "the <unk> token and </s>, List<int>",
        r"C:\data\new and \d+ in C:\temp",
        "see https://www.example.org/~name/a_b_c?x=1&y=2#part",
        "sets {0,1}^n and {a, b}",
        "about ~20% to ~30%, 10~20 items",
        "Abstract reasoning is hard.",
        "Summary statistics are private.",
        "short- and long-term, pre- and post-test",
        "a 5'10'' man",
        "We show three things in this paper. (a) It works. (b) It is fast. (c) It is small.",
        "We study how it is shown and used. Copyright infringement is one of the risks.",
        "Copyright law and the 2019 directive are studied in this text in some detail here.",
    ],
)
def test_text_that_looks_like_markup_is_left_alone(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"\texttt{leak@$k$} for $k$ samples", "leak@k for k samples"),
        (r"$4.8\times$ fewer", "4.8× fewer"),
        (r"a $13.80\times$ speedup", "a 13.80× speedup"),
        (r"below $10^{-3}$", "below 10^{-3}"),
        (r"in $O(n\log n)$ time", "in O(n log n) time"),
        (r"$O(n \log n)$", "O(n log n)"),
        (r"$\tilde{\mathcal{O}}(\sqrt{T})$", "Õ(√T)"),
        (r"$\widetilde O(\frac{d}{\epsilon^2})$", "Õ(d/(ε^2))"),
        (r"$\frac{a+b}{2}$", "(a+b)/2"),
        (r"36.2 AP$_r$ and AP$_{50}$", "36.2 AP_r and AP50"),
        (r"H$_2$O at 20$^\circ$C", "H2O at 20°C"),
        (r"$\{0,1\}^n \subset \mathbb{R}^n$", "{0,1}^n ⊂ ℝ^n"),
        (r"$x_{t+1} \leq x_{max}$", "x_{t+1} ≤ x_max"),
        (r"$1{,}000$ and 2{,}000 or $10\%$ in \LaTeX", "1,000 and 2,000 or 10% in LaTeX"),
        (r"$\epsilon$-far", "ε-far"),
        (r"the margin $ L_{2} $ and near-O\left(n^2\right)", "the margin L_2 and near-O(n^2)"),
        (r"$\textit{master weights}$", "master weights"),
        (r"\(x^2\) or \[y_1\] or $$z$$", "x^2 or y_1 or z"),
        (r"\begin{equation}a = b\end{equation} holds", "a = b holds"),
        (r"gains \texttimes 2 and \mathbb{R}, \tilde O", "gains × 2 and ℝ, Õ"),
        (r"\sqrt[3]{x} and $\|x\|$", "√[3]x and ‖x‖"),
        (r"$\alpha\log n$", "α log n"),
        ("$f''(x)$", "f''(x)"),
    ],
)
def test_maths_stays_readable(source: str, expected: str) -> None:
    assert clean(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"\textit{almost all} \textbf{ExpAlign}, \emph{x}", "almost all ExpAlign, x"),
        (r"{\em i.e.}, {\bf bold} and {\it it}", "i.e., bold and it"),
        (r"G{\"o}del, Erd\H{o}s, \'{e}t\'e, na{\"\i}ve", "Gödel, Erdős, été, naïve"),
        (
            r"Stra{\ss}e, Bj\o rn, \L{}ojasiewicz, \AA ngstr\"om",
            "Straße, Bjørn, Łojasiewicz, Ångström",
        ),
        (r"as shown \cite{a,b} and in~\cite[p.~3]{c}.", "as shown and in."),
        (r"at \url{https://a.org/b\_c\%20d}", "at https://a.org/b_c%20d"),
        (r"\href{https://a.org/x}{here}", "here (https://a.org/x)"),
        (r"\textcolor{red}{stop} \footnote{Code: x.org}", "stop (Code: x.org)"),
        (r"31\% of A\&B, x\_1, \#3, \$5", "31% of A&B, x_1, #3, $5"),
        (r"\begin{itemize}\item one \item two\end{itemize}", "- one - two"),
        (r"Theorem~1 by \eg Foo \etal", "Theorem 1 by e.g. Foo et al."),
        (r"it\'s \"quoted\" text", 'it\'s "quoted" text'),
        ("``quoted'' and `single'", "\"quoted\" and 'single'"),
        (r"one.\nTwo", "one. Two"),
        ("Fr{é}chet", "Fréchet"),
        (r"we call it \ours.", "we call it ours."),
    ],
)
def test_latex_commands(source: str, expected: str) -> None:
    assert clean(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<jats:title>Abstract</jats:title><jats:p>Foo &amp; bar</jats:p>", "Foo & bar"),
        ("<title>Methods</title><p>We did.</p>", "Methods: We did."),
        ("H<sub>2</sub>O, 10<sup>-3</sup>, x<sub>i</sub>", "H2O, 10^{-3}, x_i"),
        ("<p>One</p><p>two</p>", "One two"),
        ("&lt;i&gt;E. coli&lt;/i&gt; &ndash; &#x3B1;&#946;", "E. coli – αβ"),
        ('<a href="https://a.org">code</a>', "code (https://a.org)"),
        ("<mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math>", "x^2"),
        (
            "<alternatives><tex-math>$\\alpha^2$</tex-math><mml:math><mml:mi>a</mml:mi></mml:math>"
            "</alternatives>",
            "α^2",
        ),
        (
            "<tex-math>\\documentclass{minimal}\\begin{document}$$x$$\\end{document}</tex-math>",
            "x",
        ),
        ("<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>", "a/b"),
    ],
)  # fmt: skip
def test_html_jats_and_mathml(source: str, expected: str) -> None:
    assert clean(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("only **51%** of it", "only 51% of it"),
        ("***P**atch **I**nference by **A**daptive **A**im*.", "Patch Inference by Adaptive Aim."),
        ("**V**erification via **I**ntr**a**-Model", "Verification via Intra-Model"),
        ("REw**A**rd and r**EA**soning, x**y**z", "REwArd and rEAsoning, x**y**z"),
        ("*maximum mean discrepancy* (MMD)", "maximum mean discrepancy (MMD)"),
        ("_really_ `code`", "really code"),
        ("[code](https://a.org/x_y)", "code (https://a.org/x_y)"),
        ("<https://a.org>", "https://a.org"),
    ],
)  # fmt: skip
def test_markdown(source: str, expected: str) -> None:
    assert clean(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("eﬃcient ﬁne-tuning", "efficient fine-tuning"),
        ("dis\u00adem\u00ad\npower", "disempower"),
        ("an exper-\niment with self-\nattention", "an experiment with self-attention"),
        ("state-of-the-\nart", "state-of-the-art"),
        ("dissemina\x02tors of cost\x02effective", "disseminators of cost-effective"),
        ("pretrained and pre-\ntrained", "pretrained and pretrained"),
        ("zero\u200bwidth\ufeff, bi\u202edi", "zerowidth, bidi"),
        ("a\u00a0b\u2009c\n\nd", "a b c d"),
        ("cafe\u0301", "café"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_characters(source: str, expected: str) -> None:
    assert clean(source) == expected


BODY = "We study how words are kept. The results hold for all of the data sets we have tried."


@pytest.mark.parametrize(
    "source",
    [
        f"Abstract: {BODY}",
        f"ABSTRACT {BODY}",
        f"Abstract\n{BODY}",
        f"**Abstract** — {BODY}",
        f"Abstract{BODY}",
        f"Abstract {BODY}",
        f"{BODY} © 2021 Elsevier Ltd. All rights reserved.",
        f"{BODY} Copyright © 2019 The Authors.",
        f"{BODY} (c) 2005 Wiley-Liss, Inc.",
        f"{BODY} © The Author(s) 2020.",
        f"{BODY} © 2020 IEEE.",
        f"© 2019 Elsevier B.V. {BODY}",
        f"{BODY} (PsycINFO Database Record (c) 2016 APA, all rights reserved)",
        f"{BODY} This article is protected by copyright. All rights reserved.",
    ],
)
def test_boilerplate_goes(source: str) -> None:
    assert clean(source) == BODY


@pytest.mark.parametrize(
    "hostile",
    ["{" * 50_000, "\\frac{" * 20_000, "$" * 50_001, "<math>" * 20_000, "\\'" * 20_000,
     "**a " * 20_000, "[" * 50_000, "&amp;" * 20_000, "$x_" + "{" * 2_000 + "$", "`a" * 20_000,
     "\\cite{" * 20_000, "<sup>" * 20_000, "a-\n" * 5_000, "<a href=" * 10_000, "\\(" * 20_000,
     "\\begin{equation}" * 5_000, "<a href='x'>" * 10_000, "(c) 2020 " * 5_000],
)  # fmt: skip
def test_hostile_text_takes_no_long_time(hostile: str) -> None:
    start = time.perf_counter()
    clean(hostile)
    assert time.perf_counter() - start < 5


@given(st.lists(st.decimals(0, 99999, places=2), min_size=1, max_size=6))
def test_numbers_never_change(numbers: list[object]) -> None:
    words = [str(number) for number in numbers]
    for before, after in (("$", "$"), ("$ ", " $"), ("**", "**"), ("{\\bf ", "}"), ("<b>", "</b>")):
        text = "by " + " and ".join(before + word + after for word in words)
        assert re.findall(r"[0-9.]+", clean(text)) == words
