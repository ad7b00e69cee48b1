from __future__ import annotations

import pytest

from index.minilm import SentenceTransformerEmbedder
from rag.checking import Check, Checker
from rag.claim_reader import ClaimReader
from rag.entailment import Entailment, Weights
from tests.fake_embedder import FakeEmbedder

TITLE = "TinySort: Ordering Logs on Small Machines"
ABSTRACT = (
    "Sorting large logs is slow on small machines. "
    "We present TinySort, which needs no index and is 4.8 times faster than MergeKit. "
    "On 1.5 million lines from the WebLog corpus it reduces memory by 36.2% and increases "
    "throughput. "
    "Training is not required. "
    "The tests cover three datasets and two machines. "
    "Accuracy drops slightly when lines are longer than 4,000 characters."
)


@pytest.fixture
def checker() -> Checker:
    return Checker(FakeEmbedder())


def check(checker: Checker, claim: str, question: str = "") -> Check:
    return checker.check(claim, ABSTRACT, title=TITLE, question=question)


@pytest.mark.parametrize(
    "claim",
    [
        "We present TinySort, which needs no index and is 4.8 times faster than MergeKit.",
        "TinySort, which needs no index",
        "training is not required",
        "Accuracy drops slightly when lines are longer than 4,000 characters [1].",
    ],
)
def test_words_of_the_abstract_are_supported(checker: Checker, claim: str) -> None:
    found = check(checker, claim)
    assert found.verdict == "supported"
    assert found.score > 0.95
    assert not found.reasons


def test_the_supporting_sentences_are_named_exactly(checker: Checker) -> None:
    found = check(checker, "It reduces memory by 36.2% on the WebLog corpus.")
    start, end = found.sentences[0]
    assert ABSTRACT[start:end].startswith("On 1.5 million lines")
    assert ABSTRACT[start:end].endswith("throughput.")


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("TinySort is 5.8 times faster than MergeKit.", "5.8 times"),
        ("It reduces memory by 36.2 times.", "36.2"),
        ("On 2.5 million lines it reduces memory.", "2.5 million"),
        ("The tests cover four datasets.", "four"),
        ("The tests cover two datasets.", "something else"),
        ("TinySort is 4.8 times faster than QuickKit.", "QuickKit"),
    ],
)
def test_numbers_and_names_that_the_source_lacks(checker: Checker, claim: str, reason: str) -> None:
    found = check(checker, claim)
    assert found.verdict in {"unsupported", "contradicted"}
    assert found.score < 0.5
    assert any(reason in given for given in found.reasons)


@pytest.mark.parametrize(
    "claim",
    [
        "It increases memory by 36.2%.",
        "TinySort is 4.8 times slower than MergeKit.",
        "MergeKit is 4.8 times faster than TinySort.",
        "TinySort needs an index.",
        "Training is required.",
        "It does not increase throughput.",
    ],
)
def test_what_the_source_says_the_other_way_round(checker: Checker, claim: str) -> None:
    found = check(checker, claim)
    assert found.verdict == "contradicted"
    assert found.score < 0.5


def test_two_numbers_each_in_the_other_s_place(checker: Checker) -> None:
    abstract = (
        "We sort. On Alpha the accuracy is 71.5% and on Beta the recall is 64.2%. It is fast."
    )
    right = checker.check("The accuracy on Alpha is 71.5% and the recall on Beta 64.2%.", abstract)
    wrong = checker.check("The accuracy on Alpha is 64.2% and the recall on Beta 71.5%.", abstract)
    assert right.verdict == "supported"
    assert wrong.verdict == "unsupported"
    assert any("for the other" in reason for reason in wrong.reasons)


def test_a_number_written_otherwise_is_the_same_number(checker: Checker) -> None:
    for claim in (
        "On 1,500,000 lines from the WebLog corpus it reduces memory.",
        "It reduces memory by 36.2 percent on the WebLog corpus.",
        "TinySort is 4.8x faster than MergeKit.",
    ):
        assert not check(checker, claim).reasons


def test_what_the_question_says_is_given(checker: Checker) -> None:
    claim = "FastSort is not compared with TinySort on 17 lines."
    assert any("17" in reason for reason in check(checker, claim).reasons)
    found = check(checker, claim, question="Is FastSort compared on 17 lines?")
    assert not any("17" in reason or "FastSort" in reason for reason in found.reasons)


def test_a_clause_out_of_a_negation_is_not_verbatim(checker: Checker) -> None:
    found = checker.check(
        "the model improves accuracy on images",
        "We do not find that the model improves accuracy on images. Texts are another matter.",
    )
    assert found.score < 0.95


@pytest.mark.parametrize("claim", ["", "[1]", "...", "**"])
def test_nothing_supports_nothing(checker: Checker, claim: str) -> None:
    assert check(checker, claim).verdict == "unsupported"


def test_an_abstract_is_encoded_once() -> None:
    embedder = FakeEmbedder()
    checker = Checker(embedder)
    for claim in ("TinySort is fast.", "TinySort is slow.", "Memory is reduced."):
        check(checker, claim)
    assert embedder.encoded.count(ABSTRACT) == 1


class Opinion:
    """An entailment model with one opinion of everything."""

    def __init__(self, entailed: float, contradicted: float = 0.0) -> None:
        self.found = Entailment(entailed, contradicted)
        self.weights = Weights(0.5, 0.5, 0.0)
        self.read_pairs: list[tuple[str, str]] = []

    def read(self, premise: str, claim: str) -> Entailment:
        self.read_pairs.append((premise, claim))
        return self.found


def with_opinion(opinion: Opinion, claim: str, question: str = "") -> Check:
    return check(Checker(FakeEmbedder(), entailment=opinion), claim, question)


def test_an_entailment_model_has_a_say_beside_the_measurements(checker: Checker) -> None:
    claim = "TinySort makes ordering on WebLog lines use less memory."
    alone = check(checker, claim).score
    agreeing, doubting = Opinion(0.99), Opinion(0.01, 0.2)
    assert with_opinion(agreeing, claim).score > alone > with_opinion(doubting, claim).score
    premise, read = agreeing.read_pairs[0]
    assert "from the WebLog corpus it reduces memory by 36.2%" in premise
    assert premise != ABSTRACT
    assert read == claim


def test_what_an_entailment_model_finds_denied_is_contradicted() -> None:
    found = with_opinion(Opinion(0.0, 0.99), "Long lines are ordered just as well.")
    assert found.verdict == "contradicted"
    assert found.reasons == ("the source says otherwise",)


def test_no_entailment_model_lets_a_wrong_number_pass() -> None:
    found = with_opinion(Opinion(1.0), "TinySort is 5.8 times faster than MergeKit.")
    assert found.verdict == "unsupported"


def test_an_entailment_model_reads_a_bare_answer_with_its_question() -> None:
    opinion = Opinion(0.5)
    with_opinion(opinion, "36.2%", question="By how much does memory fall?")
    assert opinion.read_pairs[0][1] == "By how much does memory fall? 36.2%"


@pytest.fixture(scope="module")
def real_checker() -> Checker:
    return Checker(SentenceTransformerEmbedder(), entailment=ClaimReader())


@pytest.mark.real_models
class TestWithTheModel:
    @pytest.mark.parametrize(
        ("question", "claim"),
        [
            ("How much faster is TinySort?", "4.8x"),
            ("By how much does memory fall?", "36.2%"),
            ("Does it need training?", "No, it needs no training."),
            ("Does it need training?", "No training is needed."),
            ("", "TinySort uses 36.2% less memory."),
            ("How many datasets are tested?", "Three."),
        ],
    )
    def test_right_short_answers_pass(
        self, real_checker: Checker, question: str, claim: str
    ) -> None:
        assert check(real_checker, claim, question).verdict == "supported"

    @pytest.mark.parametrize(
        ("question", "claim"),
        [
            ("How much faster is TinySort?", "8.4x"),
            ("By how much does memory fall?", "26.2%"),
            ("Does it need training?", "Yes, it needs training."),
            ("How many datasets are tested?", "Two."),
            ("", "TinySort translates speech into text."),
            ("What is it compared with?", "RadixKit."),
            (
                "Which share of RAM came back from putting journals in sequence?",
                "The share of RAM that came back from putting journals in sequence is "
                "the gradient.",
            ),
        ],
    )
    def test_wrong_short_answers_fail(
        self, real_checker: Checker, question: str, claim: str
    ) -> None:
        assert check(real_checker, claim, question).verdict != "supported"


def test_an_answer_in_the_words_of_the_question_rests_on_what_it_adds(checker: Checker) -> None:
    question = "Which share of RAM came back from putting journals in sequence?"
    said = "The share of RAM that came back from putting journals in sequence is"
    true = check(checker, f"{said} 36.2%.", question)
    assert true.verdict == "supported"
    assert ABSTRACT[slice(*true.sentences[0])].startswith("On 1.5 million lines")
    assert check(checker, f"{said} 41%.", question).verdict != "supported"


def test_a_direction_that_the_question_gives_is_not_claimed(checker: Checker) -> None:
    source = "Our approach takes regret as the signal and improves the players in every round."
    claim = "The signal that separates the strong players from the weak players is regret."
    question = "Which signal separates the strong players from the weak players?"
    assert checker.check(claim, source).verdict == "contradicted"
    assert checker.check(claim, source, question=question).verdict == "supported"
    doubted = "Does memory increase with TinySort?"
    assert check(checker, "Memory increases with TinySort.", doubted).verdict == "contradicted"


def test_what_is_denied_of_its_subject_agrees_with_without() -> None:
    source = "Speed improves without modifying model architectures or sampling procedures."
    claim = "The model architectures and sampling procedures did not have to be modified."
    checker = Checker(FakeEmbedder())
    assert "negates" not in " ".join(checker.check(claim, source).reasons)
    turned = "The model architectures and sampling procedures had to be modified."
    assert checker.check(turned, source).verdict == "contradicted"
