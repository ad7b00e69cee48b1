import io

from rich.console import Console
from rich.text import Text

from rag.answers import Answer, Claim, Quote, Timings
from rag.events import EvidenceFound
from tests.commandline import PAPERS
from tests.fakes import source_of
from ui.console import plain
from ui.following import evidence_line
from ui.rendering import Indented, Tail, answer_view, cite_line, quotes_from, sources_view


def terminal(width: int = 40, height: int = 10) -> Console:
    return Console(
        file=io.StringIO(), force_terminal=True, width=width, height=height, color_system=None
    )


def shown(console: Console) -> list[str]:
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def claim(*quotes: Quote) -> Claim:
    return Claim("It is so.", tuple({q.citation for q in quotes}), "supported", 1.0, quotes)


def test_a_long_text_shows_its_end_while_it_is_written() -> None:
    console = terminal(height=10)
    console.print(Tail(Text("\n".join(f"line {n}" for n in range(50)))))
    assert shown(console) == [f"line {n}" for n in range(44, 50)]


def test_a_quote_is_set_in_on_every_line_of_a_terminal() -> None:
    console = terminal(width=20)
    console.print(Indented(Text("one two three four five six seven")))
    assert shown(console) == ["    one two three", "    four five six", "    seven"]


def test_quotes_come_in_the_abstracts_order_each_once() -> None:
    late, early, other = Quote(1, "late", 50, 54), Quote(1, "early", 3, 8), Quote(2, "other", 0, 5)
    claims = [claim(late, other), claim(early, late)]
    assert quotes_from(1, claims) == ["early", "late"]


def test_supporting_words_are_set_off_in_the_whole_abstract() -> None:
    source = source_of(PAPERS[0], 1, cited=True)
    quote = Quote(1, "It needs no labels.", 46, 65)
    answer = Answer("q", "q", "a", False, (claim(quote),), (source,), Timings(), "fake")
    console = Console(
        file=io.StringIO(), force_terminal=True, width=80, color_system="standard", _environ={}
    )
    console.print(sources_view(answer))
    (line,) = [line for line in shown(console) if "labels" in line]
    assert line.split("\x1b[")[1].endswith("mIt needs no labels.")


def test_a_paper_without_year_and_venue_is_still_one_tidy_line() -> None:
    bare = PAPERS[1].__class__("fedcba9876543210", "SlowNet", "It is slow.")
    assert cite_line(bare).plain == "SlowNet  fedcba98"


def test_a_long_venue_does_not_fill_the_line() -> None:
    venue = "Proceedings of the Nth Conference on Things and Their Relations, Volume 1"
    paper = PAPERS[1].__class__("fedcba9876543210", "SlowNet", "It is slow.", venue=venue)
    shortened = cite_line(paper).plain.partition("fedcba98, ")[2]
    assert len(shortened) <= 50
    assert shortened.endswith("…")
    assert venue.startswith(shortened[:-1])


def test_brackets_in_a_label_are_text_not_markup() -> None:
    console = terminal()
    console.print(plain("[bold]Net[/bold] [1]"))
    assert shown(console) == ["[bold]Net[/bold] [1]"]


def test_many_papers_found_are_counted_not_listed() -> None:
    sources = tuple(source_of(PAPERS[0], n) for n in range(1, 9))
    line = evidence_line(EvidenceFound(sources, 0.123))
    assert line.plain == "Found in 0.12 s: FastNet; FastNet; FastNet and 5 more"


def test_nearest_papers_that_the_answer_names_are_not_named_again() -> None:
    sources = (source_of(PAPERS[0], 1), source_of(PAPERS[1], 2))
    text = "No abstract says so. Nearest: FastNet; SlowNet."
    console = terminal(width=80)
    console.print(answer_view(Answer("q", "q", text, True, (), sources, Timings(), "fake")))
    assert shown(console) == [text]


def test_a_quotation_in_the_answer_is_not_repeated_under_its_source() -> None:
    source = source_of(PAPERS[0], 1, cited=True)
    quoted, other = Quote(1, "It needs no labels.", 46, 65), Quote(1, "FastNet trains", 0, 14)
    text = "Labels? None. [1]\n\n> “It needs no labels.” [1]"
    answer = Answer("q", "q", text, False, (claim(quoted, other),), (source,), Timings(), "fake")
    console = terminal(width=80)
    console.print(answer_view(answer))
    assert shown(console) == [
        "Labels? None. [1]",
        "",
        "    “It needs no labels.” [1]",
        "",
        "[1] FastNet  01234567, 2024, ICML",
        "    “FastNet trains”",
    ]
