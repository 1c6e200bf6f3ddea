"""What the confirmation pages of live events confirm."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page
from apps.core.testing.schema_checks import assert_matches_schema
from apps.live.models import Booking
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import MeetingFactory, MentorshipFactory, SessionFactory, WebinarFactory

pytestmark = pytest.mark.django_db

CALL = "/api/confirmed"


def book(person: Person, *, ago: int = 0, by: BookedBy = BookedBy.FREE, **thing: Any) -> Booking:
    return Booking.objects.create(
        person=person.user,
        status=BookingStatus.BOOKED,
        booked_by=by,
        made_at=timezone.now() - timedelta(minutes=ago),
        **thing,
    )


def test_a_free_booking_is_confirmed_without_an_order_the_last_one(
    member: Person, other_member: Person
) -> None:
    soon, later = timezone.now() + timedelta(days=1), timezone.now() + timedelta(days=9)
    book(member, ago=5, webinar=WebinarFactory(title="Earlier", starts_at=soon))
    last = book(member, webinar=WebinarFactory(title="Budget night", starts_at=later))
    book(other_member, webinar=WebinarFactory(title="Theirs"))

    answer = member.api.get(f"{CALL}?kind=webinar")

    data = answer.json()["data"]
    assert (data["orderId"], [event["_id"] for event in data["events"]]) == (None, [str(last.pk)])
    assert_matches_schema(answer.json(), path="confirmed")
    page = get_page(member.api, "/webinar-confirmation")
    free = "This was free, so there is no receipt."
    for words in ("Webinar booked", "Budget night", "Add to calendar", free):
        assert words in page.main.text
    assert "Earlier" not in page.html
    assert page.answers == [[["dashboard", "confirmed", {"kind": "webinar"}], answer.json()]]


def test_all_meetings_of_a_mentorship_are_confirmed_except_cancelled_ones(member: Person) -> None:
    mentorship = MentorshipFactory(title="Chart reading")
    for week in range(1, 4):
        MeetingFactory(mentorship=mentorship, starts_at=timezone.now() + timedelta(weeks=week))
    made = list(mentorship.meetings.all())
    booking = book(member, by=BookedBy.PAYMENT, mentorship=mentorship)

    def confirmed() -> list[tuple[str, str, str]]:
        events = member.api.get(f"{CALL}?kind=mentorship").json()["data"]["events"]
        return [(event["_id"], event["meetingId"], event["meetingTitle"]) for event in events]

    assert confirmed() == [(str(booking.pk), str(row.pk), row.title) for row in made]
    main = get_page(member.api, "/mentorship-confirmation").main
    assert "Add all 4 to calendar" in main.text
    made[1].cancelled_at = timezone.now()
    made[1].save()
    assert [meeting_id for _, meeting_id, _ in confirmed()] == [str(made[at].pk) for at in (0, 2, 3)]


def test_a_session_that_a_credit_gave_is_no_booking_of_its_own(member: Person) -> None:
    bought = book(member, ago=5, by=BookedBy.PAYMENT, session=SessionFactory())
    book(member, by=BookedBy.CREDIT, session=SessionFactory())
    data = member.api.get(f"{CALL}?kind=liveTrading").json()["data"]
    assert [event["_id"] for event in data["events"]] == [str(bought.pk)]


@pytest.mark.parametrize(
    ("query", "status"),
    [("", 400), ("?kind=course", 400), ("?kind=webinar&order=none", 404), ("?kind=mentorship", 200)],
)
def test_what_is_asked_wrongly(member: Person, query: str, status: int) -> None:
    assert member.api.get(CALL + query).status_code == status


@pytest.mark.parametrize("path", ["webinar", "mentorship", "liveTrading"])
def test_nothing_is_confirmed_where_nothing_was_booked(member: Person, path: str) -> None:
    assert "Nothing here yet" in get_page(member.api, f"/{path}-confirmation").main.text
