"""Where the sentences of an abstract begin and end.

Rules instead of a model: abstracts are short and regular, and what breaks general splitters in
them (decimals, `et al.`, `Fig. 2`, initials, list markers, URLs, LaTeX leftovers) is a short
list. Offsets are exact, because citations and highlights point with them.
"""

from __future__ import annotations

import bisect
import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Terminators of scripts that put a space after a sentence, and of those that do not.
_SPACED_END = re.compile(
    r"(?P<mark>[.!?؟।…]+)"
    r"(?P<closers>[\"'”’»)\]}$*]*(?:\[\d+(?:[,–-]\s?\d+)*\])?)"
    r"(?=\s|$)"
)
_UNSPACED_END = re.compile(r"[。！？｡]+[”’」』）\"']*")
# A blank line ends nothing by itself: converters leave them in the middle of sentences.
_BULLET = re.compile(r"\n(?=\s*[•▪◦‣*–-]\s)")

# Words that begin sentences far more often than they continue one: after an abbreviation they
# decide.
_STARTERS = _words(
    """
    We Our The This These Those That It Its They Their There Here In On At By For From To
    With Without Within Under Over A An And But Or Nor So Yet As If When While Where Whereas
    Since Because Although Though However Moreover Furthermore Finally First Second Third
    Next Then Thus Hence Therefore Specifically Additionally Also Besides Further Such
    Experiments Experimental Extensive Empirically Theoretically Results Recent Recently
    Despite Given Using Through Across Among Between Both Each Many Most Several Some All No
    Not Code Unlike Instead Importantly Notably Interestingly Surprisingly Existing Current
    Previous Prior Here After Before During Overall Our Data Background Methods Method
    Conclusion Conclusions Compared Building Based Motivated Inspired Together Crucially
    Consequently Conversely Similarly Large Deep Modern Evaluations Evaluation Evaluated
    Patients What How Why Can Is Are Does
    """
)
# `…of the data.Then we`: three letters or digits (last a bracket or %) before, so `v2.Large` and
# `U.S.` are left alone.
_LOST_SPACE = re.compile(r"(?<=[a-z0-9][a-z0-9][a-z)\]%])[.!?](?=[A-Z][a-z]*,?\s)")

# Never the end of a sentence.
_INNER = _words(
    """
    e.g i.e eg ie cf vs viz approx incl excl esp dr mr mrs ms prof st dept univ resp ref jan
    feb apr aug sept oct nov dec wrt w.r.t var subsp ssp
    """
)
# Not the end before what they number: `Fig. 2`, `Eq. (3)`, `App. B`, `Thm. A.1`.
_NUMBERING = _words(
    """
    fig figs eq eqs eqn eqns sec secs sect tab tabs ch chap vol no nos nr p pp app alg algs
    thm thms def defs prop props lem cor refs ex art par step ca c
    """
)
_NUMBERED = re.compile(r"[(\[]?(?:\d|[A-Z](?:[.\d)\]]|\b)|[IVX]+\b)")
# Ends of sentences only when the next word begins with a capital letter.
_OFTEN_LAST = _words(
    """
    al etc inc ltd co corp jr sr spp sp ed eds
    """
)
_DOTTED = re.compile(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}", re.UNICODE)  # U.S, Ph.D, i.i.d
_LIST_MARKER = re.compile(r"(?:\d{1,2}|[a-zA-Z]|[ivxIVX]{1,4})$")
_LAST_WORD = re.compile(r"[^\s()\[\]{}\"“”‘,;:~/—]*$")
_NEXT_ITEM = re.compile(r"[(\[]?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)\]]\s?\w")
_NEXT_WORD = re.compile(r"[\w@#+&'’.-]+")
_OPENERS = "\"'“‘«([{*_•–-—"
# A bracket longer than this was never closed, or closed by mistake.
_LONGEST_ASIDE = 400
# How far around a full stop to look.
_VICINITY = 200


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Start and end, in characters, of each sentence of `text`, in order.

    The spans do not overlap and together hold every character that is not white space.
    """
    inside = _asides(text)
    cuts = {match.end() for match in _BULLET.finditer(text)}
    cuts |= {match.end() for match in _UNSPACED_END.finditer(text)}
    cuts |= {
        match.end()
        for match in _LOST_SPACE.finditer(text)
        if not inside[match.start()] and not _in_address(text, match.start())
    }
    certain = sorted(cuts)
    beginning = 0  # of the sentence that may end here: a list marker stands at one
    for match in _SPACED_END.finditer(text):
        earlier = bisect.bisect_right(certain, match.start())
        if earlier:
            beginning = max(beginning, certain[earlier - 1])
        if not inside[match.start()] and _ends_sentence(text, match, beginning):
            beginning = match.end()
            cuts.add(beginning)
    return _spans(text, sorted(cuts))


def _ends_sentence(text: str, match: re.Match[str], beginning: int) -> bool:
    following = text[match.end() : match.end() + _VICINITY].lstrip()
    if not following:
        return True
    bare = following.lstrip(_OPENERS)
    if not bare:
        return True
    word_match = _NEXT_WORD.match(bare)
    next_word = word_match.group() if word_match else ""
    if (
        bare[0].islower()
        and not _begins_despite_lower_case(next_word)
        and not _NEXT_ITEM.match(following)
    ):
        return False
    if match.group("mark") != "." or match.group("closers"):
        # `"Why?" We ask`, `(see there.) We`: quotes and brackets closed, nothing abbreviated,
        # except in `(cf.) We`, which no abstract writes.
        return True
    before = text[max(beginning, match.start() - _VICINITY) : match.start()]
    return _full_stop_ends(before, following, next_word)


def _full_stop_ends(before: str, following: str, next_word: str) -> bool:
    """Whether the full stop after `before` ends a sentence, given that one could begin here."""
    last = _LAST_WORD.search(before)
    word = last.group() if last else ""
    lead = before[: len(before) - len(word)].rstrip()
    if _LIST_MARKER.fullmatch(word) and (not lead or lead[-1] in ":;"):
        return False
    key = word.lstrip(".").casefold()
    starts = next_word.rstrip("'’") in _STARTERS
    if key in _INNER:
        return False
    if key in _NUMBERING and _NUMBERED.match(following) and not starts:
        return False
    if key in _OFTEN_LAST:
        return next_word[:1].isupper()
    if _DOTTED.fullmatch(word):
        return starts
    if len(word) == 1 and word.isupper():
        return starts  # `J. Smith`, `E. Coli`; but `vitamin C. We`
    # `0. 05` is a decimal that a converter tore apart.
    return not (word == "0" and next_word[:1].isdigit())


def _begins_despite_lower_case(word: str) -> bool:
    """`mRNA`, `vLLM`, `t-SNE`, `k-means`, `p53`, `α-divergence` may begin a sentence."""
    if "Ͱ" <= word[:1] <= "Ͽ":
        return True
    return any(c.isupper() or c.isdigit() for c in word) or bool(re.match(r"[a-z]-[a-z]", word))


def _asides(text: str) -> bytearray:
    """For each character, whether it stands inside brackets that are closed soon after.

    Any closing bracket closes any opening one, because of half-open intervals.
    """
    inside = bytearray(len(text) + 1)
    stack: list[int] = []
    for position, character in enumerate(text):
        if character in "([{":
            stack.append(position)
        elif character in ")]}" and stack:
            start = stack.pop()
            if position - start <= _LONGEST_ASIDE:
                inside[start + 1 : position] = b"\x01" * (position - start - 1)
    return inside


def _in_address(text: str, position: int) -> bool:
    start = max(text.rfind(space, 0, position) for space in " \n\t") + 1
    word = text[start:position]
    return "/" in word or word.startswith("www.") or "@" in word


def _spans(text: str, cuts: list[int]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    start = 0
    for cut in [*cuts, len(text)]:
        piece = text[start:cut]
        stripped = piece.strip()
        if stripped:
            first = start + len(piece) - len(piece.lstrip())
            span = (first, first + len(stripped))
            if spans and not re.search(r"\w", stripped):
                spans[-1] = (spans[-1][0], span[1])  # a stray `...` belongs to what it follows
            else:
                spans.append(span)
        start = cut
    return spans
