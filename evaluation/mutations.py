"""Files made wrong on purpose: do the readers survive them?

    python -m evaluation.mutations FOLDER [--count N] [--seed N]

Every file of the folder is mutated in turn: bytes changed, cut out, doubled or put in, ends cut
off. A reader may refuse a file or skip its records; it may not fail in any other way, nor take
longer than 20 seconds.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import traceback
from pathlib import Path

from index.errors import UnreadableFileError
from index.readers.registry import read

LONGEST = 20.0  # seconds

# What parsers stumble over.
_TOKENS = [
    *(token.encode() for token in """{ } " [ ] < > </ & &#0; &#xD800; ]]> <![CDATA[ <!-- \\ $ # '
        , ; @article{ @string{ crossref={a} PMID- abstract 1e999 NaN - <p> <math> \\begin{ \\ud800
        <!DOCTYPE&x[<!ENTITY&a'b'>]>""".split()),
    b"TY  - ", b"ER  - \n", b"\nPT J\n", b"%0 ", b"# ", b"\r", b"\n\n", b"\t", b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf", b"\xc3", b"\xed\xa0\x80", b"\xe9", b"\x1f\x8b", b"PK\x03\x04",
]  # fmt: skip


def mutate(data: bytes, random_: random.Random) -> bytes:
    """The data with a few random changes."""
    changed = bytearray(data)
    for _ in range(random_.choice((1, 1, 2, 4, 8, 30))):
        if not changed:
            changed = bytearray(random_.choice(_TOKENS))
        start = random_.randrange(len(changed))
        end = min(len(changed), start + random_.choice((1, 2, 10, 100, 1000)))
        kind = random_.randrange(7)
        if kind == 0:
            changed[start] = random_.randrange(256)
        elif kind == 1:
            del changed[start:end]
        elif kind == 2:
            changed[start:start] = changed[start:end]
        elif kind == 3:
            changed[start:start] = random_.choice(_TOKENS)
        elif kind == 4:
            changed[start:end] = random_.choice(_TOKENS) * random_.choice((1, 1, 3, 200))
        elif kind == 5:
            other = random_.randrange(len(changed))
            changed[start:end] = changed[other : other + (end - start)]
        elif random_.random() < 0.3:
            del changed[start:]
    return bytes(changed)


def survives(path: Path) -> str | None:
    """Why reading a file was no good, or None."""
    start = time.process_time()
    try:
        for item in read(path):
            repr(item).encode("utf-8")
    except UnreadableFileError:
        pass
    except Exception:
        return traceback.format_exc()
    taken = time.process_time() - start
    return f"took {taken:.1f} s" if taken > LONGEST else None


def main() -> None:
    """Mutate and read; exit status 1 if a reader did not survive."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    files = sorted(path for path in options.folder.rglob("*") if path.is_file())
    random_ = random.Random(options.seed)
    failures = 0
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.count):
            original = files[number % len(files)]
            mutant = Path(folder, f"mutant{original.suffix}")
            mutant.write_bytes(mutate(original.read_bytes(), random_))
            start = time.process_time()
            problem = survives(mutant)
            slowest = max(slowest, time.process_time() - start)
            if problem:
                failures += 1
                print(f"{original}, mutation {number}, seed {options.seed}: {problem}")
    print(f"{options.count} mutations, {failures} failures, slowest {slowest:.2f} s")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
