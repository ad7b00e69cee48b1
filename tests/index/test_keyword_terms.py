import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.keyword_terms import terms_of


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("GPT-4o", ["gpt4o", "gpt", "4o"]),
        ("leak@k", ["leak@k", "leak"]),
        ("FP8", ["fp8", "fp"]),
        ("CIFAR-10 CIFAR10", ["cifar10", "cifar", "10", "cifar10", "cifar", "10"]),
        ("4.8x 4.8× 4.8", ["4.8x", "4.8", "4.8", "4.8"]),
        ("GPT-3.5.", ["gpt3.5", "gpt", "3.5"]),
        ("1,000 C++ C#", ["1000", "c++", "c#"]),
        ("pre-training", ["pretrain", "pre", "train"]),
        ("The model's models don't", ["model", "model", "don"]),
        ("Gödel naïve", ["godel", "naiv"]),
        ("输入法", ["输入", "入法"]),
        ("用 가나 カタ", ["用", "가나", "カタ"]),
        ("what is the", []),
    ],
)
def test_terms(text: str, terms: list[str]) -> None:
    assert terms_of(text) == terms


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("gpt4o", "GPT-4o"),
        ("pretraining", "pre-trained"),
        ("self consistency", "self-consistency"),
        ("cifar 10", "CIFAR-10"),
        ("qwen", "Qwen2.5-Coder-1.5B"),
        ("1.5B coder", "Qwen2.5-Coder-1.5B"),
        ("optimisers", "optimiser"),
        ("Erdos", "Erdős’s"),
    ],
)
def test_what_is_asked_finds_what_is_written(asked: str, written: str) -> None:
    assert set(terms_of(asked)) & set(terms_of(written))


@given(st.text())
def test_any_text_has_terms_of_its_own(text: str) -> None:
    terms = terms_of(text)
    assert all(terms)
    assert terms_of(text + "\n" + text) == terms + terms


def test_threads_do_not_disturb_each_other() -> None:
    words = [f"computing{'x' * n}s models-{n}" for n in range(3000)]
    expected: list[list[str]] = []
    found: list[list[list[str]]] = [[] for _ in range(4)]

    def work(number: int) -> None:
        found[number] = [terms_of(word) for word in words]

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = [terms_of(word) for word in words]
    assert all(terms == expected for terms in found)
