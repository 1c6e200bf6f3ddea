"""
A formula as people type it, 'shares = risk / distance', as MathML.

The browser sets it without a script, and a screen reader reads it as a formula.
"""

import re
from dataclasses import dataclass
from html import escape

_TOKEN = re.compile(
    r"(?:(?P<number>₹?\d+(?:,\d+)*(?:\.\d+)?%?)"
    r"|(?P<name>[^\W\d_][^\W_]*(?: [^\W_]+)*)"
    r"|(?P<sign>[=≈≤≥<>+−\-×/^(),]))\s*+"
)
_LONGEST = 500
_DEEPEST = 20
_RELATIONS = frozenset("=≈≤≥<>")
_SUMS = frozenset("+−-")


class BadFormula(ValueError):
    """It cannot be read; the message says where it stops making sense."""


@dataclass(frozen=True, slots=True)
class _Part:
    markup: str
    inner: str | None = None
    """What stands in the parentheses, where the part is nothing but that: a fraction needs none."""

    @property
    def bare(self) -> str:
        return self.markup if self.inner is None else self.inner


def mathml(source: str) -> str:
    """:raises BadFormula: if it is not a formula"""
    if len(source) > _LONGEST:
        raise BadFormula(f"it is longer than {_LONGEST} characters")
    reader = _Reader(_tokens(source))
    markup = reader.relation()
    if not reader.is_done:
        raise BadFormula(f"'{reader.here}' is not expected there")
    return f'<math display="block" alttext="{escape(source)}">{markup}</math>'


def _tokens(source: str) -> list[tuple[str, str]]:
    found, place = [], 0
    text = source.strip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None or match.lastgroup is None:
            raise BadFormula(f"'{text[place:].strip()[:12]}' is not understood")
        found.append((match.lastgroup, match[match.lastgroup]))
        place = match.end()
    return found


class _Reader:
    """Reads from left to right; each method takes as much as belongs to its kind."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._place = 0
        self._depth = 0

    @property
    def is_done(self) -> bool:
        return self._place >= len(self._tokens)

    @property
    def here(self) -> str:
        return "the end" if self.is_done else self._tokens[self._place][1]

    def relation(self) -> str:
        markup = self._sum()
        while self.here in _RELATIONS:
            markup += _operator(self._take()) + self._sum()
        return markup

    def _sum(self) -> str:
        markup = _operator("−") if self.here in "−-" and self._take() else ""
        markup += self._product().markup
        while self.here in _SUMS:
            sign = self._take()
            markup += _operator("−" if sign == "-" else sign) + self._product().markup
        return markup

    def _product(self) -> _Part:
        left = self._power()
        while self.here in ("×", "/"):
            if self._take() == "×":
                left = _Part(left.markup + _operator("×") + self._power().markup)
            else:
                left = _Part(f"<mfrac>{_row(left.bare)}{_row(self._power().bare)}</mfrac>")
        return left

    def _power(self) -> _Part:
        base = self._atom()
        if self.here != "^":
            return base
        self._take()
        return _Part(f"<msup>{_row(base.markup)}{_row(self._atom().bare)}</msup>")

    def _atom(self) -> _Part:
        if self.is_done:
            raise BadFormula("something is missing at the end")
        kind, text = self._tokens[self._place]
        if kind == "number":
            return _Part(f"<mn>{escape(self._take())}</mn>")
        if kind == "name":
            return self._name()
        if text != "(":
            raise BadFormula(f"'{text}' is not expected there")
        inner = self._listed()
        return _Part(_operator("(") + inner + _operator(")"), inner=inner)

    def _name(self) -> _Part:
        name = self._take()
        markup = f"<mi>{escape(name)}</mi>" if len(name) == 1 else f"<mtext>{escape(name)}</mtext>"
        if self.here != "(":
            return _Part(markup)
        return _Part(markup + _operator("(") + self._listed() + _operator(")"))

    def _listed(self) -> str:
        """What stands between parentheses: one sum, or several with commas."""
        self._take()
        self._depth += 1
        if self._depth > _DEEPEST:
            raise BadFormula(f"more than {_DEEPEST} parentheses are open")
        markup = self._sum()
        while self.here == ",":
            markup += _operator(self._take()) + self._sum()
        if self.here != ")":
            raise BadFormula("a parenthesis is not closed")
        self._take()
        self._depth -= 1
        return markup

    def _take(self) -> str:
        text = self.here
        self._place += 1
        return text


def _row(markup: str) -> str:
    return f"<mrow>{markup}</mrow>"


def _operator(sign: str) -> str:
    return f"<mo>{escape(sign)}</mo>"
