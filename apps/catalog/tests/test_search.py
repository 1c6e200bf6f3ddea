"""Course search: one set of cases, with the same results on both databases."""

import pytest

from apps.catalog.models import Course
from apps.catalog.search import synonyms
from apps.catalog.selectors import public
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.states import Sort
from apps.catalog.tests.factories import CategoryFactory, ChapterFactory, CourseFactory, TopicFactory
from apps.catalog.tests.search_fixtures import (
    CANDLES,
    FUNDS,
    HEDGING,
    LADDER,
    NOW,
    OPTIONS,
    TREND,
    search_titles,
    searchable_courses,
)
from apps.core.api.pagination import Slice
from apps.core.testing.schema_checks import assert_matches_schema

__all__ = ["searchable_courses"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # exact, in upper or lower case
        ("candlesticks", [CANDLES, TREND]),
        ("CANDLESTICKS", [CANDLES, TREND]),
        ("  options ", [HEDGING, OPTIONS]),
        ("résumé", [CANDLES]),
        ("RESUME", [CANDLES]),
        # each field: title, category, instructor, description and goals, chapter, topic
        ("principle", [CANDLES]),
        ("technical", [CANDLES, TREND]),
        ("meera", [CANDLES, TREND]),
        ("records", [CANDLES]),
        ("sentence", [CANDLES]),
        ("doji", [CANDLES]),
        ("spinning", [CANDLES]),
        # singular and plural
        ("option", [HEDGING, OPTIONS]),
        ("candles", [CANDLES, TREND]),
        # prefixes
        ("c", [CANDLES, TREND]),
        ("ca", [CANDLES, TREND]),
        ("candl", [CANDLES, TREND]),
        ("meera iy", [CANDLES, TREND]),
        # typos: swapped, missing, doubled and wrong letters
        ("candelstick", [CANDLES, TREND]),
        ("candelsticks", [CANDLES, TREND]),
        ("optons", [HEDGING, OPTIONS]),
        ("opitons", [HEDGING, OPTIONS]),
        ("optionns", [HEDGING, OPTIONS]),
        ("oprions", [HEDGING, OPTIONS]),
        ("poitons", []),
        ("potions", [HEDGING, OPTIONS]),
        ("hegding", [HEDGING]),
        ("fatcsheet", [FUNDS]),
        ("deshmuk", [TREND, HEDGING, OPTIONS]),
        ("candelst", [CANDLES, TREND]),
        ("tehcnical anlysis", [CANDLES, TREND]),
        ("kandlestick", [CANDLES, TREND]),
        ("andlestick", [CANDLES, TREND]),
        ("xandlestick", [CANDLES, TREND]),
        ("ptions", [HEDGING, OPTIONS]),
        ("andle", []),
        # Devanagari, with and without nukta, with a typo
        ("शेयर", [LADDER]),
        ("बाज़ार", [LADDER]),
        ("बाजार", [LADDER]),
        ("शेअर", [LADDER]),
        ("सीढी", [LADDER]),
        ("सूचकंक", [LADDER]),
        ("डीमै", [LADDER]),
        ("सक्सेना", [FUNDS, LADDER]),
        # a title in Devanagari by its slug
        ("share bazaar", [LADDER]),
        ("bazar", [LADDER]),
        ("pehli seedhi", [LADDER]),
        # several words: courses with all of them
        ("index options", [HEDGING]),
        ("options index", [HEDGING]),
        ("meera options", []),
        ("mutual funds", [FUNDS, LADDER]),
        ("hedging meera", []),
        ("arjun range", [TREND]),
        ("funds xyzzyx", []),
        ("xyzzyx funds", []),
        ("funds xyz", []),
        ("hegding optons", [HEDGING]),
        ("meera c", [CANDLES, TREND]),
        # stop words are ignored beside other words
        ("what is the principle of it", [CANDLES]),
        ("the", [CANDLES, FUNDS]),
        # words of no course, or of unpublished courses only
        ("xyzzyx", []),
        ("secret", []),
        ("zzz", []),
        ("कैंडल", []),
    ],
)
def test_courses_are_ranked_by_relevance(api, searchable_courses, text, expected):
    assert search_titles(api, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"candlesticks"', [CANDLES, TREND]),
        ('"candlesticks', [CANDLES, TREND]),
        ("candlesticks*", [CANDLES, TREND]),
        ("^candlesticks", [CANDLES, TREND]),
        ("-candlesticks", [CANDLES, TREND]),
        ("title:candlesticks", []),
        ("{title} : (candlesticks)", []),
        ("candlesticks:*A", [CANDLES, TREND]),
        ("candlesticks & !range", [TREND]),
        ("candlesticks <-> range", [TREND]),
        ("candlesticks NOT range", []),
        ("NEAR(candlesticks principle, 1)", []),
        ("candlesticks'::tsquery; DROP TABLE catalog_course; --", []),
        ("candlesticks' OR '1'='1", []),
        ("candlesticks\\", [CANDLES, TREND]),
        ("%", []),
        ("_", []),
        ("_andle_", []),
        ("*", []),
        ('"', []),
        ("''", []),
        ("()", []),
        ("AND OR NOT", []),
        ("1 = 1", []),
        ("$$", []),
        ("{}[]<>|&!~", []),
    ],
)
def test_operators_and_wildcards_are_plain_text(api, searchable_courses, text, expected):
    assert search_titles(api, text) == expected
    assert Course.objects.count() == 7


@pytest.mark.parametrize("text", ["", "   ", "\t\n"])
def test_blank_search_filters_nothing(api, searchable_courses, text):
    assert search_titles(api, text) == [CANDLES, TREND, HEDGING, OPTIONS, FUNDS, LADDER]


@pytest.mark.parametrize("text", [None, 5, 1.5, True, [], ["candles"], {"text": "candles"}, "cand\x00les"])
def test_non_text_is_refused_by_field(api, text):
    response = api.post("/api/course/mobile", {"search": text})

    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["search"]


def test_lone_surrogate_is_refused(api):
    response = api.post("/api/course/mobile", data='{"search": "a\\ud800"}', content_type="application/json")

    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["search"]


@pytest.mark.parametrize(
    "text",
    [
        "candlesticks " + "a " * 5_000,
        "candlesticks" + " " * 9_000 + "hedging",
        "candlesticks " + "\U0001f600" * 5_000,
        "\u200f\u202e" + "candlesticks" + "\u202c" * 9_000,
        "candlesticks " + '"' * 9_000,
    ],
)
def test_long_search_is_truncated(api, searchable_courses, text):
    assert search_titles(api, text) == [CANDLES, TREND]


@pytest.mark.parametrize(
    "text",
    [
        "a" * 200,
        "candlesticks " + "x" * 10_000,
        "candlesticks " + "ﷺ" * 5_000,
        "क" * 200,
        "\u0301" * 200,
        "\U0010ffff",
        "ß" * 200,
        "İ" * 200,
    ],
)
def test_unusual_characters_find_nothing(api, searchable_courses, text):
    assert search_titles(api, text) == []


@pytest.mark.parametrize("text", ["candles\x00ticks", "\ud800", "\x00"])
def test_url_characters_break_nothing(searchable_courses, text):
    filters = CourseFilters(search=text, levels=("\x00",), languages=("\x00",))

    answer = public.course_list(filters=filters, part=Slice(0, 10), person=None, now=NOW)

    assert answer == {"courses": [], "totalCount": 0}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({"category": "Technical Analysis"}, [CANDLES, TREND]),
        ({"category": "Options and Futures"}, []),
        ({"price": "free"}, [TREND]),
        ({"price": "paid"}, [CANDLES]),
        ({"language": "Hindi"}, []),
        ({"instructor": "Arjun Deshmukh"}, [TREND]),
        ({"level": ["Beginner", "Advanced"]}, [CANDLES, TREND]),
    ],
)
def test_search_and_filters_combine(api, searchable_courses, question, expected):
    assert search_titles(api, "candelstick", **question) == expected


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("popular", [TREND, HEDGING, OPTIONS]),
        ("newest", [HEDGING, OPTIONS, TREND]),
        ("priceLow", [TREND, OPTIONS, HEDGING]),
        ("priceHigh", [HEDGING, OPTIONS, TREND]),
    ],
)
def test_explicit_sort_order_wins(api, searchable_courses, sort, expected):
    assert search_titles(api, "arjun", sort=sort) == expected


def test_a_slug_is_searched_only_where_the_title_is_in_another_script(api, committed):
    with committed():
        CourseFactory(title="Candles", weburlname="bazaar-candles")
        course = CourseFactory(title="बाज़ार", weburlname="share-bazaar")
    assert search_titles(api, "bazaar") == ["बाज़ार"]

    with committed():
        Course.objects.filter(pk=course.pk).update(weburlname="share-market")
    assert search_titles(api, "bazaar") == []
    assert search_titles(api, "market") == ["बाज़ार"]


def test_ties_are_ranked_by_popularity_then_age(api, committed):
    with committed():
        category = CategoryFactory()
        for title, learners in (("Alpha one", 5), ("Alpha two", 5), ("Alpha three", 9)):
            CourseFactory(title=title, total_learners=learners, category=category)

    assert search_titles(api, "alpha") == ["Alpha three", "Alpha two", "Alpha one"]


def test_fields_are_weighted(api, committed):
    with committed():
        plain = CategoryFactory(title="Plain")
        topic = CourseFactory(title="By topic", category=plain, total_learners=90)
        TopicFactory(chapter=ChapterFactory(course=topic), title="Gamma")
        CourseFactory(title="By goal", category=plain, what_you_will_learn=["Gamma"], total_learners=80)
        CourseFactory(title="By category", category=CategoryFactory(title="Gamma"), total_learners=70)
        CourseFactory(title="Gammas begun", category=plain, total_learners=60)
        CourseFactory(title="Gamma whole", category=plain, total_learners=50)

    assert search_titles(api, "gamma") == [
        "Gamma whole",
        "Gammas begun",
        "By category",
        "By goal",
        "By topic",
    ]


def test_pages_of_a_search_follow_each_other(api, committed):
    with committed():
        category = CategoryFactory()
        for number in range(5):
            CourseFactory(title=f"Alpha {number}", total_learners=number, category=category)

    def page(skip, limit):
        body = {"search": "alpha", "skip": skip, "limit": limit}
        answer = api.post("/api/course/mobile", body).json()
        assert answer["totalCount"] == 5
        return [int(course["title"][-1]) for course in answer["courses"]]

    assert [page(skip, 2) for skip in (0, 2, 4, 6)] == [[4, 3], [2, 1], [0], []]
    assert page(0, 0) == []
    assert page(10**9, 100) == []


@pytest.mark.usefixtures("known_rates")
@pytest.mark.parametrize("count", [1, 12])
@pytest.mark.parametrize(("text", "queries"), [("alpha course", 3), ("aplha", 3), ("al", 2), ("zzzz", 1)])
def test_visitors_search_takes_three_queries_at_most(
    api, committed, django_assert_num_queries, count, text, queries
):
    with committed():
        CourseFactory.create_batch(count, lead="alpha")
    api.get("/api/user")
    synonyms.by_words()

    with django_assert_num_queries(queries):
        search_titles(api, text)
    with django_assert_num_queries(0):
        search_titles(api, text)


@pytest.mark.usefixtures("known_rates")
def test_members_search_takes_one_query_more(member, committed, django_assert_num_queries):
    with committed():
        CourseFactory.create_batch(3, lead="alpha")
    question = {
        "filters": CourseFilters(search="aplha"),
        "part": Slice(0, 10),
        "person": member.user,
        "now": NOW,
    }
    synonyms.by_words()

    with django_assert_num_queries(4):
        assert public.course_list(**question)["totalCount"] == 3


def test_an_answer_of_a_search_is_described(api, searchable_courses):
    answer = api.post("/api/course/mobile", {"search": "candl", "sort": Sort.RATING}).json()

    assert len(answer["courses"]) == 2
    assert_matches_schema(answer, path="course/mobile", method="post")
