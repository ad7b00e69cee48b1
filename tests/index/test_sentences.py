import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from index.sentences import sentence_spans


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "parts",
    [
        ["It is 4.8x faster than before.", "It costs $0.5 and uses 3.14 GB."],
        ["We use masks, e.g. random ones.", "Others, i.e. fixed masks, fail."],
        ["Vaswani et al. introduced it.", "Kim et al. (2021) extended it."],
        ["Earlier work follows Kim et al.", "We do not."],
        ["Fig. 2 and Eq. (3) show this.", "App. B holds the proof of Thm. A.1."],
        ["We compare A vs. B on ten tasks.", "B wins."],
        ["The bound is due to J. Smith and R. A. Jones.", "It is tight."],
        ["The diet is rich in vitamin C.", "We measure its effect."],
        ["GPT-3.5 loses.", "GPT-4o wins by 2.5 points."],
        ["Code is at https://example.org/a.b/c.git.", "We thank everyone."],
        ["Write to a.b@example.org for data.", "It is free."],
        ["We study leak@k.", "It falls from 0.3 to 0.1."],
        ["It works well in practice.", "(1) It is fast.", "(2) It is small."],
        ["Our claims are: 1. speed is kept.", "2. memory is halved."],
        ["We show that \\emph{both} hold (see \\cite{x}).", "\\textbf{Then} we stop."],
        ["It reaches $x = 1.$", "$y$ is larger."],
        ["Samples are i.i.d. draws.", "The i.i.d. assumption is dropped w.r.t. time."],
        ["We sample terms i.i.d.", "This helps."],
        ["It was built in the U.S. Senate.", "Nobody noticed."],
        ["Is it enough?", "It is not!", "Why?"],
        ['They ask "why?" and move on.', 'They say "no."', "We agree."],
        ["Batching helps.", "vLLM is fast.", "t-SNE is slow.", "mRNA is short."],
        ["We cite the result.[12]", "It holds."],
        ["It improves (by 3 points. We checked.) the score.", "Good."],
        ["The trick fails in 2020.", "38 of 40 runs diverge."],
        ["A p value of 0. 05 was torn apart.", "We mend nothing."],
        ["我们提出一种方法。", "它很快！", "为什么？"],
        ["We test three models, etc.", "All fail."],
        ["Data are scarce ...", "We augment them."],
        ["The interval (0, 1] is open.", "The interval [0, 1) is too."],
    ],
)
def test_splits_what_abstracts_are_made_of(parts: list[str]) -> None:
    cjk = not parts[0].isascii() and " " not in parts[0]
    assert sentences(("" if cjk else " ").join(parts)) == parts


def test_a_space_lost_after_a_full_stop_is_noticed() -> None:
    text = "We use torch.nn and v2.Large models.However, it gains 25%.We stop."
    assert sentences(text) == [
        "We use torch.nn and v2.Large models.",
        "However, it gains 25%.",
        "We stop.",
    ]


def test_line_breaks_end_nothing_but_bullets_begin_something() -> None:
    assert sentences("We use\na line\n\nwrapped here. Good.") == [
        "We use\na line\n\nwrapped here.",
        "Good.",
    ]
    assert sentences("Three gains:\n- speed\n- memory") == ["Three gains:", "- speed", "- memory"]


def test_nothing_to_split() -> None:
    assert sentence_spans("") == []
    assert sentence_spans(" \n ") == []
    assert sentences(" no full stop ") == ["no full stop"]


_PIECES = """We a e.g. et al. 4.8x. (1) 1. . ... ?! 。 ( ) [ $x.$ Fig. U.S. vLLM J. - 0.
https://a.b/c. data.Then"""
pieces = st.lists(st.sampled_from([*_PIECES.split(), "\n", "\n\n", " "]))


@given(st.one_of(st.text(), pieces.map(" ".join), pieces.map("".join)))
@example("x.\u2028Y. \x1c Z")
def test_spans_are_ordered_and_hold_all_that_is_not_space(text: str) -> None:
    spans = sentence_spans(text)
    end = 0
    for start, stop in spans:
        assert end <= start < stop <= len(text)
        assert not text[end:start].strip()
        assert text[start:stop] == text[start:stop].strip()
        end = stop
    assert not text[end:].strip()


@pytest.mark.parametrize("unit", ["a. B", ". ", "(", "().", "。", "\n- ", "1. ", "ab).A "])
def test_time_grows_with_length_alone(unit: str) -> None:
    begin = time.perf_counter()
    sentence_spans(unit * (200_000 // len(unit)))
    assert time.perf_counter() - begin < 5
