"""Getting a model from the Hugging Face hub: only here is it contacted, and only when asked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import filelock
import httpx

from index.errors import ModelMissingError
from index.weights import sha256_of
from rag.errors import ModelError
from rag.models.registry import DEFAULT_MODEL, MODELS, TRANSFORMERS_PREFIX, ModelSpec, find
from rag.models.weights import (
    DEFAULT_WRITER,
    ByteProgress,
    default_writer,
    explained,
    mark_verified,
    models_folder,
    packages_installed,
    verified_digest,
)

ENDPOINT_VARIABLE = "HF_ENDPOINT"
TOKEN_VARIABLE = "HF_TOKEN"  # noqa: S105 (a name)


def pull(name: str, progress: ByteProgress | None = None) -> Path:
    """Get a model's files, check them, and give the path of the file or folder to load.

    `name` is one of `MODELS`, or `transformers:ID` with an id of the hub. What an interrupted
    download left is used. Files that are there and were checked are not asked for again. The
    environment variable HF_ENDPOINT names another hub, HF_TOKEN a key for it.

    Raises `ModelMissingError` when there is no such model or its files are not the right ones,
    and `ModelError` when the hub cannot be reached or the files cannot be written.
    """
    if name.startswith(TRANSFORMERS_PREFIX):
        return _pull_repository(name.removeprefix(TRANSFORMERS_PREFIX))
    spec = find(name)
    if spec is None:
        raise ModelMissingError(
            f"There is no known model {name!r}.",
            f"Known are {', '.join(each.name for each in MODELS)}; any other of the hub: "
            f"{TRANSFORMERS_PREFIX}ID",
        )
    if spec.name == DEFAULT_MODEL and packages_installed(DEFAULT_WRITER):
        return default_writer(progress)
    folder = models_folder()
    size = round(spec.disk_gb * 1e9)
    with explained(folder, spec.name, size):
        folder.mkdir(parents=True, exist_ok=True)
        with filelock.FileLock(folder / f"{spec.name}.lock"):
            for file in spec.files:
                _pull_file(spec, file, folder, progress)
    return spec.path


def _pull_file(spec: ModelSpec, file: str, folder: Path, progress: ByteProgress | None) -> None:
    target = folder / file
    known = verified_digest(target)
    if known is not None and spec.sha256 in (None, known):
        return
    with _online(spec.repository) as hub:
        url = hub.hf_hub_url(spec.repository, file, endpoint=_endpoint())
        stated = hub.get_hf_file_metadata(url, endpoint=_endpoint(), token=_token())
        expected = spec.sha256 or stated.etag
        unfinished = target.with_name(f"{file}.{expected[:12]}.unfinished")
        _fetch(url, unfinished, stated.size, progress)
    digest = sha256_of(unfinished)
    if digest != expected:
        unfinished.unlink()
        raise ModelMissingError(
            f"{file} of {spec.repository} is not the expected file: its SHA-256 is {digest}, "
            f"expected {expected}. It was deleted.",
            f"Try again: answerable models pull {spec.name}",
        )
    unfinished.replace(target)
    mark_verified(target, digest)


def _fetch(url: str, into: Path, size: int, progress: ByteProgress | None) -> None:
    """Get what is still missing of a file. The hub's own library would begin again each time."""
    headers = {"Accept-Encoding": "identity"}
    if token := _token():
        headers["Authorization"] = f"Bearer {token}"
    into.touch()
    while (before := into.stat().st_size) < size:
        done = before
        try:
            with (
                httpx.stream(
                    "GET",
                    url,
                    headers={**headers, "Range": f"bytes={done}-"},
                    follow_redirects=True,
                    timeout=30.0,
                ) as response,
                into.open("ab") as out,
            ):
                response.raise_for_status()
                if response.status_code != httpx.codes.PARTIAL_CONTENT:
                    out.truncate(0)
                    done = 0
                for block in response.iter_raw():
                    out.write(block)
                    done += len(block)
                    if progress:
                        progress(done, size)
        except httpx.TransportError:
            # A connection that broke is taken up again as long as something arrives.
            if into.stat().st_size <= before:
                raise


def _pull_repository(repository: str) -> Path:
    with _online(repository) as hub:
        return Path(
            hub.snapshot_download(
                repository,
                endpoint=_endpoint(),
                token=_token(),
                allow_patterns=["*.json", "*.safetensors", "*.model", "*.txt", "*.jinja"],
            )
        )


def _endpoint() -> str | None:
    return os.environ.get(ENDPOINT_VARIABLE) or None


def _token() -> str | bool:
    return os.environ.get(TOKEN_VARIABLE) or False


@contextmanager
def _online(repository: str) -> Iterator[Any]:
    """The hub's library with its offline mode lifted, for as long as the context lasts."""
    import httpx2  # noqa: PLC0415
    import huggingface_hub  # noqa: PLC0415
    from huggingface_hub import constants, errors  # noqa: PLC0415

    hub = _endpoint() or constants.ENDPOINT
    constants.HF_HUB_OFFLINE = False
    try:
        yield huggingface_hub
    except (errors.RepositoryNotFoundError, errors.HFValidationError) as error:
        raise ModelMissingError(
            f"{hub} has no public model {repository}.",
            "Check the name. For a model that asks for consent, give it on the model's page, and "
            f"set the environment variable {TOKEN_VARIABLE}.",
        ) from error
    except (errors.RemoteEntryNotFoundError, errors.RevisionNotFoundError) as error:
        raise ModelMissingError(
            f"The model {repository} has changed on {hub}: a file is not there any more.",
            "Choose another model: answerable models",
        ) from error
    except (
        errors.LocalEntryNotFoundError,
        errors.HfHubHTTPError,
        httpx2.HTTPError,
        httpx.HTTPError,
    ) as error:
        raise ModelError(
            f"{hub} cannot be reached, or broke off: {str(error).splitlines()[0]}",
            "Connect to the internet and try again: what has arrived is kept. Behind a mirror, "
            f"set the environment variable {ENDPOINT_VARIABLE}.",
        ) from error
    finally:
        constants.HF_HUB_OFFLINE = True
