"""The same paper twice: from two files, or as a preprint and as published.

A library keeps `candidate_keys` of its papers. For a new record it looks up those papers that
share a key, asks to which of them it `belongs`, and stores `merge` instead of a second paper.
"""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections.abc import Iterable, Iterator

from index.papers import Paper, normalise
from index.similarity import containment, jaccard, shingles, similarity_keys, words

YEARS_APART = 3  # between a preprint and its publication
SHORT_TITLE = 3  # words; many papers are called "Editorial" or "Introduction to the issue"
SAME_TEXT = 0.75  # Jaccard similarity of the abstracts' shingles
LIKE_TEXT = 0.35
SHORT_ABSTRACT = 150  # characters; shorter ones may be alike by chance
SAME_WORDS = 0.8  # share of a title's words, where the abstracts are alike as well
UNLIKE_TEXT = 0.02  # below, and with fewer shared words, abstracts are about other things
LIKE_TITLE = 0.5
RELATED_WORDS = 0.2  # share of the longer words

_PREPRINT_DOI = re.compile(
    r"10\.(?:48550/arxiv|1101/\d|21203/rs|2139/ssrn|31219/|31234/|31223/|26434/chemrxiv"
    r"|20944/preprints|31235/|36227/techrxiv|5281/zenodo|22541/)",
    re.I,
)
_PREPRINT_VENUE = re.compile(
    r"arxiv|biorxiv|medrxiv|chemrxiv|ssrn|preprint|\bcorr\b|techrxiv|cold spring harbor lab"
    r"|openreview",
    re.I,
)
# A notice on a paper is no version of it.
_NOTICE = re.compile(
    r"\b(?:erratum|errata|corrigend\w+|correction|addendum|retract\w+|reply|response|rejoinder"
    r"|comments?|discussion|commentary|author correction|expression of concern)\b"
    r"(?:\s*(?:to|on|of|:|for|$))|^(?:withdrawn|retracted):",
    re.I,
)
_NUMERAL = re.compile(r"\b(?:[ivx]{1,5}|\d+(?:\.\d+)?)\b", re.I)
_PART = re.compile(
    r"\b(?:part|volume|vol|chapter|study|paper|number|no|phase|section)\b\.?\s*([a-z]|\w+)\b", re.I
)
_EXTRAS = re.compile(
    r"\((?:extended abstract|abstract|preprint|extended version|full version|short paper|poster"
    r"|student abstract|reprint)\)|\[[^\]]*\]$|\.$",
    re.I,
)
_NAME_SUFFIX = frozenset(["jr", "sr", "ii", "iii", "iv"])


def candidate_keys(paper: Paper) -> Iterator[str]:
    """Keys under which a library looks for papers that this one may be the same as."""
    doi = _own_doi(paper)
    if doi:
        yield f"doi:{doi}"
    arxiv = _arxiv(paper)
    if arxiv:
        yield f"arxiv:{arxiv}"
    if paper.title:
        yield f"title:{_title(paper)}"
        # The first words stand for titles whose subtitle is missing, or differs.
        name = paper.title.partition(":")[0] if ":" in paper.title[:60] else paper.title
        yield f"start:{' '.join(normalise(name).split()[:5])}|{_first_family(paper)}"
    for key in similarity_keys(paper.abstract):
        yield f"text:{key}"


def same_paper(first: Paper, second: Paper) -> bool:
    """Whether two records describe one paper, in the same version or in two.

    Parts of a series, notices (errata, replies) and papers whose titles differ in a number are
    different papers, however alike their abstracts.
    """
    return _verdict(first, second) is True


def different_papers(first: Paper, second: Paper) -> bool:
    """Whether something says that two records describe two papers, whatever else they share."""
    return _verdict(first, second) is False


def belongs(record: Paper, records: Iterable[Paper]) -> bool:
    """Whether a record is of the paper that these records are of.

    It is when it is the same as one of them, and none says that it is another paper: so records
    make up the same papers in whatever order they come.
    """
    verdicts = [_verdict(record, each) for each in records]
    return True in verdicts and False not in verdicts


def _verdict(first: Paper, second: Paper) -> bool | None:
    """Whether two records are of one paper: True, False, or None where little speaks for either."""
    dois, arxivs = (_own_doi(first), _own_doi(second)), (_arxiv(first), _arxiv(second))
    if all(arxivs) and arxivs[0] == arxivs[1]:
        return True
    if all(dois) and dois[0] == dois[1]:
        return _same_under_one_doi(first, second)
    if _titles_conflict(first, second) or _people_conflict(first, second):
        return False
    text = _text_likeness(first, second)
    if _years_conflict(first, second, text):
        return False
    # A preprint and its publication have a DOI each.
    two = all(dois) and len({bool(_PREPRINT_DOI.match(doi or "")) for doi in dois}) == 1
    if (two or all(arxivs)) and text < SAME_TEXT:
        return False
    return True if _same_title(first, second, text) or _same_text(first, second, text) else None


def _same_under_one_doi(first: Paper, second: Paper) -> bool:
    """Proceedings and books lend their DOI to all that is in them."""
    if _text_likeness(first, second) >= LIKE_TEXT:
        return True
    if _titles_conflict(first, second) or _people_conflict(first, second):
        return False
    alike = _title_likeness(first, second) >= LIKE_TITLE
    return alike or _word_likeness(first, second) >= RELATED_WORDS


def merge(first: Paper, second: Paper) -> Paper:
    """One paper of two records of it, under the id of the first.

    What only one of them knows is kept; where they differ, the published version's word counts
    more than the preprint's. The abstract of the first stays unless it was cut short.
    """
    better, other = (second, first) if _rank(second) > _rank(first) else (first, second)
    abstract = second.abstract if _is_cut_short(first.abstract, second.abstract) else first.abstract
    title = better.title or other.title
    dois = [doi for doi in (better.doi, other.doi) if doi]
    published = [doi for doi in dois if not _PREPRINT_DOI.match(doi)]
    return dataclasses.replace(
        first,
        abstract=abstract,
        title=title,
        label=title or first.label,
        authors=better.authors if len(better.authors) >= len(other.authors) else other.authors,
        year=better.year or other.year,
        venue=better.venue or other.venue,
        doi=next(iter(published or dois), None),
        arxiv_id=better.arxiv_id or other.arxiv_id,
        url=better.url or other.url,
        keywords=tuple(_union(first.keywords, second.keywords)),
        tags=tuple(_union(first.tags, second.tags)),
    )


def _same_title(first: Paper, second: Paper, text: float) -> bool:
    likeness = _title_likeness(first, second)
    if likeness < SAME_WORDS:
        return False
    known = bool(first.authors and second.authors)
    shared = set(_families(first)) & set(_families(second))
    short = len(_title(first).split()) <= SHORT_TITLE
    if likeness < 1 or (short and len(shared) < 2):
        return text >= LIKE_TEXT and (known or text >= SAME_TEXT)
    if not known:
        both = bool(first.abstract and second.abstract)
        return text >= LIKE_TEXT if both else first.year == second.year is not None
    # Versions of a paper may share no sentence, but they are about the same things.
    long = min(len(first.abstract), len(second.abstract)) >= 300
    enough = RELATED_WORDS * (2 if short else 1)
    related = text >= UNLIKE_TEXT or _word_likeness(first, second) >= enough
    return related or not (long or short)


def _same_text(first: Paper, second: Paper, text: float) -> bool:
    """Near-identical abstracts, whatever the titles: a paper that was given a new one."""
    if min(len(first.abstract), len(second.abstract)) < SHORT_ABSTRACT:
        return False
    shared = set(_families(first)) & set(_families(second))
    if len(shared) >= 2:
        text += 0.25 if _title_likeness(first, second) >= 0.6 else 0.05
    return text >= SAME_TEXT


def _own_doi(paper: Paper) -> str | None:
    """The publisher's DOI, in lower case; arXiv's are covered by the arXiv id."""
    doi = (paper.doi or "").casefold().rstrip(".")
    return doi if doi and not doi.startswith("10.48550/") else None


def _arxiv(paper: Paper) -> str | None:
    if paper.arxiv_id:
        return re.sub(r"v\d+$", "", paper.arxiv_id.casefold())
    found = re.match(r"10\.48550/arxiv\.(\S+)", paper.doi or "", re.I)
    return re.sub(r"v\d+$", "", found[1].casefold()) if found else None


def _is_preprint(paper: Paper) -> bool:
    if paper.doi and not _PREPRINT_DOI.match(paper.doi):
        return False
    return not paper.venue or _PREPRINT_VENUE.search(paper.venue) is not None


def _rank(paper: Paper) -> tuple[bool, int]:
    """Published before preprint, then who knows more."""
    known = (paper.title, paper.authors, paper.year, paper.venue, paper.doi, paper.url)
    return not _is_preprint(paper), sum(bool(field) for field in known)


def _title(paper: Paper) -> str:
    bare = _EXTRAS.sub("", paper.title or "")
    folded = unicodedata.normalize("NFKD", bare)
    return normalise("".join(char for char in folded if not unicodedata.combining(char)))


def _title_likeness(first: Paper, second: Paper) -> float:
    """1 for equal titles, else the share of words in common; 0 where one is missing."""
    one, two = _title(first), _title(second)
    if not one or not two:
        return 0.0
    if one.replace(" ", "") == two.replace(" ", ""):
        return 1.0
    words_of = frozenset(one.split()), frozenset(two.split())
    # A subtitle that one of them lacks.
    shorter, longer = sorted((one, two), key=len)
    if longer.startswith(f"{shorter} ") and len(shorter.split()) > SHORT_TITLE:
        return 0.95
    return jaccard(*words_of)


def _titles_conflict(first: Paper, second: Paper) -> bool:
    """Part I and Part II, a paper and its erratum, GPT-3 and GPT-4."""
    if not first.title or not second.title:
        return False
    if bool(_NOTICE.search(first.title)) != bool(_NOTICE.search(second.title)):
        return True
    if _title(first) == _title(second):
        return False
    for pattern in (_PART, _NUMERAL):
        marks = [
            [mark.casefold() for mark in pattern.findall(p.title or "")] for p in (first, second)
        ]
        if marks[0] != marks[1]:
            return True
    return False


def _text_likeness(first: Paper, second: Paper) -> float:
    """How alike the abstracts are, from 0 to 1; one that is cut short counts as its beginning."""
    one, two = shingles(first.abstract), shingles(second.abstract)
    cut = min(len(one), len(two)) >= 30 and containment(one, two) >= 0.95
    return containment(one, two) if cut else jaccard(one, two)


def _word_likeness(first: Paper, second: Paper) -> float:
    return containment(
        *(frozenset(w for w in words(paper.abstract) if len(w) > 4) for paper in (first, second))
    )


def _families(paper: Paper) -> list[str]:
    return [family for name in paper.authors if (family := _family(name))]


def _family(name: str) -> str:
    folded = unicodedata.normalize("NFKD", name)
    plain = "".join(char for char in folded if not unicodedata.combining(char))
    parts = [part for part in normalise(plain).split() if part not in _NAME_SUFFIX]
    return parts[-1] if parts else ""


def _first_family(paper: Paper) -> str:
    return next(iter(_families(paper)), "")


def _people_conflict(first: Paper, second: Paper) -> bool:
    """Both name authors, and hardly one in common."""
    one, two = set(_families(first)), set(_families(second))
    if not one or not two:
        return False
    if one & two:
        return len(one & two) < 0.3 * min(len(one), len(two))
    # Names may be turned round, or written in one language's order and another's.
    every = [{part for name in paper.authors for part in normalise(name).split() if len(part) > 2}
             for paper in (first, second)]  # fmt: skip
    return len(every[0] & every[1]) < 0.5 * min(len(every[0]), len(every[1]))


def _years_conflict(first: Paper, second: Paper, text: float) -> bool:
    """Whether the years are further apart than those of versions, or of careless records."""
    if first.year is None or second.year is None:
        return False
    versions = _is_preprint(first) != _is_preprint(second)
    copies = text >= SAME_TEXT and _title_likeness(first, second) == 1
    return abs(first.year - second.year) > (YEARS_APART if versions or copies else 1)


def _is_cut_short(kept: str, other: str) -> bool:
    if not kept:
        return True
    ends = kept.rstrip().endswith(("...", "…"))
    return (ends and len(other) > len(kept)) or (
        len(other) > len(kept) * 1.1 and other.startswith(kept.rstrip(" .…"))
    )


def _union(first: tuple[str, ...], second: tuple[str, ...]) -> Iterator[str]:
    seen: set[str] = set()
    for word in (*first, *second):
        if word.casefold() not in seen:
            seen.add(word.casefold())
            yield word
