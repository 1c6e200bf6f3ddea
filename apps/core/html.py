"""Markup that staff write, made harmless before it is kept."""

import re
from html import unescape

import nh3

_TEXT = {
    "p",
    "br",
    "strong",
    "em",
    "b",
    "i",
    "u",
    "s",
    "sub",
    "sup",
    "code",
    "pre",
    "blockquote",
    "hr",
    "abbr",
}
_STRUCTURE = {"h2", "h3", "h4", "ul", "ol", "li", "dl", "dt", "dd", "a", "figure", "figcaption", "img"}
_TABLES = {"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"}
_ATTRIBUTES = {
    "a": {"href", "title"},
    "abbr": {"title"},
    "img": {"src", "alt", "width", "height"},
    "ol": {"start"},
    "th": {"scope", "colspan", "rowspan"},
    "td": {"colspan", "rowspan"},
    "*": {"lang"},
}
# Columns of figures, which read better from the right.
_CLASSES = {"th": {"number"}, "td": {"number"}}
# A path of our own. What begins with two slashes, or with a backslash, leads to another host.
_OWN_PATH = re.compile(r"[/#](?![/\\])[^\\\s]*")
_FRAME = '<div class="table" tabindex="0" role="group" aria-label="Table">'
_TABLE = re.compile(r"<(/?)table\b[^<>]*+>")
# All but those that stand within a line, and maybe within a word.
_PARTING_TAG = re.compile(r"<(?!/?(?:a|abbr|b|code|em|i|s|strong|sub|sup|u)\b)")


def harmless(markup: str) -> str:
    """The markup without scripts, styles, frames, forms and addresses that could do harm."""
    return nh3.clean(
        markup,
        tags=_TEXT | _STRUCTURE | _TABLES,
        attributes=_ATTRIBUTES,
        allowed_classes=_CLASSES,
        url_schemes={"https", "http", "mailto", "tel"},
        url_relative=_own_path,
    )


def framed(markup: str) -> str:
    """
    Harmless markup with each table in a frame: a wide one scrolls in it, and does not widen the page.

    Who has no mouse scrolls what has the focus, so the frame takes it, and says what it is.
    """
    return _TABLE.sub(lambda tag: f"{tag[0]}</div>" if tag[1] else _FRAME + tag[0], markup)


def text_of(markup: str) -> str:
    """The words of the markup, without tags; what a tag parts stays apart."""
    return " ".join(unescape(nh3.clean(_PARTING_TAG.sub(" <", markup), tags=set())).split())


def _own_path(url: str) -> str | None:
    return url if _OWN_PATH.fullmatch(url) else None
