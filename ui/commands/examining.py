"""`answerable doctor`: whether everything is there and well, and what to do where it is not."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from ui.console import out, plain, print_json
from ui.errors import FAILURE
from ui.opening import settings_from
from ui.options import JsonOption, LibraryOption, ModelOption

if TYPE_CHECKING:
    from index.health import Finding


def doctor(
    as_json: JsonOption = False, library: LibraryOption = None, model: ModelOption = None
) -> None:
    """Check the models, the library, its index and the versions, and say what to do."""
    from ui.examining import examine

    findings: list[Finding] = []
    for finding in examine(settings_from(library, model)):
        findings.append(finding)
        if not as_json:
            out.print(_line(finding))
    well = all(finding.ok for finding in findings)
    if as_json:
        print_json({"ok": well, "findings": [dataclasses.asdict(each) for each in findings]})
    if not well:
        raise typer.Exit(FAILURE)


def _line(finding: Finding) -> Text:
    mark = Text("ok   ", "green") if finding.ok else Text("FAIL ", "bold red")
    line = mark.append_text(plain(f"{finding.subject}: {finding.detail}", ""))
    if finding.remedy:
        line.append_text(plain(f"\n     {finding.remedy}", "" if finding.ok else "bold"))
    return line
