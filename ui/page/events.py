"""What events of the page have in common."""

from __future__ import annotations

from typing import Any

# What answers at once does not stand in line with what takes long.
QUICK: dict[str, Any] = {"queue": False, "show_progress": "hidden"}
SAVE_JS = """file => {
    if (!file) return;
    const { name, kind, text } = JSON.parse(file);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: kind }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}"""
