"""Pages that React could not render, and what pages of several people and hostile texts must not do."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from django.test import Client

from apps.catalog.tests.course_helpers import create_course, give_course
from apps.catalog.tests.factories import CourseFactory
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import Page, get_page
from apps.core.testing.parallel import in_parallel
from apps.site import pages, rendering

pytestmark = pytest.mark.django_db


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Rendering fails until this is undone."""

    def fail(**_request: str) -> str:
        raise rendering.RenderingFailed("test")

    monkeypatch.setattr(rendering.renderer, "render", fail)
    return monkeypatch


def unrendered(client: Any, path: str, *, status: int = 200) -> Page:
    response = client.get(path)
    assert response.status_code == status
    page = Page(response.content.decode())
    assert page.data["rendered"] is False
    return page


def test_a_page_that_was_not_rendered_has_heading_lead_and_data(
    client: Client, broken: pytest.MonkeyPatch
) -> None:
    course = CourseFactory(title="Candles", lead="Read a chart.", weburlname="candles")
    page = unrendered(client, "/courses/candles")
    assert page.main.text == "Candles Read a chart."
    assert page.heading == "Candles"
    assert page.title == "Candles · Rally"
    assert page.structured[0]["name"] == "Candles"
    response = client.get(f"/api/course/users/{course.weburlname}").json()
    assert page.answers == [[["catalog", "course", "candles"], response]]


def test_home_and_unknown_pages_have_a_heading_as_well(client: Client, broken: pytest.MonkeyPatch) -> None:
    assert unrendered(client, "/").heading == "Learn the market from a registered adviser."
    page = unrendered(client, "/nowhere", status=404)
    assert page.heading == "Page not found"
    assert page.data["found"] is False


@pytest.mark.parametrize("path", ["/courses", "/", "/pro", "/nowhere", "/courses/none"])
def test_it_is_not_cached(client: Client, broken: pytest.MonkeyPatch, path: str) -> None:
    status = 404 if path in ("/nowhere", "/courses/none") else 200
    for _ in range(2):
        unrendered(client, path, status=status)
    broken.undo()
    get_page(client, path, status=status)
    broken.setattr(rendering.renderer, "render", lambda **_: pytest.fail("rendered again"))
    get_page(client, path, status=status)


def test_a_page_that_rendered_nothing_is_not_cached(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    real = rendering.renderer._respond
    monkeypatch.setattr(rendering.renderer, "_respond", lambda **given: real(**given) | {"html": ""})
    assert unrendered(client, "/nowhere", status=404).heading == "Page not found"
    monkeypatch.undo()
    assert get_page(client, "/nowhere", status=404).root.all("footer")


def test_hostile_titles_stay_text_without_react(client: Client, broken: pytest.MonkeyPatch) -> None:
    hostile = "</h1><script>alert(1)</script>"
    CourseFactory(title=hostile, lead=hostile, weburlname="hostile")
    page = unrendered(client, "/courses/hostile")
    assert "<script>alert" not in page.html
    assert page.heading == hostile


def test_only_the_flag_of_the_page_changes(client: Client, broken: pytest.MonkeyPatch) -> None:
    """A text that spells the flag stays as it is."""
    CourseFactory(title='"rendered":true', weburlname="flag")
    assert unrendered(client, "/courses/flag").responses[0]["data"]["title"] == '"rendered":true'


PATHS = ["/dashboard", "/my-learnings", "/settings", "/orders", "/", "/courses", "/grievance-redressal"]


def test_pages_of_two_members_in_turn_have_nothing_of_the_other(member: Person, other_member: Person) -> None:
    people = named(member, other_member)
    for path in PATHS:
        for person in (*people, *people):
            assert_own_page(person, others(person, people), path)
        html = get_page(Client(), path).html
        assert not [word for person in people for word in secrets_of(person) if word in html], path


@pytest.mark.django_db(transaction=True)
def test_pages_of_members_at_the_same_time_have_nothing_of_the_others(
    create_members: Callable[[int], list[Any]],
) -> None:
    people = create_members(4)
    clients = [logged_in(person) for person in people]

    def read(number: int) -> None:
        for path in PATHS:
            page = get_page(clients[number], path)
            own, foreign = people[number], [person for person in people if person != people[number]]
            assert page.data["user"]["name"] == own.name
            assert not [person.name for person in foreign if person.name in page.html], path
            assert not [person.mobile for person in foreign if person.mobile in page.html], path

    assert in_parallel(read, times=4) == [None] * 4


OF_VISITORS = ["academy", "login", "lost-number", "live-mentorships", "live-trading", "live-webinars"]
OF_VISITORS += ["webinars", "pro", "audit", "complaints", "academy/glossary", "signup"]


@pytest.mark.django_db(transaction=True)
def test_a_stuck_renderer_leaves_threads_for_others(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    # The first page of all starts the cache's generations, and is made again.
    for path in ("/courses", "/courses"):
        cached = get_page(client, path)
    end = threading.Event()

    def hang(**_request: str) -> dict[str, str]:
        assert end.wait(60)
        return {"error": "stuck"}

    def read(path: str) -> Any:
        try:
            return Client().get(path)
        finally:
            connections.close_all()

    monkeypatch.setattr(rendering.renderer, "_respond", hang)
    assert len(OF_VISITORS) > settings.WEB_THREADS
    with ThreadPoolExecutor(settings.WEB_THREADS) as threads:
        waiting = [threads.submit(read, f"/{slug}") for slug in OF_VISITORS]
        try:
            for path in ("/healthz", "/api/faq", "/robots.txt", "/courses"):
                response = threads.submit(read, path).result(timeout=30)
                assert response.status_code == 200, path
            assert Page(response.content.decode()).text == cached.text
        finally:
            end.set()
        for page in waiting:
            response = page.result()
            assert response.status_code == 200
            assert Page(response.content.decode()).data["rendered"] is False


@pytest.fixture
def create_members(django_user_model: Any) -> Callable[[int], list[Any]]:
    def create(count: int) -> list[Any]:
        people = [
            django_user_model.objects.create_user(mobile=f"98765400{number:02}", name=f"Unique Name-{number}")
            for number in range(count)
        ]
        for number, person in enumerate(people):
            give_course(person, create_course(600, title=f"Course {number}")[0])
        return people

    return create


def named(*people: Person) -> tuple[Person, ...]:
    for number, person in enumerate(people):
        person.user.name = f"Unique Name-{number}"
        person.user.save()
        give_course(person.user, create_course(600, title=f"Course {number}")[0])
    return people


def others(person: Person, people: tuple[Person, ...]) -> list[Person]:
    return [other for other in people if other is not person]


def secrets_of(person: Person) -> tuple[str, str]:
    return person.user.name, person.user.mobile


def assert_own_page(person: Person, foreign: list[Person], path: str) -> None:
    page = get_page(person.api, path)
    assert page.data["user"]["name"] == person.user.name
    assert not [word for other in foreign for word in secrets_of(other) if word in page.html], path


NAMES = {
    "long": "x" * 10_000,
    "script": "</script><script>alert(1)</script>",
    "comment": "<!--<script>",
    "lines": "a\u2028b\u2029c\r\nd\x00e",
    "surrogate": "a\ud800b",
    "right-to-left": "\u202eevil\u2066 \u05d0 \u0627",
    "emoji": "👩‍👩‍👧 नमस्ते",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("path", ["/dashboard", "/settings", "/grievance-redressal", "/courses"])
def test_any_name_is_rendered_as_text(
    member: Person, monkeypatch: pytest.MonkeyPatch, path: str, name: str
) -> None:
    real = pages.profile.user_data
    monkeypatch.setattr(pages.profile, "user_data", lambda **given: {**real(**given), "name": name})
    page = get_page(member.api, path)
    assert page.data["user"]["name"] == name
    assert "<script>alert" not in page.html


@pytest.mark.parametrize("title", NAMES.values(), ids=NAMES)
def test_any_title_is_rendered_as_text(client: Client, monkeypatch: pytest.MonkeyPatch, title: str) -> None:
    CourseFactory(weburlname="any")
    real = pages.courses.catalog.course_detail

    def course_detail(**given: Any) -> Any:
        answer = real(**given)
        return {**answer, "data": {**answer["data"], "title": title}}

    monkeypatch.setattr(pages.courses.catalog, "course_detail", course_detail)
    page = get_page(client, "/courses/any")
    assert page.responses[0]["data"]["title"] == title
    assert page.structured[0]["name"] == title
    assert "<script>alert" not in page.html


def test_five_thousand_cards_are_a_page_or_its_small_form(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    CourseFactory(weburlname="candles", title="Candles")
    real = pages.courses.catalog.course_list

    def course_list(**given: Any) -> Any:
        answer = real(**given)
        [card] = answer["courses"]
        cards = [{**card, "_id": f"{number:024x}", "title": f"Card {number}"} for number in range(5000)]
        return {"courses": cards, "totalCount": 5000}

    with monkeypatch.context() as patch:
        patch.setattr(pages.courses.catalog, "course_list", course_list)
        response = client.get("/courses")
        assert response.status_code == 200
        page = Page(response.content.decode())
        assert len(page.responses[0]["courses"]) == 5000
        assert page.data["rendered"] is False or "Card 4999" in page.main.text
        assert page.heading == "Courses"
    assert "Candles" in get_page(client, "/courses/candles").main.text


@pytest.mark.parametrize("path", ["/", "/pro", "/courses", "/login", "/dashboard", "/orders"])
def test_a_cached_page_has_nothing_of_the_first_visitors_query(client: Client, path: str) -> None:
    get_page(client, f"{path}?utm_source=first-visitor&order=first-visitor&kind=first-visitor")
    assert "first-visitor" not in get_page(client, path).html


def test_the_not_found_page_has_nothing_of_the_first_visitors_url(client: Client) -> None:
    get_page(client, "/nowhere/first-visitor", status=404)
    assert "first-visitor" not in get_page(client, "/nowhere/second", status=404).html


QUERIES = ["x" * 2030, "category=" + "y" * 2020, "a=&" * 670, "search=%ED%A0%80%00%E2%80%A8"]


@pytest.mark.parametrize("path", ["/", "/courses", "/my-learnings", "/orders", "/nowhere", "/login"])
@pytest.mark.parametrize("query", QUERIES)
def test_the_longest_query_breaks_nothing(client: Client, member: Person, path: str, query: str) -> None:
    for caller in (client, member.api):
        get_page(caller, f"{path}?{query}", status=404 if path == "/nowhere" else 200)


@pytest.mark.parametrize("path", ["/", "/courses", "/my-learnings", "/nowhere"])
def test_a_query_of_eight_kilobytes_is_refused(client: Client, member: Person, path: str) -> None:
    for caller in (client, member.api):
        assert caller.get(f"{path}?category={'y' * 8192}").status_code == 414
