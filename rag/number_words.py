"""Numbers, scales and units in words: tables for `rag/quantities.py`."""

from __future__ import annotations

from typing import Literal

Kind = Literal["plain", "percent", "times", "money", "ordinal"]

SMALL = dict(
    zip(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
        fifteen sixteen seventeen eighteen nineteen""".split(),
        range(20),
        strict=True,
    )
)
TENS = dict(
    zip(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(),
        range(20, 100, 10),
        strict=True,
    )
)
SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "k": 1e3,
    "K": 1e3,
    "M": 1e6,
    "B": 1e9,
    "bn": 1e9,
    "T": 1e12,
}
# Words that are a number of times or a share by themselves.
WHOLE_WORDS: dict[str, tuple[float, Kind]] = {
    "twice": (2, "times"),
    "double": (2, "times"),
    "doubles": (2, "times"),
    "doubled": (2, "times"),
    "doubling": (2, "times"),
    "twofold": (2, "times"),
    "thrice": (3, "times"),
    "triple": (3, "times"),
    "triples": (3, "times"),
    "tripled": (3, "times"),
    "tripling": (3, "times"),
    "threefold": (3, "times"),
    "quadruple": (4, "times"),
    "quadrupled": (4, "times"),
    "fourfold": (4, "times"),
    "fivefold": (5, "times"),
    "tenfold": (10, "times"),
    "half": (50, "percent"),
    "halves": (50, "percent"),
    "halved": (50, "percent"),
    "halving": (50, "percent"),
    "one-third": (100 / 3, "percent"),
    "two-thirds": (200 / 3, "percent"),
    "one-quarter": (25, "percent"),
    "three-quarters": (75, "percent"),
    "dozen": (12, "plain"),
}
UNITS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("ns", "nanosecond", "nanoseconds"), ("time", 1e-9)),
    **dict.fromkeys(("us", "µs", "μs", "microsecond", "microseconds"), ("time", 1e-6)),
    **dict.fromkeys(("ms", "msec", "msecs", "millisecond", "milliseconds"), ("time", 1e-3)),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), ("time", 1.0)),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), ("time", 60.0)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), ("time", 3600.0)),
    **dict.fromkeys(("day", "days"), ("time", 86400.0)),
    **dict.fromkeys(("week", "weeks"), ("time", 604800.0)),
    **dict.fromkeys(("month", "months"), ("months", 1.0)),
    **dict.fromkeys(("year", "years", "yr", "yrs"), ("months", 12.0)),
    **dict.fromkeys(("KB", "kB", "kilobytes"), ("bytes", 1e3)),
    **dict.fromkeys(("MB", "megabytes", "MiB"), ("bytes", 1e6)),
    **dict.fromkeys(("GB", "gigabytes", "GiB"), ("bytes", 1e9)),
    **dict.fromkeys(("TB", "terabytes"), ("bytes", 1e12)),
    **dict.fromkeys(("bit", "bits"), ("bits", 1.0)),
    **dict.fromkeys(("Hz", "hertz"), ("frequency", 1.0)),
    **dict.fromkeys(("kHz",), ("frequency", 1e3)),
    **dict.fromkeys(("MHz",), ("frequency", 1e6)),
    **dict.fromkeys(("GHz",), ("frequency", 1e9)),
    **dict.fromkeys(("dB",), ("decibel", 1.0)),
    **dict.fromkeys(("fps", "FPS"), ("frame rate", 1.0)),
    **dict.fromkeys(("nm",), ("length", 1e-9)),
    **dict.fromkeys(("Å", "angstrom", "angstroms", "ångström"), ("length", 1e-10)),
    **dict.fromkeys(("µm", "μm"), ("length", 1e-6)),
    **dict.fromkeys(("mm",), ("length", 1e-3)),
    **dict.fromkeys(("cm",), ("length", 1e-2)),
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), ("length", 1.0)),
    **dict.fromkeys(("km", "kilometres", "kilometers"), ("length", 1e3)),
    **dict.fromkeys(("mg",), ("mass", 1e-3)),
    **dict.fromkeys(("g", "gram", "grams"), ("mass", 1.0)),
    **dict.fromkeys(("kg",), ("mass", 1e3)),
    **dict.fromkeys(("°C", "℃"), ("temperature", 1.0)),
}
ORDINALS = dict(
    zip(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(),
        range(1, 11),
        strict=True,
    )
)
