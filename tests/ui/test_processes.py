"""The command line as a process of its own: signals, pipes, and what is loaded."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPTED = """
import pytest
from tests.commandline import PAPERS, use
from tests.fakes import FakeAssistant
use(pytest.MonkeyPatch(), FakeAssistant(PAPERS))
from ui.cli import main
main()
"""


def start(*arguments: str, code: str = SCRIPTED) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_ctrl_c_ends_a_running_answer_at_once_with_one_line() -> None:
    with start("ask", "slow FastNet") as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("Found")
        time.sleep(0.2)  # not in the middle of writing that line
        process.send_signal(signal.SIGINT)
        asked = time.monotonic()
        assert process.stderr.read() == "Stopped.\n"
        assert process.stdout is not None
        assert process.stdout.read() == ""
    assert process.returncode == 130
    assert time.monotonic() - asked < 5


def test_ctrl_c_while_modules_are_loaded_is_no_traceback() -> None:
    code = (
        "import builtins, os, signal\n"
        "load = builtins.__import__\n"
        "def interrupted(name, *rest):\n"
        "    if name == 'typer': os.kill(os.getpid(), signal.SIGINT)\n"
        "    return load(name, *rest)\n"
        "builtins.__import__ = interrupted\n"
        "from ui.cli import main\n"
        "main()\n"
    )
    with start("papers", code=code) as process:
        output, errors = process.communicate(timeout=10)
    assert (process.returncode, output, errors) == (130, "", "Stopped.\n")


def test_after_ctrl_c_no_thread_is_waited_for() -> None:
    code = "import threading, time\nthreading.Thread(target=time.sleep, args=[20]).start()\n"
    with start("ask", "slow FastNet", code=code + SCRIPTED) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("Found")
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        asked = time.monotonic()
        assert process.wait(timeout=10) == 130
    assert time.monotonic() - asked < 5


def test_a_reader_that_stops_reading_is_no_error() -> None:
    code = """
import pytest
from index.papers import Paper
from tests.commandline import use
papers = [Paper(f"{n:016x}", "A label " * 9, "An abstract.") for n in range(5000)]
use(pytest.MonkeyPatch(), papers=papers)
from ui.cli import main
main()
"""
    with start("papers", code=code) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("A label")
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_help_loads_nothing_heavy() -> None:
    heavy = ["torch", "transformers", "chromadb", "gradio", "numpy", "pydantic_settings"]
    code = (
        "import sys\nimport ui.app\n"
        f"sys.exit(', '.join(name for name in {heavy} if name in sys.modules))"
    )
    with start(code=code) as process:
        _, errors = process.communicate(timeout=10)
    assert errors.strip() == ""


def test_the_environment_keeps_libraries_from_calling_home() -> None:
    code = (
        "import os\nfrom ui.app import app\n"
        "try:\n    app(['show'])\nexcept SystemExit:\n    pass\n"
        "print(os.environ['HF_HUB_OFFLINE'], os.environ['ANONYMIZED_TELEMETRY'])"
    )
    environment = {k: v for k, v in os.environ.items() if "HF_" not in k and "TELEM" not in k}
    shown = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.split() == ["1", "False"]
