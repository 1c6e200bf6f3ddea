"""A person's own courses, and those of the demo's member."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import ProtectedError

from apps.accounts.models import Entitlement
from apps.accounts.services import demo_people
from apps.accounts.states import Source
from apps.catalog.models import Certificate, Chapter, Course, Topic, TopicProgress
from apps.catalog.selectors import enrolments, learning_minutes
from apps.catalog.selectors.enrolments import CourseReader
from apps.catalog.selectors.progress import read_progress
from apps.catalog.services import certificates, demo_progress
from apps.catalog.states import ContentType
from apps.catalog.tests.course_helpers import create_course, give_course, give_pro
from apps.catalog.tests.factories import CourseFactory
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

CALL = "/api/course/booked/V1/course"
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def days_ago(days):
    return NOW - timedelta(days=days)


def watch(person, course, *marks, at=NOW):
    """Save progress in the topics of a course, in order; None skips a topic."""
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


def test_booked_course_is_its_card_with_progress(member, api):
    course, (first, second, _) = create_course(600, 300, 0, title="Candles")
    give_course(
        member.user, course, source=Source.FREE, starts_at=days_ago(3), ends_at=NOW + timedelta(days=27)
    )
    watch(member.user, course, (600, True), (150, False))

    answer = asked(member)

    card = api.post("/api/course/mobile", {}).json()["courses"][0]
    assert answer == {
        "data": [
            {
                **card,
                "isPurchased": True,
                "access": {"granted": True, "via": "free", "endsAt": "2026-12-18T09:30:00Z"},
                "offer": {"actions": ["continue"], "topicId": str(second.pk), "reason": None},
                "status": "ongoing",
                "hasCertificate": False,
                "certificateWithdrawn": False,
                "certificateFrom": None,
                "progressPercent": 50,
                "firstTopicId": str(first.pk),
                "lastTopicId": str(first.pk),
                "resumeAt": 600,
            }
        ],
        "totalCount": 1,
    }
    assert_matches_schema(answer, path="course/booked/V1/course")


def test_continue_goes_on_behind_what_is_completed_and_then_from_the_beginning(member):
    course, topics = create_course(600, 300, 60, 60)
    give_course(member.user, course)
    for minute, (completed, expected) in enumerate(((1, 2), (3, 0), (0, 2))):
        TopicProgress.objects.create(
            person=member.user,
            course=course,
            topic=topics[completed],
            is_completed=True,
            updated_at=NOW + timedelta(minutes=minute),
        )
        [row] = asked(member)["data"]
        assert (row["lastTopicId"], row["offer"]["topicId"]) == (
            str(topics[completed].pk),
            str(topics[expected].pk),
        )


def test_last_topic_is_where_the_learner_continues(member):
    course, (_, second) = create_course(600, 300)
    give_course(member.user, course)
    watch(member.user, course, (600, True), at=days_ago(2))
    TopicProgress.objects.create(
        person=member.user, course=course, topic=second, watched_seconds=400, updated_at=days_ago(1)
    )

    row = asked(member)["data"][0]

    assert (row["lastTopicId"], row["resumeAt"]) == (str(second.pk), 300)


def test_the_newest_booking_comes_first(member, other_member):
    for title, days in (("Old", 9), ("New", 1), ("Middle", 5)):
        give_course(member.user, CourseFactory(title=title), starts_at=days_ago(days))
    again = CourseFactory(title="Again")
    give_course(member.user, again, starts_at=days_ago(30), ends_at=days_ago(20))
    give_course(member.user, again, starts_at=days_ago(3))
    give_course(other_member.user, CourseFactory(title="Theirs"), starts_at=NOW)

    assert titles(member) == ["New", "Again", "Middle", "Old"]
    assert asked(member)["totalCount"] == 4


def test_expired_course_is_listed_as_expired(member):
    course, _ = create_course(600)
    give_course(member.user, course, ends_at=days_ago(1))
    watch(member.user, course, (60, False))

    answer = asked(member)

    (row,) = answer["data"]
    assert row["access"] == {"granted": False, "via": "purchase", "endsAt": "2026-11-20T09:30:00Z"}
    assert (row["isPurchased"], row["progressPercent"]) == (False, 10)
    assert_matches_schema(answer, path="course/booked/V1/course")


def test_renewed_course_is_open_until_its_new_end(member):
    course = CourseFactory()
    give_course(member.user, course, starts_at=days_ago(60), ends_at=days_ago(30))
    give_course(member.user, course, starts_at=days_ago(10), ends_at=NOW + timedelta(days=20))

    assert asked(member)["data"][0]["access"] == {
        "granted": True,
        "via": "purchase",
        "endsAt": "2026-12-11T09:30:00Z",
    }


def test_pro_booking_requires_active_pro(member, committed):
    give_course(member.user, CourseFactory(is_pro=True), source=Source.PRO)
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
    give_course(member.user, hidden)
    with pytest.raises(ProtectedError):
        hidden.delete()

    assert titles(member) == ["Hidden"]
    assert asked(member)["totalCount"] == 1


@pytest.fixture
def catalogue(member):
    """Courses named after the member's progress in them."""
    catalogue = {
        "untouched": None,
        "opened": ((0, False), None),
        "begun": ((1, False), None),
        "half": ((100, True), None),
        "watched": ((100, False), (100, False)),
        "done": ((0, True), (5, True)),
    }
    for place, (title, marks) in enumerate(catalogue.items()):
        course, _ = create_course(100, 100, title=title)
        give_course(member.user, course, starts_at=days_ago(place))
        watch(member.user, course, *(marks or ()))
    empty, _ = create_course(title="empty")
    give_course(member.user, empty, starts_at=days_ago(9))


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("notStarted", ["untouched", "opened", "empty"]),
        ("ongoing", ["begun", "half", "watched"]),
        ("completed", ["done"]),
    ],
)
def test_status_filters_list_and_count(member, catalogue, status, expected):
    answer = asked(member, status=status)

    assert [course["title"] for course in answer["data"]] == expected
    assert answer["totalCount"] == len(expected)


def test_percent_and_last_topic_of_each(member, catalogue):
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
    give_course(member.user, CourseFactory())

    assert asked(member)["data"][0]["firstTopicId"] is None


@pytest.mark.parametrize(
    ("skip", "limit", "expected"),
    [(0, 2, ["0", "1"]), (2, 2, ["2"]), (3, 5, []), (0, 0, []), (10**9, 10, [])],
)
def test_pages_follow_each_other(member, skip, limit, expected):
    for number in range(3):
        give_course(member.user, CourseFactory(title=str(number)), starts_at=days_ago(number))

    answer = asked(member, skip=skip, limit=limit)

    assert [course["title"] for course in answer["data"]] == expected
    assert answer["totalCount"] == 3


def test_new_member_has_no_courses(member):
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
def test_invalid_query_is_refused_by_field(member, field, value):
    answer = member.api.get(CALL, {field: value})

    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])


@pytest.mark.usefixtures("known_rates")
@pytest.mark.parametrize("count", [1, 3, 50])
def test_the_list_takes_the_same_queries_whatever_its_size(member, django_assert_num_queries, count):
    for _ in range(count):
        course, _ = create_course(100, 100)
        give_course(member.user, course)
        watch(member.user, course, (10, False))
    ended, _ = create_course(100)
    give_course(member.user, ended, ends_at=days_ago(1))
    member.api.get("/api/user")

    # Entitlements are cached with the person; the rest is progress, certificates, and until they are cached
    # the outlines, courses and instructors.
    for queries in (5, 2):
        with django_assert_num_queries(queries):
            assert asked(member, limit=100)["totalCount"] == count + 1


def test_courses_to_continue_are_open_and_unfinished_and_the_latest_comes_first(member, catalogue):
    ended, _ = create_course(100, title="ended")
    give_course(member.user, ended, ends_at=days_ago(1))
    watch(member.user, ended, (50, False))
    never, _ = create_course(100, title="ended, never begun")
    give_course(member.user, never, ends_at=days_ago(1))
    pro, _ = create_course(100, is_pro=True, title="pro")
    create_course(100, is_pro=True, title="pro, never begun")
    give_pro(member.user)
    watch(member.user, pro, (50, False), at=days_ago(1))

    found = enrolments.courses_to_continue(CourseReader(member.user, now=NOW), limit=10)

    titles = [course["title"] for course in found]
    assert sorted(titles[:5]) == ["begun", "half", "opened", "untouched", "watched"]
    assert titles[5:] == ["pro", "empty"]
    assert found[5]["isPurchased"] is False
    assert found[5]["access"] == {"granted": True, "via": "pro", "endsAt": None}


@pytest.mark.parametrize("source", [Source.PAID, Source.FREE, Source.STAFF, Source.PRO])
def test_what_was_booked_last_is_to_be_begun_however_it_was_booked(member, source):
    begun, _ = create_course(100, title="begun", is_pro=True)
    booked, (topic,) = create_course(100, title="booked", is_pro=True)
    give_pro(member.user)
    give_course(member.user, begun)
    watch(member.user, begun, (50, False), at=days_ago(2))
    give_course(member.user, booked, source=source, starts_at=days_ago(1))

    found = enrolments.courses_to_continue(CourseReader(member.user, now=NOW), limit=3)

    assert [(course["title"], course["status"]) for course in found] == [
        ("booked", "notStarted"),
        ("begun", "ongoing"),
    ]
    assert found[0]["offer"] == {"actions": ["start"], "topicId": str(topic.pk), "reason": None}


def test_a_certificate_stays_when_topics_are_added(member):
    course, (topic,) = create_course(100)
    give_course(member.user, course)
    watch(member.user, course, (100, True))
    certificates.issue(person=member.user, course_key=str(course.pk), at=NOW)
    other, _ = create_course(100)
    give_course(member.user, other)
    Topic.objects.create(
        chapter=topic.chapter, title="New", position=9, content_type="article", duration_seconds=60
    )

    found = {row["title"]: (row["status"], row["hasCertificate"]) for row in asked(member)["data"]}

    assert found == {course.title: ("ongoing", True), other.title: ("notStarted", False)}

    row = Certificate.objects.get()
    certificates.revoke(certificate_id=row.pk, reason="Shared account", at=NOW)
    found = [(row["hasCertificate"], row["certificateWithdrawn"]) for row in asked(member)["data"]]
    assert sorted(found) == [(False, False), (True, True)]
    certificates.undo_revocation(certificate_id=row.pk)

    certificates.withdraw(person=member.user, course_key=str(course.pk), at=NOW)
    assert [row["hasCertificate"] for row in asked(member)["data"]] == [False, False]


def test_courses_completed_with_pro_are_listed_when_pro_has_ended(member):
    booked, _ = create_course(100, title="booked")
    give_course(member.user, booked, starts_at=days_ago(3))
    done, _ = create_course(100, is_pro=True, title="done")
    grown, (other,) = create_course(100, is_pro=True, title="grown")
    half, _ = create_course(100, 100, is_pro=True, title="half")
    give_pro(member.user, ends_at=days_ago(1))
    watch(member.user, done, (100, True), at=days_ago(2))
    watch(member.user, grown, (100, True), at=days_ago(4))
    watch(member.user, half, (100, True), at=days_ago(4))
    certificates.issue(person=member.user, course_key=str(grown.pk), at=days_ago(4))
    Topic.objects.create(
        chapter=other.chapter, title="New", position=9, content_type="article", duration_seconds=60
    )

    found = asked(member)

    assert [row["title"] for row in found["data"]] == ["done", "booked", "grown"]
    assert found["totalCount"] == 3
    assert [row["access"] for row in found["data"] if row["title"] != "booked"] == [None, None]
    assert [row["hasCertificate"] for row in found["data"]] == [False, False, True]
    assert titles(member, status="completed") == ["done"]


# --- the demo ---


def seeded():
    return (
        list(Entitlement.objects.order_by("pk").values()),
        list(TopicProgress.objects.order_by("pk").values()),
        list(Course.objects.order_by("pk").values_list("weburlname", "total_learners")),
    )


@pytest.fixture
def seeded_catalogue():
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


def test_demo_member_has_started_two_courses(seeded_catalogue, committed):
    add_topics(5)

    with committed():
        assert demo_progress.seed(NOW) == "2 courses booked and 2 started"

    member = TopicProgress.objects.first().person
    assert member.mobile == demo_people.MEMBER_MOBILE
    found = enrolments.courses_to_continue(CourseReader(member, now=NOW), limit=3)
    assert [(course["weburlname"], course["progressPercent"]) for course in found] == [
        ("money-in-order", 30),
        ("candlesticks-from-the-first-principle", 70),
    ]
    learned = learning_minutes.learned_weeks(read_progress(person_id=member.pk), now=NOW)
    assert [week["minutes"] for week in learned["minutesPerWeek"]] == [0, 0, 0, 0, 10, 10, 10, 20]
    assert learned["weeksInARow"] == 4


def test_seeding_again_changes_nothing(seeded_catalogue, committed):
    add_topics(5)
    with committed():
        demo_progress.seed(NOW)
    before = seeded()

    assert demo_progress.seed(NOW + timedelta(days=1)) == "0 courses booked and 0 started"
    assert seeded() == before


def test_courses_without_topics_are_booked_and_started_later(seeded_catalogue, committed):
    with committed():
        assert demo_progress.seed(NOW) == "2 courses booked and 0 started"
    with committed():
        add_topics(1)
    assert demo_progress.seed(NOW) == "0 courses booked and 2 started"


def test_nothing_is_seeded_without_courses_or_member():
    assert demo_progress.seed(NOW) == "no member to enrol"
    demo_people.seed(NOW)
    assert demo_progress.seed(NOW) == "0 courses booked and 0 started"
