"""What a model's context holds, checked before the model is called."""

from __future__ import annotations

from rag.errors import ContextOverflowError


def check_fits(model: str, *, prompt_tokens: int, max_tokens: int, context_tokens: int) -> None:
    """Raise `ContextOverflowError` when a prompt and what may follow it are too long together."""
    if prompt_tokens + max_tokens > context_tokens:
        raise ContextOverflowError(
            f"The prompt has {prompt_tokens} tokens and the answer may take {max_tokens}: together "
            f"{prompt_tokens + max_tokens}, more than the {context_tokens} that {model} can hold.",
            "Read fewer papers at once, or load the model with a larger context "
            "(setting context_tokens).",
        )
