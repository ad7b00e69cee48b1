"""Numbers as abstracts write them, with their units: found, normalised and compared."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rag.number_words import ORDINALS, SCALES, SMALL, TENS, UNITS, WHOLE_WORDS, Kind
from rag.words import FUNCTION_WORDS, stem


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number: `text[start:end]` holds it with its unit.

    Attributes:
        value: the number, scale words multiplied in (1.5 million is 1500000).
        step: what one unit of the last digit written is worth: 0.1 for 36.2, 1e5 for 1.5 million.
        kind: percent for %, percent and percentage points; times for x, ×, times and -fold;
            ordinal for first, second and 3rd.
        dimension: what a unit of measure measures ("time", "bytes"), empty for counts.
        nouns: stems of the words that follow, up to a small word: they say what is counted.
        rounded: whether the text says that the number is not exact ("about", "more than").
        bound: 1 where it is a lower bound ("more than"), -1 where it is an upper one.
        spelled: whether it was written in letters.
    """

    value: float
    step: float
    start: int
    end: int
    kind: Kind = "plain"
    dimension: str = ""
    nouns: tuple[str, ...] = ()
    rounded: bool = False
    bound: int = 0
    spelled: bool = False


_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")

# A dollar sign is money where a plain number follows and no formula closes right after it.
_FORMULA_DOLLAR = re.compile(
    r"\$(?!(?:\d+(?:[.,]\d+)*)(?!\d)\s*(?:[kKMB]\b|[a-z]{2,}|[.,;)](?!\d)|$))"
)
# Stems of what is given in percent whether or not the sign is written.
_SCORES = frozenset("accuraci f1 precis recal success win error rate point score improv".split())
_LETTER = r"[^\W\d_]"
_DIGITS = re.compile(
    r"(?<![\w.@])(?P<whole>\d{1,3}(?:(?:,|\{,\})\d{3})+|\d+)(?P<fraction>\.\d+)?"
    r"(?:[eE](?P<exponent>[-+]?\d+))?"
)
_POWER = re.compile(
    r"\s*\^\s*\{?\s*(?P<exponent>[-−–]?\d+)(?:\s*\})?|(?P<raised>[⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
)
_TIMES_POWER = re.compile(
    r"\s*[×x·*]\s*10(?:\s*\^\s*\{?\s*(?P<exponent>[-−–]?\d+)(?:\s*\})?|(?P<raised>[⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
)
_PERCENT = re.compile(
    r"[\s-]*(?:%|％|(?:percent(?:age)?|per[\s-]cent)(?:[\s-]points?)?\b|pp\b)", re.I
)
_TIMES = re.compile(r"[\s-]*(?:[×x](?!\s*\d)(?![^\W_])|(?:times|folds?)\b(?![\s-]+cross))", re.I)
_MAGNITUDES = re.compile(r"[\s-]*orders?\s+of\s+magnitude\b", re.I)
_ONE_MAGNITUDE = re.compile(r"\ban?(?=\s+order\s+of\s+magnitude\b)", re.I)
_SCALE = re.compile(
    r"\s*-?(?:(hundred|thousand|million|billion|trillion)s?\b|(bn|[kKMBT])(?![^\W_]))"
)
_UNIT = re.compile(r"[\s-]*([^\W\d_]+|°C|℃)")
_UNDER_HUNDRED = (
    rf"(?:(?:{'|'.join(TENS)})(?:[\s-]+(?:{'|'.join(list(SMALL)[1:10])})\b)?"
    rf"|(?:{'|'.join(sorted(SMALL, key=len, reverse=True))}))"
)
_HALF = re.compile(r"[\s-]+and[\s-]+a[\s-]+half\b", re.I)
_HALF_OF_UNIT = re.compile(r"\s+an?\s+(?=(?:" + "|".join(UNITS) + r")\b)")
_BIG = "(?:hundred|thousand|million|billion|trillion)"
_SPELLED = re.compile(
    rf"(?<![\w-])(?:(?:{'|'.join(sorted(WHOLE_WORDS, key=len, reverse=True))})(?![\w-])"
    rf"|(?:{_UNDER_HUNDRED}|a(?=\s+{_BIG}\b))"
    rf"(?:[\s-]+{_BIG}\b(?:[\s-]+(?:and[\s-]+)?{_UNDER_HUNDRED}\b)?)*(?:[\s-]?fold\b)?(?!\w))",
    re.I,
)
# `First, we` and `per second` count nothing.
_ORDINAL = re.compile(
    rf"(?<!per )(?<!one )(?<!a )(?<![\w.-])"
    rf"(?:({'|'.join(ORDINALS)})|(\d+)(?:st|nd|rd|th))\b(?!\s*[,:])",
    re.I,
)
_ROUNDED = re.compile(
    r"(?<![^\W\d_])(?:about|around|roughly|approximately|approx\.?|nearly|almost|over|under|"
    r"above|below|than|least|most|up to|some|exceeding|within|~|≈|≥|≤|>|<|≳|≲|sim|approx|circa)"
    r"[\s$]*$",
    re.I,
)
_LOWER = re.compile(
    r"(?<![^\W\d_])(?:more than|over|above|at least|exceeding|beyond|greater than|>|≥|≳)[\s$]*$",
    re.I,
)
_UPPER = re.compile(
    r"(?<![^\W\d_])(?:less than|fewer than|under|below|at most|up to|<|≤|≲)[\s$]*$", re.I
)
_RANGE = re.compile(r"[\s$%]*(?:-{1,3}|–|—|to|or|and|/)[\s$]*", re.I)
_BETWEEN = re.compile(r"\bbetween[\s$]*$", re.I)
_NOUN = re.compile(rf"[\s$-]*({_LETTER}+)")


def quantities_of(text: str) -> list[Quantity]:
    """The numbers of a text, in order; those inside names (`GPT-4`, `3D`) are left to names."""
    plain = _without_markup(text)
    found: list[Quantity] = []
    for match in _DIGITS.finditer(plain):
        inside_last = bool(found) and match.start() < found[-1].end  # the 3 of `10^3`
        if not inside_last and not _in_name(plain, match.start()):
            quantity = _from_digits(plain, match)
            if quantity:
                found.append(quantity)
    taken = [(quantity.start, quantity.end) for quantity in found]
    for match in _SPELLED.finditer(plain):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            quantity = _from_letters(plain, match)
            if quantity:
                found.append(quantity)
    found.extend(
        quantity
        for match in _ONE_MAGNITUDE.finditer(plain)
        if (quantity := _with_unit(plain, Quantity(1.0, 1.0, *match.span(), spelled=True)))
    )
    for match in _ORDINAL.finditer(plain):
        value = ORDINALS[match.group(1).casefold()] if match.group(1) else int(match.group(2))
        nouns = _nouns(plain, match.end())
        found.append(Quantity(value, 0.0, *match.span(), kind="ordinal", nouns=nouns, spelled=True))
    found.sort(key=lambda quantity: quantity.start)
    return _with_ranges(plain, found)


def same_quantity(claimed: Quantity, written: Quantity) -> bool:
    """Whether a claimed number says what the written one says.

    A unit may be left out on either side, never changed. A claim that calls its number rounded
    may round.
    """
    if _kinds_differ(claimed, written) or _measures_something_else(claimed, written):
        return False
    if claimed.dimension and written.dimension and claimed.dimension != written.dimension:
        return False
    if claimed.bound * written.bound < 0:
        return False
    if _equal(claimed, written.value):
        return True
    if claimed.kind == "percent" and written.kind == "plain":
        return _equal(claimed, written.value * 100)
    if claimed.kind == "plain" and written.kind == "percent":
        return _equal(claimed, written.value / 100)
    return False


def _equal(claimed: Quantity, value: float) -> bool:
    above = value - claimed.value
    if abs(above) <= 1e-6 * max(abs(value), abs(claimed.value)):
        return True
    # 15,234 is about 15,000 and more than 15,000; 15,800 is only the latter.
    if claimed.bound > 0:
        return 0 < above < claimed.step
    if claimed.bound < 0:
        return 0 < -above < claimed.step
    return claimed.rounded and abs(above) <= claimed.step / 2


def _kinds_differ(claimed: Quantity, written: Quantity) -> bool:
    if "ordinal" in (claimed.kind, written.kind):
        return claimed.kind != written.kind
    return claimed.kind != written.kind and "plain" not in (claimed.kind, written.kind)


def _measures_something_else(claimed: Quantity, written: Quantity) -> bool:
    """Whether one side has a unit where the other counts things: `5 %` for `5 datasets`."""
    if claimed.kind == "plain" and not claimed.dimension:
        return written.kind == "percent" and _counts(claimed)
    return _counts(written) and not set(claimed.nouns) & set(written.nouns)


def _counts(quantity: Quantity) -> bool:
    return (
        quantity.kind == "plain"
        and not quantity.dimension
        and bool(quantity.nouns)
        and quantity.nouns[0] not in _SCORES
    )


def _without_markup(text: str) -> str:
    """The text with LaTeX markup blanked out: every character keeps its place."""

    def blank(match: re.Match[str]) -> str:
        sign = {"\\times": "×", "\\sim": "~", "\\approx": "≈"}.get(match.group(), " ")
        return sign.ljust(len(match.group()))

    text = re.sub(r"\\(?:times|sim|approx|textbf|textit|mathbf|mathrm|text|bf|em)\b", blank, text)
    text = re.sub(r"\\[,;!% ]", lambda match: " " + match.group()[1].replace(",", " "), text)
    text = _FORMULA_DOLLAR.sub(" ", text)
    return re.sub(r"(?<=\d)\s*x\s*(?=\d)", lambda match: "×".center(len(match.group())), text)


def _in_name(text: str, start: int) -> bool:
    """Whether the number at `start` continues a name: `GPT-4`, `Qwen2.5-7B`."""
    lead = re.search(r"(?:[^\W_]+[-‐‑–.])+$", text[max(0, start - 40) : start])
    return lead is not None and lead.group()[0].isalpha()


def _from_digits(text: str, match: re.Match[str]) -> Quantity | None:
    fraction = match.group("fraction") or ""
    value = float(re.sub(r"\D", "", match.group("whole")) + fraction)
    step = 10.0 ** -(len(fraction) - 1) if fraction else _trailing_zeros(match.group("whole"))
    end = match.end()
    if match.group("exponent"):
        value, step = _scaled(value, step, 10.0 ** _exponent(match.group("exponent")))
    elif power := _TIMES_POWER.match(text, end):
        raised = power.group("exponent") or power.group("raised")
        value, step = _scaled(value, step, 10.0 ** _exponent(raised))
        end = power.end()
    elif value == 10 and (power := _POWER.match(text, end)):
        exponent = _exponent(power.group("exponent") or power.group("raised"))
        value, step, end = 10.0**exponent, 10.0**exponent, power.end()
    return _with_unit(text, Quantity(value, step, match.start(), end))


def _exponent(text: str) -> int:
    exponent = int(re.sub("[−–]", "-", text.translate(_SUPERSCRIPTS)))
    return max(-300, min(300, exponent))


def _scaled(value: float, step: float, factor: float) -> tuple[float, float]:
    return value * factor, step * factor


def _trailing_zeros(digits: str) -> float:
    digits = re.sub(r"\D", "", digits)
    # Two digits at least are meant: `about 20` is no `about 15`.
    return 10.0 ** min(len(digits) - len(digits.rstrip("0")), max(len(digits) - 2, 0))


def _with_unit(text: str, quantity: Quantity) -> Quantity | None:
    """Read scale, kind and unit after the number; None where letters make it a name (`3D`)."""
    end = quantity.end
    value, step, kind, dimension = quantity.value, quantity.step, quantity.kind, ""
    if half := _HALF.match(text, end):
        value, end = value + 0.5, half.end()
    scaled = False
    while scale := _SCALE.match(text, end):
        value, step = _scaled(value, step, SCALES[scale.group(1) or scale.group(2)])
        end, scaled = scale.end(), True
    unit = _UNIT.match(text, end)
    if text[max(0, quantity.start - 1) : quantity.start] == "$":
        kind = "money"
    elif percent := _PERCENT.match(text, end):
        kind, end = "percent", percent.end()
    elif times := _TIMES.match(text, end):
        kind, end = "times", times.end()
    elif orders := _MAGNITUDES.match(text, end):
        kind, end = "times", orders.end()
        value = step = 10.0 ** min(value, 300)
    elif unit and unit.group(1) in UNITS:
        dimension, factor = UNITS[unit.group(1)]
        value, step = _scaled(value, step, factor)
        end = unit.end()
    elif not scaled and unit and unit.start(1) == end and not unit.group(1).startswith("x"):
        return None
    before = text[max(0, quantity.start - 20) : quantity.start]
    return replace(
        quantity,
        value=value,
        step=step,
        kind=kind,
        dimension=dimension,
        end=end,
        nouns=_nouns(text, end),
        rounded=bool(_ROUNDED.search(before)),
        bound=1 if _LOWER.search(before) else -1 if _UPPER.search(before) else 0,
    )


def _nouns(text: str, end: int) -> tuple[str, ...]:
    nouns: list[str] = []
    while len(nouns) < 8 and (match := _NOUN.match(text, end)):
        if match.group(1).casefold() in FUNCTION_WORDS or match.group(1).casefold() in SMALL:
            break
        nouns.append(stem(match.group(1)))
        end = match.end()
    return tuple(nouns)


def _from_letters(text: str, match: re.Match[str]) -> Quantity | None:
    if match.group().casefold() == "half" and re.search(r"\band\s+a\s+$", text[: match.start()]):
        return None  # of `three and a half`
    if whole := WHOLE_WORDS.get(match.group().casefold()):
        if whole[0] == 50 and (unit := _HALF_OF_UNIT.match(text, match.end())):
            half = Quantity(0.5, 0.1, match.start(), unit.end(), spelled=True)
            return _with_unit(text, half)  # `half an hour`
        nouns = _nouns(text, match.end())
        return Quantity(whole[0], 0.0, *match.span(), kind=whole[1], nouns=nouns, spelled=True)
    words = re.findall(r"[a-z]+", match.group().casefold())
    total, current, scale = 0.0, 0.0, 1.0
    for word in words:
        if word in SMALL or word in TENS:
            current += SMALL.get(word, TENS.get(word, 0))
        elif word == "hundred":
            current, scale = max(current, 1) * 100, 100.0
        elif word in SCALES:
            scale = SCALES[word]
            total, current = total + max(current, 1) * scale, 0.0
    quantity = _with_unit(
        text,
        Quantity(
            total + current,
            scale,
            *match.span(),
            spelled=True,
        ),
    )
    if words[-1].endswith("fold") and quantity:
        quantity = replace(quantity, kind="times")
    # "one of", "the one that", "one can": a pronoun, unless something is counted.
    if words == ["one"] and quantity and not (quantity.nouns or quantity.dimension):
        alone = not text[: match.start()].strip() and not re.search(r"\w", text[match.end() :])
        return quantity if alone or quantity.kind != "plain" else None
    return quantity


def _with_ranges(text: str, found: list[Quantity]) -> list[Quantity]:
    """Give the first number of a range the scale, kind and unit of the second: `30-800M`."""
    result = list(found)
    for index in range(len(found) - 2, -1, -1):
        first, second = result[index], result[index + 1]
        gap = text[first.end : second.start]
        bare = first.kind == "plain" and not first.dimension
        if not bare or not _RANGE.fullmatch(gap):
            continue
        if gap.strip() == "and" and not _BETWEEN.search(text[: first.start]):
            if second.kind == "percent":
                result[index] = replace(first, kind="percent")
            continue
        ratio = 1.0
        value, step = first.value, first.step
        if _MAGNITUDES.search(text[second.start : second.end]):
            value = step = 10.0 ** min(value, 300)
        elif (written := _DIGITS.match(text, second.start)) and value < 1000:
            plain_value = float(
                re.sub(r"\D", "", written.group("whole")) + (written.group("fraction") or "")
            )
            ratio = second.value / plain_value if plain_value else 1.0
        result[index] = replace(
            first,
            value=value * ratio,
            step=step * ratio,
            kind=second.kind,
            dimension=second.dimension,
            nouns=second.nouns,
        )
    return result
