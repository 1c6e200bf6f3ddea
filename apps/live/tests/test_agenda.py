"""Bookings by start time, and which of them clash."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from apps.accounts.models import User
from apps.core.testing.fixtures import Person
from apps.live import room_urls
from apps.live.models import Booking
from apps.live.room_urls import RoomKey
from apps.live.selectors import agenda
from apps.live.selectors.booking_reader import BookingReader
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import NOW, MentorshipFactory, SessionFactory, WebinarFactory

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def booked(person: User, **item: Any) -> str:
    row = Booking.objects.create(
        person=person, status=BookingStatus.BOOKED, booked_by=BookedBy.FREE, made_at=NOW, **item
    )
    return str(row.pk)


def webinar(person: User, starts_in: timedelta, lasts: timedelta = HOUR) -> str:
    made = WebinarFactory(starts_at=NOW + starts_in, ends_at=NOW + starts_in + lasts)
    return booked(person, webinar=made)


def session(person: User, starts_in: timedelta, lasts: timedelta = HOUR) -> str:
    made = SessionFactory(starts_at=NOW + starts_in, ends_at=NOW + starts_in + lasts)
    return booked(person, session=made)


def mentorship(person: User, *starts_in: timedelta) -> str:
    """With a meeting of an hour at each of these times."""
    made = MentorshipFactory(meetings=[(NOW + start, NOW + start + HOUR) for start in starts_in])
    return booked(person, mentorship=made)


def read(person: User, now: datetime = NOW) -> agenda.Agenda:
    return agenda.booked(BookingReader(person, now), since=NOW - DAY)


def upcoming(person: User) -> tuple[list[str], list[str]]:
    found = read(person)
    return [entry["_id"] for entry in found.soon], [entry["_id"] for entry in found.later]


def clashes(person: User) -> dict[str, list[str]]:
    return {row["_id"]: row["clashesWith"] for row in read(person).calendar}


def test_upcoming_bookings_are_ordered_by_start(member: Person, other_member: Person) -> None:
    person = member.user
    tomorrow, now, in_an_hour = webinar(person, 30 * HOUR), session(person, -HOUR / 2), webinar(person, HOUR)
    in_a_week = mentorship(person, 7 * DAY, 14 * DAY)
    session(person, -3 * HOUR)
    webinar(other_member.user, HOUR)
    assert upcoming(person) == ([now, in_an_hour], [tomorrow, in_a_week])


@pytest.mark.parametrize(
    ("starts_in", "is_soon"), [(24 * HOUR, True), (24 * HOUR + timedelta(seconds=1), False)]
)
def test_soon_is_within_a_day(member: Person, starts_in: timedelta, is_soon: bool) -> None:
    mine = webinar(member.user, starts_in)
    assert upcoming(member.user) == (([mine], []) if is_soon else ([], [mine]))


def test_a_mentorship_is_listed_by_its_next_meeting(member: Person) -> None:
    weeks = mentorship(member.user, -3 * DAY, 4 * DAY, 11 * DAY)
    later, latest = session(member.user, 3 * DAY), session(member.user, 9 * DAY)
    assert upcoming(member.user) == ([], [later, weeks, latest])
    assert [row["startsAt"] for row in read(member.user).later if row["_id"] == weeks] == [
        "2026-11-25T09:30:00Z"
    ]


def test_each_meeting_is_in_the_calendar_with_what_can_be_done_in_it(member: Person) -> None:
    weeks = mentorship(member.user, -HOUR, timedelta(minutes=10), DAY)
    rows = [row for row in read(member.user).calendar if row["_id"] == weeks]
    assert [(row["meetingTitle"], row["status"], row["offer"]) for row in rows] == [
        ("Meeting 1", "completed", "watch"),
        ("Meeting 2", "upcoming", "join"),
        ("Meeting 3", "upcoming", "wait"),
    ]
    assert [row["joinUrl"] is not None for row in rows] == [False, True, False]


def test_cancelled_bookings_are_left_out(member: Person) -> None:
    canceled = session(member.user, HOUR)
    Booking.objects.filter(pk=canceled).update(
        status=BookingStatus.CANCELED, canceled_at=NOW, credit_ends_at=NOW + DAY
    )
    assert upcoming(member.user) == ([], [])
    assert clashes(member.user) == {}


def test_an_entry_has_title_times_and_links(member: Person) -> None:
    made = SessionFactory(
        starts_at=NOW + timedelta(minutes=15), program__title="Order flow", program__weburlname="order-flow"
    )
    mine = booked(member.user, session=made)
    found = read(member.user).soon
    assert found == [
        {
            "_id": mine,
            "kind": "session",
            "itemId": str(made.pk),
            "title": made.name,
            "programTitle": "Order flow",
            "host": made.program.host.name,
            "startsAt": "2026-11-21T09:45:00Z",
            "endsAt": "2026-11-21T11:15:00Z",
            "meetingId": str(made.pk),
            "meetingTitle": None,
            "href": "/live-trading/order-flow",
            "status": "upcoming",
            "offer": "join",
            "joinOpensAt": "2026-11-21T09:30:00Z",
            "joinUrl": room_urls.signed_url(RoomKey("join", made.pk, member.user.pk, made.ends_at)),
        }
    ]
    earlier = read(member.user, NOW - timedelta(seconds=1)).soon
    assert earlier[0]["joinUrl"] is None


def test_a_clash_is_on_both_entries_and_adjacent_ones_do_not_clash(member: Person) -> None:
    person = member.user
    first = webinar(person, HOUR)
    overlapping = session(person, HOUR * 1.5)
    after = webinar(person, HOUR * 2.5)
    assert clashes(person) == {first: [overlapping], overlapping: [first], after: []}


def test_each_of_three_at_the_same_time_clashes_with_the_others(member: Person) -> None:
    person = member.user
    one, two, three = (webinar(person, HOUR + place * timedelta(minutes=1)) for place in range(3))
    assert clashes(person) == {one: [two, three], two: [one, three], three: [one, two]}


@pytest.mark.parametrize(
    ("starts_in", "is_clash"), [(7 * DAY, True), (7 * DAY + HOUR, False), (5 * DAY, False)]
)
def test_a_mentorship_clashes_with_what_is_at_the_time_of_a_meeting(
    member: Person, starts_in: timedelta, is_clash: bool
) -> None:
    weeks = mentorship(member.user, timedelta(), 7 * DAY, 14 * DAY)
    mine = session(member.user, starts_in)
    found = {
        row["meetingTitle"]: row["clashesWith"] for row in read(member.user).calendar if row["_id"] == weeks
    }
    assert clashes(member.user)[mine] == ([weeks] if is_clash else [])
    assert found == {"Meeting 1": [], "Meeting 2": [mine] if is_clash else [], "Meeting 3": []}
