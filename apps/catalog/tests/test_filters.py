"""The filters of the course list: their counts match what the list returns."""

import pytest

from apps.catalog.models import Course
from apps.catalog.services import demo_courses
from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.catalog.tests.search_fixtures import NOW
from apps.content.services import demo_instructors
from apps.content.tests.factories import InstructorFactory
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

ASKED_BY = {
    "categories": "category",
    "levels": "level",
    "instructors": "instructor",
    "languages": "language",
    "prices": "price",
}


def options(api):
    response = api.get("/api/course/filter/V1/course")
    assert response.status_code == 200
    assert_matches_schema(response.json(), path="course/filter/V1/course")
    return response.json()["data"]


@pytest.fixture
def catalogue():
    funds = CategoryFactory(title="Funds & ETFs", position=2)
    charts = CategoryFactory(title="Charts", position=1)
    CategoryFactory(title="Empty", position=3)
    zoya = InstructorFactory(name="Zoya Khan", slug="zoya")
    meera = InstructorFactory(name="Meera Iyer", slug="meera-iyer")
    InstructorFactory(name="Nobody's", slug="idle")
    CourseFactory(category=charts, taught_by=[meera], offer_price_paise=0, level="Advanced")
    CourseFactory(category=charts, taught_by=[meera, zoya], offer_price_paise=0, is_pro=True)
    CourseFactory(category=funds, taught_by=[zoya], language="Tamil")
    CourseFactory(category=funds, taught_by=[zoya], is_pro=True, language="Hindi")
    CourseFactory(category=funds, taught_by=[meera], is_published=False, level="Intermediate")


def test_filters_are_in_order_with_counts(api, catalogue):
    assert options(api) == {
        "categories": [
            {"value": "Charts", "label": "Charts", "count": 2},
            {"value": "Funds & ETFs", "label": "Funds & ETFs", "count": 2},
            {"value": "Empty", "label": "Empty", "count": 0},
        ],
        "levels": [
            {"value": "Beginner", "label": "Beginner", "count": 3},
            {"value": "Advanced", "label": "Advanced", "count": 1},
        ],
        "instructors": [
            {"value": "meera-iyer", "label": "Meera Iyer", "count": 2},
            {"value": "zoya", "label": "Zoya Khan", "count": 3},
        ],
        "languages": [
            {"value": "English", "label": "English", "count": 2},
            {"value": "Hindi", "label": "Hindi", "count": 1},
            {"value": "Tamil", "label": "Tamil", "count": 1},
        ],
        "prices": [
            {"value": "free", "label": "Free", "count": 1},
            {"value": "pro", "label": "Free with Pro", "count": 2},
            {"value": "paid", "label": "Paid", "count": 2},
        ],
    }


def test_without_courses_there_are_categories_alone(api):
    CategoryFactory(title="Charts")

    assert options(api) == {
        "categories": [{"value": "Charts", "label": "Charts", "count": 0}],
        "levels": [],
        "instructors": [],
        "languages": [],
        "prices": [],
    }


def test_instructors_with_the_same_name_are_distinguished(api):
    for slug in ("b-rao", "a-rao"):
        CourseFactory(taught_by=[InstructorFactory(name="Kabir Rao", slug=slug)])

    assert options(api)["instructors"] == [
        {"value": "a-rao", "label": "Kabir Rao", "count": 1},
        {"value": "b-rao", "label": "Kabir Rao", "count": 1},
    ]


def assert_counts_are_what_the_list_finds(api):
    checked = 0
    for group, field in ASKED_BY.items():
        for option in options(api)[group]:
            answer = api.post("/api/course/mobile", {field: option["value"], "limit": 100}).json()
            assert (answer["totalCount"], len(answer["courses"])) == (option["count"],) * 2, option
            checked += 1
    return checked


def test_each_count_matches_the_filtered_list(api, catalogue):
    assert assert_counts_are_what_the_list_finds(api) == 13


def test_each_demo_count_matches_the_filtered_list(api):
    demo_instructors.seed(NOW)
    demo_courses.seed(NOW)

    assert assert_counts_are_what_the_list_finds(api) == 8 + 3 + 8 + 2 + 3


@pytest.mark.parametrize("count", [1, 12])
def test_options_take_five_queries_then_none(api, django_assert_num_queries, count):
    CourseFactory.create_batch(count)

    with django_assert_num_queries(5):
        options(api)
    with django_assert_num_queries(0):
        options(api)


def test_change_is_counted_immediately(api, catalogue, committed):
    assert options(api)["levels"][1]["value"] == "Advanced"

    with committed():
        Course.objects.filter(level="Advanced").update(level="Intermediate")

    assert options(api)["levels"][1] == {"value": "Intermediate", "label": "Intermediate", "count": 1}


def test_a_visitors_options_carry_an_etag_and_a_members_none(api, member, catalogue):
    first = api.get("/api/course/filter/V1/course")

    assert first["Cache-Control"] == "public, max-age=0, must-revalidate"
    again = api.get("/api/course/filter/V1/course", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert member.api.get("/api/course/filter/V1/course")["Cache-Control"] == "private, no-store"


def matching(api, **selection):
    response = api.get("/api/course/filter/V1/course", selection)
    assert response.status_code == 200, response.json()
    assert_matches_schema(response.json(), path="course/filter/V1/course")
    data = response.json()["data"]
    return {option["value"]: option["matching"] for group in data.values() for option in group}


def test_counts_under_a_selection_stand_beside_those_of_each_value_alone(api, catalogue):
    plain = options(api)

    assert matching(api, language="English") == {
        "Charts": 2,
        "Funds & ETFs": 0,
        "Empty": 0,
        "Beginner": 1,
        "Advanced": 1,
        "meera-iyer": 2,
        "zoya": 1,
        "English": 2,
        "Hindi": 1,
        "Tamil": 1,
        "free": 1,
        "pro": 1,
        "paid": 0,
    }
    selected = api.get("/api/course/filter/V1/course", {"language": "English"}).json()["data"]
    alone = {
        name: [{key: value for key, value in option.items() if key != "matching"} for option in group]
        for name, group in selected.items()
    }
    assert alone == plain


@pytest.mark.parametrize(
    "selection",
    [
        {"language": ["Hindi", "Tamil"]},
        {"level": "Beginner", "price": "paid"},
        {"category": "Funds & ETFs", "instructor": "zoya"},
        {"instructor": ["meera-iyer", "zoya"], "level": ["Advanced", "Beginner"]},
        {"category": "Nothing"},
    ],
)
def test_each_count_under_a_selection_is_what_the_list_finds(api, catalogue, selection):
    found = matching(api, **selection)
    for group, field in ASKED_BY.items():
        for option in options(api)[group]:
            question = {**selection, field: option["value"]}
            total = api.post("/api/course/mobile", question).json()["totalCount"]
            assert found[option["value"]] == total, (field, option)


def test_a_search_counts_as_well(api, committed):
    with committed():
        CourseFactory(title="Alpha", level="Advanced")
        CourseFactory(title="Beta", level="Beginner")
    found = matching(api, search="alpha")
    assert (found["Advanced"], found["Beginner"]) == (1, 0)


@pytest.mark.parametrize(
    "selection", [{"price": "gold"}, {"level": "x" * 121}, {"search": "a\x00"}, {"category": ["a"] * 51}]
)
def test_a_selection_that_the_list_refuses_is_refused(api, selection):
    response = api.get("/api/course/filter/V1/course", selection)
    assert (response.status_code, list(response.json()["errors"])) == (400, list(selection))


@pytest.mark.parametrize("selection", [{"search": " "}, {"level": ""}, {"sort": "rating"}, {"utm": "x"}])
def test_no_selection_adds_no_counts(api, catalogue, selection):
    assert api.get("/api/course/filter/V1/course", selection).json()["data"] == options(api)


@pytest.mark.parametrize("count", [1, 50])
def test_counts_under_a_selection_take_five_queries_more(api, django_assert_num_queries, count):
    CourseFactory.create_batch(count)
    options(api)

    with django_assert_num_queries(5):
        matching(api, level="Beginner")
    with django_assert_num_queries(0):
        matching(api, level="Beginner")
