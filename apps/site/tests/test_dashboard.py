"""What a member sees first."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine

from apps.catalog.models import TopicProgress
from apps.catalog.tests.course_helpers import create_course, give_course
from apps.core.testing.clients import logged_in
from apps.core.testing.schema_checks import assert_matches_schema
from apps.live.models import Booking
from apps.live.services import cancellation
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import SessionFactory, WebinarFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

CALL = "/api/dashboard"
QUERIES = 7
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def begin(person, title, *, ago, learned=None):
    course, (topic, _) = create_course(600, 300, title=title)
    give_course(person, course)
    TopicProgress.objects.create(
        person=person,
        course=course,
        topic=topic,
        watched_seconds=60,
        updated_at=NOW - timedelta(days=ago),
        ranges_by_day=learned or {},
    )
    return course, topic


def test_who_has_nothing_is_shown_eight_empty_weeks(member):
    answer = member.api.get(CALL)

    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-store"
    assert answer.json() == {
        "data": {
            "hasStarted": False,
            "continueLearning": [],
            "minutesPerWeek": [
                {"weekStart": start, "minutes": 0}
                for start in (
                    *("2026-09-28", "2026-10-05", "2026-10-12", "2026-10-19"),
                    *("2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16"),
                )
            ],
            "weeksInARow": 0,
            "next": [],
            "calendar": [],
            "decisions": [],
            "receipts": [],
            "nextChangeAt": None,
        }
    }
    assert_matches_schema(answer.json(), path="dashboard")


def test_learning_goes_on_with_the_three_latest(member, other_member):
    for place, title in enumerate(("Third", "First", "Fourth", "Second")):
        begin(member.user, title, ago=(5, 1, 9, 3)[place])
    begin(other_member.user, "Theirs", ago=0)

    answer = member.api.get(CALL).json()

    shown = answer["data"]["continueLearning"]
    assert [course["title"] for course in shown] == ["First", "Second", "Third"]
    assert {(course["progressPercent"], course["resumeAt"]) for course in shown} == {(5, 60)}
    assert all(course["lastTopicId"] == course["firstTopicId"] for course in shown)
    assert_matches_schema(answer, path="dashboard")


def test_minutes_stand_in_their_weeks(member):
    begin(member.user, "A", ago=1, learned={"2026-11-20": [[0, 90]], "2026-11-09": [[0, 300]]})
    begin(member.user, "B", ago=1, learned={"2026-11-16": [[0, 30]]})

    data = member.api.get(CALL).json()["data"]

    assert data["weeksInARow"] == 2
    assert data["minutesPerWeek"][-2:] == [
        {"weekStart": "2026-11-09", "minutes": 5},
        {"weekStart": "2026-11-16", "minutes": 2},
    ]


def webinar(person, *, hours, **values):
    starts_at = NOW + timedelta(hours=hours)
    made = WebinarFactory(starts_at=starts_at, ends_at=starts_at + timedelta(hours=1), **values)
    Booking.objects.create(
        person=person, webinar=made, status=BookingStatus.BOOKED, booked_by=BookedBy.FREE, made_at=NOW
    )


def test_what_is_live_within_a_day_comes_before_the_course_and_all_else_after(member):
    course, topic = begin(member.user, "Begun", ago=1)
    webinar(member.user, hours=30, title="Later")
    webinar(member.user, hours=20, title="Soon")

    answer = member.api.get(CALL).json()

    rows = answer["data"]["next"]
    assert [(row["kind"], row["title"]) for row in rows] == [
        ("webinar", "Soon"),
        ("course", "Begun"),
        ("webinar", "Later"),
    ]
    assert rows[1]["href"] == f"/course/{course.weburlname}/topic/{topic.pk}"
    assert (rows[1]["startsAt"], rows[1]["joinUrl"]) == (None, None)
    assert_matches_schema(answer, path="dashboard")


def test_five_are_next_and_the_calendar_has_all_with_their_clashes(member):
    for number in range(7):
        webinar(member.user, hours=30 + number)
    webinar(member.user, hours=30.5, title="Across")
    webinar(member.user, hours=-24 * 60, title="Long ago")

    data = member.api.get(CALL).json()["data"]

    assert len(data["next"]) == 5
    rows = {row["_id"]: row for row in data["calendar"]}
    assert len(rows) == 8
    (across,) = (row for row in rows.values() if row["title"] == "Across")
    assert len(across["clashesWith"]) == 2
    assert all(across["_id"] in rows[other]["clashesWith"] for other in across["clashesWith"])


def test_the_calendar_goes_back_to_the_beginning_of_last_month_in_india(member):
    with time_machine.travel(datetime(2026, 12, 31, 18, 30, tzinfo=UTC), tick=False):
        # In India it is January by now.
        first_of_december = datetime(2026, 11, 30, 18, 30, tzinfo=UTC)
        webinar(member.user, hours=(first_of_december - NOW).total_seconds() / 3600, title="First day")
        webinar(member.user, hours=(first_of_december - NOW).total_seconds() / 3600 - 1, title="Day before")
        calendar = logged_in(member.user).get(CALL).json()["data"]["calendar"]
    assert [row["title"] for row in calendar] == ["First day"]


@pytest.mark.usefixtures("known_rates")
@pytest.mark.parametrize("count", [1, 50])
def test_the_dashboard_takes_the_same_queries_whatever_is_booked(member, django_assert_num_queries, count):
    begin(member.user, "Begun", ago=1)
    for number in range(count):
        webinar(member.user, hours=number)
        session = SessionFactory(starts_at=NOW + timedelta(hours=number))
        Booking.objects.create(
            person=member.user,
            session=session,
            status=BookingStatus.BOOKED,
            booked_by=BookedBy.PAYMENT,
            made_at=NOW,
        )
    member.api.get("/api/user")

    with django_assert_num_queries(QUERIES + 1):  # the items of what is booked
        member.api.get(CALL)


@pytest.mark.usefixtures("known_rates")
@pytest.mark.parametrize("count", [1, 3, 12])
def test_the_dashboard_takes_the_same_queries_whatever_was_begun(member, django_assert_num_queries, count):
    for number in range(count):
        begin(member.user, f"Course {number}", ago=number)
    member.api.get("/api/user")

    with django_assert_num_queries(QUERIES):
        member.api.get(CALL)


@pytest.mark.usefixtures("known_rates")
@pytest.mark.parametrize("count", [1, 50])
def test_the_dashboard_takes_the_same_queries_whatever_was_bought(member, django_assert_num_queries, count):
    for number in range(count):
        course, _ = create_course(600, title=f"Course {number}")
        give_course(member.user, course, starts_at=NOW - timedelta(days=number))
    member.api.get("/api/user")

    with django_assert_num_queries(QUERIES):
        data = member.api.get(CALL).json()["data"]

    assert [course["title"] for course in data["continueLearning"]] == [
        f"Course {number}" for number in range(min(count, 3))
    ]
    assert [row["title"] for row in data["next"]] == ["Course 0"]
    assert data["hasStarted"] is False


def test_what_we_cancelled_waits_for_its_owner(member):
    session = SessionFactory(starts_at=NOW + timedelta(days=2), name="Depth", program__title="Order flow")
    webinar = WebinarFactory(starts_at=NOW + timedelta(days=1), title="Budget night")
    kept = WebinarFactory(starts_at=NOW + timedelta(days=3))
    values = {"status": BookingStatus.BOOKED, "booked_by": BookedBy.PAYMENT, "made_at": NOW}
    line = uuid4()
    bookings = [
        Booking.objects.create(person=member.user, session=session, bought_by=line, **values),
        Booking.objects.create(person=member.user, webinar=webinar, bought_by=uuid4(), **values),
        Booking.objects.create(person=member.user, webinar=kept, bought_by=uuid4(), **values),
    ]
    for row in (session, webinar):
        cancellation.cancel_for_everyone(of=type(row), item_id=row.pk, reason="The host is ill", at=NOW)

    answer = member.api.get(CALL)
    assert_matches_schema(answer.json(), path="dashboard")
    later, sooner = answer.json()["data"]["decisions"][::-1]
    assert (sooner["_id"], sooner["kind"], sooner["title"]) == (
        str(bookings[1].pk),
        "webinar",
        "Budget night",
    )
    assert (sooner["calledOff"]["choices"], sooner["booking"]) == (["refund"], None)
    assert (later["_id"], later["programTitle"]) == (str(bookings[0].pk), "Order flow")
    assert later["calledOff"] == {
        "reason": "The host is ill",
        "choices": ["move", "credit", "refund"],
        "refundLineId": str(line),
    }
    assert later["booking"]["_id"] == str(bookings[0].pk)
