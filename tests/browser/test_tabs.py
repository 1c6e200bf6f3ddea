"""A tab that an earlier test has left is as a new one, or is not used again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from .stack import MEMBER, Stack
from .tabs import NARROW, WIDE, Tabs, visit

_LEAVE_TRACES = """() => {
  localStorage.setItem('theme', 'dark');
  sessionStorage.setItem('loginTarget', '/orders');
  history.pushState(null, '', '#further');
}"""
_TRACES = """() => ({
  stored: localStorage.length + sessionStorage.length,
  pages: history.length,
  isOnline: navigator.onLine,
  isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  isPrint: matchMedia('print').matches,
  width: innerWidth,
})"""


def test_a_tab_that_is_used_again_has_no_trace_of_its_test(browser: Browser, stack: Stack) -> None:
    tabs = Tabs(browser=browser, stack=stack)
    page = visit(tabs.open(member=MEMBER, width=NARROW, allow=("ERR_",)), "/contact")
    page.evaluate(_LEAVE_TRACES)
    page.emulate_media(color_scheme="dark", media="print")
    page.route("**/*", lambda route: route.abort())
    page.context.set_offline(True)
    tabs.close()

    again = tabs.open()

    assert again == page
    assert again.context.cookies() == []
    assert again.evaluate(_TRACES) == {
        "stored": 0,
        "pages": 1,
        "isOnline": True,
        "isDark": False,
        "isPrint": False,
        "width": WIDE,
    }
    visit(again, "/contact")
    assert tabs.close() == []


@pytest.mark.parametrize(
    "change",
    [
        lambda page: page.add_init_script("window.isChanged = true"),
        lambda page: page.clock.install(),
        lambda page: page.on("request", lambda _: None),
        lambda page: page.close(),
    ],
    ids=["script", "clock", "listener", "closed"],
)
def test_a_tab_that_cannot_be_emptied_is_closed(
    browser: Browser, stack: Stack, change: Callable[[Page], object]
) -> None:
    tabs = Tabs(browser=browser, stack=stack)
    page = tabs.open()
    change(page)
    tabs.close()

    assert page.is_closed()
    assert tabs.open() != page
    tabs.close()
