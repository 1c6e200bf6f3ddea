"""A person's own courses, and the demo's member who has some."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db.models import ProtectedError

from apps.accounts.models import Entitlement
from apps.accounts.services import demo_people
from apps.accounts.states import Source
from apps.catalog.models import Chapter, Course, Topic, TopicProgress
from apps.catalog.selectors import enrolments, learning_minutes
from apps.catalog.services import demo_progress
from apps.catalog.states import ContentType
from apps.catalog.tests.factories import CourseFactory
from apps.catalog.tests.lessons import course_of, give, give_pro
from apps.core.testing.described import assert_described

pytestmark = pytest.mark.django_db

CALL = "/api/course/booked/V1/course"
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel(NOW, tick=False):
        yield


def days_ago(days):
    return NOW - timedelta(days=days)


def watch(person, course, *marks, at=NOW):
    """Marks the topics of a course, in order; None leaves one untouched."""
    topics = Topic.objects.filter(chapter__course=course).in_order()
    for topic, mark in zip(topics, marks, strict=False):
        if mark is not None:
            seconds, is_completed = mark
            TopicProgress.objects.create(
                person=person,
                course=course,
                topic=topic,
                watched_seconds=seconds,
                is_completed=is_completed,
                updated_at=at,
            )


def asked(person, **question):
    answer = person.api.get(CALL, question)
    assert answer.status_code == 200, answer.content
    return answer.json()


def titles(person, **question):
    return [course["title"] for course in asked(person, **question)["data"]]


def test_a_booked_course_is_its_card_with_how_far_one_is(member, api):
    course, (first, second, _) = course_of(600, 300, 0, title="Candles")
    give(member.user, course, source=Source.FREE, starts_at=days_ago(3), ends_at=NOW + timedelta(days=27))
    watch(member.user, course, (600, True), (150, False))

    answer = asked(member)

    card = api.post("/api/course/mobile", {}).json()["courses"][0]
    assert answer == {
        "data": [
            {
                **card,
                "isPurchased": True,
                "access": {"granted": True, "via": "free", "endsAt": "2026-12-18T09:30:00Z"},
                "progressPercent": 50,
                "firstTopicId": str(first.pk),
                "lastTopicId": str(first.pk),
                "resumeAt": 600,
            }
        ],
        "totalCount": 1,
    }
    assert second.pk != first.pk
    assert_described(answer, path="course/booked/V1/course")


def test_the_last_topic_tells_where_to_go_on(member):
    course, (_, second) = course_of(600, 300)
    give(member.user, course)
    watch(member.user, course, (600, True), at=days_ago(2))
    TopicProgress.objects.create(
        person=member.user, course=course, topic=second, watched_seconds=400, updated_at=days_ago(1)
    )

    row = asked(member)["data"][0]

    assert (row["lastTopicId"], row["resumeAt"]) == (str(second.pk), 300)


def test_the_newest_booking_comes_first(member, other_member):
    for title, days in (("Old", 9), ("New", 1), ("Middle", 5)):
        give(member.user, CourseFactory(title=title), starts_at=days_ago(days))
    again = CourseFactory(title="Again")
    give(member.user, again, starts_at=days_ago(30), ends_at=days_ago(20))
    give(member.user, again, starts_at=days_ago(3))
    give(other_member.user, CourseFactory(title="Theirs"), starts_at=NOW)

    assert titles(member) == ["New", "Again", "Middle", "Old"]
    assert asked(member)["totalCount"] == 4


def test_what_has_ended_is_still_there_and_says_so(member):
    course, _ = course_of(600)
    give(member.user, course, ends_at=days_ago(1))
    watch(member.user, course, (60, False))

    answer = asked(member)

    (row,) = answer["data"]
    assert row["access"] == {"granted": False, "via": "purchase", "endsAt": "2026-11-20T09:30:00Z"}
    assert (row["isPurchased"], row["progressPercent"]) == (False, 10)
    assert_described(answer, path="course/booked/V1/course")


def test_what_was_bought_again_opens_until_its_new_end(member):
    course = CourseFactory()
    give(member.user, course, starts_at=days_ago(60), ends_at=days_ago(30))
    give(member.user, course, starts_at=days_ago(10), ends_at=NOW + timedelta(days=20))

    assert asked(member)["data"][0]["access"] == {
        "granted": True,
        "via": "purchase",
        "endsAt": "2026-12-11T09:30:00Z",
    }


def test_a_pro_booking_opens_only_with_pro(member, committed):
    give(member.user, CourseFactory(is_pro=True), source=Source.PRO)
    assert asked(member)["data"][0]["access"] is None

    with committed():
        give_pro(member.user, ends_at=NOW + timedelta(days=1))

    row = asked(member)["data"][0]
    assert (row["isPurchased"], row["access"]) == (
        True,
        {"granted": True, "via": "pro", "endsAt": "2026-11-22T09:30:00Z"},
    )


def test_an_unpublished_course_stays_and_cannot_be_deleted(member):
    hidden = CourseFactory(title="Hidden", is_published=False)
    give(member.user, hidden)
    with pytest.raises(ProtectedError):
        hidden.delete()

    assert titles(member) == ["Hidden"]
    assert asked(member)["totalCount"] == 1


@pytest.fixture
def shelf(member):
    """One course of each kind, named after how far the member is."""
    shelf = {
        "untouched": None,
        "opened": ((0, False), None),
        "begun": ((1, False), None),
        "half": ((100, True), None),
        "watched": ((100, False), (100, False)),
        "done": ((0, True), (5, True)),
    }
    for place, (title, marks) in enumerate(shelf.items()):
        course, _ = course_of(100, 100, title=title)
        give(member.user, course, starts_at=days_ago(place))
        watch(member.user, course, *(marks or ()))
    empty, _ = course_of(title="empty")
    give(member.user, empty, starts_at=days_ago(9))


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("notStarted", ["untouched", "opened", "empty"]),
        ("ongoing", ["begun", "half", "watched"]),
        ("completed", ["done"]),
    ],
)
def test_the_status_narrows_list_and_count(member, shelf, status, expected):
    answer = asked(member, status=status)

    assert [course["title"] for course in answer["data"]] == expected
    assert answer["totalCount"] == len(expected)


def test_percent_and_last_topic_of_each(member, shelf):
    rows = {
        course["title"]: (course["progressPercent"], course["lastTopicId"] is None)
        for course in asked(member)["data"]
    }

    assert rows == {
        "untouched": (0, True),
        "opened": (0, True),
        "begun": (0, False),
        "half": (50, False),
        "watched": (99, False),
        "done": (100, False),
        "empty": (0, True),
    }


def test_a_course_without_topics_has_no_first_one(member):
    give(member.user, CourseFactory())

    assert asked(member)["data"][0]["firstTopicId"] is None


@pytest.mark.parametrize(
    ("skip", "limit", "expected"),
    [(0, 2, ["0", "1"]), (2, 2, ["2"]), (3, 5, []), (0, 0, []), (10**9, 10, [])],
)
def test_pages_follow_each_other(member, skip, limit, expected):
    for number in range(3):
        give(member.user, CourseFactory(title=str(number)), starts_at=days_ago(number))

    answer = asked(member, skip=skip, limit=limit)

    assert [course["title"] for course in answer["data"]] == expected
    assert answer["totalCount"] == 3


def test_nobody_has_nothing(member):
    assert asked(member) == {"data": [], "totalCount": 0}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("status", "done"),
        ("status", ""),
        ("status", "Ongoing"),
        ("skip", -1),
        ("limit", "ten"),
        ("limit", 1.5),
    ],
)
def test_a_wrong_question_is_refused_by_name(member, field, value):
    answer = member.api.get(CALL, {field: value})

    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])


def test_a_visitor_is_asked_to_log_in(api):
    assert api.get(CALL).status_code == 401


@pytest.mark.parametrize("count", [1, 3, 50])
def test_the_list_takes_the_same_queries_whatever_its_size(member, django_assert_num_queries, count):
    for _ in range(count):
        course, _ = course_of(100, 100)
        give(member.user, course)
        watch(member.user, course, (10, False))
    ended, _ = course_of(100)
    give(member.user, ended, ends_at=days_ago(1))
    member.api.csrf_token()

    # What is held is kept with the person; the rest is marks, outlines, courses and who teaches them.
    with django_assert_num_queries(4):
        assert asked(member, limit=100)["totalCount"] == count + 1


def test_only_what_is_begun_open_and_unfinished_is_continued(member, shelf):
    ended, _ = course_of(100, title="ended")
    give(member.user, ended, ends_at=days_ago(1))
    watch(member.user, ended, (50, False))
    pro, _ = course_of(100, is_pro=True, title="pro")
    give_pro(member.user)
    watch(member.user, pro, (50, False), at=days_ago(1))

    found = enrolments.continued(person=member.user, limit=10, now=NOW)

    assert sorted(course["title"] for course in found[:3]) == ["begun", "half", "watched"]
    assert [course["title"] for course in found[3:]] == ["pro"]
    assert found[3]["isPurchased"] is False
    assert found[3]["access"] == {"granted": True, "via": "pro", "endsAt": None}


# --- the demo ---


def seeded():
    return (
        list(Entitlement.objects.order_by("pk").values()),
        list(TopicProgress.objects.order_by("pk").values()),
        list(Course.objects.order_by("pk").values_list("weburlname", "total_learners")),
    )


@pytest.fixture
def demo_shelf():
    demo_people.seed(NOW)
    for name in ("candlesticks-from-the-first-principle", "money-in-order"):
        CourseFactory(weburlname=name, offer_price_paise=0, access_days=365)


def add_topics(count):
    for course in Course.objects.all():
        chapter = Chapter.objects.create(course=course, title="All")
        for place in range(count):
            Topic.objects.create(
                chapter=chapter,
                title=f"Topic {place}",
                position=place,
                content_type=ContentType.ARTICLE,
                duration_seconds=600,
            )


def test_the_demos_member_has_begun_two_courses(demo_shelf, committed):
    add_topics(5)

    with committed():
        assert demo_progress.seed(NOW) == "2 courses booked and 2 begun"

    member = TopicProgress.objects.first().person
    assert member.mobile == demo_people.MEMBER_MOBILE
    found = enrolments.continued(person=member, limit=3, now=NOW)
    assert [(course["weburlname"], course["progressPercent"]) for course in found] == [
        ("money-in-order", 30),
        ("candlesticks-from-the-first-principle", 70),
    ]
    weeks = learning_minutes.per_week(person=member, now=NOW)
    assert [week["minutes"] for week in weeks] == [0, 0, 0, 0, 10, 10, 10, 20]


def test_planting_again_changes_nothing(demo_shelf, committed):
    add_topics(5)
    with committed():
        demo_progress.seed(NOW)
    before = seeded()

    assert demo_progress.seed(NOW + timedelta(days=1)) == "0 courses booked and 0 begun"
    assert seeded() == before


def test_courses_without_topics_are_booked_and_begun_later(demo_shelf, committed):
    with committed():
        assert demo_progress.seed(NOW) == "2 courses booked and 0 begun"
    with committed():
        add_topics(1)
    assert demo_progress.seed(NOW) == "0 courses booked and 2 begun"


def test_without_its_courses_or_its_member_nothing_is_planted():
    assert demo_progress.seed(NOW) == "nobody to book courses for"
    demo_people.seed(NOW)
    assert demo_progress.seed(NOW) == "0 courses booked and 0 begun"
