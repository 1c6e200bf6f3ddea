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
    expect,
)
from playwright.sync_api import Error as PlaywrightError

from .stack import STAFF, STAFF_PASSWORD, Stack

WIDE, TABLET, NARROW, NARROWEST = 1440, 768, 390, 360
_HEIGHTS = {WIDE: 900, NARROW: 844, NARROWEST: 740}
TIMEOUT_MS = 10_000
_MOST_SPARE_TABS = 4
_PARKED_AT = "/healthz"
_LASTING = ("add_init_script", "expose_binding", "expose_function", "on", "once")
"""What Playwright cannot undo, or only with the function at hand."""
_HAS_ANOTHER_CLOCK = "() => '__pwClock' in window"

IS_MOUNTED = "() => window.dataLayer?.some(({ event }) => event === 'page_view')"
"""Tracked by an effect: React has hydrated the page, and listens to the history and to the connection."""

IS_STYLED = "() => [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)"


Cookies = Sequence[Any]
"""As Playwright gives and takes them."""

Kind = tuple[tuple[str, ...], tuple[tuple[str, Any], ...]]
"""The scripts that run before those of each page, and the options of the context."""


@dataclass
class Tab:
    """A page in its own browser context, with its API calls and errors."""

    context: BrowserContext
    page: Page
    origin: str
    kind: Kind
    allowed: Sequence[str] = ()
    calls: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    is_changed: bool = False
    """Has something of its test that cannot be taken off it again."""

    def watch(self) -> None:
        for name in _LASTING:
            setattr(self.page, name, self._noticed(getattr(self.page, name)))
        self.context.on("console", self._on_console)
        self.context.on("weberror", lambda error: self._add(f"error: {error.error}"))
        self.context.on("request", self._see_request)
        self.context.on("requestfailed", self._see_failure)
        self.context.on("response", self._see_response)

    def _noticed(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            self.is_changed = True
            return method(*args, **options)

        return call

    def park(self) -> bool:
        """Take off it what its test has done, and leave its pages; whether another test can have it."""
        if self.is_changed or self.page.is_closed():
            return False
        try:
            for page in self.context.pages:
                if page != self.page:
                    page.close()
            self.page.unroute_all(behavior="ignoreErrors")
            self.context.unroute_all(behavior="ignoreErrors")
            self.context.set_offline(False)
            # Nothing lies under the mouse when the next page appears.
            self.page.mouse.move(-1, -1)
            self.page.goto(_PARKED_AT)
            return not self.page.evaluate(_HAS_ANOTHER_CLOCK)
        except PlaywrightError:
            return False

    def reuse(self) -> None:
        """As a new one: nothing stored, no history, the media of its kind."""
        self.context.clear_cookies()
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        session = self.context.new_cdp_session(self.page)
        session.send("Page.resetNavigationHistory")
        session.detach()
        options = dict(self.kind[1])
        self.page.emulate_media(
            media="null",
            color_scheme=options.get("color_scheme", "light"),
            reduced_motion=options.get("reduced_motion", "no-preference"),
        )
        self.calls, self.troubles = [], []

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
class SpareTabs:
    """
    Emptied tabs of earlier tests. In a new one the browser starts a process, and fetches and compiles every
    script: that costs more than to show the page.
    """

    _tabs: list[Tab] = field(default_factory=list)

    def take(self, origin: str, kind: Kind) -> Tab | None:
        for tab in self._tabs:
            if (tab.origin, tab.kind) == (origin, kind):
                self._tabs.remove(tab)
                tab.reuse()
                return tab
        return None

    def keep(self, tab: Tab) -> None:
        self._tabs.append(tab)
        if len(self._tabs) > _MOST_SPARE_TABS:
            self._tabs.pop(0).context.close()


@dataclass
class Tabs:
    """Opens tabs, each in a context of its own, and closes them at the end of a test."""

    browser: Browser
    stack: Stack
    spare: SpareTabs = field(default_factory=SpareTabs)
    opened: list[Tab] = field(default_factory=list)

    def open(
        self,
        *,
        width: int = WIDE,
        member: str | None = None,
        allow: Sequence[str] = (),
        own_session: bool = False,
        scripts: Sequence[str] = (),
        cookies: Cookies = (),
        **context: Any,
    ) -> Page:
        """
        A blank page of this width, as a visitor or as the member with this mobile number.

        Errors that match a pattern in `allow` are expected. The scripts run before those of each page.
        """
        kind = (tuple(scripts), tuple(sorted(context.items())))
        tab = self.spare.take(self.stack.origin, kind) or self._new_tab(kind)
        self.opened.append(tab)
        tab.allowed = allow
        tab.page.set_viewport_size({"width": width, "height": _HEIGHTS.get(width, 900)})
        tab.page.set_default_timeout(TIMEOUT_MS)
        if cookies:
            tab.context.add_cookies(list(cookies))
        if member:
            session = self.stack.session_of(member, fresh=own_session)
            tab.context.add_cookies([{"name": "sessionid", "value": session, "url": self.stack.origin}])
        return tab.page

    def _new_tab(self, kind: Kind) -> Tab:
        scripts, options = kind
        context = self.browser.new_context(base_url=self.stack.origin, **dict(options))
        context.set_default_timeout(TIMEOUT_MS)
        for script in scripts:
            context.add_init_script(script)
        tab = Tab(context=context, page=context.new_page(), origin=self.stack.origin, kind=kind)
        # A page without scripts cannot be emptied.
        tab.is_changed = "java_script_enabled" in dict(options)
        tab.watch()
        return tab

    def of(self, page: Page) -> Tab:
        return next(tab for tab in self.opened if tab.page == page)

    def calls(self, page: Page) -> list[str]:
        return self.of(page).calls

    def close(self) -> list[str]:
        """Close all tabs, or keep them for other tests, and return their errors."""
        troubles = [trouble for tab in self.opened for trouble in tab.troubles]
        for tab in self.opened:
            if tab.park():
                self.spare.keep(tab)
            else:
                tab.context.close()
        self.opened.clear()
        return troubles


def log_in_as_staff(browser: Browser, stack: Stack) -> Cookies:
    """Log in to the admin once; return the cookies, for all tests that are not about login."""
    with browser.new_context(base_url=stack.origin) as context:
        page = context.new_page()
        page.goto("/admin/")
        page.get_by_label("Mobile").fill(STAFF)
        page.get_by_label("Password").fill(STAFF_PASSWORD)
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("button", name="Log out")).to_be_visible()
        return context.cookies()


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
