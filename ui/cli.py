"""The program's entry: as little as possible, so that Ctrl-C ends it well from the first moment."""

from __future__ import annotations

import sys


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
        sys.exit(130)


if __name__ == "__main__":
    main()
