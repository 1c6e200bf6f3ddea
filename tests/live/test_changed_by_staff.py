"""If staff reschedule an event that is in a cart, the buyer sees the new time before paying."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.commerce.models import Cart, Order
from apps.commerce.tests.shop import Shop
from apps.core.indian_time import iso_utc
from apps.core.testing.fixtures import Person
from apps.live.models import Meeting, ProgramSession, Webinar
from apps.live.sellables import MentorshipSellable
from apps.live.services import meetings
from apps.live.services.meetings import NewMeeting
from apps.live.tests.factories import NOW, MentorshipFactory, SessionFactory, WebinarFactory
from tests.live.test_sales import MENTORSHIP, SESSIONS, WEBINAR, picked, status_and_code

pytestmark = pytest.mark.django_db(transaction=True)
MOVED = "The time of an item in your cart has changed. Please review your cart."


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with time_machine.travel(NOW):
        yield


def fill_cart(member: Person, session: ProgramSession) -> dict[str, Any]:
    return dict(member.api.post(SESSIONS[0], picked(session)).json()["data"])


def reschedule(item: ProgramSession | Webinar, *, by: timedelta) -> None:
    starts_at, ends_at = item.starts_at + by, item.ends_at + by
    type(item)._default_manager.filter(pk=item.pk).update(starts_at=starts_at, ends_at=ends_at)


def test_a_rescheduled_session_in_the_cart_is_quoted_again(shop: Shop, member: Person) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=2))
    cart = fill_cart(member, session)
    reschedule(session, by=timedelta(hours=3))

    response = member.api.post(SESSIONS[1], {"id": cart["_id"]})

    assert status_and_code(response) == (409, "price_changed")
    assert response.json()["message"] == MOVED
    assert (response.json()["data"]["_id"], response.json()["data"]["billTotal"]) == (
        cart["_id"],
        cart["billTotal"],
    )
    assert response.json()["data"]["sessions"][0]["date"] == "2026-11-23T12:30:00Z"
    assert Order.objects.count() == 0
    again = member.api.post(SESSIONS[1], {"id": cart["_id"]})
    assert again.status_code == 200


def test_a_rescheduled_webinar_in_the_cart_is_quoted_again(shop: Shop, member: Person) -> None:
    webinar = WebinarFactory(price_paise=499_00)
    cart = member.api.post(WEBINAR[0], {"id": str(webinar.pk)}).json()["data"]
    reschedule(webinar, by=timedelta(days=1))
    response = member.api.post(WEBINAR[1], {"id": cart["_id"]})
    assert (status_and_code(response), response.json()["message"]) == ((409, "price_changed"), MOVED)


def test_a_session_rescheduled_into_the_past_is_refused(shop: Shop, member: Person) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=2))
    cart = fill_cart(member, session)
    reschedule(session, by=-timedelta(days=2))
    assert status_and_code(member.api.post(SESSIONS[1], {"id": cart["_id"]})) == (409, "ended")
    assert Order.objects.count() == 0


def test_a_changed_price_has_its_own_message(shop: Shop, member: Person) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=2))
    cart = fill_cart(member, session)
    ProgramSession.objects.filter(pk=session.pk).update(base_price_paise=59_900)
    response = member.api.post(SESSIONS[1], {"id": cart["_id"]})
    assert status_and_code(response) == (409, "price_changed")
    assert response.json()["message"].startswith("The price has changed")


def test_a_session_rescheduled_after_enrolling_is_quoted_again(shop: Shop, member: Person) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=2), capacity=1)
    cart = fill_cart(member, session)
    first = member.api.post(SESSIONS[1], {"id": cart["_id"]}).json()["data"]
    reschedule(session, by=timedelta(hours=3))
    assert status_and_code(member.api.post(SESSIONS[1], {"id": cart["_id"]})) == (409, "price_changed")
    second = member.api.post(SESSIONS[1], {"id": cart["_id"]}).json()["data"]
    assert second["orderId"] != first["orderId"]
    assert ProgramSession.objects.get().seats_taken == 1


HOUR, WEEK = timedelta(hours=1), timedelta(weeks=1)


def move(meeting: Meeting) -> None:
    starts_at = meeting.starts_at + 2 * HOUR
    meetings.reschedule(meeting_id=meeting.pk, starts_at=starts_at, ends_at=starts_at + HOUR, at=NOW)


def cancel(meeting: Meeting) -> None:
    meetings.cancel(meeting_id=meeting.pk, reason="The mentor is ill", at=NOW)


def add_one_more(meeting: Meeting) -> None:
    starts_at = meeting.starts_at + 5 * HOUR
    new = [NewMeeting("Extra", starts_at, starts_at + HOUR)]
    meetings.add(mentorship_id=meeting.mentorship_id, new=new, at=NOW)


@pytest.mark.parametrize("change", [move, cancel, add_one_more])
def test_a_mentorship_of_which_one_meeting_changed_is_quoted_again(
    shop: Shop, member: Person, change: Callable[[Meeting], None]
) -> None:
    """Start, end and price of the whole stay as they were."""
    starts = [NOW + week * WEEK for week in (1, 2, 3)]
    mentorship = MentorshipFactory(price_paise=4999_00, meetings=[(at, at + HOUR) for at in starts])
    cart = member.api.post(MENTORSHIP[0], {"id": str(mentorship.pk)}).json()["data"]
    change(mentorship.meetings.all()[1])

    response = member.api.post(MENTORSHIP[1], {"id": cart["_id"]})

    assert (status_and_code(response), response.json()["message"]) == ((409, "price_changed"), MOVED)
    assert Order.objects.count() == 0
    assert member.api.post(MENTORSHIP[1], {"id": cart["_id"]}).status_code == 200


def test_a_cart_from_before_meetings_were_compared_is_quoted_again(shop: Shop, member: Person) -> None:
    starts = [NOW + week * WEEK for week in (1, 2)]
    mentorship = MentorshipFactory(price_paise=4999_00, meetings=[(at, at + HOUR) for at in starts])
    cart = member.api.post(MENTORSHIP[0], {"id": str(mentorship.pk)}).json()["data"]
    stored = Cart.objects.get()
    stored.quote["lines"][0]["begins"] = iso_utc(starts[0])
    stored.save()
    assert status_and_code(member.api.post(MENTORSHIP[1], {"id": cart["_id"]})) == (409, "price_changed")
    assert member.api.post(MENTORSHIP[1], {"id": cart["_id"]}).status_code == 200


@pytest.mark.parametrize("count", [1, 12])
def test_the_queries_of_a_mentorships_quote_are_fixed(member: Person, count: int) -> None:
    starts = [NOW + week * WEEK for week in range(1, count + 1)]
    mentorship = MentorshipFactory(price_paise=4999_00, meetings=[(at, at + HOUR) for at in starts])
    with CaptureQueriesContext(connection) as queries:
        MentorshipSellable().quote(request={"id": str(mentorship.pk)}, buyer_id=member.user.pk, at=NOW)
    assert len(queries) == 3
