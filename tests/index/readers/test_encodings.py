"""Bytes of any encoding become text."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.readers.encodings import detect_encoding, is_binary, open_text

CHINESE = "机器在寒冷天气中行走非常困难。我们提出一种新的控制器，它为每一步制定计划。" * 3
POLISH = "Ćwiczenia chodu są łatwe, a śnieg utrudnia każdą próbę; źródła są żółte. " * 4
FRENCH = (
    "Les élèves marchent très bien l'été, même où la neige était déjà tombée. Où ça? À côté. " * 6
)
PORTUGUESE = "A avaliação das crianças não é difícil, porém as conclusões são úteis à nação. " * 6
NAMES = (
    "AU  - Lefèvre, Zoë\nAU  - Muñoz, José\nAB  - A naïve façade helps us to walk further.\n" * 8
)
RUSSIAN = "Машинам трудно ходить зимой. Мы предлагаем новый способ. " * 4
JAPANESE = "機械が冬に歩くのは難しい。私たちは新しい方法を提案します。" * 4


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CHINESE, "utf-8"),
        (CHINESE, "gb18030"),
        (CHINESE, "utf-16"),
        (JAPANESE, "shift_jis"),
        (POLISH, "cp1250"),
        (RUSSIAN, "cp1251"),
        (FRENCH, "cp1252"),
        (PORTUGUESE, "cp1252"),
        (NAMES, "cp1252"),
        ("Für Gödel, naïve café " * 3, "cp1252"),
        ("plain words " * 10, "utf-16-le"),
        ("plain words " * 10, "utf-16-be"),
        ("x" * 200_000 + "Gödel", "utf-8"),
        ("x" * 200_000 + "Gödel", "cp1252"),
        ("é" * 100_001, "utf-8"),
    ],
)
def test_text_comes_back(text: str, encoding: str) -> None:
    with open_text(io.BytesIO(text.encode(encoding))) as decoded:
        assert decoded.read() == text
    assert not is_binary(text.encode(encoding)[:10_000])


@given(st.binary(max_size=300))
def test_no_bytes_fail(data: bytes) -> None:
    detect_encoding(data)
    is_binary(data)
    with open_text(io.BytesIO(data)) as decoded:
        decoded.read()


@pytest.mark.parametrize("data", [b"%PDF-1.4 text", b"\x89PNG\r\n", bytes(range(256))])
def test_binary(data: bytes) -> None:
    assert is_binary(data)
