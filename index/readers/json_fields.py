"""What one JSON object says of a paper, whichever program or service wrote it.

OpenAlex, Semantic Scholar, Crossref, CSL, Zotero, arXiv's Kaggle dump, OpenReview, Paper
Copilot, Europe PMC, DataCite and others differ in names and nesting; each field is looked up
under all of its names, and nested values are unwrapped.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

from index.papers import Location, Record, Skipped
from index.readers.building import WholeName, build, find_year, split_list
from index.readers.people import split_people
from index.readers.plaintext import looks_like_abstract

JsonObject = dict[str, Any]

_ABSTRACT = tuple(
    """abstract abstractnote abstracttext abstract_text summary paperabstract abstract_en
    dc:description ab abstracts dcterms:abstract descriptions description""".split()
)
_TEXTS = ("text", "body", "content", "passage")  # of corpora that know of no abstracts
_TITLE = tuple(
    """title display_name titles papertitle paper_title dc:title name document_title articletitle
    ti""".split()
)
_AUTHORS = tuple(
    """authors author authorships creators creator authorstring author_names authors_parsed
    z_authors contributors dc:creator au author_list authorids""".split()
)
_YEAR = tuple(
    """year publication_year publicationyear pubyear yearpublished year_published published-print
    issued published published-online publicationdate publication_date date published_date
    cover_date prism:coverdate pub_year py conference_year publication_info posted created
    preprint_date cdate publishedat published_at update_date""".split()
)
_VENUE = tuple(
    """venue journal container-title journal-ref journal_ref publicationtitle journaltitle
    journal_name booktitle conference source_title prism:publicationname publication
    primary_location host_venue proceeding proceedings conference_name so pub journalinfo journals
    publication_info publication_title publicationname server publisher""".split()
)
_URL = tuple(
    """url link site paper_url openreview html_url landing_page_url doi_url proceeding_url links
    pdf pdf_url articleurl entry_id href""".split()
)
_KEYWORDS = tuple(
    """keywords keyword tags subjects subject categories topics concepts author_keywords
    keywordlist primary_area""".split()
)
_WRAPPERS = tuple(
    """content data attributes paper bibjson metadata message work article _source record fields
    info csljson node bib""".split()
)
_ARXIV_ID = re.compile(r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?")


def is_record(value: JsonObject) -> bool:
    """Whether an object describes a paper: it has an abstract, or a title and more."""
    return len(value) <= 100 and (_names_a_record(tuple(value)) or bool(_bare_text(value)))


def _bare_text(fields: JsonObject) -> str:
    """Text that reads like an abstract, though nothing says that it is one."""
    texts = (fields.get(name) for name in _TEXTS)
    return next((t for t in texts if isinstance(t, str) and looks_like_abstract(t)), "")


@functools.lru_cache(maxsize=1024)
def _names_a_record(given: tuple[str, ...]) -> bool:
    names = {name.lower() for name in given}
    if names & {"abstract_inverted_index", *_ABSTRACT[:8]}:
        return True
    more = {*_AUTHORS, *_TEXTS[:1], "year", "doi", "id", "paperid", "mrnumber", "url", "journal"}
    return bool(names & set(_TITLE[:6])) and bool(names & more)


def unwrap(value: JsonObject) -> JsonObject:
    """The object with the paper's fields, out of `{"id": …, "content": {…}}` and the like."""
    for _ in range(4):
        if is_record(value) and not _is_shell(value):
            return value
        inner = next(
            (value[n] for n in value if n.lower() in _WRAPPERS and isinstance(value[n], dict)), None
        )
        if inner is None:
            return value
        outer = {n: v for n, v in value.items() if not isinstance(v, (dict, list))}
        value = {**outer, **inner}
    return value


def _is_shell(value: JsonObject) -> bool:
    return any(
        isinstance(value.get(name), dict) and is_record(value[name]) for name in _WRAPPERS
    ) and not any(value.get(name) for name in ("abstract", "abstract_inverted_index"))


def record_from(value: JsonObject, location: Location) -> Record | Skipped:
    """The record that an object describes."""
    fields = {name.lower().strip(): content for name, content in unwrap(value).items()}
    identifiers = _identifiers(fields)
    subtitle = _first_text(fields, ("subtitle",))
    title = _first_text(fields, _TITLE)
    keywords = next((found for name in _KEYWORDS if (found := _names(fields.get(name)))), [])
    return build(
        location,
        abstract=_inverted(fields.get("abstract_inverted_index")) or _abstract(fields),
        title=f"{title}: {subtitle}" if title and subtitle else title,
        authors=next((found for name in _AUTHORS if (found := _people(fields.get(name)))), []),
        year=_year(fields),
        venue=_first_text(fields, _VENUE),
        doi=_text(
            fields.get("doi")
            or identifiers.get("doi")
            or fields.get("prism:doi")
            or fields.get("dois")
        ),
        arxiv_id=_arxiv_id(fields, identifiers),
        url=next((url for name in _URL if (url := _url(fields.get(name)))), None),
        keywords=keywords,
    )


def _abstract(fields: JsonObject) -> str:
    if isinstance(fields.get("descriptions"), list):  # DataCite
        parts = [d for d in fields["descriptions"] if isinstance(d, dict)]
        parts = [d for d in parts if d.get("descriptionType") in (None, "Abstract")]
        return "\n".join(_text(part.get("description")) for part in parts)
    return _first_text(fields, _ABSTRACT, _whole) or _bare_text(fields)


def _whole(value: Any) -> str:
    """All of a text that is given in sentences or paragraphs."""
    value = _value(value)
    if isinstance(value, dict) and "p" in value:  # Springer
        value = value["p"]
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "\n".join(value)
    return _text(value)


def _identifiers(fields: JsonObject) -> JsonObject:
    """Identifiers by kind: `{"DOI": …}`, or `[{"type": "doi", "value": …}]`."""
    found: JsonObject = {}
    for name in ("externalids", "ids", "external_ids"):
        given = fields.get(name)
        for each in given if isinstance(given, list) else ():
            if isinstance(each, dict) and "type" in each:
                found[str(each["type"]).lower()] = each.get("value") or each.get("id")
        found |= {str(kind).lower(): content for kind, content in _object(given).items()}
    return found


def _inverted(index: Any) -> str:
    """OpenAlex gives an abstract as its words with their positions."""
    if isinstance(index, str) and index.startswith("{"):
        return ""
    if not isinstance(index, dict):
        return ""
    inner = index.get("InvertedIndex")
    placed = [
        (position, word)
        for word, positions in (inner if isinstance(inner, dict) else index).items()
        if isinstance(positions, list)
        for position in positions
        if isinstance(position, int)
    ]
    text = " ".join(word for _, word in sorted(placed))
    # The heading was a word like any other when the index was made.
    return re.sub(r"^Abstract (?=[A-Z])", "", text)


def _arxiv_id(fields: JsonObject, identifiers: JsonObject) -> str | None:
    given = _text(identifiers.get("arxiv") or fields.get("arxivid") or fields.get("arxiv_id")
                  or fields.get("arxiv") or fields.get("eprint")
                  or fields.get("arxiv_eprints"))  # fmt: skip
    if given:
        return given
    if _text(fields.get("archive")).casefold() == "arxiv":  # CSL
        return _text(fields.get("archive_location")) or _text(fields.get("number")) or None
    listed = fields.get("identifier")
    for each in listed if isinstance(listed, list) else ():
        if isinstance(each, str) and each.casefold().startswith("arxiv:"):
            return each
    own = _text(fields.get("id") or fields.get("entry_id"))
    # arXiv's own dumps and feeds name the paper by its bare id.
    if _ARXIV_ID.fullmatch(own) or "arxiv.org/abs/" in own:
        return own
    return None


def _year(fields: JsonObject) -> int | None:
    versions = fields.get("versions")
    if isinstance(versions, list) and versions and isinstance(versions[0], dict):
        year = find_year(_text(versions[0].get("created")))
        if year:
            return year
    for name in _YEAR:
        year = _year_in(fields.get(name))
        if year:
            return year
    issue = _object(fields.get("issue"))
    return _year_in(_object(issue.get("issue")).get("pubYear"))


def _year_in(value: Any) -> int | None:
    value = _value(value)
    if isinstance(value, dict):
        parts = (
            value.get("date-parts") or value.get("year") or value.get("raw") or value.get("literal")
        )
        return _year_in(parts)
    if isinstance(value, list):
        return _year_in(value[0]) if value else None
    if isinstance(value, (int, float)) and value > 10_000:  # seconds or milliseconds since 1970
        seconds = value / 1000 if value > 10_000_000_000 else value
        return 1970 + int(seconds // 31_556_952) if 0 < seconds < 4e9 else None
    return find_year(value) if isinstance(value, (str, int)) else None


def _url(value: Any) -> str | None:
    text = _text(value)
    return text if "http" in text else None


def _first_text(
    fields: JsonObject, names: tuple[str, ...], text_of: Callable[[Any], str] | None = None
) -> str:
    read = text_of or _text
    return next((text for name in names if (text := read(fields.get(name)))), "")


def _value(value: Any) -> Any:
    """OpenReview wraps every value: `{"value": …}`."""
    return value["value"] if isinstance(value, dict) and "value" in value else value


_TEXT_IN = tuple(
    """title name display_name full_title raw text #text $ _ en shorttitle description source url
    href landing_page_url journal journal_title""".split()
)


def _text(value: Any, depth: int = 0) -> str:
    """The text of a value: of a string, a number, the first of a list, or an object's name."""
    value = _value(value)
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None or depth > 5:
        return ""
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, list):
        if value and all(isinstance(part, str) for part in value) and len("".join(value)) > 500:
            return "\n".join(value)  # an abstract in paragraphs
        return next((text for part in value if (text := _text(part, depth + 1))), "")
    if isinstance(value, dict):
        lowered = {str(name).lower(): inner for name, inner in value.items()}
        return next(
            (text for name in _TEXT_IN if (text := _text(lowered.get(name), depth + 1))), ""
        )
    return ""


_KEYWORD_IN = ("keyword", "display_name", "tag", "subject", "topic", "term", "name")
_ARXIV_CATEGORIES = re.compile(r"[a-z-]{2,}(?:\.[A-Za-z-]+)?(?: [a-z-]{2,}(?:\.[A-Za-z-]+)?)*")


def _names(value: Any) -> list[str]:
    value = _value(value)
    if isinstance(value, str):
        categories = "." in value and _ARXIV_CATEGORIES.fullmatch(value)
        return value.split() if categories else split_list(value)
    if isinstance(value, dict):
        value = next((inner for inner in value.values() if isinstance(inner, list)), [])
    if not isinstance(value, list):
        return []
    names = []
    for part in value:
        item = _object(part)
        name = next((item[key] for key in _KEYWORD_IN if item.get(key)), part)
        names.append(_text(name))
    return [name for name in names if name]


def _people(value: Any) -> list[str]:
    value = _value(value)
    if isinstance(value, str):
        return split_people(value)
    if isinstance(value, dict):
        value = next((inner for inner in value.values() if isinstance(inner, list)), [value])
    if not isinstance(value, list):
        return []
    return [name for person in value if (name := _person(person))]


def _person(person: Any) -> str:
    person = _value(person)
    if isinstance(person, list):  # arXiv's [family, given, suffix]
        parts = [part for part in person if isinstance(part, str)]
        return f"{parts[1]} {parts[0]}".strip() if len(parts) > 1 else "".join(parts)
    if not isinstance(person, dict):
        return _text(person)
    if person.get("creatorType", "author") not in ("author", "inventor", "presenter"):
        return ""
    lowered = {str(name).lower(): content for name, content in person.items()}
    inner = lowered.get("author")
    if isinstance(inner, (dict, list)):  # OpenAlex
        return _person(inner) or _text(lowered.get("raw_author_name"))
    family = _text(lowered.get("family") or lowered.get("lastname") or lowered.get("familyname")
                   or lowered.get("last") or lowered.get("last_name")
                   or lowered.get("surname"))  # fmt: skip
    given = _text(lowered.get("given") or lowered.get("firstname") or lowered.get("givenname")
                  or lowered.get("forename") or lowered.get("first_name")
                  or lowered.get("first"))  # fmt: skip
    if family:
        suffix = _text(lowered.get("suffix"))
        return f"{given} {family} {suffix}".strip()
    if isinstance(lowered.get("literal"), str):
        return WholeName(lowered["literal"])
    return _text(lowered.get("name") or lowered.get("fullname") or lowered.get("full_name")
                 or lowered.get("display_name")
                 or lowered.get("creatorname") or lowered.get("authname")
                 or lowered.get("creator"))  # fmt: skip


def _object(value: Any) -> JsonObject:
    return value if isinstance(value, dict) else {}
