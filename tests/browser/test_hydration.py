"""The browser keeps the server's HTML: for each route, person and time zone."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from apps.core.testing import proof

from .learners import QUESTION, create_learner
from .page_checks import (
    MAIN_SCRIPT,
    MARK_SERVER_ELEMENTS,
    NOT_OWNED,
    SERVER_ELEMENTS_ARE_KEPT,
    path_of_route,
    wait_for_hydration,
)
from .stack import MEMBER, ROOT, SUBSCRIBER, Stack, route_table
from .tabs import Tabs, hold, path_of, visit

ROUTES = [row["name"] for row in route_table()]
LOGIN = ["login", "signup"]


def opened(tabs: Tabs, *, zone: str, member: str | None) -> Page:
    return tabs.open(member=member, timezone_id=zone, allow=NOT_OWNED, scripts=(MARK_SERVER_ELEMENTS,))


@pytest.fixture(scope="session")
def development_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The browser's scripts as `make dev` builds them; of the session, to be built before there is a site."""
    folder = tmp_path_factory.mktemp("development")
    config = "frontend/build/development.config.js"
    webpack = ["node_modules/.bin/webpack", "--config", config, "--mode", "development"]
    subprocess.run([*webpack, "--output-path", folder], cwd=ROOT, check=True, capture_output=True)
    assert {"main.js", "vendor.js"} <= {file.name for file in folder.iterdir()}
    return folder


def use_build(page: Page, folder: Path) -> None:
    """Answer requests for the production build's scripts with this build."""

    def replace(route: Route) -> None:
        asked = Path(urlsplit(route.request.url).path)
        exact, named = folder / asked.name, folder / f"{asked.name.partition('.')[0]}{asked.suffix}"
        if own := next((file for file in (exact, named) if file.exists()), None):
            route.fulfill(path=own)
        elif asked.suffix == ".js":
            # The page also asks for the production build's chunks by number.
            route.fulfill(content_type="text/javascript", body="")
        else:
            route.continue_()

    page.route("**/static/dist/*", replace)


MEMBERS_OWN = [row["name"] for row in route_table() if row.get("guarded")] + [
    *("home", "academy", "academy-chapter", "courses", "course", "pro", "select-sessions"),
    *("live-webinars", "live-webinar", "live-mentorship", "live-trading-program"),
]
"""Pages on which a member sees what no visitor does; on the others the header alone differs."""
VISITORS_OWN = ["home", "login", "signup", "pro", "course"]


@pytest.mark.proof
@pytest.mark.parametrize(
    ("member", "zone", "names"),
    [
        (None, "America/Los_Angeles", VISITORS_OWN),
        (SUBSCRIBER, "Pacific/Auckland", [name for name in ROUTES if name not in LOGIN]),
    ],
    ids=["visitor", "pro"],
)
def test_the_development_build_finds_no_difference(
    tabs: Tabs, stack: Stack, development_build: Path, member: str | None, zone: str, names: list[str]
) -> None:
    """It compares attributes too, and reports each difference as a console error."""
    page = tabs.open(member=member, timezone_id=zone, allow=NOT_OWNED)
    # Megabytes that are not minified: on a busy machine they take long.
    page.set_default_timeout(60_000)
    use_build(page, development_build)
    for name in names:
        page.goto(path_of_route(stack, name))
        wait_for_hydration(page)


def test_every_route_keeps_the_servers_elements_for_a_member(tabs: Tabs, stack: Stack) -> None:
    """
    A hydration error is a console error, which fails the test when the tab is closed.

    test_public_pages sees the same for a visitor; the development build finds more for a subscriber.
    """
    page = opened(tabs, zone="Pacific/Auckland", member=MEMBER)
    lost = []
    for name in ROUTES if proof.IS_WHOLE else MEMBERS_OWN:
        if name in LOGIN:
            continue  # leads elsewhere
        page.goto(path_of_route(stack, name))
        wait_for_hydration(page)
        assert '"rendered":true' in page.locator("#page-data").inner_html(), name
        if not page.evaluate(SERVER_ELEMENTS_ARE_KEPT):
            lost.append(name)
    assert lost == []


@pytest.mark.parametrize(
    "path", ["/courses?category=Technical+Analysis", "/my-learnings?kind=sessions", "/#faq-x"]
)
def test_queries_and_hashes_are_hydrated_too(tabs: Tabs, path: str) -> None:
    page = opened(tabs, zone="Asia/Kolkata", member=MEMBER)
    page.goto(path)
    wait_for_hydration(page)
    assert page.evaluate(SERVER_ELEMENTS_ARE_KEPT)


@pytest.mark.parametrize("hours", [20, pytest.param(0, marks=pytest.mark.proof)])
def test_another_clock_changes_no_first_render(tabs: Tabs, stack: Stack, hours: int) -> None:
    """The device may be in another minute, or on another day, than the server was when it rendered."""
    page = opened(tabs, zone="Asia/Kolkata", member=MEMBER)
    page.clock.install()
    page.clock.run_for(hours * 3_600_000 + 59_000)
    for name in ("home", "live-trading-program", "select-sessions", "my-learnings", "dashboard"):
        page.goto(path_of_route(stack, name))
        wait_for_hydration(page)
        assert page.evaluate(SERVER_ELEMENTS_ARE_KEPT), name


def test_text_focus_and_scroll_survive(page: Page) -> None:
    release = hold(page, MAIN_SCRIPT)
    page.goto("/contact", wait_until="commit")
    name = page.get_by_role("textbox", name="Name")
    name.fill("Asha Verma")
    page.get_by_role("textbox", name="Subject").press_sequentially("Invoice")
    page.evaluate("() => document.activeElement.setSelectionRange(2, 4)")
    page.evaluate("() => window.scrollTo({ top: 120, behavior: 'instant' })")
    release()
    wait_for_hydration(page)

    subject = page.get_by_role("textbox", name="Subject")
    expect(name).to_have_value("Asha Verma")
    expect(subject).to_have_value("Invoice")
    expect(subject).to_be_focused()
    assert page.evaluate(
        "() => [document.activeElement.selectionStart, document.activeElement.selectionEnd]"
    ) == [
        2,
        4,
    ]
    assert page.evaluate("() => scrollY") == 120
    # React has the text too: rendering again keeps it.
    page.get_by_role("textbox", name="Email").fill("asha@example.in")
    expect(name).to_have_value("Asha Verma")


def test_a_plan_chosen_before_hydration_stays_chosen(page: Page) -> None:
    release = hold(page, MAIN_SCRIPT)
    page.goto("/pro", wait_until="commit")
    last = page.get_by_role("radiogroup").get_by_role("radio").last
    last.check(force=True)
    release()
    wait_for_hydration(page)

    expect(last).to_be_checked()
    expect(page.get_by_role("button", name="Get Pro")).to_be_enabled()


def test_a_form_sent_before_hydration_is_sent_after_it(page: Page) -> None:
    """The browser would load the page again, without what was typed."""
    release = hold(page, MAIN_SCRIPT)
    page.goto("/contact", wait_until="commit")
    page.get_by_role("textbox", name="Name").fill("Asha Verma")
    page.get_by_role("main").get_by_role("button", name="Send").click()
    release()

    # The first field that is wrong, as if it had been sent now.
    expect(page.get_by_role("textbox", name="Email")).to_be_focused()
    expect(page.get_by_role("textbox", name="Name")).to_have_value("Asha Verma")
    assert path_of(page) == "/contact"


def test_a_quiz_sent_before_hydration_is_marked(tabs: Tabs, stack: Stack) -> None:
    learner = create_learner(stack, "how-the-indian-stock-market-works")
    page = tabs.open(member=learner.mobile)
    release = hold(page, MAIN_SCRIPT)
    page.goto(learner.path(learner.topic("quiz")), wait_until="commit")
    main = page.get_by_role("main")
    questions = main.get_by_role("group", name=QUESTION)
    expect(questions.first).to_be_visible()
    for question in questions.all():
        question.get_by_role("radio").first.check()
    main.get_by_role("button", name="Check answers").click()
    release()

    expect(main.get_by_role("status").filter(has_text=re.compile(r"^\d of \d correct$"))).to_be_focused()


def test_links_work_before_hydration(page: Page) -> None:
    hold(page, MAIN_SCRIPT)
    page.goto("/", wait_until="commit")
    page.get_by_role("banner").get_by_role("link", name="Academy").click()
    expect(page.get_by_role("heading", level=1, name="Academy")).to_be_visible()


def test_a_page_that_was_not_rendered_is_rendered_by_the_browser(page: Page) -> None:
    """The small form of a page: heading, lead and data."""

    def strip(route: object) -> None:
        response = route.fetch()  # type: ignore[attr-defined]
        body = response.text()
        start, end = body.index('<div id="root">'), body.index('<script id="page-data"')
        small = '<div id="root"><main id="main" class="container"><h1>Courses</h1></main></div>'
        body = body[:start] + small + body[end:].replace('"rendered":true', '"rendered":false', 1)
        route.fulfill(response=response, body=body)  # type: ignore[attr-defined]

    page.route("**/courses", strip)
    visit(page, "/courses")
    expect(page.get_by_role("contentinfo")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("article").first).to_be_visible()
