"""The program's entry: as little as possible, so that Ctrl-C ends it well from the first moment."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

_INTERRUPTED = 130


def main() -> None:
    """Run the command line."""
    try:
        from ui.app import app

        # Text from a damaged file may hold what the terminal's encoding has no character for.
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        app()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        _end_at_once()
    except SystemExit as end:
        if end.code == _INTERRUPTED:
            _end_at_once()
        raise


def _end_at_once() -> None:
    """End without waiting for threads, or for gigabytes to be handed back one by one."""
    with suppress(OSError):  # nobody reads any more
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
