"""What publishers and programs put around an abstract: headings, copyright lines."""

from __future__ import annotations

import re

_OPENINGS = (
    re.compile(r"[\[(*_#]{0,4}\s?(?:abstract|summary|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t)[\])*_]*"
               r"(?:\s?[:—–]+\s*|\s?\.\s+|\s-+\s+|-{2,}\s*|[ \t\r]?\n\s*)(?=\S)", re.I),
    re.compile(r"(?:ABSTRACT|SUMMARY)\s+(?=[A-Z])"),
    re.compile(r"Abstract(?=[A-Z][a-z])"),
    re.compile(r"Abstract\s+(?=(?:We|This|In this|In the|Here|Our|Recent(?:ly)?|The)\s)"),
)  # fmt: skip
_HOLDER = re.compile(
    r"(?:Crown )?(?:©|(?i:copyright):?\s*(?:©|\([cC]\)|(?=(?:19|20)\d\d\b))"
    r"|\([cC]\)(?=\s*(?:19|20)\d\d\b))"
    r"\s*(?:(?i:copyright|by|the)\s*){0,3}(?:(?:19|20)\d\d\b|[A-Z])"
)
_SIGN = re.compile(r"©|opyright|\([cC]\)|ublished by|eserved|Database Record")
_NOTICES = re.compile(
    r"(?:\(?PsycINFO Database Record|\(?PsycInfo Database Record|"
    r"This article is protected by copyright|All rights (?:are )?reserved\b|"
    r"Published by (?:Elsevier|Wiley|John Wiley|Springer|Oxford University Press)\b)"
)
_ENDS_SENTENCE = frozenset(".!?)]\"'”’")
_COPYRIGHT_OPENING = re.compile(
    r"(?:©|\([cC]\)\s|Copyright\s*(?:©|\([cC]\)))\s*(?:19|20)\d\d[^.]{2,80}?"
    r"(?:\b(?:Ltd|Inc|B\.V|Co|GmbH|A\.G|S\.A|reserved|Society|Authors?|IEEE|ACM|Heidelberg|"
    r"Springer|Elsevier|Verlag)\b\.?\s*)+(?:All rights reserved\.\s*)?(?=[A-Z\"“‘'(\d])"
)
_TAIL = 320  # characters; a longer stretch after the sign is no mere notice


def strip_boilerplate(text: str) -> str:
    """Drop a heading such as `Abstract:` and a publisher's copyright line at either end."""
    text = text.strip()
    head = text[:1].casefold()
    if head in "as[(*#_":
        for opening in _OPENINGS:
            match = opening.match(text)
            if match:
                text = text[match.end() :]
                break
    if head in "©(c":
        match = _COPYRIGHT_OPENING.match(text)
        if match and len(text) - match.end() > 80:
            text = text[match.end() :]
    return _without_tail(text)


def _without_tail(text: str) -> str:
    begin = max(len(text) - _TAIL, 20)
    if not _SIGN.search(text, begin):
        return text
    for pattern in (_HOLDER, _NOTICES):
        for match in pattern.finditer(text, begin):
            before = text[: match.start()].rstrip()
            if before.endswith("(") or match.start() > len(before) or before[-1] in _ENDS_SENTENCE:
                return before.rstrip(" (")
    return text
