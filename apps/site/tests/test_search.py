"""The search over everything."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.catalog.services import search_documents
from apps.catalog.tests.factories import CourseFactory
from apps.content.models import FaqGroup
from apps.content.tests.factories import (
    AcademyChapterFactory,
    AcademyModuleFactory,
    FaqArticleFactory,
    FaqGroupFactory,
    FaqTopicFactory,
    InstructorFactory,
)
from apps.core.testing.clients import ApiClient
from apps.live.tests.factories import (
    NOW,
    LiveTradingFactory,
    MentorshipFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = pytest.mark.django_db

CALL = "/api/search"


@pytest.fixture(autouse=True)
def _clock() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


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


@pytest.mark.parametrize("text", ["", "   ", "nothing like it", "%", "'; --", "\U0001f600", "x" * 1000])
def test_what_finds_nothing_gives_nothing(api: ApiClient, shelf: dict[str, Any], text: str) -> None:
    assert asked(api, text) == {"data": [], "totalCount": 0}


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

    assert asked(api, text)["data"] == [
        {
            "kind": "faq",
            "title": "FAQ",
            "items": [
                {
                    "_id": str(article.pk),
                    "title": "Where is my invoice?",
                    "path": f"/#faq-{article.pk}",
                    "about": "Payments and refunds",
                    "startsAt": None,
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
