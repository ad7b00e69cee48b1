"""A model behind an OpenAI-compatible server: llama.cpp's, Ollama, vLLM, LM Studio, a hosted one.

Tested against llama.cpp's.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx

from rag.errors import ModelError
from rag.models.choices import log_sum_exp
from rag.models.limits import check_fits
from rag.models.protocol import Chunk, Message, Usage
from rag.models.server_stream import Connection, events, parsed, refusal

DEFAULT_CONTEXT_TOKENS = 8192
# A server may have to load the model and read a long prompt before the first token comes.
TIMEOUT = httpx.Timeout(600.0, connect=10.0)
# The most that the interface allows.
MOST_LIKELY_TOKENS = 20
# What chat templates put around a message, at most.
TOKENS_AROUND_A_MESSAGE = 8


class OpenAIServerModel:
    """A `LanguageModel` behind a URL.

    Tokens are estimated from above, as the interface does not count them. A grammar is ignored,
    and reading ahead does nothing: it would be a paid request on some servers.
    """

    def __init__(
        self,
        url: str,
        *,
        model: str | None = None,
        api_key: str | None = None,
        context_tokens: int | None = None,
    ) -> None:
        """Connect, and find out which model is served when none is named.

        Raises `ModelError` when the server does not answer or serves several models.
        """
        try:
            address = urlsplit(url)
        except ValueError as error:
            raise ModelError(f"{url} is no address: {error}.", "Correct the address.") from error
        base_url = f"{address.scheme}://{address.netloc}{address.path.rstrip('/') or '/v1'}"
        self._connection = Connection(
            base_url=base_url,
            headers={"Authorization": f"Bearer {api_key}"} if api_key else {},
            timeout=TIMEOUT,
            # A proxy of the environment does not lead to this machine.
            trust_env=not _is_this_machine(address.hostname or ""),
        )
        with self._explained():
            self._http = httpx.Client(
                base_url=base_url,
                headers=self._connection.headers,
                timeout=TIMEOUT,
                trust_env=self._connection.trust_env,
            )
        try:
            served = self._served_models(may_be_secret=model is not None)
            self._name = model or self._only(served)
        except ModelError:
            self._http.close()
            raise
        self._context_tokens = (
            context_tokens or _stated_context(served.get(self._name, {})) or DEFAULT_CONTEXT_TOKENS
        )

    @property
    def name(self) -> str:
        return self._name

    @property
    def context_tokens(self) -> int:
        return self._context_tokens

    def count_tokens(self, text: str) -> int:
        # Measured on abstracts: a token has 3.2 to 6.3 bytes; many tokenisers take digits singly.
        digits = sum(letter.isdigit() for letter in text)
        return math.ceil(len(text.encode("utf-8", "replace")) / 3) + digits

    def generate(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),
        grammar: str | None = None,  # noqa: ARG002 (cannot be asked of every server)
    ) -> Generator[Chunk, None, None]:
        request = self._request(messages, max_tokens)
        request |= {"stream": True, "stream_options": {"include_usage": True}}
        if stop:
            request["stop"] = list(stop)
        return self._generated(request, self._estimate(messages))

    def _generated(
        self, request: dict[str, Any], prompt_tokens: int
    ) -> Generator[Chunk, None, None]:
        usage = None
        pieces = 0
        with (
            self._explained(),
            closing(events(self._connection, "/chat/completions", request)) as arriving,
        ):
            for event in arriving:
                text = _text_of(event) if event else ""
                pieces += bool(text)
                if event and event.get("usage"):
                    usage = _usage(event["usage"])
                yield Chunk(text)
        yield Chunk("", usage or Usage(prompt_tokens=prompt_tokens, output_tokens=pieces))

    def choose(
        self, messages: Sequence[Message], choices: Sequence[str]
    ) -> dict[str, float] | None:
        request = self._request(messages, 1)
        request |= {"logprobs": True, "top_logprobs": MOST_LIKELY_TOKENS}
        response = self._send("POST", "/chat/completions", request)
        if response.status_code in (400, 422):
            # Some servers refuse to be asked for probabilities instead of leaving them out.
            return None
        try:
            entries = _accepted(response)["choices"][0]["logprobs"]["content"][0]["top_logprobs"]
            likely = [(str(entry["token"]), float(entry["logprob"])) for entry in entries]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
        return {choice: _log_probability(choice, likely) for choice in choices} if likely else None

    def likelihood(self, messages: Sequence[Message], text: str) -> None:
        """Nothing: chat servers tell no probabilities of given texts."""

    def read_ahead(self, messages: Sequence[Message]) -> None:
        pass

    def close(self) -> None:
        self._http.close()

    def _request(self, messages: Sequence[Message], max_tokens: int) -> dict[str, Any]:
        check_fits(
            self._name,
            prompt_tokens=self._estimate(messages),
            max_tokens=max_tokens,
            context_tokens=self._context_tokens,
        )
        return {
            "model": self._name,
            "messages": [{"role": each.role, "content": each.content} for each in messages],
            "max_tokens": max_tokens,
            "temperature": 0,
            "seed": 0,
        }

    def _estimate(self, messages: Sequence[Message]) -> int:
        return sum(self.count_tokens(each.content) + TOKENS_AROUND_A_MESSAGE for each in messages)

    def _served_models(self, *, may_be_secret: bool) -> dict[str, dict[str, Any]]:
        """What the server says about each model that it serves, by name."""
        response = self._send("GET", "/models")
        if may_be_secret and response.is_error:
            return {}
        listed = _accepted(response).get("data")
        if not isinstance(listed, list):
            return {}
        return {str(each["id"]): each for each in listed if isinstance(each, dict) and "id" in each}

    def _only(self, served: Mapping[str, object]) -> str:
        if len(served) == 1:
            return next(iter(served))
        url = self._connection.base_url
        if not served:
            raise ModelError(f"The server {url} serves no model.", "Load a model there first.")
        raise ModelError(
            f"The server {url} serves several models: {', '.join(sorted(served))}.",
            f"Name one after a #, as in {url}#{min(served)}",
        )

    def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        with self._explained():
            return self._http.request(method, path, json=body)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what goes wrong on the way to the server into words."""
        url = self._connection.base_url
        try:
            yield
        except httpx.TimeoutException as error:
            raise ModelError(
                f"The model server {url} did not answer in time.", "Ask again, or restart it."
            ) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ModelError(
                f"The model server {url} cannot be reached: {error or type(error).__name__}.",
                "Start it, or correct the address.",
            ) from error


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _accepted(response: httpx.Response) -> dict[str, Any]:
    if response.is_error:
        raise refusal(response)
    return parsed(response.text)


def _stated_context(about: Mapping[str, Any]) -> int | None:
    """How many tokens a server says that a model holds: vLLM's way, then llama.cpp's."""
    meta = about.get("meta")
    stated = about.get("max_model_len") or (isinstance(meta, dict) and meta.get("n_ctx"))
    return stated if isinstance(stated, int) and stated > 0 else None


def _text_of(event: Mapping[str, Any]) -> str:
    choices = event.get("choices") or [{}]
    return str((choices[0].get("delta") or {}).get("content") or "")


def _usage(stated: Mapping[str, Any]) -> Usage:
    details = stated.get("prompt_tokens_details") or {}
    return Usage(
        prompt_tokens=int(stated.get("prompt_tokens") or 0),
        cached_tokens=int(details.get("cached_tokens") or 0),
        output_tokens=int(stated.get("completion_tokens") or 0),
    )


def _log_probability(choice: str, likely: Sequence[tuple[str, float]]) -> float:
    """Of the tokens that begin a choice; the least likely token bounds what is not there."""
    word = choice.strip().casefold()
    begins = [
        value
        for token, value in likely
        if (start := token.strip()) and word.startswith(start.casefold())
    ]
    return log_sum_exp(begins) if begins else min(value for _, value in likely)
