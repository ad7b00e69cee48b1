"""What people see: the command line and the web page."""

import index  # noqa: F401 (before all else: it switches telemetry and hub contact off)
