"""What can go wrong with files and libraries, in words for the user."""

from __future__ import annotations


class AnswerableError(Exception):
    """Anything that is reported to the user instead of a traceback.

    `message` says what is wrong and where; `remedy` is the command or step that mends it.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message}\n{self.remedy}" if self.remedy else self.message


class UnreadableFileError(AnswerableError):
    """A file that is missing, empty, binary or of no known format."""


class LibraryError(AnswerableError):
    """A library that cannot be opened, read or written."""


class LibraryLockedError(LibraryError):
    """Another process owns the library."""


class LibraryMismatchError(LibraryError):
    """The library was built with another schema, model or chunking."""


class ModelMissingError(AnswerableError):
    """Model files that are not installed, or whose digest is wrong."""
