"""
Renders the Markdown of an academy chapter.

The author's text is sanitised first. Drawings and formulas are inserted afterwards: they are ours, and need
tags that the sanitiser removes.
"""

import re
from html import unescape

from markdown_it import MarkdownIt

from apps.content import figures, formulas
from apps.content.formulas import BadFormula
from apps.core.html import sanitise, wrap_tables

_INSERT = re.compile(r"<p>\[(figure|formula): ([^<\n]+)\]</p>")
_TAG = re.compile(r"<[^<>]*+>")
_WORD = re.compile(r"(?<!\S)(?:_|[^\w\s])*+[^\W_]\S*+")
_INSERT_LINE = re.compile(r"^\[(?:figure|formula): .*\]$", re.MULTILINE)


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    # URLs are checked in one place, `sanitise`, which removes an unsafe URL and keeps the link's text.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005 - called by name
    return parser


_PARSER = _parser()
_PARSER_WITHOUT_LINKS = _parser().disable(["link", "image"])
_MAX_BRACKETS = 2_000
"""The parser looks for the end of a link behind each '[': 60,000 of them take it seconds."""


def render(text: str) -> str:
    return wrap_tables(_INSERT.sub(_insert, _sanitised_html(text)))


def number_headings(html: str) -> str:
    """The HTML of a chapter with an id for each part: `part-1`, `part-2` and so on."""
    before, *parts = html.split("<h2>")
    return before + "".join(f'<h2 id="part-{number}">{part}' for number, part in enumerate(parts, start=1))


def headings(html: str) -> list[str]:
    """The parts of a rendered chapter in their order, as plain text."""
    parts = html.split("<h2>")[1:]
    return [unescape(_TAG.sub("", part.partition("</h2>")[0])).strip() for part in parts]


def word_count(text: str) -> int:
    return len(_WORD.findall(_TAG.sub(" ", _INSERT_LINE.sub(" ", text))))


def validation_errors(text: str) -> list[str]:
    """One for each drawing that does not exist and each invalid formula."""
    return [
        error
        for kind, name in _INSERT.findall(_sanitised_html(text))
        if (error := _insert_error(kind, unescape(name).strip()))
    ]


def _sanitised_html(text: str) -> str:
    parser = _PARSER if text.count("[") <= _MAX_BRACKETS else _PARSER_WITHOUT_LINKS
    tokens = parser.parse(text)
    for token in tokens:
        if token.tag == "h1":
            token.tag = "h2"  # the page has its h1
        if token.type == "th_open":
            token.attrs["scope"] = "col"
        if token.attrs.get("style") == "text-align:right":
            token.attrs["class"] = "number"
    return sanitise(parser.renderer.render(tokens, parser.options, {}))


def _insert(match: re.Match[str]) -> str:
    kind, name = match[1], unescape(match[2]).strip()
    if kind == "figure":
        return figures.markup(name) if name in figures.names() else match[0]
    try:
        return f'<div class="formula">{formulas.mathml(name)}</div>'
    except BadFormula:
        return match[0]


def _insert_error(kind: str, name: str) -> str | None:
    if kind == "figure":
        known = ", ".join(figures.names())
        return (
            None if name in figures.names() else f"There is no figure '{name}'. Available figures: {known}."
        )
    try:
        formulas.mathml(name)
    except BadFormula as error:
        return f"The formula '{name}' is invalid: {error}."
    return None
