"""A language model of a few hundred kilobytes with random weights, for llama.cpp to load.

It writes nonsense, but reads, streams, stops, caches and counts as a real one does.
"""

from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

LAYERS, HEADS, KV_HEADS, CONTEXT = 2, 4, 2, 4096
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
CHAT_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def byte_letters() -> list[str]:
    """The letter by which byte-level BPE writes each of the 256 bytes."""
    kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = iter(range(256, 512))
    return [chr(byte) if byte in kept else chr(next(rest)) for byte in range(256)]


def random_q4_k(random: np.random.Generator, rows: int, columns: int) -> NDArray[np.uint8]:
    """A matrix in llama.cpp's Q4_K: blocks of 256 weights in 144 bytes, two scales in front."""
    blocks = random.integers(0, 256, (rows, columns // 256, 144), dtype=np.uint8)
    blocks[:, :, :4] = np.array([2.5e-4, 2e-3], dtype=np.float16).view(np.uint8)
    return blocks.reshape(rows, -1)


def random_q6_k(random: np.random.Generator, rows: int, columns: int) -> NDArray[np.uint8]:
    """A matrix in llama.cpp's Q6_K: blocks of 256 weights in 210 bytes, the scale at the end."""
    blocks = random.integers(0, 256, (rows, columns // 256, 210), dtype=np.uint8)
    blocks[:, :, 192:208] = random.integers(0, 60, (rows, columns // 256, 16), dtype=np.uint8)
    blocks[:, :, 208:] = np.array([1e-4], dtype=np.float16).view(np.uint8)
    return blocks.reshape(rows, -1)


def write_tiny_gguf(
    path: Path, *, chat_template: str = CHAT_TEMPLATE, quantised: bool = False
) -> Path:
    """With `quantised`, weights are of the kinds that a Q4_K_M file has."""
    # A quantised block spans 256 weights of a row.
    width, feed_forward = (256, 512) if quantised else (64, 128)
    letters = byte_letters()
    merges = [("Y", "e"), ("Ye", "s"), ("N", "o"), ("t", "h"), ("th", "e"), ("Ġ", "the")]
    vocabulary = letters + ["".join(pair) for pair in merges] + SPECIAL
    first_special = len(vocabulary) - len(SPECIAL)

    writer = gguf.GGUFWriter(str(path), "qwen2")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(width)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(feed_forward)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KV_HEADS)
    writer.add_rope_freq_base(10000.0)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(vocabulary)
    writer.add_token_types(
        [gguf.TokenType.NORMAL] * first_special + [gguf.TokenType.CONTROL] * len(SPECIAL)
    )
    writer.add_token_merges([" ".join(pair) for pair in merges])
    writer.add_eos_token_id(first_special + 2)
    writer.add_pad_token_id(first_special)
    writer.add_add_bos_token(False)
    writer.add_chat_template(chat_template)

    random = np.random.default_rng(7)

    def matrix(name: str, rows: int, columns: int) -> None:
        if quantised and any(part in name for part in ("output.weight", "attn_v", "ffn_down")):
            raw = random_q6_k(random, rows, columns)
            writer.add_tensor(name, raw, raw_dtype=gguf.GGMLQuantizationType.Q6_K)
        elif quantised:
            raw = random_q4_k(random, rows, columns)
            writer.add_tensor(name, raw, raw_dtype=gguf.GGMLQuantizationType.Q4_K)
        else:
            writer.add_tensor(name, random.normal(0, 0.2, (rows, columns)).astype(np.float32))

    matrix("token_embd.weight", len(vocabulary), width)
    matrix("output.weight", len(vocabulary), width)
    writer.add_tensor("output_norm.weight", np.ones(width, dtype=np.float32))
    for layer in range(LAYERS):
        block = f"blk.{layer}"
        kv_width = width // HEADS * KV_HEADS
        for part, rows in (("attn_q", width), ("attn_k", kv_width), ("attn_v", kv_width)):
            matrix(f"{block}.{part}.weight", rows, width)
            writer.add_tensor(f"{block}.{part}.bias", np.zeros(rows, dtype=np.float32))
        matrix(f"{block}.attn_output.weight", width, width)
        matrix(f"{block}.ffn_gate.weight", feed_forward, width)
        matrix(f"{block}.ffn_up.weight", feed_forward, width)
        matrix(f"{block}.ffn_down.weight", width, feed_forward)
        for part in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"{block}.{part}.weight", np.ones(width, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
