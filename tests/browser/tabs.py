"""Browser tabs that collect errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    Route,
    StorageState,
    expect,
)

from .stack import ROOT, STAFF, STAFF_PASSWORD, Stack

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
WIDE, TABLET, NARROW, NARROWEST = 1440, 768, 390, 360
_HEIGHTS = {WIDE: 900, NARROW: 844, NARROWEST: 740}
TIMEOUT_MS = 10_000

IS_MOUNTED = "() => window.dataLayer?.some(({ event }) => event === 'page_view')"
"""Tracked by an effect: React has hydrated the page, and listens to the history and to the connection."""

IS_STYLED = "() => [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)"


@dataclass
class Tab:
    """A page in its own browser context, with its API calls and errors."""

    context: BrowserContext
    page: Page
    origin: str
    allowed: Sequence[str]
    calls: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def watch(self) -> None:
        self.context.on("console", self._on_console)
        self.context.on("weberror", lambda error: self._add(f"error: {error.error}"))
        self.context.on("request", self._see_request)
        self.context.on("requestfailed", self._see_failure)
        self.context.on("response", self._see_response)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._add(f"console: {message.text} ({message.location['url']})")

    def _see_request(self, request: Request) -> None:
        if request.url.startswith(f"{self.origin}/api"):
            self.calls.append(f"{request.method} {request.url.removeprefix(self.origin)}")
        if not request.url.startswith((f"{self.origin}/", "data:", "blob:")):
            self._add(f"another host: {request.url}")

    def _see_failure(self, request: Request) -> None:
        # Leaving a page aborts its running requests.
        if request.failure != "net::ERR_ABORTED":
            self._add(f"failed: {request.url} ({request.failure})")

    def _see_response(self, response: Response) -> None:
        if response.status >= 400:
            self._add(f"status {response.status}: {response.url}")

    def _add(self, trouble: str) -> None:
        if not any(re.search(pattern, trouble) for pattern in self.allowed):
            self.troubles.append(trouble)


@dataclass
class Tabs:
    """Opens tabs, each in a new context, and closes them at the end of a test."""

    browser: Browser
    stack: Stack
    opened: list[Tab] = field(default_factory=list)

    def open(
        self,
        *,
        width: int = WIDE,
        member: str | None = None,
        allow: Sequence[str] = (),
        own_session: bool = False,
        with_axe: bool = False,
        **context: Any,
    ) -> Page:
        """
        A blank page of this width, as a visitor or as the member with this mobile number.

        Errors that match a pattern in `allow` are expected.
        """
        new_context = self.browser.new_context(
            base_url=self.stack.origin,
            viewport={"width": width, "height": _HEIGHTS.get(width, 900)},
            **context,
        )
        new_context.set_default_timeout(TIMEOUT_MS)
        if member:
            session = self.stack.session_of(member, fresh=own_session)
            new_context.add_cookies([{"name": "sessionid", "value": session, "url": self.stack.origin}])
        if with_axe:
            new_context.add_init_script(path=AXE)
        tab = Tab(context=new_context, page=new_context.new_page(), origin=self.stack.origin, allowed=allow)
        tab.watch()
        self.opened.append(tab)
        return tab.page

    def of(self, page: Page) -> Tab:
        return next(tab for tab in self.opened if tab.page == page)

    def calls(self, page: Page) -> list[str]:
        return self.of(page).calls

    def close(self) -> list[str]:
        """Close all tabs and return their errors."""
        troubles = [trouble for tab in self.opened for trouble in tab.troubles]
        for tab in self.opened:
            tab.context.close()
        self.opened.clear()
        return troubles


def log_in_as_staff(browser: Browser, stack: Stack) -> StorageState:
    """Log in to the admin once; return the session, for all tests that are not about login."""
    with browser.new_context(base_url=stack.origin) as context:
        page = context.new_page()
        page.goto("/admin/")
        page.get_by_label("Mobile").fill(STAFF)
        page.get_by_label("Password").fill(STAFF_PASSWORD)
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("button", name="Log out")).to_be_visible()
        return context.storage_state()


def visit(page: Page, path: str) -> Page:
    """Open the URL and wait until React has hydrated the page."""
    page.goto(path, wait_until="load")
    page.wait_for_function(IS_MOUNTED)
    return page


def depth_is(page: Page, depth: int) -> None:
    """How many overlays lie above the page in the browser's history."""
    page.wait_for_function("(depth) => (history.state?.step ?? 0) === depth", arg=depth)


def at_rest(page: Page) -> None:
    """Closing by a button or Escape goes back asynchronously; a page opened before that is aborted."""
    depth_is(page, 0)
    page.wait_for_timeout(50)


def hold(page: Page, pattern: str) -> Callable[[], None]:
    """Hold requests that match the pattern until the returned function is called."""
    waiting: list[Route] = []
    state = {"open": False}

    def catch(route: Route) -> None:
        if state["open"]:
            route.continue_()
        else:
            waiting.append(route)

    def release() -> None:
        state["open"] = True
        while waiting:
            waiting.pop().continue_()

    page.route(pattern, catch)
    return release


def mock_response(page: Page, pattern: str, body: Any, *, status: int = 200) -> None:
    """Respond with this JSON to all requests that match the pattern."""
    page.route(pattern, lambda route: route.fulfill(status=status, json=body))


def stored(page: Page, key: str, *, area: str = "localStorage") -> str | None:
    return page.evaluate("([area, key]) => window[area].getItem(key)", [area, key])


def path_of(page: Page) -> str:
    return page.evaluate("() => location.pathname + location.search + location.hash")
