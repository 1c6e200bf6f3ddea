"""What the words of a search mean: synonyms, filters, generic words; and what is offered for nothing."""

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction

from apps.catalog import search
from apps.catalog.migrations import _synonyms
from apps.catalog.models import SearchSynonym
from apps.catalog.search import synonyms
from apps.catalog.states import Language, Level
from apps.catalog.tests.factories import CourseFactory
from apps.catalog.tests.search_fixtures import (
    CANDLES,
    FUNDS,
    HEDGING,
    LADDER,
    OPTIONS,
    TREND,
    search_titles,
    searchable_courses,
)
from apps.content.tests.factories import InstructorFactory
from apps.core.testing.parallel import in_parallel
from apps.core.testing.schema_checks import assert_matches_schema

__all__ = ["searchable_courses"]

pytestmark = pytest.mark.django_db

HELP = "/api/course/search/help"
ALL = [CANDLES, TREND, HEDGING, OPTIONS, FUNDS, LADDER]


@pytest.fixture(autouse=True)
def seeded():
    """What the migration seeds, where a test before this one has flushed it."""
    SearchSynonym.objects.all().delete()
    _synonyms.seed(apps, connection.schema_editor())
    synonyms.by_words()


def offered(api, text):
    response = api.get(HELP, {"search": text})
    assert response.status_code == 200, response.json()
    assert_matches_schema(response.json(), path="course/search/help")
    return response.json()["data"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # synonyms
        ("fno", [HEDGING, OPTIONS]),
        ("FNO", [HEDGING, OPTIONS]),
        ("F&O", [HEDGING, OPTIONS]),
        ("f & o", [HEDGING, OPTIONS]),
        ("F and O hedging", [HEDGING]),
        ("fno hedging", [HEDGING]),
        ("demat", [LADDER]),
        ("dmat", [LADDER]),
        ("demta", [LADDER]),
        ("SIP", [FUNDS, LADDER]),
        ("sips", [FUNDS, LADDER]),
        ("MF", [FUNDS, LADDER]),
        ("mf factsheet", [FUNDS]),
        ("mentor", []),
        ("fo", [HEDGING, OPTIONS]),
        # filters
        ("hindi", [LADDER]),
        ("Hindi", [LADDER]),
        ("हिंदी", [LADDER]),
        ("हिन्दी", [LADDER]),
        ("hidni", [LADDER]),
        ("hindi funds", [LADDER]),
        ("hindi options", []),
        ("tamil", []),
        ("free", [TREND]),
        ("free trend", [TREND]),
        ("free hindi", []),
        ("मुफ़्त", [TREND]),
        ("advanced", []),
        ("beginners", ALL),
        ("newbie options", [HEDGING, OPTIONS]),
        # generic words filter nothing
        ("courses", ALL),
        ("course", ALL),
        ("कोर्स", ALL),
        ("video classes", ALL),
        ("options course", [HEDGING, OPTIONS]),
        ("options cour", [HEDGING, OPTIONS]),
        ("options coures", [HEDGING, OPTIONS]),
        ("hindi course", [LADDER]),
        ("free options course", []),
        ("clash", []),
        # every other word counts
        ("xyzzy options", []),
        ("options xyzzy", []),
        ("xyzzy", []),
        ("xyz options", []),
    ],
)
def test_words_mean_what_people_use_them_for(api, searchable_courses, text, expected):
    assert sorted(search_titles(api, text)) == sorted(expected)


def test_the_title_of_a_course_may_contain_the_name_of_a_filter(api, committed):
    with committed():
        CourseFactory(title="Advanced charting", level="Beginner", offer_price_paise=500)
        CourseFactory(title="Free float", level="Advanced", offer_price_paise=500)
        CourseFactory(title="Plain", lead="Free of jargon, for advanced readers", offer_price_paise=500)

    assert search_titles(api, "advanced charting") == ["Advanced charting"]
    assert search_titles(api, "free") == ["Free float"]
    assert search_titles(api, "advanced") == ["Advanced charting", "Free float"]


def test_what_staff_save_counts_at_once(api, searchable_courses, committed):
    assert search_titles(api, "lamp") == []

    with committed():
        row = SearchSynonym.objects.create(word="Lamp", stands_for="candle")
    assert search_titles(api, "lamp") == [CANDLES, TREND]

    with committed():
        SearchSynonym.objects.filter(pk=row.pk).update(stands_for="hedging")
    assert search_titles(api, "LAMPS") == [HEDGING]

    with committed():
        row.delete()
    assert search_titles(api, "lamp") == []


def test_words_of_a_meaning_belong_together(api, searchable_courses, committed):
    with committed():
        SearchSynonym.objects.create(word="zed", stands_for="index trend, obligations")
    assert search_titles(api, "zed") == [OPTIONS]


def test_two_rows_of_one_word_add_up(committed):
    with committed():
        SearchSynonym.objects.create(word="a-b", stands_for="alpha, beta")
        SearchSynonym.objects.create(word="A/B!", stands_for="beta, , gamma,")
    assert synonyms.by_words()["b",] == (("alpha",), ("beta",), ("gamma",))


@pytest.mark.parametrize(
    ("word", "stands_for", "wrong"),
    [("&", "options", ["word"]), ("fno", "", ["stands_for"]), ("x", "a, *", ["stands_for"])],
)
def test_a_synonym_without_words_is_refused(word, stands_for, wrong):
    with pytest.raises(ValidationError) as refused:
        SearchSynonym(word=word, stands_for=stands_for).full_clean(validate_constraints=False)
    assert list(refused.value.message_dict) == wrong


def test_a_word_has_one_row():
    with pytest.raises(ValidationError, match="There is an entry for this word"):
        SearchSynonym(word="FNO", stands_for="options").full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        SearchSynonym.objects.create(word="Fno", stands_for="options")


@pytest.mark.django_db(transaction=True)
def test_of_concurrent_rows_for_a_word_one_is_saved():
    done = in_parallel(
        lambda number: SearchSynonym.objects.create(
            word=("lamp", "LAMP")[number % 2], stands_for=f"candle{number}"
        ),
        times=8,
    )

    assert sum(isinstance(result, IntegrityError) for result in done) == 7
    (row,) = SearchSynonym.objects.filter(word__iexact="lamp")
    assert synonyms.by_words()[("lamp",)] == ((row.stands_for,),)


@pytest.mark.parametrize(
    ("text", "title", "path", "count"),
    [
        ("hindi", "Hindi courses", "/courses?language=Hindi", 1),
        ("hindi course", "Hindi courses", "/courses?language=Hindi", 1),
        ("free", "Free courses", "/courses?price=free", 1),
        ("beginner hedging", "Beginner courses for “hedging”", "/courses?level=Beginner&search=hedging", 1),
        ("hindi beginner", "Beginner Hindi courses", "/courses?level=Beginner&language=Hindi", 1),
        # without the other words where these find nothing
        ("hindi options", "Hindi courses", "/courses?language=Hindi", 1),
        ("free options course", "Free courses", "/courses?price=free", 1),
        ("hindi xyzzy", "Hindi courses", "/courses?language=Hindi", 1),
    ],
)
def test_a_named_filter_is_offered(api, searchable_courses, text, title, path, count):
    offer = offered(api, text)["filter"]
    assert (offer["title"], offer["path"], offer["count"]) == (title, path, count)
    listed = {"language": offer["languages"], "level": offer["levels"], "search": offer["search"]}
    if offer["price"]:
        listed["price"] = offer["price"]
    assert api.post("/api/course/mobile", listed).json()["totalCount"] == count


FILTERS_IN_HINDI = [
    *((text, "free") for text in ("फ़्री", "फ्री", "मुफ़्त", "मुफ्त", "निःशुल्क", "नि:शुल्क", "निशुल्क")),
    *((text, "beginner") for text in ("शुरुआती", "शुरूआती", "बिगिनर")),
    *((text, "intermediate") for text in ("इंटरमीडिएट", "इंटरमीडियट")),
    *((text, "advanced") for text in ("एडवांस्ड", "एडवांस", "एडवान्स्ड")),
    *((text, "english") for text in ("अंग्रेज़ी", "अंग्रेजी", "इंग्लिश")),
    *((text, "hindi") for text in ("हिंदी", "हिन्दी", "hinglish", "Hinglish", "हिंग्लिश")),
    *((text, "kannada") for text in ("कन्नड़", "कन्नड")),
    *((text, "telugu") for text in ("तेलुगु", "तेलुगू")),
    ("फ़्री कोर्स", "free course"),
    ("शुरुआती options", "beginner options"),
]


@pytest.fixture
def course_of_every_filter(committed):
    with committed():
        for level in Level:
            CourseFactory(title=f"Of level {level}", level=level, offer_price_paise=500)
        for language in Language:
            CourseFactory(title=f"In {language}", language=language, offer_price_paise=500)
        CourseFactory(title="Options", offer_price_paise=0)
        SearchSynonym.objects.all().delete()


@pytest.mark.parametrize(("text", "english"), FILTERS_IN_HINDI)
def test_filters_are_named_in_hindi_whatever_staff_enter(api, course_of_every_filter, text, english):
    assert sorted(search_titles(api, text)) == sorted(search_titles(api, english)) != []
    offer = offered(api, text)["filter"]
    assert offer is not None
    assert offer == offered(api, english)["filter"]


@pytest.mark.parametrize("text", ["options", "tamil", "tamil options", "", "?"])
def test_no_filter_is_offered_that_finds_nothing(api, searchable_courses, text):
    assert offered(api, text)["filter"] is None


@pytest.mark.parametrize(
    ("text", "spelling", "closest"),
    [
        ("xyzzy options", "options", [HEDGING, OPTIONS, CANDLES]),
        ("opxxons index", "options index", [HEDGING, CANDLES, TREND]),
        ("optoins xyzzy", "options", [HEDGING, OPTIONS, CANDLES]),
        ("opxxons indx", "options index", [HEDGING, CANDLES, TREND]),
        ("xyz meera", "meera", [CANDLES, TREND, HEDGING]),
        ("meera options", None, [HEDGING, OPTIONS, CANDLES]),
        ("sebi options", "options", [HEDGING, OPTIONS, CANDLES]),
        ("xyzzy meera options", None, [HEDGING, OPTIONS, CANDLES]),
        ("xyzzy", None, [CANDLES, TREND, HEDGING]),
        ("options", None, [HEDGING, OPTIONS, CANDLES]),
        ("", None, [CANDLES, TREND, HEDGING]),
        ("%", None, [CANDLES, TREND, HEDGING]),
    ],
)
def test_what_comes_close_is_offered(api, searchable_courses, text, spelling, closest):
    data = offered(api, text)
    assert data["didYouMean"] == spelling
    assert [course["title"] for course in data["courses"]] == closest


def test_a_name_is_no_guess(api, committed):
    with committed():
        mehta = CourseFactory(title="Options", taught_by=[InstructorFactory(name="Anil Mehta")])
    assert offered(api, "mehnga options")["didYouMean"] == "options"
    assert search_titles(api, "mehtta") == ["Options"]

    with committed():
        mehta.title = "Options, told by Mehta"
        mehta.save()
    assert offered(api, "mehnga options")["didYouMean"] == "mehta options"


@pytest.mark.parametrize("query", [{}, {"search": "a\x00"}])
def test_help_for_no_search_is_refused(api, query):
    response = api.get(HELP, query)
    assert (response.status_code, list(response.json()["errors"])) == (400, ["search"])


@pytest.mark.parametrize(
    "text",
    ["x" * 1500, '"' * 600, "\u202e\u200f" * 90, "a:*B & | !", "' OR 1=1 --", "NEAR(a, 1)", "क्ष" * 70],
)
def test_hostile_text_is_answered(api, searchable_courses, text):
    assert len(offered(api, text)["courses"]) == 3


def test_a_member_sees_what_is_theirs(member, searchable_courses, committed):
    with committed():
        booked = CourseFactory(title="Lanterns", offer_price_paise=0, total_learners=1000)
    with committed():
        response = member.api.post("/api/course/bookfreecourseV1", {"id": str(booked.pk)})
    assert response.status_code == 200

    courses = offered(member.api, "zzzz")["courses"]

    assert [(card["title"], card["isPurchased"]) for card in courses] == [
        ("Lanterns", True),
        (CANDLES, False),
        (TREND, False),
    ]


@pytest.mark.usefixtures("known_rates")
@pytest.mark.parametrize("count", [1, 50])
def test_help_takes_as_many_queries_however_many_courses_there_are(
    api, committed, django_assert_num_queries, count
):
    with committed():
        CourseFactory.create_batch(count + 3, lead="alpha", language="Hindi")
    synonyms.by_words()

    with django_assert_num_queries(5):  # spellings of both searches, the filter's count, cards, instructors
        assert offered(api, "hindi alpha")["filter"]["count"] == count + 3
    with django_assert_num_queries(0):
        offered(api, "hindi alpha")


def test_a_search_is_interpreted_once(searchable_courses, django_assert_num_queries):
    with django_assert_num_queries(1):
        search.interpret("candelsticks")
    with django_assert_num_queries(0):
        search.interpret("Candelsticks!")
