"""Finding courses by words: one set of cases, which both databases must answer alike."""

import importlib
from datetime import UTC, datetime
from io import StringIO
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from apps.catalog import search
from apps.catalog.models import Chapter, Course, CourseInstructor, SearchDocument, SearchWord, Topic
from apps.catalog.search import likeness
from apps.catalog.selectors import public
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.services import demo_courses, search_documents
from apps.catalog.states import Sort
from apps.catalog.tests.factories import CategoryFactory, ChapterFactory, CourseFactory, TopicFactory
from apps.catalog.tests.test_admin import form
from apps.content.models import Instructor
from apps.content.services import demo_instructors
from apps.content.tests.factories import InstructorFactory
from apps.core import words
from apps.core.api.paging import Slice
from apps.core.testing.described import assert_described
from apps.core.testing.parallel import in_parallel

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)

CANDLES = "Candlesticks from the First Principle"
TREND = "Trend, Range and Volume"
OPTIONS = "Options: Rights, Obligations and Price"
HEDGING = "Hedging with Index Options"
FUNDS = "Mutual Funds from the Factsheet Up"
LADDER = "शेयर बाज़ार की पहली सीढ़ी"


@pytest.fixture
def shelf(committed):
    with committed():
        charts, contracts, funds = (
            CategoryFactory(title=title)
            for title in ("Technical Analysis", "Options and Futures", "Mutual Funds and ETFs")
        )
        meera, arjun, rohit = (
            InstructorFactory(name=name) for name in ("Meera Iyer", "Arjun Deshmukh", "रोहित सक्सेना")
        )
        candles = CourseFactory(
            title=CANDLES,
            category=charts,
            taught_by=[meera],
            lead="What a candle records.",
            what_you_will_learn=["Explain any candle in one sentence", "Draw a résumé of a year"],
            total_learners=60,
        )
        CourseFactory(
            title=TREND,
            category=charts,
            taught_by=[meera, arjun],
            what_you_will_learn=["Doubt every candlestick"],
            total_learners=50,
            offer_price_paise=0,
        )
        CourseFactory(title=OPTIONS, category=contracts, taught_by=[arjun], total_learners=40)
        CourseFactory(title=HEDGING, category=contracts, taught_by=[arjun], total_learners=45)
        CourseFactory(
            title=FUNDS, category=funds, taught_by=[rohit], total_learners=30, offer_price_paise=99_900
        )
        CourseFactory(
            title=LADDER,
            category=funds,
            taught_by=[rohit],
            what_you_will_learn=["शेयर, सूचकांक और डीमैट खाते का मतलब"],
            total_learners=20,
            language="Hindi",
        )
        CourseFactory(title="Secret Candlesticks", is_published=False)
        chapter = ChapterFactory(course=candles, title="Doji and hammer")
        TopicFactory(chapter=chapter, title="The spinning top")
    return candles


def found(api, text, **question):
    response = api.post("/api/course/mobile", {"search": text, "limit": 100, **question})
    assert response.status_code == 200, response.json()
    answer = response.json()
    assert answer["totalCount"] == len(answer["courses"])
    return [course["title"] for course in answer["courses"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # as it is written, in any letters
        ("candlesticks", [CANDLES, TREND]),
        ("CANDLESTICKS", [CANDLES, TREND]),
        ("  options ", [HEDGING, OPTIONS]),
        ("résumé", [CANDLES]),
        ("RESUME", [CANDLES]),
        # each place: title, category, instructor, lead and goals, chapter, topic
        ("principle", [CANDLES]),
        ("technical", [CANDLES, TREND]),
        ("meera", [CANDLES, TREND]),
        ("records", [CANDLES]),
        ("sentence", [CANDLES]),
        ("doji", [CANDLES]),
        ("spinning", [CANDLES]),
        # one and many
        ("option", [HEDGING, OPTIONS]),
        ("candles", [CANDLES, TREND]),
        # while it is typed
        ("c", [CANDLES, TREND]),
        ("ca", [CANDLES, TREND]),
        ("candl", [CANDLES, TREND]),
        ("meera iy", [CANDLES, TREND]),
        # with a slip: swapped, left out, doubled, wrong
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
        # in Devanagari, with and without its dot, with a slip
        ("शेयर", [LADDER]),
        ("बाज़ार", [LADDER]),
        ("बाजार", [LADDER]),
        ("शेअर", [LADDER]),
        ("सीढी", [LADDER]),
        ("सूचकंक", [LADDER]),
        ("डीमै", [LADDER]),
        ("सक्सेना", [FUNDS, LADDER]),
        # several words: who has all of them first, then the rest
        ("index options", [HEDGING, OPTIONS]),
        ("options index", [HEDGING, OPTIONS]),
        ("meera options", [HEDGING, OPTIONS, CANDLES, TREND]),
        ("mutual funds", [FUNDS, LADDER]),
        ("hedging meera", [HEDGING, CANDLES, TREND]),
        ("arjun range", [TREND, HEDGING, OPTIONS]),
        ("funds xyzzyx", [FUNDS, LADDER]),
        ("hegding optons", [HEDGING, OPTIONS]),
        # little words tell nothing beside others
        ("what is the principle of it", [CANDLES]),
        ("the", [CANDLES, FUNDS]),
        # what is in no course, or in none that is published
        ("xyzzyx", []),
        ("secret", []),
        ("zzz", []),
        ("कैंडल", []),
    ],
)
def test_courses_are_found_in_order_of_fit(api, shelf, text, expected):
    assert found(api, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"candlesticks"', [CANDLES, TREND]),
        ('"candlesticks', [CANDLES, TREND]),
        ("candlesticks*", [CANDLES, TREND]),
        ("^candlesticks", [CANDLES, TREND]),
        ("-candlesticks", [CANDLES, TREND]),
        ("title:candlesticks", [CANDLES, TREND]),
        ("{title} : (candlesticks)", [CANDLES, TREND]),
        ("candlesticks:*A", [CANDLES, TREND]),
        ("candlesticks & !range", [TREND, CANDLES]),
        ("candlesticks <-> range", [TREND, CANDLES]),
        ("candlesticks NOT range", [TREND, CANDLES]),
        ("NEAR(candlesticks principle, 1)", [CANDLES, TREND]),
        ("candlesticks'::tsquery; DROP TABLE catalog_course; --", [CANDLES, TREND]),
        ("candlesticks' OR '1'='1", [CANDLES, TREND]),
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
def test_operators_and_wildcards_are_plain_text(api, shelf, text, expected):
    assert found(api, text) == expected
    assert Course.objects.count() == 7


@pytest.mark.parametrize("text", ["", "   ", "\t\n"])
def test_a_blank_search_narrows_nothing(api, shelf, text):
    assert found(api, text) == [CANDLES, TREND, HEDGING, OPTIONS, FUNDS, LADDER]


@pytest.mark.parametrize("text", [None, 5, 1.5, True, [], ["candles"], {"text": "candles"}, "cand\x00les"])
def test_what_is_no_text_is_refused_by_name(api, text):
    response = api.post("/api/course/mobile", {"search": text})

    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["search"]


def test_half_a_character_is_refused(api):
    response = api.post("/api/course/mobile", data='{"search": "a\\ud800"}', content_type="application/json")

    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["search"]


@pytest.mark.parametrize(
    "text",
    [
        "candlesticks " + "x" * 10_000,
        "candlesticks " + "x " * 5_000,
        "candlesticks" + " " * 9_000 + "hedging",
        "candlesticks " + "\U0001f600" * 5_000,
        "candlesticks " + "ﷺ" * 5_000,
        "candlesticks " + "क्ष" * 3_000,
        "candlesticks " + '"' * 9_000,
    ],
)
def test_of_a_long_search_the_beginning_counts(api, shelf, text):
    assert found(api, text) == [CANDLES, TREND]


@pytest.mark.parametrize("text", ["a" * 200, "क" * 200, "\u0301" * 200, "\U0010ffff", "ß" * 200, "İ" * 200])
def test_odd_letters_find_nothing_and_break_nothing(api, shelf, text):
    assert found(api, text) == []


@pytest.mark.parametrize("text", ["candles\x00ticks", "\ud800", "\x00"])
def test_what_a_pages_address_may_hold_breaks_nothing(shelf, text):
    filters = CourseFilters(search=text, levels=("\x00",), languages=("\x00",))

    answer = public.course_list(filters=filters, asked=Slice(0, 10), person=None, now=NOW)

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
def test_search_and_filters_narrow_together(api, shelf, question, expected):
    assert found(api, "candelstick", **question) == expected


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("popular", [CANDLES, TREND, HEDGING, OPTIONS]),
        ("newest", [HEDGING, OPTIONS, TREND, CANDLES]),
        ("priceLow", [TREND, CANDLES, OPTIONS, HEDGING]),
        ("priceHigh", [HEDGING, OPTIONS, CANDLES, TREND]),
    ],
)
def test_an_explicit_order_wins(api, shelf, sort, expected):
    assert found(api, "meera options", sort=sort) == expected


def test_what_fits_alike_stands_by_popularity_then_age(api, committed):
    with committed():
        category = CategoryFactory()
        for title, learners in (("Alpha one", 5), ("Alpha two", 5), ("Alpha three", 9)):
            CourseFactory(title=title, total_learners=learners, category=category)

    assert found(api, "alpha") == ["Alpha three", "Alpha two", "Alpha one"]


def test_places_count_by_how_much_they_tell(api, committed):
    with committed():
        plain = CategoryFactory(title="Plain")
        topic = CourseFactory(title="By topic", category=plain, total_learners=90)
        TopicFactory(chapter=ChapterFactory(course=topic), title="Gamma")
        CourseFactory(title="By goal", category=plain, what_you_will_learn=["Gamma"], total_learners=80)
        CourseFactory(title="By category", category=CategoryFactory(title="Gamma"), total_learners=70)
        CourseFactory(title="Gammas begun", category=plain, total_learners=60)
        CourseFactory(title="Gamma whole", category=plain, total_learners=50)

    assert found(api, "gamma") == ["Gamma whole", "Gammas begun", "By category", "By goal", "By topic"]


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


@pytest.mark.parametrize("count", [1, 12])
@pytest.mark.parametrize(("text", "queries"), [("alpha course", 3), ("aplha", 3), ("al", 2), ("zzzz", 1)])
def test_visitors_search_takes_three_queries_at_most(
    api, committed, django_assert_num_queries, count, text, queries
):
    with committed():
        CourseFactory.create_batch(count, lead="alpha")
    api.csrf_token()

    with django_assert_num_queries(queries):
        found(api, text)
    with django_assert_num_queries(0):
        found(api, text)


def test_members_search_takes_one_query_more(member, committed, django_assert_num_queries):
    with committed():
        CourseFactory.create_batch(3, lead="alpha")
    question = {
        "filters": CourseFilters(search="aplha"),
        "asked": Slice(0, 10),
        "person": member.user,
        "now": NOW,
    }

    with django_assert_num_queries(4):
        assert public.course_list(**question)["totalCount"] == 3


# --- kept in step ---------------------------------------------------------------------------------


def test_every_change_can_be_found_at_once(api, shelf, committed):
    course = shelf
    topic = Topic.objects.get()

    def changes():
        course.title = "Lanterns"
        course.save()
        yield "lanterns"
        course.what_you_will_learn = ["Fold paper"]
        course.save(update_fields=["what_you_will_learn"])
        yield "fold"
        course.category.title = "Handicraft"
        course.category.save()
        yield "handicraft"
        teacher = course.teaching.get().instructor
        teacher.name = "Sunita Rao"
        teacher.save()
        yield "sunita"
        topic.title = "Glue"
        topic.save()
        yield "glue"
        topic.chapter.title = "Scissors"
        topic.chapter.save()
        yield "scissors"
        Course.objects.filter(pk=course.pk).update(lead="Light them at dusk")
        yield "dusk"
        Topic.objects.update(title="Wire")
        yield "wire"
        Chapter.objects.update(title="Bamboo")
        yield "bamboo"
        Instructor.objects.filter(pk=teacher.pk).update(name="Tara Sen")
        yield "tara"
        course.instructors.add(InstructorFactory(name="Uday Joshi"), through_defaults={"position": 1})
        yield "uday"
        Topic.objects.bulk_create([Topic(chapter=topic.chapter, title="Thread", content_type="article")])
        yield "thread"

    steps = changes()
    while True:
        with committed():
            text = next(steps, None)
        if text is None:
            break
        assert found(api, text)[0] == "Lanterns", text


def test_what_is_gone_is_found_no_more(api, shelf, committed):
    assert found(api, "spinning") == [CANDLES]
    with committed():
        Topic.objects.get().delete()
    assert found(api, "spinning") == []
    with committed():
        Chapter.objects.all().delete()
    assert found(api, "doji") == []
    with committed():
        shelf.instructors.clear()
    assert found(api, "meera") == [TREND]
    with committed():
        CourseInstructor.objects.filter(course__title=TREND).delete()
    assert found(api, "meera") == []
    with committed():
        Course.objects.filter(pk=shelf.pk).update(is_published=False)
    assert found(api, "principle") == []
    with committed():
        shelf.is_published = True
        shelf.save()
    assert found(api, "principle") == [CANDLES]
    with committed():
        shelf.delete()
    assert found(api, "principle") == []
    assert SearchDocument.objects.count() == 5


def test_a_word_that_no_course_has_any_more_is_not_suggested(api, shelf, committed):
    with committed():
        shelf.title = "Candelsticks"
        shelf.save()
    with committed():
        shelf.title = CANDLES
        shelf.save()

    assert SearchWord.objects.filter(word="candelsticks").exists()
    assert found(api, "candelsticks") == [CANDLES, TREND]


def test_topics_that_come_to_another_course_are_found_there(api, shelf, committed):
    other = Course.objects.get(title=HEDGING)

    with committed():
        Chapter.objects.update(course=other)

    assert found(api, "spinning") == [HEDGING]


def test_what_is_saved_into_another_course_is_found_there_and_no_longer_here(api, shelf, committed):
    other = Course.objects.get(title=HEDGING)
    topic = Topic.objects.get()

    with committed():
        topic.chapter.course = other
        topic.chapter.save()
    assert (found(api, "spinning"), found(api, "doji")) == ([HEDGING], [HEDGING])

    with committed():
        topic.chapter = ChapterFactory(course=shelf)
        topic.save(update_fields=["chapter"])
    assert found(api, "spinning") == [CANDLES]

    with committed():
        teaching = shelf.teaching.get()
        teaching.course = other
        teaching.save()
    assert HEDGING in found(api, "meera")
    assert CANDLES not in found(api, "meera")


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_it_is_found_there_as_well(api):
    here, there = CourseFactory(title="Here"), CourseFactory(title="There")
    topic = TopicFactory(chapter=ChapterFactory(course=here), title="Spinning tops")

    topic.chapter.course = there
    topic.chapter.save()

    assert found(api, "spinning") == ["There"]


def test_what_search_does_not_read_costs_no_renewal(shelf, committed, django_assert_num_queries):
    with django_assert_num_queries(2), committed():
        Course.objects.filter(pk=shelf.pk).update(total_learners=5)
        shelf.save(update_fields=["rating"])


def test_a_course_saved_with_its_topics_is_written_down_once(shelf, committed, monkeypatch):
    renewed = []
    monkeypatch.setattr(search_documents, "renew", lambda *, course_ids: renewed.append(course_ids))

    with committed():
        chapter = ChapterFactory(course=shelf)
        TopicFactory.create_batch(3, chapter=chapter)
        shelf.save()

    assert [course_ids for course_ids in renewed if course_ids] == [{shelf.pk}]


@pytest.mark.django_db(transaction=True)
def test_of_many_who_save_at_once_the_last_can_be_found():
    course = CourseFactory(title="Lantern")

    done = in_parallel(
        lambda number: Course.objects.filter(pk=course.pk).update(title=f"Lantern{number}"), times=8
    )

    assert done == [1] * 8
    assert SearchDocument.objects.get().title == Course.objects.get().title.lower()


def test_staffs_saving_can_be_found_at_once(admin_client, api, committed):
    category, teacher = CategoryFactory(title="Charts"), InstructorFactory(name="Meera Iyer")
    assert found(api, "doubt") == []

    with committed():
        response = admin_client.post(
            "/admin/catalog/course/add/", form(category=category.pk, **{"teaching-0-instructor": teacher.pk})
        )

    assert response.status_code == 302
    assert [found(api, text) for text in ("doubt", "charst", "iyer")] == [["Candles"]] * 3


@pytest.fixture
def admin_user(staff):
    return staff.user


def test_demo_can_be_found(api, committed):
    with committed():
        demo_instructors.plant(NOW)
        demo_courses.plant(NOW)

    assert found(api, "candelstick")[0] == CANDLES
    assert found(api, "optons")[0] == "Options: Rights, Obligations and Price"
    assert SearchDocument.objects.count() == 24


def test_rebuilding_makes_it_all_anew(api, shelf):
    before = _documents()
    SearchDocument.objects.all().delete()
    SearchWord.objects.create(word="lingering")
    said = StringIO()

    call_command("rebuild_search", stdout=said)

    assert said.getvalue() == "6 courses can be found\n"
    assert _documents() == before
    assert not SearchWord.objects.filter(word="lingering").exists()
    assert found(api, "candelstick") == [CANDLES, TREND]


def test_rebuilding_again_changes_nothing(shelf, api):
    before = _documents()
    call_command("rebuild_search", stdout=StringIO())

    assert _documents() == before
    assert found(api, "optons") == [HEDGING, OPTIONS]


def test_courses_from_before_there_was_search_are_filled_in(shelf):
    before, spelled = _documents(), set(SearchWord.objects.values_list("word", flat=True))
    SearchDocument.objects.all().delete()
    SearchWord.objects.all().delete()

    migration = importlib.import_module("apps.catalog.migrations.0008_fill_search")
    migration.fill(apps, SimpleNamespace(connection=connection))

    assert _documents() == before
    assert set(SearchWord.objects.values_list("word", flat=True)) == spelled


def _documents():
    """What each course is found by, in whatever order its words stand."""
    rows = SearchDocument.objects.values_list("course", "title", "people", "goals", "topics")
    return {course: [sorted(text.split()) for text in texts] for course, *texts in rows}


# --- words and slips ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Options: Rights & Price", ["options", "rights", "price"]),
        ("investor's investor’s", ["investors", "investors"]),
        ("P/E-ratio, 3.5%", ["p", "e", "ratio", "3", "5"]),
        ("Résumé ﬁnance ＥＴＦ", ["resume", "finance", "etf"]),
        ("बाज़ार बाजार", ["बाजार", "बाजार"]),
        ("सोच-समझकर", ["सोच", "समझकर"]),
        ("हँसी हंसी", ["हंसी", "हंसी"]),
        ("co\u00adop zero\u200bwidth", ["coop", "zerowidth"]),
        ("\x00\ud800 \U0001f600", []),
        ("x" * 50, ["x" * 40]),
    ],
)
def test_text_is_taken_apart_into_words(text, expected):
    assert words.split(text) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("options", "option"),
        ("taxes", "taxe"),
        ("news", "news"),
        ("analysis", "analysis"),
        ("bonus", "bonus"),
        ("gross", "gross"),
        ("शेयरs", "शेयरs"),
    ],
)
def test_a_plural_begins_as_its_singular(word, expected):
    assert words.beginning(word) == expected


@pytest.mark.parametrize(
    ("typed", "word", "expected"),
    [
        ("options", "options", 0),
        ("opt", "options", 0),
        ("optons", "options", 1),
        ("opitons", "options", 1),
        ("optoins", "options", 1),
        ("candelstick", "candlesticks", 1),
        ("cnadelstick", "candlesticks", 2),
        ("options", "opinion", 3),
        ("options", "opt", 4),
        ("शेअर", "शेयर", 1),
    ],
)
def test_slips_are_counted_up_to_where_the_word_begins_as_typed(typed, word, expected):
    assert likeness.distance(typed, word, limit=2) == expected


@pytest.mark.parametrize(
    ("typed", "known", "expected"),
    [
        ("candelstick", ["candle", "candlestick", "candlesticks", "stick"], ["candlestick", "candlesticks"]),
        ("etf", ["etc"], []),
        ("gold", ["bold", "golf"], ["golf"]),
        ("2024", ["2025"], []),
        ("potion", ["option", "motion"], ["option"]),
        ("optons", [], []),
        (
            "alpha",
            [f"alphx{letter}" for letter in "abcdefghijk"],
            [f"alphx{letter}" for letter in "abcdefgh"],
        ),
    ],
)
def test_closest_words_are_meant(typed, known, expected):
    assert likeness.meant(typed, known) == expected


def test_text_without_a_word_fits_nothing():
    assert search.matching("?!") is None


def test_an_answer_of_a_search_is_described(api, shelf):
    answer = api.post("/api/course/mobile", {"search": "candl", "sort": Sort.RATING}).json()

    assert len(answer["courses"]) == 2
    assert_described(answer, path="course/mobile", method="post")
