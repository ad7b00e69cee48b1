"""When llama.cpp has to be helped to find an earlier prompt's state."""

from rag.models.prompt_cache import KnownPrompts

INSTRUCTIONS = list(range(100))
FIRST = list(range(1000, 1300))
SECOND = list(range(2000, 2300))
QUESTION = list(range(5000, 5030))
ANOTHER = list(range(6000, 6030))


def test_nothing_is_hidden_while_nothing_was_read() -> None:
    assert not KnownPrompts().slot_hides_better(INSTRUCTIONS + FIRST)


def test_a_slot_full_of_another_abstract_does_not_hide_anything() -> None:
    known = KnownPrompts()
    for abstract in (FIRST, SECOND):
        known.read(INSTRUCTIONS + abstract + QUESTION, 430, 40)
    assert not known.slot_hides_better(INSTRUCTIONS + FIRST + ANOTHER)


def test_a_slot_with_the_instructions_alone_hides_a_known_abstract() -> None:
    known = KnownPrompts()
    known.read(INSTRUCTIONS + FIRST + QUESTION, 430, 40)
    known.read(INSTRUCTIONS + SECOND, 110, 0)
    assert known.slot_hides_better(INSTRUCTIONS + FIRST + ANOTHER)
    assert not known.slot_hides_better(INSTRUCTIONS + SECOND)


def test_what_the_slot_itself_begins_with_is_not_hidden_by_it() -> None:
    known = KnownPrompts()
    known.read(INSTRUCTIONS + FIRST, 400, 0)
    assert not known.slot_hides_better(INSTRUCTIONS + FIRST + QUESTION)
