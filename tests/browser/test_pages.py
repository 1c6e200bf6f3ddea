"""Every public page in a real browser, from the server's picture to the living application."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .stack import Stack, route_table
from .survey import Survey, address
from .tabs import NARROW, NARROWEST, WIDE, Tabs, path_of, visit

PUBLIC = [row["name"] for row in route_table() if not row.get("guarded")]
SHELL = [name for name in PUBLIC if name != "styleguide"]
TITLED = [row for row in route_table() if row["title"] and not row.get("guarded") and not row.get("item")]


@pytest.fixture
def path(request: pytest.FixtureRequest, stack: Stack) -> str:
    return address(stack, request.param)


def every(names: list[str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", names, indirect=True)


@every(PUBLIC)
def test_a_page_has_its_landmarks_and_one_heading(survey: Survey, path: str) -> None:
    """Screen readers travel by these."""
    seen = survey.at(path, WIDE)

    assert seen.landmarks == {"banner": 1, "main": 1, "contentinfo": 1}
    assert len(seen.headings) == 1


@every(PUBLIC)
def test_nothing_goes_wrong_while_a_page_loads(survey: Survey, path: str) -> None:
    """No console error, no failed request, no other host."""
    assert survey.at(path, WIDE).troubles == []


@every(PUBLIC)
def test_a_page_brings_its_first_data_along(survey: Survey, path: str) -> None:
    """A second round trip costs a phone on 4G most of a second."""
    assert survey.at(path, WIDE).calls == []


@pytest.mark.parametrize("width", [NARROW, WIDE])
@every(SHELL)
def test_the_application_leaves_every_box_where_it_stood(survey: Survey, path: str, width: int) -> None:
    """What a thumb aims at must not move when the script takes over."""
    seen = survey.at(path, width)

    assert {"header", "h1", "lead", "footer"} <= set(seen.before)
    assert set(seen.before) == set(seen.after)
    for name, box in seen.before.items():
        assert seen.after[name] == pytest.approx(box, abs=1), name


@pytest.mark.parametrize("width", [NARROW, WIDE])
@every(SHELL)
def test_nothing_shifts_while_a_page_loads(survey: Survey, path: str, width: int) -> None:
    assert survey.at(path, width).shifts == []


@every(PUBLIC)
def test_nothing_runs_out_of_a_small_phone(survey: Survey, path: str) -> None:
    """At 360 px there is no scrolling sideways."""
    assert survey.at(path, WIDE).narrowest == NARROWEST


@pytest.mark.parametrize("theme", ["light", "dark"])
@every(PUBLIC)
def test_axe_finds_nothing_severe(survey: Survey, path: str, theme: str) -> None:
    assert survey.at(path, WIDE).severe[theme] == []


@pytest.mark.parametrize("row", TITLED, ids=[row["name"] for row in TITLED])
def test_the_browser_keeps_the_servers_title(survey: Survey, stack: Stack, row: dict[str, str]) -> None:
    assert survey.at(row["path"], WIDE).title == f"{row['title']} · {stack.site['brandName']}"


@pytest.mark.parametrize("path", ["/nowhere", "/courses/none", "/live-webinars/none", "/academy/none/none"])
def test_the_not_found_page_stays_in_the_browser(tabs: Tabs, path: str) -> None:
    """The application must not turn the server's 404 into something else."""
    page = visit(tabs.open(allow=["404"]), path)

    expect(page.get_by_role("heading", level=1, name="Page not found")).to_be_visible()
    assert tabs.calls(page) == []
    page.get_by_role("main").get_by_role("link", name="See the courses").click()
    expect(page.get_by_role("heading", level=1, name="Courses")).to_be_visible()


@pytest.mark.parametrize("path", ["/terms%26conditions", "/terms&conditions/", "/courses/"])
def test_another_spelling_of_an_address_shows_its_page_without_a_jump(survey: Survey, path: str) -> None:
    """The application must know every spelling that the server knows."""
    seen = survey.at(path, WIDE)

    assert len(seen.headings) == 1
    assert seen.before == seen.after
    assert (seen.shifts, seen.calls, seen.troubles) == ([], [], [])


def test_an_unknown_item_met_inside_the_site_is_not_found(tabs: Tabs, stack: Stack) -> None:
    """A course may be withdrawn while somebody looks at the list."""
    page = visit(tabs.open(allow=["404", "ApiError"]), "/courses")
    course = stack.courses[0]
    page.route(
        "**/api/course/users/*", lambda route: route.fulfill(status=404, json={"message": "No.", "code": "x"})
    )

    page.get_by_role("main").get_by_role("link", name=course["title"], exact=True).click()

    expect(page.get_by_role("heading", level=1, name="Page not found")).to_be_visible()
    assert path_of(page) == f"/courses/{course['weburlname']}"


def test_a_category_in_the_address_filters_the_list(tabs: Tabs, stack: Stack) -> None:
    """The menus and the home page link to it."""
    title = stack.categories[1]["title"]
    page = visit(tabs.open(), f"/courses?category={title}")

    inside = [course["title"] for course in stack.courses if course["category"] == title]
    shown = page.get_by_role("main").get_by_role("article").get_by_role("heading").all_inner_texts()
    assert sorted(shown) == sorted(inside)
    assert tabs.calls(page) == []


def test_a_category_that_nobody_knows_lists_nothing_and_offers_all(tabs: Tabs) -> None:
    page = visit(tabs.open(), "/courses?category=Nothing%20of%20ours")

    expect(page.get_by_text("No courses found")).to_be_visible()
    page.get_by_role("link", name="Clear filters").click()
    expect(page.get_by_role("main").get_by_role("article").first).to_be_visible()
    assert path_of(page) == "/courses"
