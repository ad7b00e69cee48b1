"""Loading a model and its tokenizer with transformers, from what is on this machine."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError

from index.errors import ModelMissingError
from rag.errors import ModelError

DEFAULT_CONTEXT_TOKENS = 8192


def best_device() -> torch.device:
    """A GPU if there is one."""
    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")


def number_format(device: torch.device) -> torch.dtype:
    """Half precision on a GPU. Few CPUs compute in it, and then slowly."""
    if device.type == "cpu":
        return torch.float32
    if device.type == "cuda" and torch.cuda.is_bf16_supported():
        return torch.bfloat16
    return torch.float16


def load_model(source: str, device: torch.device) -> tuple[Any, Any]:
    """The model, ready to run, and its tokenizer.

    `source` is a folder, a `.gguf` file, or an id of the Hugging Face hub whose files were
    downloaded before. No code that comes with a model is run.

    Raises `ModelMissingError` when it is not there and `ModelError` when it cannot be loaded.
    """
    from transformers import AutoModelForCausalLM, AutoTokenizer  # noqa: PLC0415
    from transformers.utils import logging  # noqa: PLC0415

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    where, more = _location(source)
    try:
        tokenizer = AutoTokenizer.from_pretrained(where, local_files_only=True, **more)
        model: Any = AutoModelForCausalLM.from_pretrained(
            where, local_files_only=True, dtype=number_format(device), **more
        )
        return model.to(device).eval(), tokenizer
    except torch.OutOfMemoryError as error:
        raise ModelError(
            f"The model {source} is too large for the memory of the {device.type} device.",
            "Choose a smaller model.",
        ) from error
    except (OSError, ValueError, RuntimeError, KeyError, ImportError, SafetensorError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        if not Path(source).exists() and isinstance(error, OSError):
            raise ModelMissingError(
                f"The model {source} is not on this machine: {reason}",
                f"Download it: answerable models pull transformers:{source}",
            ) from error
        raise ModelError(
            f"transformers cannot load {source}: {reason}",
            "It has to be a causal language model with its tokenizer, whole, and of a kind that "
            "the installed version of transformers knows.",
        ) from error


def _location(source: str) -> tuple[str, dict[str, str]]:
    """Where transformers finds a model, and what else it has to be told."""
    path = Path(source).expanduser()
    if path.suffix.casefold() != ".gguf":
        return (str(path) if path.is_dir() else source), {}
    if not path.is_file():
        raise ModelMissingError(f"There is no model file {path}.", "Check the path.")
    missing = [name for name in ("gguf", "accelerate") if find_spec(name) is None]
    if missing:
        raise ModelError(
            f"To read a .gguf file, transformers needs the packages {' and '.join(missing)}.",
            'Install them: pip install "answerable[gguf]"',
        )
    return str(path.parent), {"gguf_file": path.name}


def context_of(config: Any, wanted: int | None) -> int:
    """How many tokens the model may have at once: what is wanted, within what it was trained on."""
    trained = getattr(config.get_text_config(), "max_position_embeddings", None)
    wanted = wanted or DEFAULT_CONTEXT_TOKENS
    return min(wanted, trained) if isinstance(trained, int) and trained > 0 else wanted


def end_tokens(model: Any, tokenizer: Any) -> frozenset[int]:
    """The tokens that end a message."""
    ends: set[int] = set()
    for stated in (model.generation_config.eos_token_id, tokenizer.eos_token_id):
        ends.update(stated if isinstance(stated, list) else [stated] if stated is not None else [])
    return frozenset(ends)
