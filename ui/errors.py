"""How a command ends: exit codes, and messages in place of tracebacks."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from index.errors import AnswerableError
from rag.errors import QuestionError
from ui.console import err, note, report

ANSWERED = 0
FAILURE = 1
MISUSE = 2
ABSTAINED = 3
INTERRUPTED = 130

DEBUG_VARIABLE = "ANSWERABLE_DEBUG"


class MisuseError(AnswerableError):
    """A command line that asks for something that is not there or makes no sense."""


class InterruptedRunError(AnswerableError):
    """Ctrl-C, where more can be said than that the command stopped."""


class CommandGroup(TyperGroup):
    """The commands; whatever one of them raises ends as one message and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        with _reported():
            return super().invoke(ctx)


@contextmanager
def _reported() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        note("Stopped.")
        raise typer.Exit(INTERRUPTED) from None
    except InterruptedRunError as error:
        note(str(error))
        raise typer.Exit(INTERRUPTED) from None
    except AnswerableError as error:
        _traceback_if_wanted()
        report(error.message, error.remedy)
        misuse = isinstance(error, MisuseError | QuestionError)
        raise typer.Exit(MISUSE if misuse else FAILURE) from None
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        _traceback_if_wanted()
        report(*_explain(error))
        raise typer.Exit(FAILURE) from None
    except (typer.Exit, typer.Abort, typer.TyperException):
        raise
    except Exception as error:
        if not _traceback_if_wanted():
            first_line = (str(error).splitlines() or [""])[0]
            report(
                f"Something unexpected went wrong: {type(error).__name__}: {first_line}",
                f"Run it again with {DEBUG_VARIABLE}=1, or as `answerable --debug …`, "
                "to see where.",
            )
        raise typer.Exit(FAILURE) from None


def _traceback_if_wanted() -> bool:
    if not os.environ.get(DEBUG_VARIABLE):
        return False
    err.print_exception()
    return True


def _explain(error: OSError) -> tuple[str, str]:
    where = f": {error.filename}" if error.filename else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk is full{where}.", "Free some space, then run the same command again."
    return f"{error.strerror or error}{where}.", ""
