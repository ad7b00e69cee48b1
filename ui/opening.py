"""Putting the parts together: the library, the models and the assistant of a command.

Heavy imports stay inside the functions, so that `--help` and a locked library answer at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from index.errors import LibraryError

if TYPE_CHECKING:
    from index.embedding import Embedder
    from index.library import Library
    from rag.answering import Assistant
    from rag.entailment import EntailmentModel
    from rag.models.protocol import LanguageModel
    from rag.reranking import Reranker
    from ui.settings import Settings


def settings_from(
    library: Path | None = None,
    model: str | None = None,
    reranker: str | None = None,
    checker: str | None = None,
) -> Settings:
    """The settings of the environment; options of the command line, given here, go before it."""
    from ui.settings import load_settings

    return load_settings(library, model, reranker, checker)


def make_embedder(settings: Settings) -> Embedder:
    """The embedding model that the settings name; it is loaded when first used."""
    from index.minilm import SentenceTransformerEmbedder

    return SentenceTransformerEmbedder(settings.embedder, half=settings.embedder_half)


def load_model(settings: Settings) -> LanguageModel:
    """The language model that the settings name, loaded."""
    from rag.models.registry import load

    return load(settings.model)


def make_reranker(settings: Settings) -> Reranker | None:
    """The cross-encoder that the settings name, if they do; it is loaded when first used."""
    from rag.reranking import CrossEncoderReranker

    return CrossEncoderReranker(settings.reranker) if settings.reranker else None


def make_entailment(settings: Settings) -> EntailmentModel | None:
    """The model that has a say in checking; loaded when first used.

    The one that the settings name or the package's own, which is None where the embedding model
    that it adapts is not installed.
    """
    from index.errors import ModelMissingError
    from index.weights import minilm_folder
    from rag.claim_reader import ClaimReader
    from rag.entailment import CrossEncoderEntailment

    if settings.checker:
        return CrossEncoderEntailment(settings.checker)
    try:
        minilm_folder()
    except ModelMissingError:
        return None
    return ClaimReader()


def make_assistant(
    library: Library, model: LanguageModel | Callable[[], LanguageModel], settings: Settings
) -> Assistant:
    """An assistant over the library that loads the language model when it first needs it."""
    from rag.answering import Assistant
    from rag.turns import THRESHOLD

    threshold = THRESHOLD if settings.abstain_below is None else settings.abstain_below
    return Assistant(library, model, make_reranker(settings), make_entailment(settings), threshold)


@contextmanager
def open_library(
    settings: Settings, *, create: bool = False, to_rebuild: bool = False
) -> Iterator[Library]:
    """The library, locked for this process while the context lasts."""
    from index.library import Library

    with Library.open(
        settings.library,
        make_embedder(settings),
        create=create,
        chroma_url=str(settings.chroma_url) if settings.chroma_url else None,
        to_rebuild=to_rebuild,
    ) as library:
        yield library


def refuse_if_in_use(settings: Settings) -> None:
    """Raise LibraryLockedError when another process has the library: before slow imports."""
    from index.lock import LibraryLock

    if settings.library.is_dir():
        LibraryLock(settings.library).release()


@contextmanager
def open_assistant(settings: Settings, *, load_now: bool = False) -> Iterator[Assistant]:
    """An assistant over the library; the language model is loaded when first needed, or now.

    Raises LibraryError when the library holds no paper.
    """
    with open_library(settings) as library:
        if len(library) == 0:
            raise LibraryError(
                f"The library {settings.library} is empty.",
                "Add papers first: answerable add FILE…",
            )
        with _loaded_once(lambda: load_model(settings)) as model:
            if load_now:
                model()
            yield make_assistant(library, model, settings)


@contextmanager
def _loaded_once(
    load: Callable[[], LanguageModel],
) -> Iterator[Callable[[], LanguageModel]]:
    loaded: list[LanguageModel] = []

    def model() -> LanguageModel:
        if not loaded:
            loaded.append(load())
        return loaded[0]

    try:
        yield model
    finally:
        for each in loaded:
            each.close()
