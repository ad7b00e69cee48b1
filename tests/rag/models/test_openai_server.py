"""A model behind a URL: a scripted server, and llama.cpp's own."""

import json
import math
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rag.errors import ContextOverflowError, ModelError
from rag.models.openai_server import OpenAIServerModel
from rag.models.protocol import LanguageModel, Message, Usage
from tests.rag.models.scripted_server import Script, serving
from tests.rag.models.tiny_gguf import CONTEXT, write_tiny_gguf

ASK = [Message("system", "Be brief."), Message("user", "Why?")]
Connect = Callable[..., OpenAIServerModel]
CHAT = "/v1/chat/completions"


def piece(text: str) -> str:
    return "data: " + json.dumps({"choices": [{"delta": {"content": text}}]})


USAGE = "data: " + json.dumps(
    {
        "choices": [],
        "usage": {
            "prompt_tokens": 9,
            "completion_tokens": 2,
            "prompt_tokens_details": {"cached_tokens": 4},
        },
    }
)


@pytest.fixture
def script() -> Iterator[Script]:
    stream: list[str | None] = [piece("Hello"), ": comment", piece(" there"), USAGE, "data: [DONE]"]
    with serving(Script({CHAT: stream})) as running:
        yield running


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Makes models whose connections are closed in the end."""
    made: list[OpenAIServerModel] = []

    def make(url: str, **settings: Any) -> OpenAIServerModel:
        made.append(OpenAIServerModel(url, **settings))
        return made[-1]

    yield make
    for model in made:
        model.close()


def test_text_streams_and_the_last_chunk_carries_the_usage(
    connect: Connect, script: Script
) -> None:
    model: LanguageModel = connect(script.url, api_key="secret")
    chunks = list(model.generate(ASK, max_tokens=7, stop=["END"]))
    assert "".join(chunk.text for chunk in chunks) == "Hello there"
    assert chunks[-1].usage == Usage(prompt_tokens=9, cached_tokens=4, output_tokens=2)
    path, request, authorization = script.requests[-1]
    assert path == CHAT
    assert authorization == "Bearer secret"
    assert request["messages"][1] == {"role": "user", "content": "Why?"}
    assert (request["max_tokens"], request["temperature"], request["stop"]) == (7, 0, ["END"])
    assert (request["model"], model.name) == ("scripted", "scripted")


def test_without_stated_usage_it_is_estimated(connect: Connect, script: Script) -> None:
    script.answers[CHAT] = [piece("Hello"), piece(" there")]
    model = connect(script.url)
    usage = list(model.generate(ASK, max_tokens=7))[-1].usage
    assert usage is not None
    assert usage.output_tokens == 2
    assert usage.prompt_tokens > 0


def test_nothing_is_sent_before_the_first_chunk_is_asked_for(
    connect: Connect, script: Script
) -> None:
    model = connect(script.url)
    model.generate(ASK, max_tokens=7)
    assert [path for path, _, _ in script.requests] == ["/v1/models"]


@pytest.mark.parametrize("sent", [[None], [piece("Hello"), None]])
def test_closing_breaks_the_connection_off_while_the_server_is_silent(
    connect: Connect, script: Script, sent: list[str | None]
) -> None:
    script.answers[CHAT] = sent
    writing = connect(script.url).generate(ASK, max_tokens=7)
    for _ in sent:
        next(writing)
    began = time.monotonic()
    writing.close()
    assert script.client_left.wait(10)
    assert time.monotonic() - began < 5


def test_silence_gives_chances_to_stop(connect: Connect, script: Script) -> None:
    script.answers[CHAT] = [None]
    writing = connect(script.url).generate(ASK, max_tokens=7)
    assert [next(writing).text for _ in range(3)] == ["", "", ""]
    writing.close()


@pytest.mark.parametrize(
    ("answer", "message", "remedy"),
    [
        ((401, '{"error": {"message": "Bad key."}}'), "Bad key", "ANSWERABLE_API_KEY"),
        ((404, "<h1>Not here</h1>"), "Not here", "/v1"),
        ((500, '{"error": "out of memory"}'), "out of memory", ""),
        ((503, ""), "no reason", "busy"),
        ([piece("So"), 'data: {"error": {"message": "slot lost"}}'], "slot lost", ""),
        (["data: <html>"], "no JSON", "/v1"),
        (["data: [1]"], "no JSON", "/v1"),
    ],
)
def test_what_the_server_says_is_passed_on(
    connect: Connect,
    script: Script,
    answer: tuple[int, str] | list[str | None],
    message: str,
    remedy: str,
) -> None:
    script.answers[CHAT] = answer
    model = connect(script.url)
    with pytest.raises(ModelError, match=message) as caught:
        list(model.generate(ASK, max_tokens=7))
    assert remedy in caught.value.remedy


def test_a_server_that_does_not_run_is_named(connect: Connect) -> None:
    with pytest.raises(ModelError, match=r"127\.0\.0\.1:9.* cannot be reached") as caught:
        connect("http://127.0.0.1:9")
    assert "Start it" in caught.value.remedy


@pytest.mark.parametrize("url", ["http://", "http://[::1", "https://host:port/v1"])
def test_an_address_that_is_none_is_a_model_error(connect: Connect, url: str) -> None:
    with pytest.raises(ModelError):
        connect(url)


def listing(*models: dict[str, Any]) -> tuple[int, str]:
    return 200, json.dumps({"data": list(models)})


def test_of_several_models_one_has_to_be_named(connect: Connect, script: Script) -> None:
    script.answers["/v1/models"] = listing({"id": "b"}, {"id": "a"})
    with pytest.raises(ModelError, match="a, b") as caught:
        connect(script.url)
    assert f"{script.url}/v1#a" in caught.value.remedy
    assert connect(script.url, model="b").name == "b"


def test_a_server_without_a_model_says_so(connect: Connect, script: Script) -> None:
    script.answers["/v1/models"] = listing()
    with pytest.raises(ModelError, match="serves no model"):
        connect(script.url)


def test_a_path_in_the_address_is_kept(connect: Connect, script: Script) -> None:
    script.answers["/api/models"] = listing({"id": "elsewhere"})
    assert connect(f"{script.url}/api/").name == "elsewhere"


@pytest.mark.parametrize("about", [{"max_model_len": 512}, {"meta": {"n_ctx": 512}}])
def test_what_does_not_fit_the_stated_context_is_not_sent(
    connect: Connect, script: Script, about: dict[str, Any]
) -> None:
    script.answers["/v1/models"] = listing({"id": "small", **about})
    model = connect(script.url)
    assert model.context_tokens == 512
    with pytest.raises(ContextOverflowError, match="512"):
        model.generate(ASK, max_tokens=600)
    assert connect(script.url, context_tokens=700).context_tokens == 700
    assert all(path == "/v1/models" for path, _, _ in script.requests)


def test_choices_from_the_likeliest_tokens(connect: Connect, script: Script) -> None:
    likely = [(" yes", 0.5), ("Yes", 0.25), ("N", 0.125), (" ", 0.05), ("Maybe", 0.01)]
    entries = [{"token": token, "logprob": math.log(p)} for token, p in likely]
    answer = {"choices": [{"logprobs": {"content": [{"top_logprobs": entries}]}}]}
    script.answers[CHAT] = (200, json.dumps(answer))
    found = connect(script.url).choose(ASK, ["Yes", "No", "Other"])
    assert found is not None
    assert found["Yes"] == pytest.approx(math.log(0.75))
    assert found["No"] == pytest.approx(math.log(0.125))
    assert found["Other"] == pytest.approx(math.log(0.01))


@pytest.mark.parametrize(
    "answer",
    [
        (200, json.dumps({"choices": [{"message": {"content": "Yes"}}]})),
        (200, json.dumps({"choices": [{"logprobs": None}]})),
        (200, json.dumps({"choices": [{"logprobs": {"content": [{"top_logprobs": []}]}}]})),
        (400, json.dumps({"error": {"message": "logprobs are not supported"}})),
    ],
)
def test_a_server_may_keep_probabilities_to_itself(
    connect: Connect, script: Script, answer: tuple[int, str]
) -> None:
    script.answers[CHAT] = answer
    assert connect(script.url).choose(ASK, ["Yes", "No"]) is None


def test_tokens_are_estimated_from_above(connect: Connect, script: Script) -> None:
    model = connect(script.url)
    assert model.count_tokens("") == 0
    assert model.count_tokens("in 2017") >= 6
    assert 8 <= model.count_tokens("one two three four five six") <= 12


@pytest.fixture(scope="module")
def llama_cpp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """llama.cpp's own server, on a tiny model with random weights."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(write_tiny_gguf(tmp_path_factory.mktemp("gguf") / "tiny.gguf"))
    params.n_ctx = CONTEXT
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.api_keys = ["key"]
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.warmup, params.verbosity, params.ui = False, 0, False
    server = xllamacpp.Server(params)
    yield server.listening_address
    del server


def test_against_llama_cpp(connect: Connect, llama_cpp: str) -> None:
    model = connect(llama_cpp, api_key="key")
    assert model.context_tokens == CONTEXT
    chunks = list(model.generate(ASK, max_tokens=12))
    usage = chunks[-1].usage
    assert usage is not None
    assert 0 < usage.output_tokens <= 12
    assert usage.prompt_tokens > 12
    again = list(model.generate(ASK, max_tokens=12))
    assert "".join(c.text for c in again) == "".join(c.text for c in chunks) != ""
    assert again[-1].usage is not None
    assert again[-1].usage.cached_tokens > 0


def test_choices_against_llama_cpp(connect: Connect, llama_cpp: str) -> None:
    letters = [chr(code) for code in range(ord("A"), ord("Z") + 1)]
    found = connect(llama_cpp, api_key="key").choose(ASK, letters)
    assert found is not None
    assert list(found) == letters
    assert sum(math.exp(value) for value in found.values()) <= 26


def test_a_wrong_key_against_llama_cpp(connect: Connect, llama_cpp: str) -> None:
    model = connect(llama_cpp, model="tiny", api_key="wrong")
    with pytest.raises(ModelError, match="401") as caught:
        list(model.generate(ASK, max_tokens=4))
    assert "ANSWERABLE_API_KEY" in caught.value.remedy


@pytest.mark.real_models
def test_the_default_model_behind_llama_cpps_server(connect: Connect) -> None:
    import xllamacpp

    from rag.models.weights import default_writer

    params = xllamacpp.CommonParams()
    params.model.path = str(default_writer())
    params.n_ctx = 1024
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.warmup, params.verbosity, params.ui = False, 0, False
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 2
    server = xllamacpp.Server(params)
    model = connect(server.listening_address)
    question = [Message("user", "What is the capital of France? Answer in one word.")]
    assert "Paris" in "".join(chunk.text for chunk in model.generate(question, max_tokens=8))
    chances = model.choose([Message("user", "Is water wet? Answer Yes or No.")], ["Yes", "No"])
    assert chances is not None
    assert chances["Yes"] > chances["No"]
