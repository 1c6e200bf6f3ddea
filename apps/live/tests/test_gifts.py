"""Seats that staff give away, and more seats for who waits."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client

from apps.accounts.models import User
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, Webinar
from apps.live.services import waitlist
from apps.live.states import BookedBy, BookingStatus, WaitKind
from apps.live.tests.bookings import book, seats_taken
from apps.live.tests.factories import NOW, WebinarFactory
from apps.outbox.models import Message

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("apps.outbox.dispatcher.submit", lambda _job: None)
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def admin_user(staff: Person) -> Any:
    return staff.user


@pytest.fixture
def full() -> Webinar:
    webinar: Webinar = WebinarFactory(capacity=1)
    book(User.objects.create_user(mobile="9844444444"), webinar, BookedBy.FREE)
    return webinar


def give(admin_client: Client, item: Webinar, person: User, **values: str) -> Any:
    data = {"person": str(person.pk), "reason": "Won our quiz", **values}
    return admin_client.post(f"/admin/live/webinar/{item.pk}/seats/", data, follow=True)


def test_staff_give_a_seat(admin_client: Client, staff: Person, member: Person) -> None:
    webinar = WebinarFactory(capacity=5)
    for _ in range(2):
        give(admin_client, webinar, member.user)
    gift = Booking.objects.get()
    assert (gift.person, gift.status, gift.booked_by) == (member.user, BookingStatus.BOOKED, BookedBy.GIFT)
    assert (gift.given_by, gift.given_reason, seats_taken(webinar)) == (staff.user, "Won our quiz", 1)
    assert Message.objects.get(kind="live notice").payload["template"] == "seat_given"


def test_a_full_event_gets_a_seat_only_if_staff_say_so(
    admin_client: Client, member: Person, full: Webinar
) -> None:
    assert "The last seat was just taken." in give(admin_client, full, member.user).content.decode()
    assert (Booking.objects.count(), seats_taken(full)) == (1, 1)
    give(admin_client, full, member.user, extra_seat="on")
    full.refresh_from_db()
    assert (full.capacity, full.seats_taken, Booking.objects.count()) == (2, 2, 2)


def test_a_gift_needs_a_person_and_a_reason(admin_client: Client, member: Person, full: Webinar) -> None:
    page = f"/admin/live/webinar/{full.pk}/seats/"
    for data in ({}, {"person": str(full.pk), "reason": "x"}, {"person": str(member.user.pk), "reason": ""}):
        assert "Nothing has been given yet." in admin_client.post(page, data).content.decode()
    assert Booking.objects.count() == 1


def test_who_waits_is_offered_the_seats_that_staff_add(
    admin_client: Client, member: Person, other_member: Person, full: Webinar
) -> None:
    for person in (member, other_member):
        waitlist.join(person=person.user, kind=WaitKind.WEBINAR, key=str(full.pk), at=NOW)
    assert str(member.user) in admin_client.get(f"/admin/live/webinar/{full.pk}/seats/").content.decode()
    change = f"/admin/live/webinar/{full.pk}/change/"
    form = admin_client.get(change).context["adminform"].form
    data = {name: form.initial[name] for name in form.fields if form.initial.get(name) not in (None, "")}
    data |= {"price_paise": "0", "hue": "255", "is_published": "on", "capacity": "2"}
    answer = admin_client.post(change, data, follow=True)
    assert "1 person was offered a seat from the waiting list." in answer.content.decode()
    assert list(full.waitlist.order_by("number").values_list("status", flat=True)) == ["offered", "waiting"]
    assert seats_taken(full) == 2


@pytest.mark.parametrize(
    "values",
    [
        {"booked_by": BookedBy.GIFT},
        {"booked_by": BookedBy.FREE, "given_reason": "none"},
        {"booked_by": BookedBy.PAYMENT, "status": BookingStatus.GIVEN_UP},
    ],
)
def test_the_database_refuses_an_unexplained_gift_and_giving_up_a_paid_seat(
    member: Person, values: dict[str, Any]
) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Booking.objects.create(
            person=member.user,
            webinar=WebinarFactory(),
            made_at=NOW,
            **{"status": BookingStatus.BOOKED, **values},
        )
