"""Nothing phones home, whichever part of the program is imported first."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["index.papers", "rag.answers", "rag.models.protocol", "ui"])
def test_importing_any_part_sets_the_environment(module: str) -> None:
    script = (
        f"import {module}, os; "
        "print(os.environ['HF_HUB_OFFLINE'], os.environ['ANONYMIZED_TELEMETRY'], "
        "os.environ['GRADIO_ANALYTICS_ENABLED'], os.environ['DO_NOT_TRACK'])"
    )
    found = subprocess.run(
        [sys.executable, "-c", script],
        check=True,
        capture_output=True,
        text=True,
        env={"HF_HUB_OFFLINE": "0", "ANONYMIZED_TELEMETRY": "True", "PATH": ""},
    )
    assert found.stdout.split() == ["1", "False", "False", "1"]


def test_the_hub_library_sees_that_it_is_offline() -> None:
    script = (
        "import index, huggingface_hub.constants as c; "
        "print(c.HF_HUB_OFFLINE, c.HF_HUB_DISABLE_TELEMETRY)"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, env={"PATH": ""}
    )
    assert found.stdout.split() == ["True", "True"]


def test_chroma_sees_that_telemetry_is_off() -> None:
    script = (
        "import index; from chromadb.config import Settings; print(Settings().anonymized_telemetry)"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, env={"PATH": ""}
    )
    assert found.stdout.split() == ["False"]
