"""Hostile text stays text; formulas are found and prices are not."""

from __future__ import annotations

import html
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ui.page.markup import Mark, attribute, find_maths, marked, one_line, written

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![](http://evil.example/x.png)",
    "[click](javascript:alert(1))",
    "[ref]\n\n[ref]: http://evil.example",
    "<http://evil.example>",
    "</div></details><iframe src=//evil.example>",
    "`<b>`",
    "```\n<script>\n```",
    "| a |\n|---|\n| <img src=x> |",
    "\n\n<div onclick=alert(1)>",
    "&lt;script&gt;",
    "\\(\\href{javascript:alert(1)}{x}\\) $<b>_x</b>$",
]
ALLOWED = {
    "p", "ul", "ol", "li", "strong", "em", "code", "pre", "table", "thead", "tbody", "tr", "th",
    "td", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "br", "mark", "span",
}  # fmt: skip


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(source: str) -> _Tags:
    parser = _Tags()
    parser.feed(source)
    parser.close()
    return parser


def bare(text: str) -> str:
    return written(text, (), lambda _: ("", ""), lambda n, _: f"({n})")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_makes_no_tag(text: str) -> None:
    assert parsed(one_line(text)).found == []


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_model_writes_makes_only_harmless_tags(text: str) -> None:
    for tag, attributes in parsed(bare(text)).found:
        assert tag in ALLOWED
        assert set(attributes) <= {"start", "style"}
        assert "url" not in (attributes.get("style") or "")


@given(st.text())
@example("\r\n\u2028 a\x0bb")
@example("&amp; <b>")
def test_plain_text_is_one_line_and_reads_as_before(text: str) -> None:
    shown = one_line(text)
    assert len(shown.splitlines()) <= 1
    assert parsed(shown).found == []


@given(st.text(alphabet=st.characters(categories=("L", "N", "P", "Zs"), exclude_characters="$\\")))
def test_no_letter_is_lost(text: str) -> None:
    assert html.unescape(one_line(text)).split() == text.split()


@given(st.text(alphabet="ab$\\()[]*_`<>!#|-0 1\n.~&"))
def test_model_output_is_one_line_of_known_tags(text: str) -> None:
    shown = bare(text)
    assert "\n" not in shown
    assert all(tag in ALLOWED for tag, _ in parsed(shown).found)


@given(st.text(), st.integers(1, 50))
def test_an_attribute_cannot_be_left(text: str, limit: int) -> None:
    shown = attribute(text, limit)
    assert not set('"<>\n') & set(shown)
    tags = parsed(f'<a title="{shown}">').found
    assert [name for name, _ in tags] == ["a"]
    assert list(tags[0][1]) == ["title"]


def test_characters_that_turn_text_around_are_left_out() -> None:
    assert one_line("abc\u202egnp.exe\u202c\x00") == "abcgnp.exe"


@pytest.mark.parametrize(
    ("text", "bodies"),
    [
        ("$x^2$", ["x^2"]),
        ("of size $n$ and $O(n \\log n)$", ["n", "O(n \\log n)"]),
        ("100$\\times$ fewer, $k$-NN", ["\\times", "k"]),
        ("\\(a+b\\) and \\[c\\]", ["a+b", "c"]),
        ("$$\\sum_i x_i$$", ["\\sum_i x_i"]),
        ("at $p < 0.05$", ["p < 0.05"]),
        ("up to $95\\%$ of $10$", ["95\\%", "10"]),
        ("A$5 and B $\\alpha$", ["\\alpha"]),
        ("$5 or $10", []),
        ("between $5 and $10 per million", []),
        ("from $5 to 10$ now", []),
        ("US$5 for A$6", []),
        ("price $3 per item and $4 per box", []),
        ("$ 5$ and \\$x\\$", []),
        ("nothing", []),
    ],
)
def test_formulas_are_told_from_prices(text: str, bodies: list[str]) -> None:
    found = find_maths(text)
    assert [formula.body for formula in found] == bodies


@given(st.text(alphabet="$\\()[]ab5 _^=\n"))
def test_formulas_are_in_order_and_apart(text: str) -> None:
    at = 0
    for formula in find_maths(text):
        assert at <= formula.start < formula.end <= len(text)
        at = formula.end


def test_a_formula_is_written_as_the_page_reads_it() -> None:
    assert one_line("so $a<b$ holds") == "so \\(a&lt;b\\) holds"
    assert one_line("$$a_1$$") == "\\[a_1\\]"


def test_a_stray_backslash_bracket_starts_no_formula() -> None:
    assert "\\(" not in one_line("an open \\( alone")


def test_highlights_stand_where_the_quote_is() -> None:
    assert marked("one two three", [Mark(4, 7, ("k",))]) == (
        'one <mark><span class="anchor" id="k"></span>two</mark> three'
    )


def test_overlapping_highlights_become_one_and_keep_both_anchors() -> None:
    shown = marked("abcdef", [Mark(0, 3, ("x",)), Mark(2, 5, ("y",))])
    assert shown.count("<mark>") == 1
    assert 'id="x"' in shown
    assert 'id="y"' in shown
    assert shown.endswith("abcde</mark>f")


def test_a_highlight_never_cuts_a_formula() -> None:
    assert marked("a $x+y^2$ b", [Mark(0, 5)]) == "<mark>a \\(x+y^2\\)</mark> b"


@given(
    st.text(alphabet="ab <$_x\\"),
    st.lists(st.tuples(st.integers(-3, 30), st.integers(-3, 30)), max_size=4),
)
def test_highlights_change_no_text(text: str, spans: list[tuple[int, int]]) -> None:
    shown = marked(text, [Mark(start, end) for start, end in spans])
    assert parsed(shown).text == parsed(one_line(text)).text
    assert {tag for tag, _ in parsed(shown).found} <= {"mark"}


def test_each_sentence_is_wrapped_and_its_citations_know_it() -> None:
    shown = written(
        "It gains $x^2$ **points** [1]. Costs $5 or $10 [2][3].",
        ["It gains $x^2$ points.", "Costs $5 or $10."],
        lambda i: (f"<{i}>", f"</{i}>"),
        lambda n, i: f"({n} of {i})",
    )
    assert shown == (
        "<p><0>It gains \\(x^2\\) <strong>points</strong> (1 of 0).</0> "
        "<1>Costs $5 or $10 (2 of 1)(3 of 1).</1></p>"
    )


def test_a_citation_after_the_full_stop_belongs_to_its_sentence() -> None:
    shown = written("A b. [1] C d.", ["A b.", "C d."], lambda i: (f"<{i}>", f"</{i}>"), _cite)
    assert shown == "<p><0>A b. (1 of 0)</0> <1>C d.</1></p>"


def test_several_numbers_in_one_bracket_are_several_citations() -> None:
    assert bare("So [1, 3; 4].") == "<p>So (1)(3)(4).</p>"


def test_lists_tables_and_code_are_kept() -> None:
    shown = bare("- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx[1]\n\n$y$\n```")
    assert "<li>one</li>" in shown
    assert "<td>2</td>" in shown
    assert "<pre><code>x[1]&#10;&#10;$y$</code></pre>" in shown


def test_a_list_item_that_is_a_sentence_stays_a_list_item() -> None:
    shown = written("- A b.\n- C d.", ["A b.", "C d."], lambda i: (f"<{i}>", f"</{i}>"), _cite)
    assert "<li><0>A b.</0></li>" in shown


def _cite(number: int, sentence: int | None) -> str:
    return f"({number} of {sentence})"
