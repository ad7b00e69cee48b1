"""all-MiniLM-L6-v2 as a reader of two texts at once, by a small adapter to its weights.

Each weight matrix of the encoder gets a correction of low rank (LoRA, Hu et al. 2021,
arXiv:2106.09685): some three megabytes of numbers turn the embedding model that is at hand anyhow
into one that reads a claim together with the sentences that it is said to rest on. Which words the
two share is marked in its input, since a model this small does not learn that from a few thousand
claims.

Importing this takes seconds: it needs torch.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AutoTokenizer, BertModel, PreTrainedTokenizerBase

RANK = 32
_SCALE = 2.0
_LONGEST_CLAIM = 64
_LONGEST = 160
_DROPPED = 0.1
# What a token is marked as: of the claim or of the sentences, shared by both or not.
_MARKS = 4
LABELS = ("unsupported", "supported", "contradicted")


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and the sentences beside it as tokens: `[CLS] claim [SEP] sentences [SEP]`."""

    ids: tuple[int, ...]
    claim_tokens: int


class Tokens:
    """Turns claims and sentences into tokens, and pairs of them into a batch."""

    def __init__(self, folder: Path) -> None:
        self._tokenizer: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(str(folder))

    def pair(self, premise: str, claim: str) -> Pair:
        """A claim beside its sentences; of long ones the beginning."""
        first, between = self._tokenizer.cls_token_id, self._tokenizer.sep_token_id
        claimed = self._ids(claim)[:_LONGEST_CLAIM]
        stated = self._ids(premise)[: _LONGEST - 3 - len(claimed)]
        return Pair((first, *claimed, between, *stated, between), len(claimed))

    def _ids(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False, verbose=False)
        return ids


class AdaptedMiniLM(nn.Module):
    """The encoder with its adapter; gives the log-odds of each of `LABELS` for pairs of texts."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.bert = BertModel.from_pretrained(str(folder), add_pooling_layer=False)
        self.bert.requires_grad_(False)
        for module in self.bert.modules():
            if isinstance(module, nn.Dropout):
                module.p = 0.0
        layer: Any  # torch types a layer's parts as tensors or modules
        for layer in self.bert.encoder.layer:
            attention = layer.attention
            for name in ("query", "key", "value"):
                setattr(attention.self, name, _Corrected(getattr(attention.self, name)))
            for holder in (attention.output, layer.intermediate, layer.output):
                holder.dense = _Corrected(holder.dense)
        width = self.bert.config.hidden_size
        self.mark = nn.Embedding(_MARKS, width)
        nn.init.normal_(self.mark.weight, std=0.05)
        self.dropout = nn.Dropout(_DROPPED)
        self.out = nn.Linear(3 * width, len(LABELS))
        nn.init.normal_(self.out.weight, std=0.01)
        nn.init.zeros_(self.out.bias)

    def adapter(self) -> dict[str, Tensor]:
        """What was learned: all but the encoder's own weights."""
        return {name: value for name, value in self.state_dict().items() if _is_learned(name)}

    def with_adapter(self, learned: dict[str, Tensor]) -> AdaptedMiniLM:
        """Take what was learned, to be read with and no longer trained.

        Raises `KeyError` or `RuntimeError` where it is not an adapter of this model.
        """
        missing = {name for name in self.state_dict() if _is_learned(name)} - learned.keys()
        if missing:
            raise KeyError(f"the adapter lacks {sorted(missing)[0]}")
        self.load_state_dict({n: v.float() for n, v in learned.items()}, strict=False)
        for module in self.modules():
            for name, child in module.named_children():
                if isinstance(child, _Corrected):
                    setattr(module, name, child.merged())
        return self.eval()

    def forward(self, pairs: Sequence[Pair]) -> Tensor:
        """Logits of shape (pairs, labels)."""
        ids, there, in_claim, in_sentences = _batch(pairs)
        shared = (ids[:, :, None] == ids[:, None, :]) & in_claim[:, :, None]
        shared &= in_sentences[:, None, :]
        marks = in_claim.long()
        marks[shared.any(2)] = 2
        marks[shared.any(1)] = 3
        embedded = self.bert.embeddings(input_ids=ids, token_type_ids=in_sentences.long())
        embedded = embedded + self.mark(marks) * there[..., None]
        hidden = embedded
        # One number for each token that is not there, broadcast over heads and queries.
        unseen = (1.0 - there[:, None, None, :].to(hidden.dtype)) * -1e4
        if torch.is_autocast_enabled("cpu"):
            unseen = unseen.to(torch.bfloat16)
        hidden = self.bert.encoder(hidden, attention_mask=unseen).last_hidden_state
        of_claim = in_claim[..., None]
        mean = (hidden * of_claim).sum(1) / of_claim.sum(1).clamp_min(1)
        most = hidden.masked_fill(~of_claim, -1e4).amax(1)
        logits: Tensor = self.out(
            self.dropout(torch.cat([hidden[:, 0], mean, most], dim=-1).float())
        )
        return logits


class _Corrected(nn.Module):
    """A linear layer and a correction of low rank to it."""

    def __init__(self, base: nn.Linear) -> None:
        super().__init__()
        self.base = base
        self.a = nn.Parameter(torch.randn(RANK, base.in_features) / math.sqrt(base.in_features))
        self.b = nn.Parameter(torch.zeros(base.out_features, RANK))

    def forward(self, inputs: Tensor) -> Tensor:
        lowered = inputs @ self.a.to(inputs.dtype).T
        result: Tensor = self.base(inputs) + lowered @ (self.b.to(inputs.dtype).T * _SCALE)
        return result

    def merged(self) -> nn.Linear:
        """The layer with its correction added once and for all."""
        with torch.no_grad():
            self.base.weight += _SCALE * self.b @ self.a
        return self.base


def _is_learned(name: str) -> bool:
    return name.endswith((".a", ".b")) or name.startswith(("out.", "mark."))


def _batch(pairs: Sequence[Pair]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Token ids, and which tokens are there, are the claim's, are the sentences'."""
    shape = (len(pairs), max(len(pair.ids) for pair in pairs))
    ids = torch.zeros(shape, dtype=torch.long)
    there, in_claim, in_sentences = (torch.zeros(shape, dtype=torch.bool) for _ in range(3))
    for row, pair in enumerate(pairs):
        length = len(pair.ids)
        ids[row, :length] = torch.tensor(pair.ids)
        there[row, :length] = True
        in_claim[row, 1 : 1 + pair.claim_tokens] = True
        in_sentences[row, 2 + pair.claim_tokens : length] = True
    return ids, there, in_claim, in_sentences
