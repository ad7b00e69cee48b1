"""llama.cpp inside this process: loading, tokens, prompts, completions.

xllamacpp wraps llama.cpp's server. Completions go through function calls; tokens and chat
templates only through the HTTP interface, which the server opens in any case. On Linux that is a
Unix socket in a private folder, so that no port is open and no other user can connect; elsewhere,
or where temporary folders have very long names, the loopback address with a random key.
"""

from __future__ import annotations

import contextlib
import functools
import os
import platform
import secrets
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from rag.errors import ModelError
from rag.models.protocol import Message
from rag.models.templates import Template, marked, prompt_tokens, take_apart

# llama.cpp closes a connection that was idle for 5 seconds.
KEEP_CONNECTION_S = 2.0

# The system allows 108 bytes, the last of them zero.
LONGEST_SOCKET_PATH = 107

READ_BYTES = 4 << 20

# Gets each chunk of a completion; answers whether to stop.
OnChunk = Callable[[dict[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a model is loaded.

    A prompt is read `batch_tokens` at a time, and reading can be stopped between two batches.
    `cache_mib` of host memory keep the states of earlier prompts.
    """

    threads: int
    context_tokens: int
    batch_tokens: int
    cache_mib: int


class LlamaServer:
    """A loaded GGUF model. Calls of `complete` must not overlap."""

    def __init__(self, file: Path, settings: Settings) -> None:
        self._file = file
        self._folder = tempfile.TemporaryDirectory(prefix="answerable-", ignore_cleanup_errors=True)
        self._running = threading.Lock()
        self._closing = threading.Event()
        key = secrets.token_urlsafe()
        socket = f"{self._folder.name}/engine.sock"
        uses_socket = sys.platform == "linux" and len(socket.encode()) <= LONGEST_SOCKET_PATH
        try:
            self._server: Any = _load(
                file, settings, socket if uses_socket else "127.0.0.1", key, self._folder.name
            )
        except BaseException:
            self._folder.cleanup()
            raise
        self._http = httpx.Client(
            transport=httpx.HTTPTransport(
                uds=socket if uses_socket else None,
                limits=httpx.Limits(keepalive_expiry=KEEP_CONNECTION_S),
            ),
            base_url="http://localhost" if uses_socket else self._server.listening_address,
            headers={"Authorization": f"Bearer {key}"},
            timeout=60.0,
        )
        self._cached_tokens = functools.lru_cache(maxsize=128)(self._tokens)
        self._cached_template = functools.lru_cache(maxsize=32)(self._template)

    @property
    def closing(self) -> bool:
        """Whether the model was told to close."""
        return self._closing.is_set()

    def trained_context(self) -> int:
        """How many tokens the model was trained to hold."""
        meta: dict[str, int] = self._ask("GET", "/v1/models")["data"][0]["meta"]
        return meta["n_ctx_train"]

    def tokens(self, text: str) -> tuple[int, ...]:
        """The tokens of plain text: what looks like a control token in it is spelled out."""
        return self._cached_tokens(text, special=False)

    def prompt(self, messages: Sequence[Message], *, open_ended: bool = False) -> list[int]:
        """The tokens of a chat in the model's own template; open-ended as a beginning of longer
        ones.
        """
        if self._closing.is_set():
            raise self._closed()
        return prompt_tokens(
            self._cached_template(tuple(message.role for message in messages)),
            messages,
            of_text=self.tokens,
            of_template=lambda text, begins: self._cached_tokens(text, special=True, begins=begins),
            open_ended=open_ended,
        )

    def complete(self, request: dict[str, Any], callback: Callable[[dict[str, Any]], bool]) -> None:
        """Run a completion; `callback` gets every chunk and answers whether to stop."""
        refused: list[str] = []

        def on_chunk(chunk: dict[str, Any]) -> bool:
            if "error" in chunk:
                refused.append(str(chunk["error"].get("message", chunk["error"])))
                return True
            return callback(chunk) or self._closing.is_set()

        with self._running:
            if self._server is None:
                raise self._closed()
            self._server.handle_completions(request, on_chunk)
        if refused:
            raise ModelError(f"The engine refused a request: {refused[0]}.")
        if self._closing.is_set():
            raise self._closed()

    def empty_slot(self) -> None:
        """Drop the state that the model's context holds; the cache of earlier ones stays."""
        self._ask("POST", "/slots/0?action=erase")

    def close(self) -> None:
        """Stop what runs, then free the memory."""
        self._closing.set()
        with self._running:
            self._server = None
        self._http.close()
        self._folder.cleanup()

    def _template(self, roles: tuple[str, ...]) -> Template:
        rendered = self._ask("POST", "/apply-template", {"messages": marked(roles)})["prompt"]
        return take_apart(rendered, roles, self._file.name)

    def _tokens(self, text: str, *, special: bool, begins: bool = False) -> tuple[int, ...]:
        request = {"content": text, "parse_special": special, "add_special": begins}
        return tuple(self._ask("POST", "/tokenize", request)["tokens"])

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        if self._closing.is_set():
            raise self._closed()
        try:
            response = self._http.request(method, path, json=body)
        except httpx.HTTPError as error:
            raise ModelError(
                f"The engine of {self._file.name} does not answer: {error}."
            ) from error
        if response.is_error:
            raise ModelError(f"The engine of {self._file.name} refused: {response.text}")
        return response.json()

    def _closed(self) -> ModelError:
        return ModelError(f"The model {self._file.name} was closed.", "Load it again.")


def _load(file: Path, settings: Settings, host: str, key: str, folder: str) -> Any:
    _wait_without_spinning()
    _bring_into_memory(file)
    # Here, not above: a front end that never loads a model should not wait for this library, and
    # OpenMP reads its settings when the library is loaded.
    import xllamacpp  # noqa: PLC0415

    params = xllamacpp.CommonParams()
    params.model.path = str(file)
    params.n_ctx = settings.context_tokens
    params.n_batch = params.n_ubatch = settings.batch_tokens
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = settings.threads
    params.n_parallel = 1
    _make_repeatable(xllamacpp, params)
    params.cache_ram_mib = settings.cache_mib
    # Zero: always put the context's state into the cache before reading another prompt. Else
    # prompts that share long instructions are taken for alike and overwrite one another.
    params.slot_prompt_similarity = 0.0
    params.hostnames = [host]
    params.port = 0
    params.api_keys = [key]
    params.n_threads_http = 2
    # Emptying a slot is only allowed where states may be saved. Nothing is saved.
    params.slot_save_path = folder
    params.ui = params.endpoint_slots = params.endpoint_props = params.endpoint_metrics = False
    params.cors_origins = ""
    params.offline = True
    params.warmup = False
    params.verbosity = 0
    try:
        return xllamacpp.Server(params)
    except RuntimeError as error:
        raise ModelError(
            f"{file} cannot be loaded: it is damaged, no GGUF model that this engine knows, or "
            "too large for the memory that is free.",
            "Free some memory or choose a smaller model; if the file may be damaged, delete it "
            "and get it again.",
        ) from error


def _bring_into_memory(file: Path) -> None:
    """Read the file once.

    Loading lets no other thread of Python run: it had better not wait for the disk meanwhile.
    """
    buffer = bytearray(READ_BYTES)
    with contextlib.suppress(OSError), file.open("rb", buffering=0) as data:
        while data.readinto(buffer):
            pass


def _make_repeatable(xllamacpp: Any, params: Any) -> None:
    """On a CPU, choose the routines that give the same numbers in any large batch.

    See `prompt_reading`. Repacked weights were slower to read with, too, on x86 processors (by a
    fifth); elsewhere they are several times faster, and stay.
    """
    gpus = {
        xllamacpp.ggml_backend_dev_type.GGML_BACKEND_DEVICE_TYPE_GPU,
        xllamacpp.ggml_backend_dev_type.GGML_BACKEND_DEVICE_TYPE_IGPU,
    }
    if any(device["type"] in gpus for device in xllamacpp.get_device_info()):
        return
    params.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
    params.no_extra_bufts = platform.machine().casefold() in ("x86_64", "amd64")


def _wait_without_spinning() -> None:
    """Have OpenMP's threads give up their core soon when they wait for one another.

    They do so hundreds of times a token. By default each wait keeps a core busy for about a
    millisecond, which, when other programs want the core, is taken from the very thread that is
    waited for: writing fell from 12 tokens a second to 1 on two busy cores, and to 10 with this.
    """
    if "OMP_WAIT_POLICY" not in os.environ:
        os.environ.setdefault("GOMP_SPINCOUNT", "1000")
