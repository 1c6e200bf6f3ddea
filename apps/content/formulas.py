"""
Converts a typed formula such as 'shares = risk / distance' to MathML.

Browsers render MathML without a script, and screen readers announce it as a formula.
"""

import re
from dataclasses import dataclass
from html import escape

_TOKEN = re.compile(
    r"(?:(?P<number>₹?\d+(?:,\d+)*(?:\.\d+)?%?)"
    r"|(?P<name>[^\W\d_][^\W_]*(?: [^\W_]+)*)"
    r"|(?P<sign>[=≈≤≥<>+−\-×/^(),]))\s*+"
)
_MAX_LENGTH = 500
_MAX_DEPTH = 20
_RELATIONS = frozenset("=≈≤≥<>")
_SUMS = frozenset("+−-")


class BadFormula(ValueError):
    """The formula cannot be parsed; the message names the part that is invalid."""


@dataclass(frozen=True, slots=True)
class _Part:
    markup: str
    inner: str | None = None
    """The content of the parentheses if the part is only that: a fraction needs no parentheses."""

    @property
    def bare(self) -> str:
        return self.markup if self.inner is None else self.inner


def mathml(source: str) -> str:
    """:raises BadFormula: if it is not a formula"""
    if len(source) > _MAX_LENGTH:
        raise BadFormula(f"it is longer than {_MAX_LENGTH} characters")
    parser = _Parser(_tokenise(source))
    markup = parser.relation()
    if not parser.is_at_end:
        raise BadFormula(f"'{parser.current}' is not expected there")
    return f'<math display="block" alttext="{escape(source)}">{markup}</math>'


def _tokenise(source: str) -> list[tuple[str, str]]:
    found, position = [], 0
    text = source.strip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            raise BadFormula(f"'{text[position:].strip()[:12]}' is not understood")
        found.append((match.lastgroup, match[match.lastgroup]))
        position = match.end()
    return found


class _Parser:
    """A recursive-descent parser with one method per grammar rule, in order of precedence."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._position = 0
        self._depth = 0

    @property
    def is_at_end(self) -> bool:
        return self._position >= len(self._tokens)

    @property
    def current(self) -> str:
        return "the end" if self.is_at_end else self._tokens[self._position][1]

    def relation(self) -> str:
        markup = self._sum()
        while self.current in _RELATIONS:
            markup += _operator(self._advance()) + self._sum()
        return markup

    def _sum(self) -> str:
        markup = _operator("−") if self.current in "−-" and self._advance() else ""
        markup += self._product().markup
        while self.current in _SUMS:
            sign = self._advance()
            markup += _operator("−" if sign == "-" else sign) + self._product().markup
        return markup

    def _product(self) -> _Part:
        left = self._power()
        while self.current in ("×", "/"):
            if self._advance() == "×":
                left = _Part(left.markup + _operator("×") + self._power().markup)
            else:
                left = _Part(f"<mfrac>{_row(left.bare)}{_row(self._power().bare)}</mfrac>")
        return left

    def _power(self) -> _Part:
        base = self._atom()
        if self.current != "^":
            return base
        self._advance()
        return _Part(f"<msup>{_row(base.markup)}{_row(self._atom().bare)}</msup>")

    def _atom(self) -> _Part:
        if self.is_at_end:
            raise BadFormula("something is missing at the end")
        kind, text = self._tokens[self._position]
        if kind == "number":
            return _Part(f"<mn>{escape(self._advance())}</mn>")
        if kind == "name":
            return self._name()
        if text != "(":
            raise BadFormula(f"'{text}' is not expected there")
        inner = self._parenthesised()
        return _Part(_operator("(") + inner + _operator(")"), inner=inner)

    def _name(self) -> _Part:
        name = self._advance()
        markup = f"<mi>{escape(name)}</mi>" if len(name) == 1 else f"<mtext>{escape(name)}</mtext>"
        if self.current != "(":
            return _Part(markup)
        return _Part(markup + _operator("(") + self._parenthesised() + _operator(")"))

    def _parenthesised(self) -> str:
        """An expression in parentheses: one sum, or several separated by commas."""
        self._advance()
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise BadFormula(f"more than {_MAX_DEPTH} parentheses are open")
        markup = self._sum()
        while self.current == ",":
            markup += _operator(self._advance()) + self._sum()
        if self.current != ")":
            raise BadFormula("a parenthesis is not closed")
        self._advance()
        self._depth -= 1
        return markup

    def _advance(self) -> str:
        text = self.current
        self._position += 1
        return text


def _row(markup: str) -> str:
    return f"<mrow>{markup}</mrow>"


def _operator(sign: str) -> str:
    return f"<mo>{escape(sign)}</mo>"
