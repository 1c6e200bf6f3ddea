"""The search over everything."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.catalog.migrations._synonyms import SYNONYMS
from apps.catalog.models import SearchSynonym
from apps.catalog.services import search_documents
from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.content import page_seeds
from apps.content.models import FaqGroup, PageVersion
from apps.content.tests.factories import (
    AcademyChapterFactory,
    AcademyModuleFactory,
    FaqArticleFactory,
    FaqGroupFactory,
    FaqTopicFactory,
    InstructorFactory,
)
from apps.core import formatting
from apps.core.testing.clients import ApiClient
from apps.core.testing.schema_checks import assert_matches_schema
from apps.live.tests.factories import (
    NOW,
    LiveTradingFactory,
    MentorshipFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

CALL = "/api/search"


@pytest.fixture
def shelf() -> dict[str, Any]:
    host = InstructorFactory(name="Meera Iyer")
    course = CourseFactory(title="Candles from the start", weburlname="candles")
    search_documents.update_documents(course_ids=[course.pk])
    program = LiveTradingFactory(title="Candle desk", weburlname="desk", host=host)
    SessionFactory(program=program)
    LiveTradingFactory(title="Candles without sessions")
    return {
        "course": course,
        "webinar": WebinarFactory(title="Candles tonight", weburlname="tonight", host=host),
        "mentorship": MentorshipFactory(title="A month of candles", weburlname="month", host=host),
        "program": program,
    }


def asked(api: ApiClient, text: str) -> dict[str, Any]:
    answer = api.get(CALL, {"q": text})
    assert answer.status_code == 200, answer.json()
    return dict(answer.json())


def test_everything_that_fits_is_found_kind_by_kind(api: ApiClient, shelf: dict[str, Any]) -> None:
    found = asked(api, "candles")

    assert found["totalCount"] == 4
    assert [(group["kind"], group["title"], group["totalCount"]) for group in found["data"]] == [
        ("course", "Courses", 1),
        ("webinar", "Webinars", 1),
        ("mentorship", "Mentorships", 1),
        ("liveTrading", "Live trading", 1),
    ]
    assert found["data"][1]["items"] == [
        {
            "_id": str(shelf["webinar"].pk),
            "title": "Candles tonight",
            "path": "/live-webinars/tonight",
            "about": "With Meera Iyer",
            "startsAt": shelf["webinar"].starts_at.isoformat().replace("+00:00", "Z"),
            "startTime": formatting.clock_time(shelf["webinar"].starts_at.isoformat()),
            "price": shelf["webinar"].price_paise / 100,
            "level": None,
            "language": shelf["webinar"].language,
            "teacher": "Meera Iyer",
        }
    ]
    assert [group["items"][0]["path"] for group in found["data"]] == [
        "/courses/candles",
        "/live-webinars/tonight",
        "/live-mentorships/month",
        "/live-trading/desk",
    ]


def test_kinds_of_which_nothing_fits_are_left_out(api: ApiClient, shelf: dict[str, Any]) -> None:
    assert [group["kind"] for group in asked(api, "tonight")["data"]] == ["webinar"]


@pytest.mark.parametrize("text", ["", "   "])
def test_no_search_gives_nothing(api: ApiClient, shelf: dict[str, Any], text: str) -> None:
    assert asked(api, text) == {
        "data": [],
        "totalCount": 0,
        "partial": False,
        "filter": None,
        "didYouMean": None,
        "suggestions": [],
    }


@pytest.mark.parametrize(
    "text",
    ["nothing", "%", "'; --", "\U0001f600", "x" * 1000, '"', "\u202e", "xyzzyx", "xyzzyx wxyzzy"],
)
def test_what_finds_nothing_offers_what_comes_close(api: ApiClient, shelf: dict[str, Any], text: str) -> None:
    answer = asked(api, text)

    assert (answer["data"], answer["totalCount"], answer["partial"]) == ([], 0, False)
    assert (answer["filter"], answer["didYouMean"]) == (None, None)
    assert answer["suggestions"] == [
        {
            "_id": str(shelf["course"].pk),
            "title": "Candles from the start",
            "path": "/courses/candles",
            "about": shelf["course"].instructors.get().name,
            "startsAt": None,
            "startTime": None,
            "price": 1499,
            "level": "Beginner",
            "language": "English",
            "teacher": shelf["course"].instructors.get().name,
        }
    ]
    assert_matches_schema(answer, path="search")


def test_where_nothing_has_all_words_the_rows_with_most_of_them_come(
    api: ApiClient, shelf: dict[str, Any]
) -> None:
    one = CourseFactory(title="Candles and hedging", weburlname="both")
    search_documents.update_documents(course_ids=[one.pk])
    WebinarFactory(title="Hedging candles")

    answer = asked(api, "candles hedging xyzzyx")

    assert (answer["totalCount"], answer["partial"], answer["didYouMean"]) == (2, True, "candles hedging")
    assert titles_by_kind(answer) == {"course": ["Candles and hedging"], "webinar": ["Hedging candles"]}
    assert answer["suggestions"] == []
    assert_matches_schema(answer, path="search")


@pytest.mark.parametrize(("text", "kind"), [("tonight xyzzyx", "webinar"), ("desk xyzzyx", "liveTrading")])
def test_partial_matches_are_of_the_kind_that_has_them(
    api: ApiClient, shelf: dict[str, Any], text: str, kind: str
) -> None:
    answer = asked(api, text)
    assert (list(titles_by_kind(answer)), answer["partial"]) == ([kind], True)


def test_partial_matches_cost_the_same_however_many_there_are(api: ApiClient) -> None:
    counts = []
    for size in (1, 50):
        WebinarFactory.create_batch(size, title="Candles")
        made = CourseFactory.create_batch(size, title="Candles")
        search_documents.update_documents(course_ids=[course.pk for course in made])
        cache.clear()
        asked(api, "candles xyzzyx")
        with CaptureQueriesContext(connection) as captured:
            asked(api, "candles xyzzyx")
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 6


@pytest.fixture
def market() -> None:
    """What the demo data has on these subjects; the synonyms are those of the migrations."""
    SearchSynonym.objects.all().delete()
    for word, meaning in SYNONYMS:
        SearchSynonym.objects.create(word=word, stands_for=meaning)
    page_seeds.seed()
    made = [
        CourseFactory(title=title)
        for title in (
            "Reading an Annual Report in One Evening: profit and loss",
            "How the Indian Stock Market Works",
            "शेयर बाज़ार की पहली सीढ़ी",
            "Tax for Investors and Traders",
            "Candlesticks from the First Principle",
            "Options: Rights, Obligations and Price",
            "म्यूचुअल फंड और SIP",
            "Position Size Before Everything: your risk",
        )
    ]
    search_documents.update_documents(course_ids=[course.pk for course in made])


@pytest.mark.parametrize(
    ("text", "kind", "title"),
    [
        ("rally pro", "action", "Pro"),
        ("pro", "action", "Pro"),
        ("price of pro", "action", "Pro"),
        ("certificate", "action", "Your certificates"),
        ("login problem", "action", "Log in"),
        ("refund", "action", "Orders and receipts"),
        ("refnd policy", "page", "Refund policy"),
        ("tax on shares", "course", "Tax for Investors and Traders"),
        ("candel stik", "course", "Candlesticks from the First Principle"),
        ("share market kaise seekhe", "course", "How the Indian Stock Market Works"),
        ("शेयर बाज़ार कैसे सीखें", "course", "शेयर बाज़ार की पहली सीढ़ी"),
        ("ऑप्शन", "course", "Options: Rights, Obligations and Price"),
        ("एसआईपी", "course", "म्यूचुअल फंड और SIP"),
        ("SIP kya hai", "course", "म्यूचुअल फंड और SIP"),
        ("risk managment", "course", "Position Size Before Everything: your risk"),
    ],
)
def test_what_people_type_finds_what_they_mean_first(
    api: ApiClient, market: None, text: str, kind: str, title: str
) -> None:
    answer = asked(api, text)
    first = answer["data"][0]
    assert (first["kind"], first["items"][0]["title"], answer["partial"]) == (kind, title, False)


def test_results_are_in_the_language_of_the_cookie(api: ApiClient, shelf: dict[str, Any]) -> None:
    mentor = InstructorFactory(name="Candles Kumar", slug="kumar", experience="10 years")
    CourseFactory(taught_by=[mentor])
    starts_at = NOW.replace(hour=13, minute=0) + timedelta(days=2)
    WebinarFactory(
        title="Candles at dusk", starts_at=starts_at, ends_at=starts_at + timedelta(hours=1), host=mentor
    )

    def hints() -> dict[str, list[tuple[str, str, str | None]]]:
        return {
            group["kind"]: [(group["title"], hit["about"], hit["startTime"]) for hit in group["items"]]
            for group in asked(api, "kumar")["data"]
        }

    assert hints() == {
        "mentor": [("Mentors", "10 years' experience", None)],
        "webinar": [("Webinars", "With Candles Kumar", "6:30 PM")],
    }
    api.cookies["language"] = "hi"
    assert hints() == {
        "mentor": [("मेंटर", "10 साल का अनुभव", None)],
        "webinar": [("वेबिनार", "Candles Kumar के साथ", "शाम 6:30 बजे")],
    }
    (group,) = asked(api, "प्रमाणपत्र")["data"]
    (hit,) = group["items"]
    assert (group["title"], hit["title"]) == ("सीधे लिंक", "आपके प्रमाणपत्र")


@pytest.mark.parametrize("query", [{}, {"q": "x" * 1001}, {"q": "a\x00"}])
def test_what_is_no_search_is_refused(api: ApiClient, query: dict[str, str]) -> None:
    answer = api.get(CALL, query)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["q"])


def test_chapters_are_found_by_their_text_while_they_can_be_read(api: ApiClient) -> None:
    module = AcademyModuleFactory(weburlname="charts", title="Charts")
    AcademyChapterFactory(module=module, weburlname="wicks", title="Wicks", text="## Candles\n\nMore.")
    AcademyChapterFactory(module=module, text="candles", is_published=False)
    AcademyChapterFactory(module=AcademyModuleFactory(is_published=False), text="candles")

    (group,) = asked(api, "candles")["data"]

    assert (group["kind"], group["title"], group["totalCount"]) == ("chapter", "Academy", 1)
    hit = group["items"][0]
    assert (hit["title"], hit["about"], hit["path"], hit["startsAt"]) == (
        "Wicks",
        "Charts",
        "/academy/charts/wicks",
        None,
    )


@pytest.mark.parametrize(
    "text", ["invoice", "payments", "paying", "orders receipts", "PDF", "invoice paying payments pdf"]
)
def test_a_question_is_found_by_its_words_its_answer_its_group_and_its_topic(
    api: ApiClient, text: str
) -> None:
    group = FaqGroupFactory(title="Paying", topic=FaqTopicFactory(title="Payments and refunds"))
    article = FaqArticleFactory(
        group=group,
        title="Where is my invoice?",
        html='<p>Under <a href="/secret">Orders</a></p><p>and receipts, as a <strong>P</strong>DF.</p>',
    )
    FaqArticleFactory(title="Is there a recording?")

    assert [group for group in asked(api, text)["data"] if group["kind"] == "faq"] == [
        {
            "kind": "faq",
            "title": "FAQ",
            "items": [
                {
                    "_id": str(article.pk),
                    "title": "Where is my invoice?",
                    "path": f"/#faq-{article.pk}",
                    "about": "Payments and refunds",
                    **dict.fromkeys(("startsAt", "startTime", "price", "level", "language", "teacher")),
                }
            ],
            "totalCount": 1,
        }
    ]


@pytest.mark.parametrize("text", ["href", "strong", "secret"])
def test_markup_of_an_answer_finds_nothing(api: ApiClient, text: str) -> None:
    FaqArticleFactory(html='<p><strong>Under</strong> <a href="/secret">Orders</a>.</p>')
    assert asked(api, text)["data"] == []


def test_questions_come_last_and_in_the_order_of_their_page(api: ApiClient, shelf: dict[str, Any]) -> None:
    late, early = FaqTopicFactory(position=2), FaqTopicFactory(position=1)
    AcademyChapterFactory(text="Candles.")
    for topic, group, position, title in [
        (late, 1, 1, "Fourth?"),
        (early, 2, 1, "Third?"),
        (early, 1, 2, "Second?"),
        (early, 1, 1, "First?"),
    ]:
        place, _ = FaqGroup.objects.get_or_create(topic=topic, position=group, title=f"Part {group}")
        FaqArticleFactory(group=place, position=position, title=title, html="<p>Candles.</p>")

    groups = asked(api, "candles")["data"]

    assert [group["kind"] for group in groups][-2:] == ["chapter", "faq"]
    assert [hit["title"] for hit in groups[-1]["items"]] == ["First?", "Second?", "Third?", "Fourth?"]


def test_a_question_is_found_only_while_it_and_its_topic_are_published(api: ApiClient) -> None:
    FaqArticleFactory(title="Candles?", is_published=False)
    FaqArticleFactory(title="Candles?", group__topic__is_published=False)
    assert asked(api, "candles")["data"] == []


@pytest.mark.parametrize("changed", ["article", "group", "topic"])
def test_what_staff_save_of_the_faq_is_found_at_once(
    api: ApiClient, committed: Callable[[], AbstractContextManager[None]], changed: str
) -> None:
    article = FaqArticleFactory(title="Why?")
    row = {"article": article, "group": article.group, "topic": article.group.topic}[changed]
    assert asked(api, "candles")["totalCount"] == 0

    with committed():
        row.title = "Candles"
        row.save()
    assert [group["kind"] for group in asked(api, "candles")["data"]] == ["faq"]

    with committed():
        row.delete()
    assert asked(api, "candles")["data"] == []


def test_five_of_a_kind_are_shown_and_all_are_counted(api: ApiClient) -> None:
    WebinarFactory.create_batch(7, title="Candles tonight")
    (group,) = asked(api, "candles")["data"]
    assert (len(group["items"]), group["totalCount"]) == (5, 7)


def test_what_is_over_hidden_or_called_off_is_not_found(api: ApiClient) -> None:
    WebinarFactory(title="Candles", starts_at=NOW.replace(day=1), ends_at=NOW.replace(day=2))
    WebinarFactory(title="Candles", is_published=False)
    WebinarFactory(title="Candles", cancelled_at=NOW, cancellation_reason="Ill")
    assert asked(api, "candles")["data"] == []


def test_it_costs_the_same_however_much_there_is(api: ApiClient) -> None:
    WebinarFactory(title="Candles")
    course = CourseFactory(title="Candles")
    search_documents.update_documents(course_ids=[course.pk])
    asked(api, "candles")
    few = _queries(api)
    WebinarFactory.create_batch(50, title="Candles")
    courses = CourseFactory.create_batch(50, title="Candles")
    search_documents.update_documents(course_ids=[course.pk for course in courses])
    asked(api, "candles")
    assert _queries(api) == few <= 4


def _queries(api: ApiClient) -> int:
    with CaptureQueriesContext(connection) as captured:
        asked(api, "candles")
    return len(captured)


@pytest.fixture
def seeded(shelf: dict[str, Any]) -> dict[str, Any]:
    """Synonyms as the migration seeds them, where a test before this one has flushed them."""
    SearchSynonym.objects.all().delete()
    for word, meaning in (("F&O", "futures, options"), ("fno", "futures, options"), ("mentor", "mentorship")):
        SearchSynonym.objects.create(word=word, stands_for=meaning)
    mentor = InstructorFactory(name="Arjun Deshmukh", slug="arjun-deshmukh", experience="9 years")
    course = CourseFactory(title="Writing options", taught_by=[mentor], language="Hindi", offer_price_paise=0)
    search_documents.update_documents(course_ids=[course.pk])
    WebinarFactory(title="Options at expiry", host=mentor, price_paise=0)
    return shelf


def titles_by_kind(answer: dict[str, Any]) -> dict[str, list[str]]:
    return {group["kind"]: [hit["title"] for hit in group["items"]] for group in answer["data"]}


@pytest.mark.parametrize("text", ["fno", "F&O", "f and o", "options", "optoins"])
def test_synonyms_and_corrections_count_for_every_kind(
    api: ApiClient, seeded: dict[str, Any], text: str
) -> None:
    found = titles_by_kind(asked(api, text))
    assert found["course"] == ["Writing options"]
    assert found["webinar"] == ["Options at expiry"]


def test_mentor_finds_mentorships_and_mentors(api: ApiClient, seeded: dict[str, Any]) -> None:
    answer = asked(api, "mentor")
    found = titles_by_kind(answer)

    assert found["mentorship"] == ["A month of candles"]
    assert "Arjun Deshmukh" in found["mentor"]
    assert "course" not in found
    mentors = next(group for group in answer["data"] if group["kind"] == "mentor")
    (hit,) = [hit for hit in mentors["items"] if hit["title"] == "Arjun Deshmukh"]
    assert (hit["path"], hit["about"]) == (
        "/mentors/arjun-deshmukh",
        "9 years' experience",
    )


@pytest.mark.parametrize(
    ("text", "title", "path", "count"),
    [
        ("hindi", "Hindi courses", "/courses?language=Hindi", 1),
        ("HINDI course", "Hindi courses", "/courses?language=Hindi", 1),
        ("hidni", "Hindi courses", "/courses?language=Hindi", 1),
        (
            "free options course",
            "Free courses for “options”",
            "/courses?price=free&search=options",
            1,
        ),
    ],
)
def test_a_filter_that_is_named_is_offered(
    api: ApiClient, seeded: dict[str, Any], text: str, title: str, path: str, count: int
) -> None:
    answer = asked(api, text)
    assert answer["filter"] is not None
    assert (answer["filter"]["title"], answer["filter"]["path"]) == (title, path)
    assert answer["filter"]["count"] == count
    assert titles_by_kind(answer)["course"] == ["Writing options"]
    assert_matches_schema(answer, path="search")


@pytest.mark.parametrize("text", ["tamil", "tamil candles", "options"])
def test_a_filter_that_finds_nothing_or_is_not_named_is_not_offered(
    api: ApiClient, seeded: dict[str, Any], text: str
) -> None:
    assert asked(api, text)["filter"] is None


@pytest.mark.parametrize(("text", "kind"), [("hindi webinar", "webinar"), ("free refund", "page")])
def test_a_filter_of_courses_is_not_offered_to_who_found_something_else(
    api: ApiClient, seeded: dict[str, Any], text: str, kind: str
) -> None:
    WebinarFactory(title="Margins", language="Hindi", price_paise=0)
    answer = asked(api, text)
    assert kind in titles_by_kind(answer)
    assert answer["filter"] is None


def test_a_free_event_is_found_by_that(api: ApiClient, seeded: dict[str, Any]) -> None:
    WebinarFactory(title="Options margins", price_paise=49_900)
    assert titles_by_kind(asked(api, "options webinar"))["webinar"] == [
        "Options at expiry",
        "Options margins",
    ]
    assert titles_by_kind(asked(api, "free options webinar")) == {"webinar": ["Options at expiry"]}


@pytest.mark.parametrize("text", ["hindi webinar", "webinar hidni", "हिंदी वेबिनार", "free hindi webinar"])
def test_an_event_is_found_by_its_language(api: ApiClient, seeded: dict[str, Any], text: str) -> None:
    WebinarFactory(title="Pehla order", price_paise=0, language="Hindi")
    assert titles_by_kind(asked(api, text)) == {"webinar": ["Pehla order"]}


def test_events_of_all_kinds_are_found_by_language_and_subject(api: ApiClient) -> None:
    about = {"language": "Marathi", "category": CategoryFactory(title="Household budgets")}
    WebinarFactory(title="One evening", **about)
    MentorshipFactory(title="One month", **about)
    SessionFactory(program=LiveTradingFactory(title="One desk", **about))

    found = {"webinar": ["One evening"], "mentorship": ["One month"], "liveTrading": ["One desk"]}
    assert titles_by_kind(asked(api, "marathi")) == found
    assert titles_by_kind(asked(api, "household budgets")) == found


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("optoins xyzzyx", "options"),
        ("xyzzyx opitons expriy", "options expiry"),
        ("atmargin xyzzyx", None),
        ("metorship candels xyzzyx", "mentorship candles"),
    ],
)
def test_the_spelling_that_is_offered_has_no_typo(
    api: ApiClient, seeded: dict[str, Any], text: str, spelling: str | None
) -> None:
    answer = asked(api, text)
    assert (answer["partial"], answer["didYouMean"]) == (spelling is not None, spelling)


@pytest.mark.parametrize("text", ["refund policy", "refnd policy", "refnud polcy"])
def test_legal_pages_are_found_in_spite_of_typos(api: ApiClient, text: str) -> None:
    page_seeds.seed()
    answer = asked(api, text)
    pages = next(group for group in answer["data"] if group["kind"] == "page")
    assert (pages["items"][0]["title"], pages["items"][0]["path"]) == ("Refund policy", "/refund-policy")


def test_pages_of_the_app_lead_to_their_paths_there(api: ApiClient) -> None:
    page_seeds.seed()
    answer = asked(api, "advisory agreement")
    paths = [hit["path"] for group in answer["data"] if group["kind"] == "page" for hit in group["items"]]
    assert "/mobile/Advisory-Agreement" in paths


def test_what_staff_save_of_a_page_is_found_at_once(
    api: ApiClient, committed: Callable[[], AbstractContextManager[None]]
) -> None:
    page_seeds.seed()
    assert asked(api, "quokka")["totalCount"] == 0

    version = PageVersion.objects.get(page__slug="refund-policy", number=1)
    with committed():
        PageVersion.objects.filter(pk=version.pk).update(title="Quokka policy")

    assert titles_by_kind(asked(api, "quokka")) == {"page": ["Quokka policy"]}


def test_a_hostile_query_is_answered_quickly(api: ApiClient, seeded: dict[str, Any]) -> None:
    page_seeds.seed()
    text = " ".join(f"{letter}qzxvkwjyq{letter}" * 2 for letter in "abcdefgh")
    asked(api, "warm")
    started = time.perf_counter()
    asked(api, text)
    assert time.perf_counter() - started < 1
