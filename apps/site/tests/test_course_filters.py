"""The list of courses as the server writes it, for every address that may ask for it."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.http import QueryDict
from django.test import Client

from apps.catalog.models import CourseInstructor
from apps.catalog.states import Language, Level
from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.content.tests.factories import InstructorFactory
from apps.site import course_filters
from apps.site.tests.test_shell import page_data


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("", {}),
        ("category=Options+%26+Futures", {"category": ["Options & Futures"]}),
        ("category=A&category=%20B%20&category=A&category=", {"category": ["A", "B"]}),
        (
            "level=Beginner&language=Hindi&instructor=kavya-reddy",
            {"level": ["Beginner"], "instructor": ["kavya-reddy"], "language": ["Hindi"]},
        ),
        ("price=free&price=paid", {"price": "free"}),
        ("price=gold", {"price": "gold"}),
        ("search=%20candle%20", {"search": "candle"}),
        ("search=+&level=", {}),
        ("search=a%00b&level=%00", {"search": "a b"}),
        ("sort=newest", {"sort": "newest"}),
        ("sort=popular", {}),
        ("sort=popular&search=candle", {"search": "candle", "sort": "popular"}),
        ("sort=backwards&utm_source=mail", {}),
    ],
)
def test_an_address_is_read_as_the_browser_reads_it(query: str, wanted: dict[str, Any]) -> None:
    """The same table as in frontend/src/features/catalog/lib/courseFilters.test.ts."""
    assert course_filters.parse_query(QueryDict(query)) == wanted


def test_an_address_leads_back_to_what_it_asks_for() -> None:
    wanted = {"category": ["Options & Futures", "बुनियादी"], "price": "pro", "search": "a+b = 100%"}
    assert course_filters.parse_query(QueryDict(course_filters.list_url(wanted).partition("?")[2])) == wanted
    assert course_filters.list_url({}) == "/courses"


pytestmark = pytest.mark.django_db


def cards(html: str) -> list[str]:
    return re.findall(r'<a class="Card__link" href="[^"]+">([^<]+)</a>', html)


def listed(client: Client, **query: Any) -> list[str]:
    return cards(client.get("/courses", query).content.decode())


@pytest.fixture
def courses() -> None:
    inside = CategoryFactory(title="Options & Futures")
    free = CourseFactory(title="Free", offer_price_paise=0, level=Level.ADVANCED, category=inside)
    CourseFactory(title="Paid", offer_price_paise=99_900, language=Language.HINDI)
    CourseFactory(title="With Pro", offer_price_paise=0, is_pro=True)
    CourseInstructor.objects.create(
        course=free, instructor=InstructorFactory(name="Asha Rao", slug="asha-rao")
    )


@pytest.mark.usefixtures("courses")
@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ({"category": "Options & Futures"}, ["Free"]),
        ({"level": "Advanced"}, ["Free"]),
        ({"language": "Hindi"}, ["Paid"]),
        ({"instructor": "asha-rao"}, ["Free"]),
        ({"price": "free"}, ["Free"]),
        ({"price": "pro"}, ["With Pro"]),
        ({"price": "paid"}, ["Paid"]),
        ({"level": ["Beginner", "Advanced"], "price": "paid"}, ["Paid"]),
        ({"price": "gold"}, []),
        ({"level": "Wizard"}, []),
        ({"category": "x\x00" + "y" * 500}, []),
        ({"instructor": "' OR 1=1 --"}, []),
    ],
)
def test_the_first_picture_honours_every_filter(
    client: Client, query: dict[str, Any], titles: list[str]
) -> None:
    assert listed(client, **query) == titles


@pytest.mark.usefixtures("courses")
def test_the_order_is_honoured_and_an_unknown_one_is_the_usual(client: Client) -> None:
    dearest_first = listed(client, sort="priceHigh")
    assert dearest_first[0] == "Paid"
    assert listed(client, sort="backwards") == listed(client)


@pytest.mark.usefixtures("courses")
def test_what_is_chosen_shows_as_chosen(client: Client) -> None:
    query = {"category": "Options & Futures", "level": "Advanced", "search": 'fre"e', "sort": "rating"}
    html = client.get("/courses", query).content.decode()
    assert re.search(r'value="Advanced" form="shelf" autocomplete="off" checked', html)
    assert '<option value="rating" selected>Best rated</option>' in html
    assert 'placeholder="Search courses, topics, mentors" value="fre&quot;e">' in html
    assert '<input type="hidden" name="category" value="Options &amp; Futures">' in html
    link = '<a class="CategoryLinks__link" href="/courses?category=Options+%26+Futures&amp;level=Advanced'
    assert link in html
    assert "Filters (1)" in html


@pytest.mark.usefixtures("courses")
def test_a_list_says_how_many_and_an_empty_one_leads_out(client: Client) -> None:
    html = client.get("/courses").content.decode()
    assert '<p role="status" class="tabular">3 courses</p>' in html
    assert "Clear filters" not in html
    html = client.get("/courses", {"level": "Wizard"}).content.decode()
    assert "No courses found" in html
    assert '<a class="Button__root Button__secondary Button__m" href="/courses">' in html


def test_a_long_list_begins_with_a_page_and_offers_more(client: Client) -> None:
    CourseFactory.create_batch(26)
    html = client.get("/courses").content.decode()
    assert len(cards(html)) == 24
    assert "26 courses<span" in html
    assert "Show more" in html
    [[_, answer], _options] = page_data(html)["answers"]
    assert (len(answer["courses"]), answer["totalCount"]) == (24, 26)


@pytest.mark.usefixtures("courses")
def test_the_data_is_what_the_calls_answer(client: Client) -> None:
    html = client.get("/courses", {"price": "paid", "sort": "rating"}).content.decode()
    [[key, answer], [options_key, options]] = page_data(html)["answers"]
    assert key == ["catalog", "courses", {"price": "paid", "sort": "rating", "skip": 0, "limit": 24}]
    assert [card["title"] for card in answer["courses"]] == ["Paid"]
    assert options_key == ["catalog", "options"]
    assert options == client.get("/api/course/filter/V1/course").json()


@pytest.mark.usefixtures("courses")
def test_only_common_pages_are_kept(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody can make up filters, and the cache has no room for all of their pages."""
    kept: list[str] = []
    keep = cache.set
    monkeypatch.setattr(
        cache, "set", lambda key, value, *args: (kept.append(repr(value)), keep(key, value, *args))
    )

    def pages_kept() -> int:
        return sum("CourseList__root" in value for value in kept)

    client.get("/courses")
    client.get("/courses", {"category": "Options & Futures"})
    assert pages_kept() == 2
    client.get("/courses", {"search": "made up"})
    client.get("/courses", {"category": ["A", "B"]})
    client.get("/courses", {"category": "x" * 121})
    client.get("/courses", {"level": "Beginner"})
    assert pages_kept() == 2


def test_without_a_course_there_is_nothing_to_filter_by(client: Client) -> None:
    html = client.get("/courses").content.decode()
    assert '<div class="FilterGroups__root"></div>' in html
    assert "Courses are coming soon." in html


def test_a_kind_of_filter_is_there_once_there_is_something_to_choose(client: Client) -> None:
    CourseFactory(offer_price_paise=0)
    CourseInstructor.objects.all().delete()
    legends = re.findall(r'FilterGroups__legend">(\w+)<', client.get("/courses").content.decode())
    assert legends == ["Price", "Level", "Language"]
