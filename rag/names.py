"""Names of methods, datasets and models in a text, and whether a source mentions them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from rag.quantities import quantities_of

# A run of letters and digits held together by hyphens, dots inside, plus and hash signs.
_TOKEN = re.compile(r"[^\W_]+(?:[-‐‑–.&/+@][^\W_]+)*[+#]*", re.UNICODE)
_SENTENCE_END = re.compile(r"(?:^|[.!?:;]|\n)[\s\"'“‘(*#-]*$")

# Capitalised wherever they stand, and no names of what a paper is about.
_ORDINARY = frozenset(
    """i yes no none ok okay a an the this that these those it its they their we our he she you
    and or but also however moreover furthermore thus therefore hence finally additionally while
    although because since if when where there here in on at by for from to with without under
    over according based unlike compared both each all some most many several experiments
    experimental results result abstract paper authors""".split()
)
# Abbreviations that stand for common words of the field: not to know them is no mistake.
_COMMON = {
    "ai": ("artificial intelligence",),
    "ml": ("machine learning",),
    "dl": ("deep learning",),
    "rl": ("reinforcement learning",),
    "nlp": ("natural language processing", "language"),
    "llm": ("language model", "llm"),
    "lm": ("language model", "llm"),
    "vlm": ("vision language", "vlm", "multimodal"),
    "cv": ("computer vision",),
    "gpu": ("gpu", "graphics"),
    "cpu": ("cpu",),
    "ram": ("memory",),
    "vram": ("memory",),
    "cnn": ("convolution",),
    "rnn": ("recurrent",),
    "asr": ("speech recognition",),
    "ocr": ("character recognition",),
    "rag": ("retrieval augmented",),
    "cot": ("chain of thought",),
    "sft": ("supervised fine",),
    "moe": ("mixture of experts",),
    "dnn": ("neural network",),
    "nn": ("neural network",),
    "gnn": ("graph neural",),
    "us": ("united states", "american"),
    "uk": ("united kingdom", "british"),
    "sota": ("state of the art",),
    "ood": ("out of distribution",),
    "id": ("in distribution",),
    "3d": ("three dimensional", "3 d"),
    "2d": ("two dimensional", "2 d"),
}
# Names of one thing that share no letters, squeezed.
_ALIASES = (frozenset("covid19 covid sarscov2 2019ncov coronavirus".split()),)
_LONGEST_ACRONYM = 7


@dataclass(frozen=True, slots=True)
class Name:
    """A name: `text[start:end]`. `sure` is false for a lone capitalised ordinary-looking word."""

    text: str
    start: int
    end: int
    sure: bool


def names_of(text: str) -> list[Name]:
    """Tokens that look like names: `LoRA`, `GPT-4`, `FP8`, `ImageNet`, `Adam` within a sentence.

    A capitalised word at the beginning of a sentence is no name unless its spelling says so.
    """
    names = []
    # In headlines and shouted text capitals say nothing.
    shouted = text.isupper()
    long_words = re.findall(r"[^\W\d_]{4,}", text)
    capitals = sum(word[0].isupper() for word in long_words)
    headline = len(long_words) > 3 and capitals > 0.7 * len(long_words)
    for match in _TOKEN.finditer(text):
        token = match.group()
        core = re.sub(r"['’]s$", "", token)
        if core.casefold() in _ORDINARY or not any(c.isalpha() for c in core):
            continue
        if core[0].isdigit() and not re.match(r"\d+[A-Z]+\b", core):
            continue  # a number with its unit or noun: `4.8x`, `5-shot`, `7B-parameter`
        marked = _looks_like_name(core) and not shouted
        initial = _SENTENCE_END.search(text[: match.start()]) is not None
        if marked or (core[0].isupper() and not (initial or shouted or headline)):
            names.append(Name(core, match.start(), match.end(), marked))
    return names


def _looks_like_name(token: str) -> bool:
    """Capitals inside, all capitals, or letters with digits."""
    if any(c.isdigit() for c in token):
        # `7B`, `10M`, `2s` are quantities.
        return token[0].isalpha() or bool(re.fullmatch(r"\d+D", token))
    return any(
        part[1:] != part[1:].lower() and not (part.isupper() and len(part) > _LONGEST_ACRONYM)
        for part in re.split(r"[-‐‑–./&+]", token)
    )


def meanings_of(name: str) -> tuple[str, ...]:
    """The phrases that an abbreviation of the field stands for; none where it is not known."""
    meanings = _COMMON.get(_singular("".join(_words(name))), ())
    return tuple(meaning for meaning in meanings if " " in meaning)


class Mentions:
    """What a source mentions, for looking names up in it."""

    def __init__(self, *texts: str) -> None:
        joined = " \n ".join(texts)
        self._words = _words(joined)
        self._spaced = f" {' '.join(self._words)} "
        self._squeezed = "".join(self._words)
        # `β_1` is often written `β1`.
        words = {*self._words, *_words(joined.replace("_", ""))}
        self._known = words | {_singular(word) for word in words}
        self._initials = _initials(self._words)

    def __contains__(self, name: str) -> bool:
        """Whether the source mentions this name, in this or another usual spelling."""
        parts = _words(name)
        if not parts:
            return True
        if f" {' '.join(parts)} " in self._spaced:
            return True
        squeezed = "".join(parts)
        if squeezed in self._known or _singular(squeezed) in self._known:
            return True
        for aliases in _ALIASES:
            if squeezed in aliases and any(alias in self._squeezed for alias in aliases):
                return True
        # `Image Net` for `ImageNet`; short ones would be found inside any word.
        if len(squeezed) >= 5 and squeezed in self._squeezed:
            return True
        # `LLM-based` names an LLM; ordinary words beside a name are judged as content.
        telling = [
            part.casefold()
            for part in re.findall(r"[^\W_]+", name)
            if not part.isalpha() or not part.islower()
        ]
        return bool(telling) and all(self._has_part(part) for part in telling)

    def _has_part(self, part: str) -> bool:
        return part in self._known or _singular(part) in self._known or self._stands_for(part)

    def _stands_for(self, word: str) -> bool:
        """Whether an abbreviation is spelled out in the source."""
        short = _singular(word)
        meanings = _COMMON.get(short, ())
        if any(f" {meaning}" in self._spaced for meaning in meanings):
            return True
        return 3 <= len(short) <= 6 and short in self._initials


def _words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    folded = re.sub(r"\\[a-z]+|[${}\\]", " ", folded)
    return re.findall(r"[^\W_]+", folded)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 2 and word.endswith("s") else word


def _initials(words: list[str]) -> set[str]:
    """First letters of every run of three to six neighbouring words, small words in and out."""
    found: set[str] = set()
    small = {"of", "the", "and", "for", "in", "to", "a", "on", "with", "by"}
    for sequence in (words, [word for word in words if word not in small]):
        letters = "".join(word[0] for word in sequence)
        for size in range(3, 7):
            found.update(letters[i : i + size] for i in range(len(letters) - size + 1))
    return found


def unknown_names(claim: str, question: str, mentions: Mentions) -> list[str]:
    """Why each name of a claim fails that neither the source nor the question mentions."""
    asked = Mentions(question)
    measured = [(quantity.start, quantity.end) for quantity in quantities_of(claim)]
    return [
        f"the name {name.text} is not in the source"
        for name in names_of(claim)
        if name.text not in mentions
        and name.text not in asked
        and not any(start <= name.start < end for start, end in measured)  # `GB` of `160 GB`
    ]
