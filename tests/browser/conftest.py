"""One site and one browser for all tests here; each test gets tabs of its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from apps.core.testing.services import missing

from .stack import ROOT, STAFF, STAFF_PASSWORD, Stack, free_port
from .survey import Survey
from .tabs import NARROW, PATIENCE_MS, Tabs

HERE = Path(__file__).resolve().parent
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    assert (ROOT / ".build" / "static").exists(), "The site is not built: run make build."
    data = tmp_path_factory.mktemp("site")
    with (data / "site.log").open("wb") as log:
        running = Stack(data=data, port=free_port(), log=log)
        running.start()
        try:
            yield running
        finally:
            code, left = running.stop()
        output = running.tail()
    assert (code, left) == (0, set()), output
    assert "Traceback" not in output


@pytest.fixture(scope="package")
def driver() -> Iterator[Playwright]:
    # Ended after the last test here: while it runs Django takes the main thread for an async one.
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE_MS)
        yield playwright


@pytest.fixture(scope="package")
def browser(driver: Playwright) -> Iterator[Browser]:
    """Without all that belongs to a window, where that is installed: it takes a third less time."""
    with _launched(driver, "chromium-headless-shell", "chromium") as launched:
        yield launched


@contextmanager
def _launched(driver: Playwright, *programs: str) -> Iterator[Browser]:
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, programs)), None)
    if not chromium:
        missing("needs Chromium: apt-get install chromium, or set CHROMIUM to its path")
    with driver.chromium.launch(executable_path=chromium, args=list(SWITCHES)) as launched:
        yield launched


@pytest.fixture(scope="package")
def survey(browser: Browser, stack: Stack) -> Iterator[Survey]:
    tabs = Tabs(browser=browser, stack=stack)
    yield Survey(tabs=tabs)
    tabs.close()


@pytest.fixture
def tabs(browser: Browser, stack: Stack) -> Iterator[Tabs]:
    yield from _untroubled(Tabs(browser=browser, stack=stack))


@pytest.fixture
def tabs_of_a_window(driver: Playwright, stack: Stack) -> Iterator[Tabs]:
    """With what a window brings along, such as the viewer of PDFs."""
    with _launched(driver, "chromium") as browser:
        yield from _untroubled(Tabs(browser=browser, stack=stack))


def _untroubled(tabs: Tabs) -> Iterator[Tabs]:
    yield tabs
    troubles = tabs.close()
    assert troubles == []


@pytest.fixture
def page(tabs: Tabs) -> Page:
    """A visitor at a desk."""
    return tabs.open()


@pytest.fixture
def phone(tabs: Tabs) -> Page:
    """A visitor with a phone."""
    return tabs.open(width=NARROW, has_touch=True, is_mobile=True)


@pytest.fixture
def desk(page: Page) -> Page:
    """Staff at their screens, under the staff policy."""
    page.goto("/admin/")
    page.get_by_label("Mobile").fill(STAFF)
    page.get_by_label("Password").fill(STAFF_PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    return page
