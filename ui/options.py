"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

LibraryOption = Annotated[
    Path | None,
    typer.Option(
        "--library",
        help="The library's folder. [default: $ANSWERABLE_LIBRARY, else your data folder]",
        metavar="DIR",
        file_okay=False,
    ),
]
ModelOption = Annotated[
    str | None,
    typer.Option(
        "--model",
        help="A name that `answerable models` lists, a GGUF file, a model folder, or the "
        "address of an OpenAI-compatible server. [default: $ANSWERABLE_MODEL, else the "
        "installed one]",
        metavar="NAME",
    ),
]
RerankerOption = Annotated[
    str | None,
    typer.Option(
        "--reranker",
        help="A cross-encoder that orders the best of what was found: a folder, or the id of one "
        "that is on this machine. [default: $ANSWERABLE_RERANKER, else none]",
        metavar="NAME",
    ),
]
CheckerOption = Annotated[
    str | None,
    typer.Option(
        "--checker",
        help="A model of natural-language inference that has a say in checking: a folder, or the "
        "id of one that is on this machine. [default: $ANSWERABLE_CHECKER, else the package's]",
        metavar="NAME",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, alone, on standard output.")]
ExtractiveOption = Annotated[
    bool,
    typer.Option(
        "--extractive",
        help="Answer with the papers' own sentences, without a language model: at once.",
    ),
]

_ONLY = "Only papers"
YearOption = Annotated[
    str | None,
    typer.Option("--year", help=f"{_ONLY} of these years: 2024, 2020..2023 or 2020..", metavar="Y"),
]
VenueOption = Annotated[
    list[str] | None,
    typer.Option("--venue", help=f"{_ONLY} of this venue. Repeat for several.", metavar="NAME"),
]
AuthorOption = Annotated[
    list[str] | None,
    typer.Option("--author", help=f"{_ONLY} by this author. Repeat for several.", metavar="NAME"),
]
TagOption = Annotated[
    list[str] | None,
    typer.Option("--tag", help=f"{_ONLY} added with this tag. Repeat for several.", metavar="TAG"),
]
SearchOption = Annotated[
    str | None,
    typer.Option(
        "--search",
        help=f"{_ONLY} with all these words in title, abstract, authors or venue.",
        metavar="WORDS",
    ),
]
