from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any


def tiny(folder: Path, labels: int | Sequence[str]) -> Path:
    """A cross-encoder of one small layer with weights drawn by chance."""
    import torch
    import transformers

    torch.manual_seed(0)
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "boats", "sail", "clocks", "tick"]
    vocabulary = folder / "vocab.txt"
    vocabulary.write_text("\n".join(words), encoding="utf-8")
    bert: Any = transformers
    named = {} if isinstance(labels, int) else {"id2label": dict(enumerate(labels))}
    config = bert.BertConfig(
        vocab_size=len(words),
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=1,
        intermediate_size=8,
        num_labels=labels if isinstance(labels, int) else len(labels),
        initializer_range=1.0,
        **named,
    )
    bert.BertForSequenceClassification(config).save_pretrained(folder)
    bert.BertTokenizerFast(vocab=str(vocabulary)).save_pretrained(folder)
    return folder
