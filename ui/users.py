"""Who may use a library's page: names and hashed passwords in a small file beside the library."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from pathlib import Path

from index.errors import AnswerableError

FILE_NAME = "users"
SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 1000
_NAME = re.compile(r"[\w.@-]{1,64}")
# The cost that OWASP's password storage cheat sheet gives for scrypt with 32 MiB of memory.
_COST = {"n": 2**15, "r": 8, "p": 3}
_MEMORY = 64 * 2**20


class Users:
    """The users in a file, one a line: `name:salt:hash`, in hexadecimal, by scrypt.

    The file is read at each question, so that who is added or removed while the page is served
    may come or must go at once.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._of_nobody = _hashed("", b"")

    def names(self) -> tuple[str, ...]:
        """Everyone's name, sorted.

        Raises AnswerableError when the file is not as this program writes it.
        """
        return tuple(sorted(self._read()))

    def add(self, name: str, password: str) -> None:
        """Let a user in, or change their password.

        Raises AnswerableError for a name or a password that cannot be used.
        """
        if not _NAME.fullmatch(name):
            raise AnswerableError(
                f"{name!r} cannot be a user's name.",
                "Use up to 64 letters, digits, dots, hyphens, underscores or @.",
            )
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise AnswerableError(
                f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD:,} characters.",
                "Choose another.",
            )
        salt = secrets.token_bytes(16)
        self._write({**self._read(), name: (salt, _hashed(password, salt))})

    def remove(self, name: str) -> None:
        """Let a user in no more.

        Raises AnswerableError when there is no such user.
        """
        kept = self._read()
        if kept.pop(name, None) is None:
            raise AnswerableError(f"There is no user {name}.", "answerable users lists them.")
        self._write(kept)

    def check(self, name: str, password: str) -> bool:
        """Whether this is a user's password; takes as long for a name that does not exist."""
        salt, expected = self._read().get(name, (b"", self._of_nobody))
        given = _hashed(password[: LONGEST_PASSWORD + 1], salt)
        return hmac.compare_digest(given, expected) and bool(salt)

    def _read(self) -> dict[str, tuple[bytes, bytes]]:
        try:
            lines = self.file.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError) as error:
            raise self._unreadable(str(error)) from error
        found = {}
        for number, line in enumerate(lines, start=1):
            try:
                name, salt, password = line.split(":")
                found[name] = (bytes.fromhex(salt), bytes.fromhex(password))
            except ValueError:
                raise self._unreadable(f"line {number} is no user") from None
        return found

    def _write(self, users: dict[str, tuple[bytes, bytes]]) -> None:
        text = "".join(
            f"{name}:{salt.hex()}:{password.hex()}\n"
            for name, (salt, password) in sorted(users.items())
        )
        # Written whole and for its owner's eyes alone, then put in place: never half a file.
        draft = self.file.with_name(f"{self.file.name}.{secrets.token_hex(4)}")
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
                out.write(text)
            draft.replace(self.file)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise AnswerableError(f"{self.file} cannot be written: {error}.") from error

    def _unreadable(self, why: str) -> AnswerableError:
        return AnswerableError(
            f"The users in {self.file} cannot be read: {why}.",
            "Delete the file and add the users again: answerable users add NAME",
        )


def _hashed(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, maxmem=_MEMORY, **_COST)
