"""Sanitises HTML that staff write, before it is stored."""

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
# Columns of numbers, which are right-aligned.
_CLASSES = {"th": {"number"}, "td": {"number"}}
# A path on this site. What starts with two slashes, or contains a backslash, leads to another host.
_OWN_PATH = re.compile(r"[/#](?![/\\])[^\\\s]*")
_WRAPPER = '<div class="table" tabindex="0" role="group" aria-label="Table">'
_TABLE = re.compile(r"<(/?)table\b[^<>]*+>")
# All but inline tags, which may be within a word.
_BLOCK_TAG = re.compile(r"<(?!/?(?:a|abbr|b|code|em|i|s|strong|sub|sup|u)\b)")


def sanitise(markup: str) -> str:
    """The markup without scripts, styles, frames, forms and unsafe URLs."""
    return nh3.clean(
        markup,
        tags=_TEXT | _STRUCTURE | _TABLES,
        attributes=_ATTRIBUTES,
        allowed_classes=_CLASSES,
        url_schemes={"https", "http", "mailto", "tel"},
        url_relative=_own_path,
    )


def wrap_tables(markup: str) -> str:
    """
    Sanitised markup with each table in a box that scrolls, so that a wide one does not widen the page.

    The box is focusable and labelled, so that it can be scrolled with the keyboard.
    """
    return _TABLE.sub(lambda tag: f"{tag[0]}</div>" if tag[1] else _WRAPPER + tag[0], markup)


def plain_text(markup: str) -> str:
    """The text without tags; words that a block tag separates stay separate."""
    return " ".join(unescape(nh3.clean(_BLOCK_TAG.sub(" <", markup), tags=set())).split())


def text_lines(markup: str) -> str:
    """The text without tags, with what a block tag separates on lines of their own."""
    return unescape(nh3.clean(_BLOCK_TAG.sub("\n<", markup), tags=set()))


def _own_path(url: str) -> str | None:
    return url if _OWN_PATH.fullmatch(url) else None
