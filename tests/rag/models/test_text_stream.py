"""Text from tokens: whole characters, and nothing of a stop text."""

from hypothesis import given
from hypothesis import strategies as st

from rag.models.text_stream import TextStream


def decode_bytes(tokens: list[int]) -> str:
    """A token for each byte."""
    return bytes(tokens).decode("utf-8", "replace")


def streamed(text: str, stop: list[str]) -> tuple[list[str], bool]:
    stream = TextStream(decode_bytes, stop)
    pieces = []
    for byte in text.encode():
        pieces.append(stream.push(byte))
        if stream.stopped:
            break
    return [*pieces, stream.finish()], stream.stopped


@given(st.text(max_size=40))
def test_without_a_stop_text_everything_arrives(text: str) -> None:
    pieces, stopped = streamed(text.replace("\ufffd", ""), [])
    assert "".join(pieces) == text.replace("\ufffd", "")
    assert not stopped


@given(st.text("abc", max_size=30), st.lists(st.text("abc", min_size=1, max_size=4), max_size=3))
def test_text_ends_before_the_first_stop_text(text: str, stop: list[str]) -> None:
    pieces, stopped = streamed(text, stop)
    shown = "".join(pieces)
    assert text.startswith(shown)
    assert not any(each in shown for each in stop)
    assert stopped == any(each in text for each in stop)
    if not stopped:
        assert shown == text


def test_characters_come_whole_and_no_later_than_needed() -> None:
    stream = TextStream(decode_bytes, [])
    assert [stream.push(byte) for byte in "aé→".encode()] == ["a", "", "é", "", "", "→"]


def test_only_what_may_become_a_stop_text_is_held_back() -> None:
    stream = TextStream(decode_bytes, ["END"])
    assert [stream.push(byte) for byte in b"aENxEND"] == ["a", "", "", "ENx", "", "", ""]
    assert stream.stopped
    assert stream.finish() == ""


def test_what_never_becomes_a_character_is_shown_in_the_end() -> None:
    stream = TextStream(decode_bytes, [])
    assert stream.push(0xE2) == ""
    assert stream.finish() == "\ufffd"
