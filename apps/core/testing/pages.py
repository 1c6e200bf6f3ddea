"""Reads a page: its words, links and fields as people see them, and its data for the browser."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.utils.functional import cached_property

_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_WITHIN_WORDS = frozenset(["a", "b", "em", "i", "strong", "sub", "sup"])
_UNSEEN = frozenset(["script", "style", "template"])


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    children: "list[Element | str]" = field(default_factory=list, repr=False)

    @property
    def text(self) -> str:
        """The visible words, with one space between them."""
        return " ".join("".join(self._pieces()).split())

    def all(self, tag: str | None = None, **attributes: str) -> "list[Element]":
        return [
            element
            for element in self._descendants()
            if tag in (None, element.tag)
            and all(element.attributes.get(_html_name(name)) == value for name, value in attributes.items())
        ]

    def one(self, tag: str | None = None, **attributes: str) -> "Element":
        [found] = self.all(tag, **attributes)
        return found

    @property
    def links(self) -> list[tuple[str, str]]:
        """Pairs of URL and text."""
        return [(link.attributes.get("href") or "", link.text) for link in self.all("a")]

    @property
    def urls(self) -> list[str]:
        return [url for url, _ in self.links]

    def _descendants(self) -> "Iterator[Element]":
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child._descendants()

    def _pieces(self) -> Iterator[str]:
        if self.tag in _UNSEEN or "hidden" in self.attributes:
            return
        gap = "" if self.tag in _WITHIN_WORDS else " "
        yield gap
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child._pieces()
        yield gap


class Page:
    def __init__(self, html: str) -> None:
        self.html = html
        """All of it."""
        self.shown = html.partition('<script id="page-data"')[0]
        """Without the data for the browser."""

    @cached_property
    def root(self) -> Element:
        return parse(self.html)

    @cached_property
    def main(self) -> Element:
        return self.root.one("main")

    @property
    def text(self) -> str:
        return self.root.one("body").text

    @property
    def heading(self) -> str:
        return self.root.one("h1").text

    @property
    def title(self) -> str:
        return self.root.one("title").text

    @cached_property
    def data(self) -> Any:
        return json.loads(_content(self.root.one("script", id="page-data")))

    @property
    def answers(self) -> list[Any]:
        """Pairs of query key and response."""
        return list(self.data["answers"])

    @property
    def responses(self) -> list[Any]:
        return [answer for _, answer in self.answers]

    def answer(self, *key: Any) -> Any:
        [found] = [answer for given, answer in self.answers if given == list(key)]
        return found

    @property
    def structured(self) -> list[Any]:
        """What search engines read."""
        return [json.loads(_content(found)) for found in self.root.all("script", type="application/ld+json")]

    def meta(self, name: str) -> str | None:
        found = [element.attributes["content"] for element in self.root.all("meta", name=name)]
        return found[0] if found else None

    @property
    def canonical(self) -> str | None:
        found = [element.attributes["href"] for element in self.root.all("link", rel="canonical")]
        return found[0] if found else None


def get_page(client: Any, path: str, query: Any = None, *, status: int = 200) -> Page:
    """The page, which React has rendered on the server."""
    response = client.get(path, query)
    assert response.status_code == status
    page = Page(response.content.decode())
    assert page.data["rendered"] is True
    return page


def parse(html: str) -> Element:
    parser = _Tree()
    parser.feed(html)
    parser.close()
    return parser.root


class _Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self._open[-1].children.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def _html_name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _content(element: Element) -> str:
    return "".join(child for child in element.children if isinstance(child, str))
