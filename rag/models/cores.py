"""How many threads are worth running for arithmetic."""

from __future__ import annotations

import math
import os
from pathlib import Path

CPUS = Path("/sys/devices/system/cpu")
QUOTA = Path("/sys/fs/cgroup/cpu.max")


def physical_cores(cpus: Path = CPUS, quota: Path = QUOTA) -> int:
    """Physical cores that this process may use, at least 1.

    Two threads on one core share its arithmetic units, so the second gains nothing; a thread
    more than a container's quota allows makes all the others wait for it. Where the system does
    not tell (only Linux does, this way), its count of processors is taken.
    """
    if hasattr(os, "sched_getaffinity"):
        allowed = os.sched_getaffinity(0)
    else:
        allowed = set(range(os.cpu_count() or 1))
    try:
        cores = len(
            {
                (cpus / f"cpu{cpu}" / "topology" / "thread_siblings_list").read_text()
                for cpu in allowed
            }
        )
    except OSError:
        cores = len(allowed)
    return max(1, min(cores, _quota(quota)))


def _quota(quota: Path) -> int:
    try:
        limit, period = quota.read_text().split()
        return math.floor(int(limit) / int(period))
    except (OSError, ValueError):
        # No container, or one without a limit, whose file says "max".
        return os.cpu_count() or 1
