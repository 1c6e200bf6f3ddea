"""Browser tabs that notice whatever goes wrong in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, Route

from .stack import ROOT, Stack

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
WIDE, NARROW, NARROWEST = 1440, 390, 360
_HEIGHTS = {WIDE: 900, NARROW: 844, NARROWEST: 740}
PATIENCE_MS = 10_000

IS_MOUNTED = "() => Object.keys(document.getElementById('main') ?? {}).some(key => key.startsWith('__react'))"
IS_STYLED = "() => [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)"


@dataclass
class Tab:
    """A page in a browser of its own, with what the page did that no page should do."""

    context: BrowserContext
    page: Page
    origin: str
    allowed: Sequence[str]
    calls: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def watch(self) -> None:
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda error: self._note(f"error: {error.error}"))
        self.context.on("request", self._see_request)
        self.context.on("requestfailed", self._see_failure)
        self.context.on("response", self._see_response)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(f"console: {message.text} ({message.location['url']})")

    def _see_request(self, request: Request) -> None:
        if request.url.startswith(f"{self.origin}/api"):
            self.calls.append(f"{request.method} {request.url.removeprefix(self.origin)}")
        if not request.url.startswith((f"{self.origin}/", "data:", "blob:")):
            self._note(f"another host: {request.url}")

    def _see_failure(self, request: Request) -> None:
        # Leaving a page aborts what it was still loading, which is nobody's fault.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"failed: {request.url} ({request.failure})")

    def _see_response(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"status {response.status}: {response.url}")

    def _note(self, trouble: str) -> None:
        if not any(re.search(pattern, trouble) for pattern in self.allowed):
            self.troubles.append(trouble)


@dataclass
class Tabs:
    """Opens tabs, each in a fresh context, and knows all that was open at the end of a test."""

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

        Whatever matches a pattern in `allow` is what the test provokes and no trouble.
        """
        made = self.browser.new_context(
            base_url=self.stack.origin,
            viewport={"width": width, "height": _HEIGHTS.get(width, 900)},
            **context,
        )
        made.set_default_timeout(PATIENCE_MS)
        if member:
            session = self.stack.session_of(member, fresh=own_session)
            made.add_cookies([{"name": "sessionid", "value": session, "url": self.stack.origin}])
        if with_axe:
            made.add_init_script(path=AXE)
        tab = Tab(context=made, page=made.new_page(), origin=self.stack.origin, allowed=allow)
        tab.watch()
        self.opened.append(tab)
        return tab.page

    def of(self, page: Page) -> Tab:
        return next(tab for tab in self.opened if tab.page == page)

    def calls(self, page: Page) -> list[str]:
        return self.of(page).calls

    def close(self) -> list[str]:
        """Close every tab and give what went wrong in any of them."""
        troubles = [trouble for tab in self.opened for trouble in tab.troubles]
        for tab in self.opened:
            tab.context.close()
        self.opened.clear()
        return troubles


def visit(page: Page, path: str) -> Page:
    """Open the address as typed, and wait until the application has taken the page over."""
    page.goto(path, wait_until="load")
    page.wait_for_function(IS_MOUNTED)
    return page


def hold(page: Page, pattern: str) -> Callable[[], None]:
    """Keep requests for this address waiting until the function that is given back is called."""
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


def answer(page: Page, pattern: str, body: Any, *, status: int = 200) -> None:
    """Answer every call to this address with this JSON instead of the site's own."""
    page.route(pattern, lambda route: route.fulfill(status=status, json=body))


def stored(page: Page, key: str, *, area: str = "localStorage") -> str | None:
    return page.evaluate("([area, key]) => window[area].getItem(key)", [area, key])


def path_of(page: Page) -> str:
    return page.evaluate("() => location.pathname + location.search + location.hash")
