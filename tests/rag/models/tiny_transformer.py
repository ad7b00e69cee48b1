"""A model folder for transformers with random weights, of some kilobytes."""

from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

from tests.rag.models.tiny_gguf import CHAT_TEMPLATE, SPECIAL, byte_letters

CONTEXT = 4096


def write_tiny_transformer(
    folder: Path, *, chat_template: str | None = CHAT_TEMPLATE, **config: Any
) -> Path:
    letters = byte_letters()
    merges = [("Y", "e"), ("Ye", "s"), ("N", "o"), ("t", "h"), ("th", "e"), ("Ġ", "the")]
    vocabulary = {token: n for n, token in enumerate(letters + ["".join(m) for m in merges])}
    backend = Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    backend.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=backend,
        eos_token=SPECIAL[2],
        pad_token=SPECIAL[0],
        additional_special_tokens=SPECIAL[1:2],
    )
    tokenizer.chat_template = chat_template
    tokenizer.save_pretrained(folder)

    torch.manual_seed(7)
    settings: dict[str, Any] = {
        "vocab_size": len(tokenizer),
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": CONTEXT,
        "initializer_range": 0.3,
        "eos_token_id": tokenizer.eos_token_id,
        "pad_token_id": tokenizer.pad_token_id,
        "bos_token_id": None,
        "tie_word_embeddings": False,
    }
    Qwen2ForCausalLM(Qwen2Config(**{**settings, **config})).save_pretrained(folder)
    return folder
