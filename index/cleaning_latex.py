"""LaTeX in running text: accents, commands and formulas to plain text.

Abstracts are prose with some LaTeX in it, so only what is certainly LaTeX is touched: `%`, `&`,
`#`, `_`, `{}` and lone dollar signs of ordinary text stay as they are.
"""

from __future__ import annotations

import re
import unicodedata

from index import cleaning_maths
from index.cleaning_maths import MAX_DEPTH, maths_to_text

_SPECIAL = re.compile(r"\\|\$|\{(?=\s*\\[a-zA-Z'`\"^~=.])")
_MACRO = re.compile(r"\\(?:([a-zA-Z]+)\*?|(.))", re.S)
_MACRO_WITH_ARGUMENT = re.compile(r"\\[a-zA-Z]+\s*(?:\{[^{}]*\})?")
_ESCAPED_NEWLINE = re.compile(r"\\n(?=[A-Z\s\\(]|$)")
_APOSTROPHE = re.compile(r"\\'(?=(?:s|re|ve|ll|d|m|t)\b)")
_ESCAPED_QUOTES = re.compile(r"\\\"(?:[\s.,;:)!?]|$)")
_TIE = re.compile(r"(?<=[A-Za-z.)\]])~(?=[A-Za-z0-9]|$)")
_BRACED_LETTER = re.compile(r"(?<![\\^_])\{([À-ɏ])\}")  # half-converted: `Fr{é}chet`
_THOUSANDS = re.compile(r"(?<=\d)\{,\}(?=\d)")
_OPTIONAL = re.compile(r"\s*\[[^\[\]{}]{0,200}\]")
_ARGUMENT_START = re.compile(r"\s*\{")
_PROSE = re.compile(r"([A-Za-z]{3,})\s+([A-Za-z]{2,})")
_ENVIRONMENT = re.compile(r"\\begin\{([a-zA-Z]+\*?)\}")
_MATHS_ENVIRONMENTS = frozenset(
    "equation align eqnarray gather displaymath math multline split aligned".split()
)
MAX_FORMULA = 2000  # characters; a longer stretch between dollar signs is no formula

_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328",
    "r": "\u030a", "b": "\u0331", "d": "\u0323",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "ae": "æ", "oe": "œ", "o": "ø", "l": "ł", "aa": "å", "AE": "Æ", "OE": "Œ",
    "O": "Ø", "L": "Ł", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ",
    "TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "SS": "SS",
}  # fmt: skip
_WORDS = {
    "LaTeX": "LaTeX", "TeX": "TeX", "eg": "e.g.", "ie": "i.e.", "etal": "et al.", "etc": "etc.",
    "wrt": "w.r.t.", "S": "§", "P": "¶", "textquoteright": "’", "textquoteleft": "‘",
    "textasciitilde": "~", "textbackslash": "\\", "textbar": "|", "textless": "<",
    "textgreater": ">", "textunderscore": "_", "textasciicircum": "^", "textbraceleft": "{",
    "textbraceright": "}", "textdollar": "$", "textquotedbl": '"', "ldots": "...", "dots": "...",
    "textellipsis": "...", "item": " - ",
}  # fmt: skip
_CITATIONS = frozenset(
    """cite citep citet citealt citealp citeauthor citeyear citeyearpar autocite parencite
    textcite footcite supercite nocite ref eqref autoref cref Cref pageref label bibliography
    index vspace hspace thanks""".split()
)
_DECLARATIONS = frozenset(
    """em it bf tt sc sf rm sl cal tiny small large Large normalsize footnotesize itshape bfseries
    scshape ttfamily sffamily upshape mdseries noindent par newline linebreak newpage centering
    footnotemark xspace bigskip medskip smallskip maketitle protect selectfont raggedright
    displaystyle""".split()
)
_TWO_ARGUMENTS = frozenset("textcolor colorbox hyperlink hyperref foreignlanguage scalebox".split())
_LINKS = frozenset(["url", "nolinkurl", "path"])
_ESCAPED = frozenset("%&#_${}*")
_FORMULA_WORDS = cleaning_maths.OPERATORS | {"for", "and", "with", "where", "all", "otherwise"}
_SPACES = {" ": " ", "\n": " ", "\t": " ", ",": " ", ";": " ", ":": " ", ">": " "}
_NOTHING = frozenset("!-/@")


def strip_latex(text: str) -> str:
    """Replace LaTeX commands and `$…$` formulas by plain text; ordinary prose is untouched."""
    if "{" in text:
        text = _BRACED_LETTER.sub(r"\1", text)
    if "\\" not in text and "$" not in text:
        return text
    return _Prose(text).convert()


def _pair_braces(text: str) -> dict[int, int]:
    """Where each opening brace is closed; escaped and unmatched ones are left out."""
    pairs: dict[int, int] = {}
    stack: list[int] = []
    for match in re.finditer(r"\\.|[{}]", text, re.S):
        if match[0] == "{":
            stack.append(match.start())
        elif match[0] == "}" and stack:
            pairs[stack.pop()] = match.start()
    return pairs


class _Prose:
    """One stretch of running text and the plain text made of it so far."""

    def __init__(self, text: str, depth: int = 0) -> None:
        self._text = text
        self._depth = depth
        self._pairs = _pair_braces(text)
        self._quotes_escaped = _ESCAPED_QUOTES.search(text) is not None
        self._out: list[str] = []

    def convert(self) -> str:
        at = 0
        while (special := _SPECIAL.search(self._text, at)) is not None:
            start = special.start()
            self._plain(at, start)
            if self._text[start] == "$":
                at = self._dollar(start)
            elif self._text[start] == "{":
                at = self._group(start)
            else:
                at = self._command(start)
        self._plain(at, len(self._text))
        return "".join(self._out)

    def _plain(self, start: int, end: int) -> None:
        """Text without commands; beside commands, a tilde between words is LaTeX's tie."""
        stretch = self._text[start:end]
        if "\\" in self._text:
            stretch = _TIE.sub(" ", _THOUSANDS.sub(",", stretch))
        self._out.append(stretch)

    def _inner(self, content: str) -> str:
        if self._depth >= MAX_DEPTH:
            return content
        return _Prose(content, self._depth + 1).convert()

    def _before(self) -> str:
        """The last character written."""
        return next((piece[-1] for piece in reversed(self._out) if piece), "")

    def _argument(self, at: int) -> tuple[str | None, int]:
        """The content of the group that follows, and where to go on."""
        opening = _ARGUMENT_START.match(self._text, at)
        close = self._pairs.get(opening.end() - 1) if opening else None
        if opening is None or close is None:
            return None, at
        return self._text[opening.end() : close], close + 1

    def _group(self, start: int) -> int:
        """`{\\em word}`, `{\\'e}`: the braces only bound the command."""
        end = self._pairs.get(start)
        if end is None or self._depth >= MAX_DEPTH:
            self._out.append("{")
            return start + 1
        self._out.append(self._inner(self._text[start + 1 : end]).strip())
        return end + 1

    def _dollar(self, start: int) -> int:
        """The formula that a dollar sign opens, if it does.

        Pandoc's rule tells formulas from prices: no space after the opening sign, none before
        the closing one, no digit after it. Besides, a formula is no prose.
        """
        text = self._text
        mark = "$$" if text.startswith("$$", start) else "$"
        begin = start + len(mark)
        end = text.find(mark, begin, begin + MAX_FORMULA)
        while end > 0 and text[end - 1] == "\\":
            end = text.find(mark, end + 1, begin + MAX_FORMULA)
        inside = text[begin:end] if end > begin else ""
        if not inside or not _is_formula(inside, text[end + len(mark) : end + len(mark) + 1]):
            self._out.append(mark)
            return begin
        self._formula(inside)
        return end + len(mark)

    def _formula(self, tex: str) -> None:
        maths = maths_to_text(tex)
        # `AP$_{50}$` and `H$_2$O` are words: AP50, H2O.
        joined = self._before().isalpha() and re.fullmatch(r"_\d+", maths)
        self._out.append(maths[1:] if joined else maths)

    def _command(self, start: int) -> int:
        """Convert the command at `start`; return where to go on."""
        text = self._text
        newline = _ESCAPED_NEWLINE.match(text, start)
        if newline:
            self._out.append(" ")
            return newline.end()
        macro = _MACRO.match(text, start)
        if macro is None:  # a backslash at the very end
            self._out.append("\\")
            return start + 1
        if macro[2] is not None:
            return self._control_symbol(start)
        return self._named(macro[1], start, macro.end())

    def _control_symbol(self, start: int) -> int:
        text, char, at = self._text, self._text[start + 1], start + 2
        if char in "([":
            end = text.find("\\)" if char == "(" else "\\]", at, at + MAX_FORMULA)
            if end >= 0:
                self._formula(text[at:end])
                return end + 2
            self._out.append(char)
        elif char in _ACCENTS:
            return self._accent(char, start, at)
        elif char == "\\":
            self._out.append(" ")
            spacing = _OPTIONAL.match(text, at)
            return spacing.end() if spacing else at
        elif char in _ESCAPED:
            self._out.append(char)
        elif char in _SPACES:
            self._out.append(" ")
        elif char not in _NOTHING:
            self._out.append("\\" + char)
        return at

    def _accent(self, name: str, start: int, at: int) -> int:
        """`\\"o`, `\\'{e}`, `\\v{s}`; and quotes that some program escaped: `it\\'s`."""
        text = self._text
        in_word = start > 0 and text[start - 1].isalpha()
        escaped_quote = (name == '"' and self._quotes_escaped) or (
            name == "'" and in_word and _APOSTROPHE.match(text, start)
        )
        if not escaped_quote:
            content, end = self._argument(at)
            if content is None:
                spaced = at + 1 if name.isalpha() and text[at : at + 1] == " " else at
                dotless = re.compile(r"\\[ij](?![a-zA-Z])(?:\{\})?").match(text, at)
                content = dotless[0] if dotless else text[spaced : spaced + 1]
                end = dotless.end() if dotless else spaced + 1
                if name.isalpha() and spaced == at and not dotless:
                    content = None
            base = {"\\i": "i", "\\j": "j"}.get((content or "").strip("{} "), content or "").strip()
            accented = unicodedata.normalize("NFC", base[:1] + _ACCENTS[name]) + base[1:]
            if base[:1].isalpha() and len(accented) == len(base):
                self._out.append(accented)
                return end
            if content == "" and not name.isalpha():
                self._out.append(name)
                return end
        self._out.append("\\" + name if name.isalpha() else name)
        return at

    def _named(self, name: str, start: int, at: int) -> int:
        text, out = self._text, self._out
        if name in _CITATIONS:
            return self._citation(at)
        if name in _LINKS or name == "href":
            return self._link(name, at)
        if name in ("begin", "end"):
            return self._environment(start, at)
        if name in _ACCENTS:
            return self._accent(name, start, at)
        if name in _LETTERS:
            out.append(_LETTERS[name])
            if text.startswith("{}", at):
                return at + 2
            in_word = start > 0 and text[start - 1].isalpha()
            letter_follows = text[at : at + 1] == " " and text[at + 1 : at + 2].islower()
            return at + 1 if letter_follows and (in_word or name.isupper()) else at
        if name in _DECLARATIONS:
            return at + 1 if text[at : at + 1] == " " else at
        if name in _WORDS:
            out.append(_WORDS[name])
            return at + 2 if text.startswith("{}", at) else at
        if name in ("footnote", "footnotetext"):
            content, at = self._argument(at)
            out.append(f" ({self._inner(content).strip()})" if content else "")
            return at
        if name in ("textsuperscript", "textsubscript"):
            content, at = self._argument(at)
            self._formula(f"{'^' if name == 'textsuperscript' else '_'}{{{content or ''}}}")
            return at
        if cleaning_maths.has_arguments(name):
            return self._maths_command(name, start, at)
        return self._other(name, start, at)

    def _citation(self, at: int) -> int:
        """Citations and cross-references name nothing that a reader of the abstract has."""
        while (optional := _OPTIONAL.match(self._text, at)) is not None:
            at = optional.end()
        _, at = self._argument(at)
        while self._out and not self._out[-1]:
            self._out.pop()
        if self._out and self._text[at : at + 1] in (".", ",", ";", ":", ")", ""):
            self._out[-1] = self._out[-1].rstrip(" ~")
        elif self._out:
            self._out[-1] = self._out[-1].rstrip("~")
        return at

    def _link(self, name: str, at: int) -> int:
        address, at = self._argument(at)
        url = re.sub(r"\\([%#&_~])(?:\{\})?", r"\1", address or "").strip()
        label = ""
        if name == "href":
            content, at = self._argument(at)
            label = self._inner(content or "").strip()
        self._out.append(url if label in ("", url) else f"{label} ({url})")
        return at

    def _environment(self, start: int, at: int) -> int:
        opening = _ENVIRONMENT.match(self._text, start)
        if opening and opening[1].rstrip("*") in _MATHS_ENVIRONMENTS:
            closing = f"\\end{{{opening[1]}}}"
            end = self._text.find(closing, opening.end())
            if end >= 0:
                self._out.append(f" {maths_to_text(self._text[opening.end() : end])} ")
                return end + len(closing)
        _, at = self._argument(at)
        optional = _OPTIONAL.match(self._text, at)
        self._out.append(" ")
        return optional.end() if optional else at

    def _maths_command(self, name: str, start: int, at: int) -> int:
        """A command of mathematics that stands outside of dollar signs."""
        optional = _OPTIONAL.match(self._text, at) if name == "sqrt" else None
        _, end = self._argument(optional.end() if optional else at)
        if cleaning_maths.has_arguments(name) == 2:
            _, end = self._argument(end)
        if end == at:  # an accent over a letter without braces, say
            end = min(at + 2, len(self._text)) if self._text[at : at + 1] == " " else at + 1
        self._out.append(maths_to_text(self._text[start:end]))
        return end

    def _other(self, name: str, start: int, at: int) -> int:
        """Fonts, colours, symbols, and commands that nobody told us of."""
        optional = _OPTIONAL.match(self._text, at)
        content, end = self._argument(optional.end() if optional else at)
        if content is None:
            content, end = self._argument(at)
        if name in _TWO_ARGUMENTS and content is not None:
            content, end = self._argument(end)
        if content is None and name in cleaning_maths.DROPPED:
            return at
        symbol = cleaning_maths.symbols().get(name)
        if content is not None and (symbol is None or content.strip()):
            self._out.append((symbol or "") + self._inner(content))
            return end
        if symbol is not None:
            self._out.append(symbol)
            return end
        # `C:\\data` is no command; `\\ours` is one, and its name tells more than nothing.
        in_word = start > 0 and (self._text[start - 1].isalnum() or self._text[start - 1] in ":\\/")
        self._out.append(f"\\{name}" if in_word else name)
        return at


def _is_formula(inside: str, following: str) -> bool:
    """Whether what stands between two dollar signs is mathematics."""
    tight = not (inside[0].isspace() or inside[-1].isspace() or following.isdigit())
    marked = "\\" in inside or (re.search(r"[\^_]", inside) and not inside.strip()[:1].isdigit())
    if (not tight and not marked) or "\n\n" in inside:
        return False
    prose = _PROSE.findall(_MACRO_WITH_ARGUMENT.sub(" ; ", inside))
    return all(first in _FORMULA_WORDS or second in _FORMULA_WORDS for first, second in prose)
