"""The times at which a member has booked something."""

from datetime import timedelta

import pytest

from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema
from apps.live.models import Booking
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import NOW, MentorshipFactory, SessionFactory, WebinarFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]


def book(person: Person, *, status: BookingStatus = BookingStatus.BOOKED, **item: object) -> None:
    canceled = {"canceled_at": NOW, "credit_ends_at": NOW + timedelta(days=90)}
    Booking.objects.create(
        person=person.user,
        status=status,
        booked_by=BookedBy.FREE,
        made_at=NOW,
        **(canceled if status == BookingStatus.CANCELED else {}),
        **item,
    )


@pytest.mark.parametrize("more", [0, 20])
def test_all_kinds_soonest_first_in_two_further_queries(
    member: Person, django_assert_num_queries, more: int
) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=3), name="Opening", program__title="Desk")
    webinar = WebinarFactory(starts_at=NOW - timedelta(minutes=30), title="On now")
    mentorship = MentorshipFactory(starts_at=NOW + timedelta(days=1), title="Weeks")
    for item in ({"session": session}, {"webinar": webinar}, {"mentorship": mentorship}):
        book(member, **item)
    for number in range(more):
        book(member, session=SessionFactory(starts_at=NOW + timedelta(days=10 + number)))

    with django_assert_num_queries(3):  # the login session, the bookings and the meetings of mentorships
        answer = member.api.get("/api/learning/booked-times").json()

    assert [(row["kind"], row["title"]) for row in answer["data"]][:3] == [
        ("webinar", "On now"),
        ("mentorship", "Weeks"),
        ("session", "Desk: Opening"),
    ]
    assert len(answer["data"]) == 3 + more
    assert answer["data"][2] == {
        "_id": str(session.pk),
        "kind": "session",
        "title": "Desk: Opening",
        "start": "2026-11-24T09:30:00Z",
        "end": "2026-11-24T11:00:00Z",
        "meetingId": str(session.pk),
    }
    assert_matches_schema(answer, path="learning/booked-times")


def test_ended_cancelled_held_and_other_peoples_bookings_are_left_out(
    member: Person, other_member: Person
) -> None:
    book(member, webinar=WebinarFactory(starts_at=NOW - timedelta(hours=1)))
    book(member, session=SessionFactory(), status=BookingStatus.CANCELED)
    book(member, session=SessionFactory(), status=BookingStatus.HELD)
    book(other_member, webinar=WebinarFactory())

    assert member.api.get("/api/learning/booked-times").json() == {"data": []}
