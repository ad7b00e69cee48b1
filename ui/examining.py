"""What `answerable doctor` looks at besides the library itself."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from index.errors import AnswerableError
from index.health import Finding
from ui.opening import load_model, make_embedder, open_library
from ui.settings import Settings

_PACKAGES = ("answerable", "chromadb", "gradio", "sentence-transformers", "torch", "xllamacpp")


def examine(settings: Settings) -> Iterator[Finding]:
    """Look at the versions, both models and the library, each even where one before it fails."""
    yield _versions()
    yield _embedder(settings)
    yield _writer(settings)
    yield from _library(settings)


def _versions() -> Finding:
    found, missing = [f"Python {platform.python_version()}"], []
    for package in _PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            missing.append(package)
    if missing:
        return Finding(
            "versions",
            ok=False,
            detail=f"not installed: {', '.join(missing)}",
            remedy="Install Answerable again: pip install -e '.[models]'",
        )
    return Finding("versions", ok=True, detail=", ".join(found))


def _embedder(settings: Settings) -> Finding:
    try:
        embedder = make_embedder(settings)
        detail = f"{embedder.name}, SHA-256 {embedder.digest[:12]}…"
    except AnswerableError as error:
        return _failed("embedding model", error)
    return Finding("embedding model", ok=True, detail=detail)


def _writer(settings: Settings) -> Finding:
    """Whether the language model is there; only a server is asked, a file is not loaded."""
    from rag.models.registry import DEFAULT_MODEL, find

    name = settings.model or DEFAULT_MODEL
    spec = find(name)
    if spec is not None and not spec.is_installed:
        return Finding(
            "language model",
            ok=False,
            detail=f"{name} is not installed",
            remedy=f"answerable models pull {name}",
        )
    if spec is None and not Path(name).expanduser().exists():
        try:
            load_model(settings).close()
        except AnswerableError as error:
            return _failed("language model", error)
    return Finding("language model", ok=True, detail=name)


def _library(settings: Settings) -> Iterator[Finding]:
    if not settings.library.is_dir():
        yield Finding(
            "library",
            ok=True,
            detail=f"none yet at {settings.library}",
            remedy="Add papers: answerable add FILE…",
        )
        return
    try:
        with open_library(settings) as library:
            yield Finding("library", ok=True, detail=f"{len(library):,} papers in {library.folder}")
            yield from library.check()
    except AnswerableError as error:
        yield _failed("library", error)


def _failed(subject: str, error: AnswerableError) -> Finding:
    return Finding(subject, ok=False, detail=error.message, remedy=error.remedy)
