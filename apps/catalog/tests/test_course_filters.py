"""The filters of the course list in URLs, and the server-rendered list."""

from typing import Any

import pytest
from django.core.cache import cache
from django.http import QueryDict
from django.test import Client

from apps.catalog.models import CourseInstructor
from apps.catalog.selectors import course_filters
from apps.catalog.states import Language, Level
from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.content.tests.factories import InstructorFactory
from apps.core.testing.pages import Page, get_page


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
        ("search=%1Chindi%C2%85", {"search": "\x1chindi\x85"}),
        ("search=%EF%BB%BFhindi%E3%80%80&level=%EF%BB%BF", {"search": "hindi"}),
        ("price=%1Cfree", {"price": "\x1cfree"}),
        ("sort=newest", {"sort": "newest"}),
        ("sort=popular", {}),
        ("sort=popular&search=candle", {"search": "candle", "sort": "popular"}),
        ("sort=backwards&utm_source=mail", {}),
    ],
)
def test_an_address_is_read_as_the_browser_reads_it(query: str, wanted: dict[str, Any]) -> None:
    """The same table as in frontend/src/features/catalog/lib/courseFilters.test.ts."""
    assert course_filters.parse_query(QueryDict(query)) == wanted


def test_a_query_string_is_parsed_back_to_the_same_filters() -> None:
    filters = {"category": ["Options & Futures", "बुनियादी"], "price": "pro", "search": "a+b = 100%"}
    assert course_filters.parse_query(QueryDict(course_filters.query_string(filters))) == filters
    assert course_filters.query_string({}) == ""


pytestmark = pytest.mark.django_db


def cards(page: Page) -> list[str]:
    """The titles of the courses in the list; below an empty one there are others that come close."""
    if "No courses found" in page.main.text:
        return []
    return [heading.text for heading in page.main.all("h3") if heading.all("a")]


def listed(client: Client, **query: Any) -> list[str]:
    return cards(get_page(client, "/courses", query))


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
def test_the_list_honours_every_filter(client: Client, query: dict[str, Any], titles: list[str]) -> None:
    assert listed(client, **query) == titles


@pytest.mark.usefixtures("courses")
def test_the_order_is_honoured_and_an_unknown_one_is_the_usual(client: Client) -> None:
    dearest_first = listed(client, sort="priceHigh")
    assert dearest_first[0] == "Paid"
    assert listed(client, sort="backwards") == listed(client)


@pytest.mark.usefixtures("courses")
def test_chosen_filters_show_as_chosen(client: Client) -> None:
    query = {"category": "Options & Futures", "level": "Advanced", "search": 'fre"e', "sort": "rating"}
    page = get_page(client, "/courses", query)
    chosen = [label.text for label in page.main.all("label") for box in label.all("input", checked="")]
    assert chosen == ["Any price", "Advanced (1)"]
    [option] = [option.text for option in page.main.all("option") if "selected" in option.attributes]
    assert option == "Best rated"
    [field] = page.main.all("input", type="search")
    assert field.attributes["value"] == 'fre"e'
    assert "Filters (1)" in page.main.text
    kept = "/courses?category=Options+%26+Futures&level=Advanced&search=fre%22e&sort=rating"
    assert kept in page.main.urls


@pytest.mark.usefixtures("courses")
def test_a_list_says_how_many_there_are_and_an_empty_one_how_to_go_on(client: Client) -> None:
    page = get_page(client, "/courses")
    assert "3 courses" in page.main.text
    assert "Clear filters" not in page.main.text
    page = get_page(client, "/courses", {"level": "Wizard"})
    assert "No courses found" in page.main.text
    assert ("/courses", "Clear filters") in page.main.links


def test_a_long_list_begins_with_one_page_and_offers_more(client: Client) -> None:
    CourseFactory.create_batch(26)
    page = get_page(client, "/courses")
    assert len(cards(page)) == 24
    assert "26 courses" in page.main.text
    assert "Show more" in page.main.text
    [answer, _options] = page.responses
    assert (len(answer["courses"]), answer["totalCount"]) == (24, 26)


@pytest.mark.usefixtures("courses")
def test_the_data_are_the_endpoints_responses(client: Client) -> None:
    page = get_page(client, "/courses", {"price": "paid", "sort": "rating"})
    filters = {"price": "paid", "sort": "rating", "skip": 0, "limit": 24}
    response = client.post("/api/course/mobile", filters, content_type="application/json")
    assert page.answers == [
        [["catalog", "courses", filters], response.json()],
        [
            ["catalog", "options", {"price": "paid"}],
            client.get("/api/course/filter/V1/course?price=paid").json(),
        ],
        [["catalog", "searchHelp", ""], client.get("/api/course/search/help?search=").json()],
    ]


@pytest.mark.usefixtures("courses")
def test_a_search_carries_its_help(client: Client) -> None:
    page = get_page(client, "/courses", {"search": "free"})
    assert page.answers[1:] == [
        [
            ["catalog", "options", {"search": "free"}],
            client.get("/api/course/filter/V1/course?search=free").json(),
        ],
        [["catalog", "searchHelp", "free"], client.get("/api/course/search/help?search=free").json()],
    ]
    assert ("/courses?price=free", "Free courses (1)") in page.main.links


@pytest.mark.parametrize(
    "query", [{"price": "gold"}, {"level": "x" * 121}, {"language": [str(number) for number in range(51)]}]
)
def test_filters_that_the_api_refuses_count_nothing(client: Client, query: dict[str, Any]) -> None:
    CourseFactory()
    page = get_page(client, "/courses", query)
    assert page.answers[1] == [["catalog", "options"], client.get("/api/course/filter/V1/course").json()]


@pytest.mark.usefixtures("courses")
def test_only_common_pages_are_cached(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody can make up filters, and the cache has no room for all of their pages."""
    cached: list[Any] = []
    cache_set = cache.set
    monkeypatch.setattr(
        cache, "set", lambda key, value, *args: (cached.append(value), cache_set(key, value, *args))
    )

    def count_pages() -> int:
        return sum("Recorded courses on the Indian stock market" in repr(value) for value in cached)

    get_page(client, "/courses")
    get_page(client, "/courses", {"category": "Options & Futures"})
    assert count_pages() == 2
    get_page(client, "/courses", {"search": "made up"})
    get_page(client, "/courses", {"category": ["A", "B"]})
    get_page(client, "/courses", {"category": "x" * 121})
    get_page(client, "/courses", {"level": "Beginner"})
    assert count_pages() == 2


def test_without_a_course_there_is_nothing_to_filter_by(client: Client) -> None:
    page = get_page(client, "/courses")
    assert page.main.all("legend") == []
    assert "Courses are coming soon." in page.main.text


def test_a_group_of_filters_is_there_once_there_is_something_to_choose(client: Client) -> None:
    CourseFactory(offer_price_paise=0)
    CourseInstructor.objects.all().delete()
    legends = [legend.text for legend in get_page(client, "/courses").main.all("legend")]
    assert legends == ["Price", "Level", "Language"]
