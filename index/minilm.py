"""all-MiniLM-L6-v2, or another sentence-transformers model in a folder, as an `Embedder`.

One forward pass a text gives everything: the pooled vector, the token vectors and where each
token stands. torch and sentence-transformers are imported when the model is first needed,
because that alone takes seconds.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from index.embedding import Encoding
from index.errors import ModelMissingError
from index.one_core import OneCoreThreads
from index.weights import MINILM_SHA256, minilm_folder, sha256_of

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

# Tokens that two neighbouring pieces of a long text share, so that those at the seam have context
# on both sides.
_PIECES_SHARE = 64
# A batch holds about this many tokens. On a CPU one abstract fills the caches already, and larger
# batches are slower; a GPU wants more.
_CPU_BATCH = 512
_GPU_BATCH = 32_768
# Shorter texts are padded to the longest of their batch: at most by this share.
_PADDING = 1.1


@dataclass(frozen=True, slots=True)
class _Piece:
    """What one forward pass reads: a text's tokens, or a stretch of a long text's.

    `spans` and `kept` leave special tokens out; `kept` are positions in `ids`.
    """

    text: int
    ids: list[int]
    kept: NDArray[np.intp]
    spans: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """What one forward pass gave for a piece."""

    vector: NDArray[np.float32]
    tokens: NDArray[np.float32]
    spans: NDArray[np.int32]


class SentenceTransformerEmbedder:
    """A sentence-transformers model in a folder; by default the packaged all-MiniLM-L6-v2.

    Vectors are float32 of unit length. Texts longer than the model reads at once are read in
    overlapping pieces. Safe to use from several threads; one pass runs at a time.

    Args:
        folder: where another model lies.
        half: compute in bfloat16: quicker where the processor has instructions for it, and near
            enough to mix in one library with vectors that were computed in float32.

    Raises `ModelMissingError` when there is no model, here or when it is first needed.
    """

    def __init__(self, folder: Path | None = None, *, half: bool = False) -> None:
        self._given = folder
        self._half = half
        self._lock = threading.Lock()
        self._cores = OneCoreThreads()
        self._model: SentenceTransformer | None = None

    @cached_property
    def _folder(self) -> Path:
        return minilm_folder() if self._given is None else self._given

    @property
    def name(self) -> str:
        return "all-MiniLM-L6-v2" if self.digest == MINILM_SHA256 else self._folder.name

    @cached_property
    def digest(self) -> str:
        if self._given is None:
            minilm_folder()  # raises unless the weights are the published ones
            return MINILM_SHA256
        files = sorted(self._folder.glob("*.safetensors")) or sorted(self._folder.glob("*.bin"))
        if not files:
            raise ModelMissingError(
                f"{self._folder} holds no model weights (*.safetensors).",
                "Name the folder of a sentence-transformers model.",
            )
        digests = [sha256_of(file) for file in files]
        if len(digests) == 1:
            return digests[0]
        return hashlib.sha256("".join(digests).encode()).hexdigest()

    @property
    def dimension(self) -> int:
        return int(self._loaded().get_embedding_dimension() or 0)

    def load(self) -> None:
        """Load the model now, so that the first text need not wait for it."""
        self._loaded()

    def _loaded(self) -> SentenceTransformer:
        with self._lock:
            if self._model is None:
                model = _load(self._folder)
                self._model = model.bfloat16() if self._half else model.float()
            return self._model

    def encode(self, texts: Sequence[str]) -> list[Encoding]:
        if not texts:
            return []
        model = self._loaded()
        on_gpu = model.device.type != "cpu"
        with self._lock, _matrices_by_onednn(on_gpu=on_gpu):
            pieces = _pieces(model, texts)
            batches = list(_batches(pieces, on_gpu=on_gpu))
            side_by_side = map if on_gpu else self._cores.map
            parts: dict[int, _Part] = {}
            for read in side_by_side(lambda batch: _forward(model, pieces, batch), batches):
                parts.update(read)
        of_text: list[list[_Part]] = [[] for _ in texts]
        for number, piece in enumerate(pieces):
            of_text[piece.text].append(parts[number])
        return [_join(read) for read in of_text]


def _load(folder: Path) -> SentenceTransformer:
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415 (takes seconds)
    from transformers.utils import logging as transformers_logging  # noqa: PLC0415

    # transformers draws a bar for a load of half a second.
    logging: Any = transformers_logging
    bars = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        model = SentenceTransformer(str(folder), local_files_only=True)
    except Exception as error:
        raise ModelMissingError(
            f"{folder} holds no embedding model that can be loaded: {error}",
            "Name the folder of a sentence-transformers model, or install the default again: "
            'pip install --force-reinstall "answerable[models]"',
        ) from error
    finally:
        if bars:
            logging.enable_progress_bar()
    return model.eval()


def _longest(model: SentenceTransformer) -> int:
    """How many tokens the model reads at once, special tokens included.

    all-MiniLM-L6-v2 is published with a limit of 256; its position embeddings reach 512, and
    reading on loses nothing: shorter texts come out the same.
    """
    config: Any = model[0].config
    if config.model_type == "bert":
        return int(config.max_position_embeddings)
    return int(model.max_seq_length or 512)


def _pieces(model: SentenceTransformer, texts: Sequence[str]) -> list[_Piece]:
    tokenizer: Any = model.tokenizer
    encoded = tokenizer(
        # Lone surrogates, as in badly decoded arguments, have no UTF-8.
        [text.encode("utf-8", "replace").decode() for text in texts],
        truncation=True,
        max_length=_longest(model),
        stride=_PIECES_SHARE,
        return_overflowing_tokens=True,
        return_offsets_mapping=True,
        return_special_tokens_mask=True,
    )
    pieces = []
    for text, ids, spans, special in zip(
        encoded["overflow_to_sample_mapping"],
        encoded["input_ids"],
        encoded["offset_mapping"],
        encoded["special_tokens_mask"],
        strict=True,
    ):
        kept = np.flatnonzero(np.asarray(special) == 0)
        where = np.asarray(spans, dtype=np.int32).reshape(-1, 2)[kept]
        pieces.append(_Piece(text, ids, kept, where))
    return pieces


def _batches(pieces: Sequence[_Piece], *, on_gpu: bool) -> Iterator[list[int]]:
    """Numbers of pieces to read together, of nearly the same length, longest first."""
    room = _GPU_BATCH if on_gpu else _CPU_BATCH
    batch: list[int] = []
    width = 0
    for number in sorted(range(len(pieces)), key=lambda n: len(pieces[n].ids), reverse=True):
        length = len(pieces[number].ids)
        if batch and (width * (len(batch) + 1) > room or width > _PADDING * length):
            yield batch
            batch = []
        if not batch:
            width = length
        batch.append(number)
    if batch:
        yield batch


def _forward(
    model: SentenceTransformer, pieces: Sequence[_Piece], batch: Sequence[int]
) -> dict[int, _Part]:
    import torch  # noqa: PLC0415 (takes seconds)

    width = max(len(pieces[number].ids) for number in batch)
    ids = np.full((len(batch), width), model.tokenizer.pad_token_id or 0, dtype=np.int64)
    mask = np.zeros((len(batch), width), dtype=np.int64)
    for row, number in enumerate(batch):
        length = len(pieces[number].ids)
        ids[row, :length] = pieces[number].ids
        mask[row, :length] = 1
    features = {
        "input_ids": torch.from_numpy(ids).to(model.device),
        "attention_mask": torch.from_numpy(mask).to(model.device),
    }
    with torch.inference_mode():
        output = model(features)
        vectors = torch.nn.functional.normalize(output["sentence_embedding"].float(), dim=-1)
        tokens = torch.nn.functional.normalize(output["token_embeddings"].float(), dim=-1)
    of_batch = zip(batch, vectors.cpu().numpy(), tokens.cpu().numpy(), strict=True)
    return {
        number: _Part(vector, token_vectors[pieces[number].kept], pieces[number].spans)
        for number, vector, token_vectors in of_batch
    }


@contextlib.contextmanager
def _matrices_by_onednn(*, on_gpu: bool) -> Iterator[None]:
    """Have oneDNN multiply matrices in place of MKL, which is slow on AMD's processors.

    What torch calls medium precision does so. On x86 processors without AMX nothing is rounded,
    and the result is the same; on others it may not be, so they are left alone.
    """
    import torch  # noqa: PLC0415 (takes seconds)

    able: dict[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()
    if on_gpu or not able.get("avx512_bw") or able.get("amx_bf16"):
        yield
        return
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("medium")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)


def _join(parts: Sequence[_Part]) -> Encoding:
    """A text's encoding from its pieces': where two overlap, each gives the half it saw best."""
    if len(parts) == 1:
        part = parts[0]
        return Encoding(part.vector, part.tokens, part.spans)
    half = _PIECES_SHARE // 2
    last = len(parts) - 1
    kept = [
        slice(half if n else 0, len(part.tokens) - (half if n < last else 0))
        for n, part in enumerate(parts)
    ]
    mean = np.mean([part.vector for part in parts], axis=0)
    return Encoding(
        np.asarray(mean / np.linalg.norm(mean), dtype=np.float32),
        np.concatenate([part.tokens[k] for part, k in zip(parts, kept, strict=True)]),
        np.concatenate([part.spans[k] for part, k in zip(parts, kept, strict=True)]),
    )
