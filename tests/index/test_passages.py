from hypothesis import given
from hypothesis import strategies as st

from index.papers import Paper
from index.passages import passages_of
from index.sentences import sentence_spans


def paper(abstract: str, paper_id: str = "0123456789abcdef") -> Paper:
    return Paper(paper_id, "label", abstract, title="A title")


def abstract_of(sentences: int) -> str:
    return " ".join(f"Sentence number {i} says something." for i in range(sentences))


def test_short_abstracts_are_one_passage() -> None:
    for sentences in (1, 2, 3):
        text = abstract_of(sentences)
        assert [p.text for p in passages_of(paper(text))] == [text]


def test_windows_of_three_share_one_sentence() -> None:
    text = abstract_of(6)
    spans = sentence_spans(text)
    found = [(p.start, p.end) for p in passages_of(paper(text))]
    assert found == [
        (spans[0][0], spans[2][1]),
        (spans[2][0], spans[4][1]),
        (spans[4][0], spans[5][1]),
    ]


def test_no_abstract_no_passage() -> None:
    assert passages_of(paper("  ")) == []


@given(st.text(alphabet="ab .AB\n(1)", max_size=200), st.integers(0, 12))
def test_passages_quote_the_abstract_and_cover_it(noise: str, sentences: int) -> None:
    text = noise + abstract_of(sentences)
    passages = passages_of(paper(text))
    assert all(text[p.start : p.end] == p.text for p in passages)
    assert len({p.passage_id for p in passages}) == len(passages)
    covered = bytearray(len(text))
    for p in passages:
        covered[p.start : p.end] = b"\x01" * (p.end - p.start)
    assert not "".join(c for c, seen in zip(text, covered, strict=True) if not seen).strip()


def test_ids_follow_from_paper_and_text() -> None:
    text = abstract_of(5)
    first, again = passages_of(paper(text)), passages_of(paper(text))
    other = passages_of(paper(text, "fedcba9876543210"))
    changed = passages_of(paper(text.replace("number 0", "number zero")))
    assert first == again
    assert not {p.passage_id for p in first} & {p.passage_id for p in other}
    assert first[0].passage_id != changed[0].passage_id
