"""
A chapter's Markdown, and what the page shows of it.

What authors write is made harmless first. Drawings and formulas are put in afterwards: they come from our
own code, and need tags that no author may use.
"""

import re
from html import unescape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from apps.content import figures, formulas
from apps.content.formulas import BadFormula
from apps.core.html import framed, harmless

_INSERT = re.compile(r"<p>\[(figure|formula): ([^<\n]+)\]</p>")
_TAG = re.compile(r"<[^<>]*+>")
_WORD = re.compile(r"(?<!\S)(?:_|[^\w\s])*+[^\W_]\S*+")
_INSERT_LINE = re.compile(r"^\[(?:figure|formula): .*\]$", re.MULTILINE)


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    # All addresses are judged in one place, `harmless`: there an evil one goes, and its words stay words.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005 - called by name
    return parser


_PARSER = _parser()


def html_of(text: str) -> str:
    """What the page shows."""
    return framed(_INSERT.sub(_inserted, _prose(text)))


def word_count(text: str) -> int:
    return len(_WORD.findall(_TAG.sub(" ", _INSERT_LINE.sub(" ", text))))


def problems_in(text: str) -> list[str]:
    """What an author should know before it is saved: drawings we do not have, formulas we cannot read."""
    return [
        problem
        for kind, name in _INSERT.findall(_prose(text))
        if (problem := _problem(kind, unescape(name).strip()))
    ]


def _prose(text: str) -> str:
    tokens = _PARSER.parse(text)
    for token in tokens:
        _settle(token)
    return harmless(_PARSER.renderer.render(tokens, _PARSER.options, {}))


def _settle(token: Token) -> None:
    if token.tag == "h1":
        token.tag = "h2"  # The page has its one title already.
    if token.type == "th_open":
        token.attrs["scope"] = "col"
    if token.attrs.get("style") == "text-align:right":
        token.attrs["class"] = "number"


def _inserted(match: re.Match[str]) -> str:
    kind, name = match[1], unescape(match[2]).strip()
    if kind == "figure":
        return figures.markup(name) if name in figures.names() else match[0]
    try:
        return f'<div class="formula">{formulas.mathml(name)}</div>'
    except BadFormula:
        return match[0]


def _problem(kind: str, name: str) -> str | None:
    if kind == "figure":
        known = ", ".join(figures.names())
        return None if name in figures.names() else f"There is no figure '{name}'. There are: {known}."
    try:
        formulas.mathml(name)
    except BadFormula as problem:
        return f"The formula '{name}' cannot be read: {problem}."
    return None
