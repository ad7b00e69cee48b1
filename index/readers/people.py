"""Lists of people in one string."""

from __future__ import annotations

import re

# Chinese, Japanese and Korean characters
WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NESTED = 3
_INITIALS = re.compile(r"(?:[A-Z]\.?[\s-]?){1,4}")
_NAME_PART = re.compile(
    r"(?:[^\W\d_a-z][\w.'’-]*[\d*†‡§]*|van|von|de|der|den|da|di|del|la|le|al|bin|and)(?:[ ,;&]+|$)"
)


def split_people(text: str) -> list[str]:
    """Names in one string, separated by semicolons, `and`, or commas."""
    if text.endswith(".") and "." not in text[:-1]:  # the period ends the list
        text = text[:-1]
    bare = without_parentheses(text)
    if ";" in bare:
        text = bare if bare.count(";") < text.count(";") else text
        return [name.strip() for name in text.split(";") if name.strip()]
    text = bare
    if "|" in text:
        return [name.strip() for name in text.split("|") if name.strip()]
    parts = [part.strip() for part in text.split(",")]
    # `van Dam, Eva`: of two people, each would have a given name as well.
    if (
        len(parts) == 2
        and min(len(part.split()) for part in parts) == 1
        and not re.search(r"\band\b|&", text)
        and not WIDE.search(text)
    ):
        return [f"{parts[1]} {parts[0]}"]
    # `Smith, J., Doe, A.`: each second part is made of initials.
    if len(parts) >= 2 and len(parts) % 2 == 0 and all(_INITIALS.fullmatch(p) for p in parts[1::2]):
        return [f"{given} {family}" for family, given in zip(parts[::2], parts[1::2], strict=True)]
    return split_authors(text)


def split_authors(text: str) -> list[str]:
    """Names in one string: `A. One, B. Two and C. Three`, without affiliations in parentheses."""
    bare = without_parentheses(text)
    return [name for part in re.split(r"\s*(?:,|;|\band\b|&)\s*", bare) if (name := part.strip())]


def without_parentheses(text: str) -> str:
    """A list of people without their affiliations, which may have numbers in parentheses too."""
    for _ in range(_NESTED):
        text = re.sub(r" ?\([^()]*\)", "", text)
    return text


def are_names(text: str) -> bool:
    """Whether a line reads like a list of people: every word of it could be a part of a name."""
    text = text.strip()
    listed = sum(len(found[0]) for found in _NAME_PART.finditer(text)) == len(text)
    return (
        listed and len(text.split()) >= 2 and (len(text.split()) <= 4 or "," in text or ";" in text)
    )
