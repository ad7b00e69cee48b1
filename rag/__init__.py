"""From a question to a checked, cited answer. Nothing here knows of screens."""

import index  # noqa: F401 (before all else: it switches telemetry and hub contact off)
