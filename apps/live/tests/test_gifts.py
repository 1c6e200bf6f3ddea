"""Seats that staff give away, and more seats for who waits."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import IntegrityError, transaction
from django.test import Client

from apps.accounts.models import User
from apps.accounts.services import templates
from apps.accounts.states import MessageChannel
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, ProgramSession, Webinar
from apps.live.selectors import agenda, books
from apps.live.services import cancellation, changes, gifts, notice_messages, waitlist
from apps.live.services.cancellation import Affected
from apps.live.states import BookedBy, BookingStatus, WaitKind
from apps.live.tests.bookings import book, seats_taken, session
from apps.live.tests.factories import NOW, LiveTradingFactory, WebinarFactory
from apps.outbox.models import Message

pytestmark = [pytest.mark.usefixtures("clock", "later"), pytest.mark.django_db(transaction=True)]


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


def test_staff_give_no_seat_to_staff(
    admin_client: Client, staff: Person, member: Person, full: Webinar
) -> None:
    User.objects.filter(pk=staff.user.pk).update(is_superuser=False)
    staff.user.user_permissions.set(
        Permission.objects.filter(codename__in=("change_webinar", "grant_access"))
    )
    page = give(admin_client, full, staff.user, extra_seat="on").content.decode()
    assert "Only superusers can do this to a staff account." in page
    assert not Booking.objects.filter(person=staff.user).exists()
    give(admin_client, full, member.user, extra_seat="on")
    assert Booking.objects.filter(person=member.user).exists()


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


def reassigned_gift(member: Person, staff: Person) -> Booking:
    """A given session that its owner cancelled for a credit and used for another one, twice."""
    program = LiveTradingFactory()
    gift = gifts.give_seat(
        of=ProgramSession,
        item_id=session(program, hours=24).pk,
        person=member.user,
        given_by=staff.user,
        reason="Won our quiz",
        extra_seat=False,
        at=NOW,
    )
    for hours in (48, 72):
        target = session(program, hours=hours, capacity=1)
        changes.cancel(person=member.user, booking_id=gift.pk, at=NOW)
        gift = changes.assign(person=member.user, booking_id=gift.pk, session_id=target.pk, at=NOW)
    return gift


def test_the_credit_of_a_given_seat_books_a_given_seat(member: Person, staff: Person) -> None:
    gift = reassigned_gift(member, staff)
    assert (gift.booked_by, gift.given_by, gift.given_reason) == (
        BookedBy.GIFT,
        staff.user,
        "Won our quiz",
    )
    assert list(books.differences(ProgramSession)) == []
    assert agenda.last_booked(person=member.user, column="session", now=NOW) == ([], None)

    answer = member.api.post("/api/learning/giveup", {"bookingId": str(gift.pk)})
    assert answer.status_code == 200
    assert seats_taken(gift.item) == 0
    assert list(books.differences(ProgramSession)) == []


def test_a_reassigned_given_seat_ends_when_its_session_is_cancelled(member: Person, staff: Person) -> None:
    """Nobody paid for it, so no refund is promised."""
    gift = reassigned_gift(member, staff)
    affected = cancellation.cancel_for_everyone(of=ProgramSession, item_id=gift.item.pk, reason="x", at=NOW)
    assert affected == Affected(paid=0, free=1)
    gift.refresh_from_db()
    assert gift.status == BookingStatus.CANCELLED_BY_US
    last = Message.objects.filter(kind="live notice").order_by("pk").last()
    assert last is not None
    assert last.payload["template"] == "free_event_called_off"
    notice_messages.handle(last.payload)
    mail = Message.objects.filter(kind="message").order_by("pk").last()
    assert mail is not None
    rendered = templates.render_matching(
        key="free_event_called_off", channel=MessageChannel.MAIL, params=mail.payload["params"]
    )
    assert rendered.subject == "Cancelled: your free seat on Tue 24 Nov 2026, 3:00 PM"
    assert list(books.differences(ProgramSession)) == []


def test_the_books_report_a_given_seat_made_with_another_credit(member: Person, staff: Person) -> None:
    gift = reassigned_gift(member, staff)
    Booking.objects.filter(assigned_to=gift).update(booked_by=BookedBy.CREDIT, given_by=None, given_reason="")
    [found] = books.differences(ProgramSession)
    assert "the booking made with it does not belong to it" in found


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
