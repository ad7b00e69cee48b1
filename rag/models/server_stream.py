"""Server-sent events of a model server, in an iterator that can be closed at any moment.

A blocking read cannot be broken off from outside, and a server that reads a long prompt sends
nothing for a while. So the connection lives in a thread of its own with an event loop, where it
can be cancelled.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import threading
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import httpx

from rag.errors import ModelError

# How long nothing may come before the consumer gets a chance to stop.
PATIENCE_S = 0.2


@dataclass(frozen=True, slots=True)
class Connection:
    """How a server is reached. A token may take `timeout.read` seconds to come."""

    base_url: str
    headers: dict[str, str]
    timeout: httpx.Timeout
    trust_env: bool


def events(
    connection: Connection, path: str, request: dict[str, Any]
) -> Generator[dict[str, Any] | None, None, None]:
    """The JSON events that answer a request, and None from time to time while nothing comes.

    Closing the iterator closes the connection. Raises `httpx.HTTPError` and `ModelError`.
    """
    arrived: queue.SimpleQueue[dict[str, Any] | BaseException | None] = queue.SimpleQueue()
    loop = asyncio.new_event_loop()
    reading = loop.create_task(_read(connection, path, request, arrived))

    def run() -> None:
        try:
            loop.run_until_complete(reading)
        except asyncio.CancelledError:
            pass
        except BaseException as error:
            arrived.put(error)
        else:
            arrived.put(None)
        finally:
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()

    thread = threading.Thread(target=run, name="model server", daemon=True)
    thread.start()
    try:
        while True:
            try:
                event = arrived.get(timeout=PATIENCE_S)
            except queue.Empty:
                yield None
                continue
            if isinstance(event, BaseException):
                raise event
            if event is None:
                return
            yield event
    finally:
        # The loop may have closed by itself in the meantime.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(reading.cancel)
        thread.join()


async def _read(
    connection: Connection,
    path: str,
    request: dict[str, Any],
    arrived: queue.SimpleQueue[dict[str, Any] | BaseException | None],
) -> None:
    async with (
        httpx.AsyncClient(
            base_url=connection.base_url,
            headers=connection.headers,
            timeout=connection.timeout,
            trust_env=connection.trust_env,
        ) as client,
        client.stream("POST", path, json=request) as response,
    ):
        if response.is_error:
            await response.aread()
            raise refusal(response)
        async for line in response.aiter_lines():
            # Anything else is a comment, an event's name or an empty line between events.
            if not line.startswith("data:"):
                continue
            data = line.removeprefix("data:").strip()
            if data == "[DONE]":
                return
            event = parsed(data)
            if "error" in event:
                raise ModelError(f"The model server broke off: {_message(event['error'])}")
            arrived.put(event)


def parsed(data: str) -> dict[str, Any]:
    """A JSON object. Raises `ModelError` when it is none."""
    try:
        value = json.loads(data)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ModelError(
            f"The model server answered with something that is no JSON object: {data[:200]!r}.",
            "Check that the address is an OpenAI-compatible interface's: it often ends in /v1.",
        )
    return value


def refusal(response: httpx.Response) -> ModelError:
    """What a server said when it refused, and what to do about it."""
    try:
        said = _message(response.json()["error"])
    except (ValueError, KeyError, TypeError):
        said = response.text.strip()[:500]
    status = f"{response.status_code} {response.reason_phrase}".strip()
    match response.status_code:
        case 401 | 403:
            remedy = "Set the server's key in the environment variable ANSWERABLE_API_KEY."
        case 404:
            remedy = "Check the address, which often ends in /v1, and the model's name after a #."
        case 429 | 503:
            remedy = "The server is busy: ask again in a while."
        case _:
            remedy = ""
    return ModelError(f"The model server refused ({status}): {said or 'it gave no reason'}", remedy)


def _message(error: Any) -> str:
    return str(error.get("message", error)) if isinstance(error, dict) else str(error)
