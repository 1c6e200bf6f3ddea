"""One site and one browser for all tests; each test gets its own tabs."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from apps.core.testing.ports import free_port
from apps.core.testing.services import skip_or_fail

from .page_checks import PageChecks
from .stack import ROOT, Stack
from .tabs import NARROW, TIMEOUT_MS, Cookies, SpareTabs, Tabs, log_in_as_staff

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


_LONGEST_FIRST = (
    "test_public_pages",
    "test_checkout",
    "test_staff_jobs",
    "test_player",
    "test_hydration",
    "test_pro",
    "test_history_steps",
    "test_course_enrolment",
    "test_session_picker",
    "test_login_required",
    "test_menus",
    "test_scrolling",
    "test_lost_parts",
    "test_wide_tables",
    "test_certificates",
    "test_courses_page",
)
"""A worker takes the next file when it is done with one: a long file at the end would keep one core alone."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = [item for item in items if HERE in item.path.parents]
    for item in here:
        item.add_marker(pytest.mark.browser)
    ranks = {name: place for place, name in enumerate(_LONGEST_FIRST)}
    ordered = iter(sorted(here, key=lambda item: ranks.get(item.path.stem, len(ranks))))
    items[:] = [next(ordered) if HERE in item.path.parents else item for item in items]


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """
    A data folder to copy: migrating and seeding take longer than most tests.

    One worker prepares it for all.
    """
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    ready, unfinished = shared / "prepared", shared / "preparing"
    with (shared / "prepared.lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists():
            unfinished.mkdir()
            Stack(data=unfinished, port=free_port(), log=lock).prepare()
            unfinished.rename(ready)
    return ready


@pytest.fixture(scope="package")
def stack(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Stack]:
    assert (ROOT / ".build" / "static").exists(), "The site is not built: run make build."
    data = tmp_path_factory.mktemp("site")
    with (data / "site.log").open("wb") as log:
        running = Stack(data=data, port=free_port(), log=log, prepared=prepared)
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
    # Stopped after the last browser test: while it runs, Django takes the main thread for async.
    with sync_playwright() as playwright:
        expect.set_options(timeout=TIMEOUT_MS)
        yield playwright


@pytest.fixture(scope="package")
def browser(driver: Playwright, stack: Stack) -> Iterator[Browser]:
    """
    The headless shell if it is installed: it takes a third less time.

    It is closed before the site stops, which waits five seconds for open connections.
    """
    with _launch(driver, "chromium-headless-shell", "chromium") as launched:
        yield launched


@contextmanager
def _launch(driver: Playwright, *programs: str) -> Iterator[Browser]:
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, programs)), None)
    if not chromium:
        skip_or_fail("needs Chromium: apt-get install chromium, or set CHROMIUM to its path")
    with driver.chromium.launch(executable_path=chromium, args=list(SWITCHES)) as launched:
        yield launched


@pytest.fixture(scope="package")
def page_checks(browser: Browser, stack: Stack) -> Iterator[PageChecks]:
    tabs = Tabs(browser=browser, stack=stack)
    yield PageChecks(tabs=tabs)
    tabs.close()


@pytest.fixture(scope="package")
def spare_tabs() -> SpareTabs:
    return SpareTabs()


@pytest.fixture
def tabs(browser: Browser, stack: Stack, spare_tabs: SpareTabs) -> Iterator[Tabs]:
    yield from _check_troubles(Tabs(browser=browser, stack=stack, spare=spare_tabs))


@pytest.fixture
def tabs_of_a_window(driver: Playwright, stack: Stack) -> Iterator[Tabs]:
    """Tabs in full Chromium, which has a PDF viewer."""
    with _launch(driver, "chromium") as browser:
        yield from _check_troubles(Tabs(browser=browser, stack=stack))


def _check_troubles(tabs: Tabs) -> Iterator[Tabs]:
    yield tabs
    if troubles := tabs.close():
        # An assertion would show only the ends of a long message.
        pytest.fail("\n".join(troubles))


@pytest.fixture
def page(tabs: Tabs) -> Page:
    """A visitor on a desktop."""
    return tabs.open()


@pytest.fixture
def phone(tabs: Tabs) -> Page:
    """A visitor on a phone."""
    return tabs.open(width=NARROW, has_touch=True, is_mobile=True)


@pytest.fixture(scope="package")
def staff_session(browser: Browser, stack: Stack) -> Cookies:
    return log_in_as_staff(browser, stack)


@pytest.fixture
def desk(tabs: Tabs, staff_session: Cookies) -> Page:
    """The admin, logged in as staff, with its Content-Security-Policy."""
    page = tabs.open(cookies=staff_session)
    page.goto("/admin/")
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    return page
