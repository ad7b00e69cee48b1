from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.quantities import Quantity, quantities_of, same_quantity


def only(text: str) -> Quantity:
    (quantity,) = quantities_of(text)
    return quantity


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1.5 million conversations", "1,500,000 conversations"),
        ("1.5M", "1.5 million"),
        ("15%", "15 percent"),
        ("15%", "15 per cent"),
        (r"15\%", "fifteen percent"),
        ("4.8x", "4.8×"),
        ("4.8 times", r"$4.8\times$"),
        ("4.8-fold", "4.8x"),
        ("twice", "2x"),
        ("half", "50%"),
        ("twenty-five papers", "25 papers"),
        ("two hundred and five", "205"),
        ("20 ms", "0.02 seconds"),
        ("two hours", "120 minutes"),
        ("1e-4", "10^{-4}"),
        ("3 × 10^5", "300,000"),
        ("two orders of magnitude", "100 times"),
        ("7B", "7 billion"),
        ("$5 million", "$5M"),
        ("about 36%", "36.2%"),
        ("over 15,000", "15,234"),
        ("0.51", "51%"),
    ],
)
def test_the_same_number_written_otherwise(one: str, other: str) -> None:
    assert same_quantity(only(one), only(other))


@pytest.mark.parametrize(
    ("claimed", "written"),
    [
        ("36.2", "36.4"),
        ("36%", "36.2%"),
        ("4.8%", "4.8x"),
        ("20 minutes", "20 seconds"),
        ("1.5 million", "1.5 billion"),
        ("less than 50%", "more than 50%"),
        ("5%", "5 datasets"),
        ("$10", "10%"),
        ("the first", "one method"),
        ("about 20", "15"),
    ],
)
def test_another_number(claimed: str, written: str) -> None:
    assert not same_quantity(only(claimed), only(written))


@pytest.mark.parametrize(
    "text", ["GPT-4", "Qwen2.5-7B", "3D", "hits@10", "one of the best", "FP8", "First, we"]
)
def test_numbers_in_names_and_pronouns_are_no_quantities(text: str) -> None:
    assert quantities_of(text) == []


def test_a_range_shares_its_unit_and_scale() -> None:
    for text in ("15-20%", "15 to 20%", "from 15% to 20%"):
        assert [(q.value, q.kind) for q in quantities_of(text)] == [
            (15, "percent"),
            (20, "percent"),
        ]
    assert [q.value for q in quantities_of("30--800M")] == [30e6, 800e6]
    assert [q.value for q in quantities_of("2-5 orders of magnitude")] == [100, 1e5]


def test_what_is_counted_is_kept() -> None:
    datasets, networks = quantities_of("three datasets and two neural networks")
    assert datasets.nouns == ("dataset",)
    assert networks.nouns == ("neural", "network")


@given(st.floats(0.01, 1e6).map(lambda x: round(x, 2)), st.sampled_from(["%", "x", " GB", ""]))
def test_a_number_is_itself_and_its_place_is_exact(value: float, unit: str) -> None:
    written = f"{value}{unit}"
    text = f"we gain {written} there"
    quantity = only(text)
    assert same_quantity(quantity, only(written))
    assert text[quantity.start : quantity.end].strip() == written.strip()


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    for quantity in quantities_of(text):
        assert 0 <= quantity.start < quantity.end <= len(text)
