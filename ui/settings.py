"""What the user may set once, in the environment, instead of on every command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from pydantic import Field, HttpUrl, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from index.errors import AnswerableError

PREFIX = "ANSWERABLE_"


def default_library() -> Path:
    """The library that is used when none is named: a folder in the user's data directory."""
    return user_data_path("answerable", appauthor=False) / "library"


class Settings(BaseSettings):
    """Settings from environment variables `ANSWERABLE_…`; an option of a command overrides one.

    Attributes:
        library: the library's folder.
        model: a model's name, a GGUF file, a model folder or a server's address. Empty means
            the model that is installed.
        reranker: a cross-encoder of sentence-transformers that reads question and paper together, a
            folder or the id of one that was downloaded before. Empty means none.
        checker: a cross-encoder for natural-language inference that has a say in checking in place
            of the one that comes with the package. Empty means that one.
        embedder: a sentence-transformers folder to use in place of the installed one.
        embedder_half: encode in bfloat16, which is quicker on processors that have it.
        abstain_below: log-odds of the model's Yes, asked whether an abstract states the answer,
            below which the question is not answered; higher answers less and more surely. None is
            the measured default.
        chroma_url: a Chroma server to keep the vectors in, in place of the library's folder.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, extra="ignore")

    library: Path = Field(default_factory=default_library)
    model: str = ""
    reranker: str = ""
    checker: str = ""
    embedder: Path | None = None
    embedder_half: bool = False
    abstain_below: float | None = None
    chroma_url: HttpUrl | None = None


class SettingsError(AnswerableError):
    """An environment variable with a value that cannot be used."""


def load_settings(
    library: Path | None = None,
    model: str | None = None,
    reranker: str | None = None,
    checker: str | None = None,
) -> Settings:
    """Read the environment; what is given here, from the command line, goes before it.

    Raises SettingsError, naming the variable, when a value cannot be used.
    """
    given: dict[str, Any] = {
        "library": library,
        "model": model,
        "reranker": reranker,
        "checker": checker,
    }
    try:
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        first = error.errors()[0]
        variable = PREFIX + "_".join(str(part) for part in first["loc"]).upper()
        raise SettingsError(
            f"{variable}: {first['msg']}.", f"Correct or unset {variable}."
        ) from None
    return settings.model_copy(update={"library": settings.library.expanduser()})
