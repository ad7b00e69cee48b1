"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# How long an example takes says nothing on a busy machine; the same examples every time, so that
# a failure is a failure for everyone.
settings.register_profile("answerable", deadline=None, derandomize=True)
settings.load_profile("answerable")
