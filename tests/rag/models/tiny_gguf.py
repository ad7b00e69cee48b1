"""A language model of a few hundred kilobytes with random weights, for llama.cpp to load.

It writes nonsense, but reads, streams, stops, caches and counts as a real one does.
"""

from pathlib import Path

import gguf
import numpy as np

LAYERS, WIDTH, HEADS, FEED_FORWARD, CONTEXT = 2, 64, 4, 128, 4096
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


def write_tiny_gguf(path: Path, *, chat_template: str = CHAT_TEMPLATE) -> Path:
    letters = byte_letters()
    merges = [("Y", "e"), ("Ye", "s"), ("N", "o"), ("t", "h"), ("th", "e"), ("Ġ", "the")]
    vocabulary = letters + ["".join(pair) for pair in merges] + SPECIAL
    first_special = len(vocabulary) - len(SPECIAL)

    writer = gguf.GGUFWriter(str(path), "qwen2")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FEED_FORWARD)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
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

    def matrix(name: str, *shape: int) -> None:
        values = random.normal(0, 0.2, shape).astype(np.float32)
        writer.add_tensor(name, values)

    matrix("token_embd.weight", len(vocabulary), WIDTH)
    matrix("output.weight", len(vocabulary), WIDTH)
    writer.add_tensor("output_norm.weight", np.ones(WIDTH, dtype=np.float32))
    for layer in range(LAYERS):
        block = f"blk.{layer}"
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            matrix(f"{block}.{part}.weight", WIDTH, WIDTH)
        for part in ("attn_q", "attn_k", "attn_v"):
            writer.add_tensor(f"{block}.{part}.bias", np.zeros(WIDTH, dtype=np.float32))
        matrix(f"{block}.ffn_gate.weight", FEED_FORWARD, WIDTH)
        matrix(f"{block}.ffn_up.weight", FEED_FORWARD, WIDTH)
        matrix(f"{block}.ffn_down.weight", WIDTH, FEED_FORWARD)
        for part in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"{block}.{part}.weight", np.ones(WIDTH, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
