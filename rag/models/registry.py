"""Which language models there are by name, and how a model is loaded from what a user writes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from index.errors import ModelMissingError
from rag.models.protocol import LanguageModel
from rag.models.weights import (
    DEFAULT_WRITER,
    ByteProgress,
    default_writer,
    models_folder,
    packages_installed,
)

DEFAULT_MODEL = "qwen2.5-coder-1.5b"
TRANSFORMERS_PREFIX = "transformers:"
KEY_VARIABLE = "ANSWERABLE_API_KEY"


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model that can be loaded by its name once its files are there.

    `memory_gb` is what it takes with a context of 8,192 tokens and the states of earlier prompts.
    Where `sha256` is None the digest that the hub states is checked at the download and kept from
    then on. A model in several files is loaded by the first.
    """

    name: str
    repository: str
    files: tuple[str, ...]
    disk_gb: float
    memory_gb: float
    licence: str
    note: str
    sha256: str | None = None

    @property
    def path(self) -> Path:
        """Where the model's file lies, or would lie."""
        return models_folder() / self.files[0]

    @property
    def is_installed(self) -> bool:
        """Whether the model can be loaded without a download."""
        if self.name == DEFAULT_MODEL and packages_installed(DEFAULT_WRITER):
            return True
        return all((models_folder() / file).is_file() for file in self.files)


MODELS = (
    ModelSpec(
        name=DEFAULT_MODEL,
        repository="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
        files=(DEFAULT_WRITER.name,),
        disk_gb=1.1,
        memory_gb=2.4,
        licence="Apache-2.0",
        note="the default; also installed by pip",
        sha256=DEFAULT_WRITER.sha256,
    ),
    ModelSpec(
        name="qwen2.5-1.5b",
        repository="Qwen/Qwen2.5-1.5B-Instruct-GGUF",
        files=("qwen2.5-1.5b-instruct-q4_k_m.gguf",),
        disk_gb=1.1,
        memory_gb=2.4,
        licence="Apache-2.0",
        note="the default's sibling, trained on text rather than code",
    ),
    ModelSpec(
        name="smollm2-1.7b",
        repository="HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF",
        files=("smollm2-1.7b-instruct-q4_k_m.gguf",),
        disk_gb=1.1,
        memory_gb=3.7,
        licence="Apache-2.0",
        note="English only",
    ),
    ModelSpec(
        name="qwen2.5-3b",
        repository="Qwen/Qwen2.5-3B-Instruct-GGUF",
        files=("qwen2.5-3b-instruct-q4_k_m.gguf",),
        disk_gb=2.1,
        memory_gb=3.4,
        licence="Qwen Research (not for commercial use)",
        note="half as fast as the default",
    ),
    ModelSpec(
        name="qwen3-4b",
        repository="unsloth/Qwen3-4B-Instruct-2507-GGUF",
        files=("Qwen3-4B-Instruct-2507-Q4_K_M.gguf",),
        disk_gb=2.5,
        memory_gb=4.7,
        licence="Apache-2.0",
        note="a third as fast as the default",
    ),
    ModelSpec(
        name="qwen2.5-7b",
        repository="Qwen/Qwen2.5-7B-Instruct-GGUF",
        files=(
            "qwen2.5-7b-instruct-q4_k_m-00001-of-00002.gguf",
            "qwen2.5-7b-instruct-q4_k_m-00002-of-00002.gguf",
        ),
        disk_gb=4.7,
        memory_gb=6.2,
        licence="Apache-2.0",
        note="a fifth as fast as the default",
    ),
)


def find(name: str) -> ModelSpec | None:
    """The model of this name, if there is one."""
    return next((spec for spec in MODELS if spec.name == name.casefold()), None)


def installed() -> list[ModelSpec]:
    """The models that can be loaded without a download."""
    return [spec for spec in MODELS if spec.is_installed]


def load(
    model: str = DEFAULT_MODEL,
    *,
    threads: int | None = None,
    context_tokens: int | None = None,
    progress: ByteProgress | None = None,
) -> LanguageModel:
    """Load a model from what a user writes.

    That is a name of `MODELS` (empty: the default one), the path of a `.gguf` file or of a
    folder for transformers, `transformers:ID` with an id of the Hugging Face hub whose files were
    downloaded before, or the `http(s)://` address of an OpenAI-compatible server, with the
    model's name after a `#` where it serves several. Nothing is ever downloaded here.

    `progress` is told of the bytes while the default model is put together on its first use.

    Raises `ModelMissingError` when it is not there, and `ModelError` when it cannot be loaded.
    """
    model = model.strip() or DEFAULT_MODEL
    # Engines are imported when one is needed: each takes seconds and a lot of memory.
    if model.startswith(("http://", "https://")):
        from rag.models.openai_server import OpenAIServerModel  # noqa: PLC0415

        url, _, served_name = model.partition("#")
        return OpenAIServerModel(
            url,
            model=served_name or None,
            api_key=os.environ.get(KEY_VARIABLE) or None,
            context_tokens=context_tokens,
        )
    path = Path(model).expanduser()
    if model.startswith(TRANSFORMERS_PREFIX) or path.is_dir():
        from rag.models.transformers_engine import TransformersModel  # noqa: PLC0415

        return TransformersModel(
            model.removeprefix(TRANSFORMERS_PREFIX), threads=threads, context_tokens=context_tokens
        )
    from rag.models.llamacpp import LlamaCppModel  # noqa: PLC0415

    file = path if path.suffix.casefold() == ".gguf" else _file_of(model, progress)
    return LlamaCppModel(file, threads=threads, context_tokens=context_tokens)


def _file_of(name: str, progress: ByteProgress | None) -> Path:
    spec = find(name)
    if spec is None:
        raise ModelMissingError(
            f"There is no model {name!r}: no name of a known one, no .gguf file, no folder.",
            f"Known are {', '.join(each.name for each in MODELS)}. Any other: the path of a .gguf "
            f"file, {TRANSFORMERS_PREFIX}ID for the hub's id of a model, or a server's address.",
        )
    if spec.name == DEFAULT_MODEL:
        return default_writer(progress)
    if not spec.is_installed:
        raise ModelMissingError(
            f"The model {spec.name} ({spec.disk_gb} GB) is not on this machine.",
            f"Download it: answerable models pull {spec.name}",
        )
    return spec.path
