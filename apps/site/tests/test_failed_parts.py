"""Pages with one answer that could not be got: it is left out, and the browser fetches it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from apps.catalog.tests.course_helpers import create_course, give_course
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import Page, get_page
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, PlanFactory, WebinarFactory
from apps.site import pages
from apps.site.pages.common import PageContent

pytestmark = pytest.mark.django_db


@pytest.fixture
def paths(member: Person) -> dict[str, str]:
    """A path of each route whose page has data, by the route's name."""
    course, topics = create_course(600, weburlname="candles")
    give_course(member.user, course)
    WebinarFactory(weburlname="opening")
    MentorshipFactory(weburlname="circle")
    PlanFactory(program=LiveTradingFactory(weburlname="desk"))
    return {
        "home": "/",
        "courses": "/courses",
        "course": "/courses/candles",
        "topic": f"/course/{course.pk}/topic/{topics[0].pk}",
        "live-webinars": "/live-webinars",
        "live-webinar": "/live-webinars/opening",
        "live-mentorships": "/live-mentorships",
        "live-mentorship": "/live-mentorships/circle",
        "live-trading": "/live-trading",
        "live-trading-program": "/live-trading/desk",
        "select-sessions": "/select-sessions/desk",
        "pro": "/pro",
        "academy": "/academy",
        "complaints": "/complaints",
        "audit": "/audit",
        "settings": "/settings",
        "dashboard": "/dashboard",
        "my-learnings": "/my-learnings",
        "orders": "/orders",
    }


WITH_PARTS = {
    "home": 6,
    "courses": 2,
    "topic": 3,
    "live-webinars": 1,
    "live-mentorships": 1,
    "live-trading": 1,
    "live-trading-program": 1,
    "select-sessions": 2,
    "pro": 3,
    "complaints": 1,
    "audit": 1,
    "settings": 4,
    "dashboard": 2,
    "my-learnings": 9,
    "orders": 1,
}
"""How many parts the page of a member has."""


def fail() -> Any:
    raise ValueError("broken")


def without_part(number: int) -> Callable[[PageContent], PageContent]:
    def change(built: PageContent) -> PageContent:
        parts = [(key, fail if index == number else get) for index, (key, get) in enumerate(built.parts)]
        return replace(built, parts=parts)

    return change


def keys(page: Page) -> list[Any]:
    return [key for key, _ in page.answers]


@pytest.mark.parametrize("name", WITH_PARTS)
def test_each_part_is_left_out_alone(
    member: Person, paths: dict[str, str], monkeypatch: pytest.MonkeyPatch, name: str, caplog: Any
) -> None:
    whole = keys(get_page(member.api, paths[name]))
    main = len(whole) - WITH_PARTS[name]
    for number in range(WITH_PARTS[name]):
        with monkeypatch.context() as patch:
            real = pages._BUILDERS[name]
            change = without_part(number)
            patch.setitem(
                pages._BUILDERS, name, lambda *given, real=real, change=change: change(real(*given))
            )
            caplog.clear()
            page = get_page(member.api, paths[name])
        left_out = whole[main + number]
        assert keys(page) == [key for key in whole if key != left_out]
        assert page.data["rendered"] is True, f"React renders the rest without {left_out}"
        errors = [record.message for record in caplog.records if record.levelname == "ERROR"]
        assert errors == ["part of a page left out"]


def test_a_visitors_page_without_a_part_is_not_cached(
    client: Client, paths: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        real = pages._BUILDERS["home"]
        patch.setitem(pages._BUILDERS, "home", lambda *given: without_part(0)(real(*given)))
        assert len(keys(get_page(client, "/"))) == 5
    assert len(keys(get_page(client, "/"))) == 6


@pytest.mark.parametrize("place", ["main data", "part"])
def test_a_page_does_not_wait_for_the_database_again(
    member: Person, paths: dict[str, str], monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    waits = []

    def wait_in_vain(*_given: Any) -> Any:
        waits.append(place)
        raise OperationalError("the table is locked")

    parts = [(["first"], wait_in_vain), (["second"], wait_in_vain)]
    build = wait_in_vain if place == "main data" else lambda *_given: PageContent(parts=parts)
    monkeypatch.setitem(pages._BUILDERS, "course", build)
    response = member.api.get(paths["course"])
    assert (response.status_code, response["Retry-After"], waits) == (503, "30", [place])


@pytest.mark.parametrize("name", ["course", "live-webinar", "live-trading-program", "topic", "complaints"])
def test_without_its_main_data_a_page_is_sent_for_the_browser_to_try_again(
    member: Person,
    paths: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    monkeypatch.setitem(pages._BUILDERS, name, lambda *_given: fail())
    response = member.api.get(paths[name])
    page = Page(response.content.decode())
    assert response.status_code == 500
    assert page.answers == []
    assert page.data["rendered"] is False
    assert page.data["found"] is True
    assert page.root.one("link", rel="canonical").attributes["href"].endswith(paths[name])


def test_what_does_not_exist_is_still_not_found(client: Client) -> None:
    assert get_page(client, "/courses/none", status=404).data["found"] is False


def test_a_static_file_that_is_gone_is_not_cached(client: Client) -> None:
    response = client.get("/static/dist/12.aaaaaa.js")
    assert response.status_code == 404
    assert response["Cache-Control"] == "no-store"
