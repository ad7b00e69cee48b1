"""Small pieces of HTML that several parts of the page are made of."""

from __future__ import annotations

_EXCERPT = 170


def act(action: str, words: str, kind: str = "act") -> str:
    """A link that does something on the page; the script looks up what."""
    return f'<a class="{kind}" href="#do-{action}">{words}</a>'


def excerpt(abstract: str) -> str:
    """The beginning of an abstract."""
    if len(abstract) <= _EXCERPT:
        return abstract
    cut = abstract[:_EXCERPT].rsplit(" ", 1)[0]
    return f"{cut.rstrip(' ,;:')} …"
