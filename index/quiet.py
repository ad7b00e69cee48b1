"""No telemetry, and no contact with a model hub that the user did not ask for.

The libraries below decide both from environment variables, most of them when they are imported.
"""

from __future__ import annotations

import os

SILENT = {
    # Hugging Face: no look for newer files, no usage reports, no token sent along.
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
    # Chroma, Gradio, and whoever honours the common variable.
    "ANONYMIZED_TELEMETRY": "False",
    "GRADIO_ANALYTICS_ENABLED": "False",
    "DO_NOT_TRACK": "1",
}
# These only keep the screen and the processor quiet: the user may have set them otherwise.
CALM = {
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TQDM_DISABLE": "1",
    "TRANSFORMERS_VERBOSITY": "error",
    "TOKENIZERS_PARALLELISM": "false",
}


def be_quiet() -> None:
    """Set the environment. To be called before any of those libraries is imported."""
    os.environ.update(SILENT)
    for name, value in CALM.items():
        os.environ.setdefault(name, value)
