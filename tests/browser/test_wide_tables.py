"""A table wider than a phone scrolls in its own box, also by keyboard."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from apps.content.chapter_text import render

from .learners import create_learner
from .page_checks import wait_for_hydration
from .stack import Stack
from .tabs import NARROWEST, Tabs, visit

_COLUMNS = [f"Consideration{number}" for number in range(1, 9)]
_WIDE = render(
    f"Before.\n\n|{'|'.join(_COLUMNS)}|\n|{'---|' * len(_COLUMNS)}\n|{'1,00,000|' * len(_COLUMNS)}\n\nAfter."
)
_DATA = re.compile(r'(<script id="page-data"[^>]*>)(.*?)(</script>)', re.DOTALL)
_MARKUP = {"html", "text", "articleBlogHTML"}
_COURSE = "how-the-indian-stock-market-works"


def _with_the_table(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _with_the_table(part, key) for key, part in value.items()}
    if isinstance(value, list):
        return [_with_the_table(part) for part in value]
    return _WIDE if name in _MARKUP and isinstance(value, str) else value


def _serve_the_table(route: Route) -> None:
    """The page with this table in every text."""
    served = route.fetch()
    if route.request.resource_type != "document":
        route.fulfill(response=served)
        return

    def data(found: re.Match[str]) -> str:
        # Hydration would keep the texts of the server's HTML.
        changed = _with_the_table(json.loads(found[2])) | {"rendered": False}
        return found[1] + json.dumps(changed).replace("<", "\\u003c") + found[3]

    route.fulfill(response=served, body=_DATA.sub(data, served.text()))


def _tab_to(page: Page, wanted: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"The keyboard never comes to {wanted}.")


@pytest.mark.parametrize("place", ["chapter", "words", "article"])
def test_it_does_not_widen_the_page_and_scrolls_with_arrow_keys(tabs: Tabs, stack: Stack, place: str) -> None:
    learner = create_learner(stack, _COURSE)
    path = {
        "chapter": "/academy/how-the-market-works/what-a-share-is",
        "words": "/privacy-policy",
        "article": learner.path(learner.topic("article")),
    }[place]
    page = tabs.open(member=learner.mobile, width=NARROWEST, reduced_motion="reduce")
    page.route(f"**{path}", _serve_the_table)
    visit(page, path)
    wait_for_hydration(page)
    frame = page.get_by_role("main").get_by_role("group", name="Table").first
    expect(frame.get_by_role("columnheader", name="Consideration8")).to_be_attached()

    assert page.evaluate("() => document.scrollingElement.scrollWidth") == NARROWEST
    assert frame.evaluate("(frame) => frame.scrollWidth > frame.clientWidth")
    _tab_to(page, ".table")
    expect(frame).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.activeElement.scrollLeft > 0")
    assert page.evaluate("() => scrollX") == 0
