"""LaTeX mathematics to plain text that people read and keyword search finds.

`4.8\\times` becomes `4.8×`, `\\tilde{\\mathcal{O}}(\\sqrt{T})` becomes `Õ(√T)`, and
`10^{-3}` stays `10^{-3}`: scripts keep their mark, so that no two numbers run together.
"""

from __future__ import annotations

import functools
import re
import unicodedata
import warnings

MAX_DEPTH = 40  # groups nested deeper than this lose their braces, so recursion stays shallow

_PIECE = re.compile(r"\\[a-zA-Z]+\*?|\\.|\\|.", re.S)
_WORD = re.compile(r"\w+")

# Readable and searchable beats typographically exact.
_PREFERRED = {
    "epsilon": "ε", "varepsilon": "ε", "phi": "φ", "varphi": "φ", "vartheta": "θ", "varrho": "ρ",
    "varsigma": "ς", "varpi": "π", "textmu": "μ", "micro": "μ", "mid": "|", "vert": "|",
    "lvert": "|", "rvert": "|", "ldots": "...", "dots": "...", "cdots": "...", "dotsc": "...",
    "dotsb": "...", "ast": "*", "star": "*", "colon": ":", "sim": "~", "prime": "'",
    "lbrace": "{", "rbrace": "}", "backslash": "\\", "setminus": "\\", "emptyset": "∅",
    "degree": "°", "lt": "<", "gt": ">", "land": "∧", "lor": "∨", "circ": "∘",
    "ell": "ℓ", "hbar": "ħ", "iff": "⇔", "implies": "⇒", "textdegree": "°", "minus": "−",
    "over": "/", "choose": " choose ", "bmod": " mod ", "mod": " mod ", "not": "not ",
}  # fmt: skip
OPERATORS = frozenset(
    """arccos arcsin arctan arg argmax argmin cos cosh cot coth csc deg det diag dim exp gcd hom
    inf ker lg lim liminf limsup ln log max min poly polylog Pr rank sec sgn sign sin sinh sup
    supp tan tanh tr Tr Var Cov""".split()
)
DROPPED = frozenset(
    """left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm middle
    displaystyle textstyle scriptstyle limits nolimits rm bf it sf tt cal em mathstrut nonumber
    notag allowbreak nobreak hfill smash phantom hphantom vphantom label tag ensuremath mathop
    mathrel mathbin mathord mathopen mathclose protect relax xspace""".split()
)
_DROPPED_WITH_ARGUMENT = frozenset("label tag phantom hphantom vphantom hspace vspace".split())
_PLAIN_ARGUMENT = frozenset(
    """mathrm mathbf mathit mathsf mathtt mathcal mathscr mathfrak mathbbm bm boldsymbol pmb
    underline underbrace overbrace mbox text textrm textbf textit textsf texttt textnormal textsc
    textup emph operatorname mathop ensuremath overline widebar smash boxed mathnormal""".split()
)
_SPACED_ARGUMENT = frozenset(
    "mbox text textrm textbf textit textsf texttt textnormal textsc textup emph".split()
)
_ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303",
    "Tilde": "\u0303", "Hat": "\u0302", "bar": "\u0304", "Bar": "\u0304", "dot": "\u0307",
    "ddot": "\u0308", "vec": "\u20d7", "check": "\u030c", "breve": "\u0306", "acute": "\u0301",
    "grave": "\u0300", "overline": "\u0304", "mathring": "\u030a",
}  # fmt: skip
_DOUBLE_STRUCK = {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "C": "ℂ"}
_SPACES = {",": " ", ";": " ", ":": " ", ">": " ", " ": " ", "\n": " ", "!": "", "-": "", "/": ""}
_NEGATED = {"=": "≠", "∈": "∉", "<": "≮", ">": "≯", "⊂": "⊄", "⊆": "⊈", "≡": "≢"}


@functools.cache
def symbols() -> dict[str, str]:
    """Macros that stand for one fixed text, such as `alpha` for α, without their backslash."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pylatexenc.latex2text import get_default_latex_context_db  # noqa: PLC0415 (slow)

        database = get_default_latex_context_db()
        table = {
            spec.macroname: spec.simplify_repl
            for category in database.categories()
            for spec in database.iter_macro_specs([category])
            if isinstance(spec.simplify_repl, str) and "%" not in spec.simplify_repl
        }
    return {name: text for name, text in table.items() if text.strip()} | _PREFERRED


def has_arguments(name: str) -> int:
    """How many arguments a command of mathematics takes; 0 for one of text, or none."""
    if name in ("frac", "dfrac", "tfrac", "nicefrac", "sfrac", "cfrac", "binom"):
        return 2
    mathematical = name in _PLAIN_ARGUMENT - _SPACED_ARGUMENT or name in _ACCENTS
    return 1 if mathematical or name in ("sqrt", "mathbb") else 0


def maths_to_text(tex: str) -> str:
    """Plain text for the inside of a formula, without its dollar signs."""
    converter = _Converter(_PIECE.findall(tex))
    text = converter.sequence(closed_by=None)
    return unicodedata.normalize("NFC", " ".join(text.split()))


class _Converter:
    """A recursive-descent reader over the pieces of one formula."""

    def __init__(self, pieces: list[str]) -> None:
        self._pieces = pieces
        self._at = 0
        self._depth = 0

    def sequence(self, closed_by: str | None) -> str:
        out: list[str] = []
        while self._at < len(self._pieces):
            piece = self._pieces[self._at]
            self._at += 1
            if piece == closed_by:
                break
            self._append(out, piece)
        return "".join(out)

    def _append(self, out: list[str], piece: str) -> None:
        """Convert one piece, and what belongs to it, onto `out`."""
        if piece in "_^":
            out.append(self._script(piece))
        elif len(piece) > 1 and piece[0] == "\\" and piece[1].isalpha():
            self._macro(out, piece[1:].rstrip("*"))
        else:
            out.append(self._character(piece))

    def _character(self, piece: str) -> str:
        if piece == "{":
            return self._group()
        if piece in ("}", "$", "\\"):
            return ""
        if piece in ("&", "~", "\\\\"):
            return " "
        if piece[0] == "\\":
            return _SPACES.get(piece[1], "‖" if piece[1] == "|" else piece[1])
        return piece

    def _group(self) -> str:
        if self._depth >= MAX_DEPTH:
            return ""
        self._depth += 1
        text = self.sequence(closed_by="}")
        self._depth -= 1
        return text

    def _argument(self) -> str:
        while self._at < len(self._pieces) and self._pieces[self._at].isspace():
            self._at += 1
        if self._at >= len(self._pieces) or self._pieces[self._at] == "}":
            return ""
        piece = self._pieces[self._at]
        self._at += 1
        if self._depth >= MAX_DEPTH:
            return ""
        self._depth += 1
        out: list[str] = []
        self._append(out, piece)
        self._depth -= 1
        return "".join(out).strip()

    def _optional_argument(self) -> str | None:
        if self._at < len(self._pieces) and self._pieces[self._at] == "[":
            end = next(
                (i for i in range(self._at, len(self._pieces)) if self._pieces[i] == "]"), None
            )
            if end is not None:
                text = "".join(self._pieces[self._at + 1 : end])
                self._at = end + 1
                return text
        return None

    def _script(self, mark: str) -> str:
        text = self._argument()
        if not text:
            return ""
        if mark == "^" and text in ("∘", "°"):
            return "°"
        if mark == "^" and set(text) == {"'"}:
            return text
        following = self._pieces[self._at] if self._at < len(self._pieces) else ""
        if len(text) == 1 or (_WORD.fullmatch(text) and not following[:1].isalnum()):
            return mark + text
        return f"{mark}{{{text}}}"

    def _macro(self, out: list[str], name: str) -> None:
        before = out[-1][-1:] if out else ""
        if name in _DROPPED_WITH_ARGUMENT:
            self._argument()
        elif name in _ACCENTS:
            text = self._argument()
            out.append(text + _ACCENTS[name] if len(text) == 1 else text)
        elif name in ("frac", "dfrac", "tfrac", "nicefrac", "sfrac", "cfrac"):
            above, below = self._argument(), self._argument()
            out.append(f"{_factor(above)}/{_factor(below)}")
        elif name == "binom":
            out.append(f"({self._argument()} choose {self._argument()})")
        elif name == "sqrt":
            degree = self._optional_argument()
            root = f"√[{degree}]" if degree else "√"
            out.append(f"{root}{_factor(self._argument())}")
        elif name == "mathbb":
            text = self._argument()
            out.append(_DOUBLE_STRUCK.get(text, text))
        elif name in ("overset", "underset", "stackrel", "textcolor", "color"):
            self._argument()
            if name != "color":
                out.append(self._argument())
        elif name in ("begin", "end"):
            self._argument()
            out.append(" ")
        elif name in ("quad", "qquad"):
            out.append(" ")
        elif name == "not":
            text = self._argument()
            out.append(_NEGATED.get(text, text + "\u0338"))
        elif name == "pmod":
            out.append(f" (mod {self._argument()})")
        elif name in _PLAIN_ARGUMENT:
            start = self._at
            text = self._argument()
            if name in _SPACED_ARGUMENT:
                text = self._spaced(start, text)
            word = name == "operatorname" and before.isalnum()
            out.append(f" {text}" if word else text)
        elif name in DROPPED:
            if self._at < len(self._pieces) and name in ("left", "right", "middle"):
                self._at += self._pieces[self._at] == "."
        elif name in OPERATORS:
            self._word(out, name, before)
        else:
            self._symbol(out, name, before)

    def _spaced(self, start: int, text: str) -> str:
        """The argument of a text macro: spaces at its ends are meant."""
        raw = "".join(self._pieces[start : self._at])
        head = " " if raw[1:2].isspace() else ""
        tail = " " if raw[-2:-1].isspace() else ""
        return f"{head}{text}{tail}"

    def _word(self, out: list[str], word: str, before: str) -> None:
        """An operator's name, kept apart from the letters beside it."""
        following = self._pieces[self._at] if self._at < len(self._pieces) else ""
        head = " " if before.isalnum() or before in (")", "]") else ""
        tail = " " if following.isalnum() or following[:1] == "\\" else ""
        out.append(f"{head}{word}{tail}")

    def _symbol(self, out: list[str], name: str, before: str) -> None:
        text = symbols().get(name)
        if text is None:
            self._word(out, name, before)
            return
        if text[0].isascii() and text.isalpha():
            self._word(out, text, before)
            return
        # TeX drops the space that ends a macro's name; beside a space that was meant, keep it.
        if not before.isspace():
            while self._at < len(self._pieces) and self._pieces[self._at].isspace():
                self._at += 1
        out.append(text)


def _factor(text: str) -> str:
    """In parentheses unless it is one number, letter, word or already enclosed."""
    bare = text.replace(".", "").replace(",", "")
    if len(text) <= 1 or bare.isalnum() or (text.startswith("√") and text[1:].isalnum()):
        return text
    return f"({text})"
