"""Every public page in a real browser, from first paint to hydration."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .page_checks import PageChecks, path_of_route
from .stack import Stack, route_table
from .tabs import NARROW, NARROWEST, WIDE, Tabs, path_of, visit

PUBLIC = [row["name"] for row in route_table() if not row.get("guarded")]
SHELL = [name for name in PUBLIC if name != "styleguide"]
TITLED = [row for row in route_table() if row["title"] and not row.get("guarded") and ":" not in row["path"]]


@pytest.fixture
def path(request: pytest.FixtureRequest, stack: Stack) -> str:
    return path_of_route(stack, request.param)


def every(names: list[str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", names, indirect=True)


@every(PUBLIC)
def test_a_page_has_its_landmarks_and_one_heading(page_checks: PageChecks, path: str) -> None:
    """Screen readers navigate by these."""
    seen = page_checks.at(path, WIDE)

    assert seen.landmarks == {"banner": 1, "main": 1, "contentinfo": 1}
    assert len(seen.headings) == 1


@every(PUBLIC)
def test_a_page_loads_without_errors(page_checks: PageChecks, path: str) -> None:
    """No console error, no failed request, no other host."""
    assert page_checks.at(path, WIDE).troubles == []


@every(PUBLIC)
def test_a_page_needs_no_request_for_its_first_data(page_checks: PageChecks, path: str) -> None:
    """A second round trip takes most of a second on 4G."""
    assert page_checks.at(path, WIDE).calls == []


@pytest.mark.parametrize("width", [NARROW, WIDE])
@every(SHELL)
def test_hydration_moves_no_element(page_checks: PageChecks, stack: Stack, path: str, width: int) -> None:
    """Hydration must not move elements that a user is about to tap."""
    seen = page_checks.at(path, width)

    parts = (
        {"header", "h1", "footer"} if path == stack.support_request else {"header", "h1", "lead", "footer"}
    )
    assert parts <= set(seen.before)
    assert set(seen.before) == set(seen.after)
    for name, box in seen.before.items():
        assert seen.after[name] == pytest.approx(box, abs=1), name


@pytest.mark.parametrize("width", [NARROW, WIDE])
@every(SHELL)
def test_a_page_loads_without_layout_shift(page_checks: PageChecks, path: str, width: int) -> None:
    assert page_checks.at(path, width).shifts == []


@every(PUBLIC)
def test_a_page_fits_a_small_phone(page_checks: PageChecks, path: str) -> None:
    """No horizontal scrolling at 360 px."""
    assert page_checks.at(path, WIDE).narrowest == NARROWEST


@pytest.mark.parametrize("theme", ["light", "dark"])
@every(PUBLIC)
def test_a_page_passes_axe(page_checks: PageChecks, path: str, theme: str) -> None:
    assert page_checks.at(path, WIDE).severe[theme] == []


@pytest.mark.parametrize("row", TITLED, ids=[row["name"] for row in TITLED])
def test_react_keeps_the_servers_title(page_checks: PageChecks, stack: Stack, row: dict[str, str]) -> None:
    assert (
        page_checks.at(path_of_route(stack, row["name"]), WIDE).title
        == f"{row['title']} · {stack.site['brandName']}"
    )


@pytest.mark.parametrize("path", ["/nowhere", "/courses/none", "/live-webinars/none", "/academy/none/none"])
def test_react_keeps_the_not_found_page(tabs: Tabs, path: str) -> None:
    """React must not replace the server's 404 page."""
    page = visit(tabs.open(allow=["404"]), path)

    expect(page.get_by_role("heading", level=1, name="Page not found")).to_be_visible()
    assert tabs.calls(page) == []
    page.get_by_role("main").get_by_role("link", name="Browse courses").click()
    expect(page.get_by_role("heading", level=1, name="Courses")).to_be_visible()


@pytest.mark.parametrize("path", ["/terms%26conditions", "/terms&conditions/", "/courses/"])
def test_other_spellings_of_a_url_show_the_page_without_a_redirect(
    page_checks: PageChecks, path: str
) -> None:
    """React must accept every spelling that the server accepts."""
    seen = page_checks.at(path, WIDE)

    assert len(seen.headings) == 1
    assert seen.before == seen.after
    assert (seen.shifts, seen.calls, seen.troubles) == ([], [], [])


def test_navigating_to_an_unknown_item_shows_not_found(tabs: Tabs, stack: Stack) -> None:
    """A course may be unpublished while somebody views the list."""
    page = visit(tabs.open(allow=["404", "ApiError"]), "/courses")
    course = stack.courses[0]
    page.route(
        "**/api/course/users/*", lambda route: route.fulfill(status=404, json={"message": "No.", "code": "x"})
    )

    page.get_by_role("main").get_by_role("link", name=course["title"], exact=True).click()

    expect(page.get_by_role("heading", level=1, name="Page not found")).to_be_visible()
    assert path_of(page) == f"/courses/{course['weburlname']}"


def test_a_category_in_the_url_filters_the_list(tabs: Tabs, stack: Stack) -> None:
    """The menus and the home page have such links."""
    title = stack.categories[1]["title"]
    page = visit(tabs.open(), f"/courses?category={title}")

    inside = [course["title"] for course in stack.courses if course["category"] == title]
    shown = page.get_by_role("main").get_by_role("article").get_by_role("heading").all_inner_texts()
    assert sorted(shown) == sorted(inside)
    assert tabs.calls(page) == []


def test_an_unknown_category_shows_an_empty_list_with_a_reset(tabs: Tabs) -> None:
    page = visit(tabs.open(), "/courses?category=Nothing%20of%20ours")

    expect(page.get_by_text("No courses found")).to_be_visible()
    page.get_by_role("link", name="Clear filters").click()
    expect(page.get_by_role("main").get_by_role("article").first).to_be_visible()
    assert path_of(page) == "/courses"
