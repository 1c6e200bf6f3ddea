"""What people on a waiting list are told: that a seat is held for them, that it was cancelled or moved."""

from datetime import timedelta

import pytest
from django.db import transaction

from apps.accounts import personal_data
from apps.accounts.gateways.file import OutboxFile
from apps.accounts.gateways.gateway import OutcomeUnknown
from apps.accounts.models import Delivery, User
from apps.core.formatting import date_and_time
from apps.core.indian_time import INDIA
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Lines, Person
from apps.live.models import Mentorship, WaitlistEntry, Webinar
from apps.live.services import (
    cancellation,
    meetings,
    notice_messages,
    notices,
    rescheduling,
    seat_offer_messages,
    seat_offers,
)
from apps.live.services.cancellation import Affected
from apps.live.services.meetings import NewMeeting
from apps.live.services.seats import BookableItem
from apps.live.tests.bookings import book, session
from apps.live.tests.factories import NOW, LiveTradingFactory, MentorshipFactory, WebinarFactory
from apps.live.tests.test_waitlist import FREE, GIVE_UP, WAITLIST, body, full, join, owner, statuses
from apps.outbox.handlers import NotNeeded, PermanentFailure
from apps.outbox.models import Message
from apps.outbox.services import messages as outbox

__all__ = ["full", "owner"]  # fixtures

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]


def test_the_offer_is_sent_by_phone_and_email(member: Person, owner: User, full: Webinar) -> None:
    member.user.email = member.user.confirmed_email = "asha@example.in"
    member.user.save()
    join(member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    payloads = Message.objects.filter(kind=seat_offers.KIND).values_list("payload", flat=True)
    entry = WaitlistEntry.objects.get()
    assert sorted(payloads, key=str) == [
        {"by_mail": False, "entry_id": str(entry.pk)},
        {"by_mail": True, "entry_id": str(entry.pk)},
    ]


def test_an_offer_is_sent_once_by_each_way_however_often_its_handler_runs(
    member: Person, owner: User, full: Webinar, sent: Lines
) -> None:
    member.user.email = member.user.confirmed_email = "asha@example.in"
    member.user.save()
    join(member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    for message in [*Message.objects.filter(kind=seat_offers.KIND)] * 2:
        seat_offer_messages.handle(message.payload)
    assert sorted(line["channel"] for line in sent()) == ["mail", "sms"]
    assert sorted(Delivery.objects.values_list("channel", "status")) == [("mail", "sent"), ("sms", "sent")]


def test_where_nobody_knows_whether_an_offer_was_sent_it_is_not_sent_again(
    member: Person, owner: User, full: Webinar, sent: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def send(*_args: object, **_params: object) -> str:
        raise OutcomeUnknown("no answer")

    join(member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    by_phone = Message.objects.get(kind=seat_offers.KIND, payload__by_mail=False)
    with monkeypatch.context() as provider:
        provider.setattr(OutboxFile, "send", send)
        with pytest.raises(PermanentFailure):
            seat_offer_messages.handle(by_phone.payload)
    with pytest.raises(PermanentFailure):
        seat_offer_messages.handle(by_phone.payload)
    assert sent() == []


@pytest.mark.parametrize("of", ["webinar", "mentorship", "session"])
def test_who_waits_for_what_is_cancelled_is_told_by_phone_and_email(
    member: Person, other_member: Person, owner: User, sent: Lines, of: str
) -> None:
    items = {
        "webinar": lambda: WebinarFactory(capacity=1, title="Gap"),
        "mentorship": lambda: MentorshipFactory(capacity=1, price_paise=100, title="Gap"),
        "session": lambda: session(LiveTradingFactory(title="Desk"), hours=24, capacity=1, name="Gap"),
    }
    item = items[of]()
    book(owner, item)
    member.user.email = member.user.confirmed_email = "asha@example.in"
    member.user.save()
    join(member, item), join(other_member, item)
    other_member.api.delete(WAITLIST, body(item))

    cancellation.cancel_for_everyone(of=type(item), item_id=item.pk, reason="The mentor is ill", at=NOW)
    [notice] = Message.objects.filter(kind=notices.KIND, payload__template="waiting_list_ended")
    notice_messages.handle(notice.payload)
    outbox.sweep(now=NOW)
    own = [line for line in sent() if line["to"] in (member.user.mobile, member.user.email)]

    assert [line["channel"] for line in own] == ["sms", "mail"]
    assert all("Gap" in line["body"] and "Nov 2026" in line["body"] for line in own)
    assert "The mentor is ill" in own[1]["body"]
    notice_messages.handle(notice.payload)
    outbox.sweep(now=NOW)
    told = [line for line in sent() if line["template"] == "waiting_list_ended"]
    assert len(told) == 2


def test_who_left_the_line_since_or_was_erased_is_not_told_of_the_cancellation(
    member: Person, full: Webinar
) -> None:
    join(member, full)
    cancellation.cancel_for_everyone(of=Webinar, item_id=full.pk, reason="", at=NOW)
    [notice] = Message.objects.filter(kind=notices.KIND, payload__template="waiting_list_ended")
    personal_data.erase(person=member.user, at=NOW)
    with pytest.raises(NotNeeded):
        notice_messages.handle(notice.payload)


def test_a_cancellation_that_is_rolled_back_tells_nobody(member: Person, full: Webinar) -> None:
    join(member, full)
    with transaction.atomic():
        cancellation.cancel_in_transaction(of=Webinar, item_id=full.pk, reason="", at=NOW)
        transaction.set_rollback(True)
    assert statuses(full) == ["waiting"]
    assert not Message.objects.filter(payload__template="waiting_list_ended").exists()


@pytest.mark.parametrize("of", ["webinar", "session", "meeting"])
def test_who_waits_for_what_is_rescheduled_is_told_the_new_time(
    member: Person, other_member: Person, owner: User, sent: Lines, of: str
) -> None:
    items = {
        "webinar": lambda: WebinarFactory(capacity=1, title="Gap"),
        "session": lambda: session(LiveTradingFactory(title="Desk"), hours=24, capacity=1, name="Gap"),
        "meeting": lambda: MentorshipFactory(capacity=1, price_paise=100, title="Gap"),
    }
    item = items[of]()
    book(owner, item)
    member.user.email = member.user.confirmed_email = "asha@example.in"
    member.user.save()
    join(member, item), join(other_member, item)
    other_member.api.delete(WAITLIST, body(item))

    assert _reschedule(item, hours=50) == 2
    [notice] = Message.objects.filter(kind=notices.KIND, payload__template="waiting_list_rescheduled")
    for _ in range(2):
        notice_messages.handle(notice.payload)
        outbox.sweep(now=NOW)
    own = [line for line in sent() if line["template"] == "waiting_list_rescheduled"]
    assert [(line["channel"], line["to"]) for line in own] == [
        ("sms", member.user.mobile),
        ("mail", member.user.email),
    ]
    when = date_and_time(NOW + timedelta(hours=50))
    assert all("Gap" in line["body"] and when in line["body"] for line in own)
    assert all("You keep your place in line" in line["body"] for line in own)
    assert statuses(item) == ["waiting", "left"]


def test_who_is_offered_a_seat_reads_until_when_it_is_held_after_the_move(
    member: Person, owner: User, full: Webinar, sent: Lines
) -> None:
    join(member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    start = NOW + timedelta(minutes=30)
    assert _reschedule(full, hours=0.5) == 1
    [notice] = Message.objects.filter(kind=notices.KIND, payload__template="waiting_list_rescheduled")
    notice_messages.handle(notice.payload)
    outbox.sweep(now=NOW)
    told = [line for line in sent() if line["template"] == "offered_seat_rescheduled"]
    assert [line["channel"] for line in told] == ["sms", "mail"]
    time = f"{start.astimezone(INDIA):%I:%M %p}".lstrip("0")
    assert f"is now on {date_and_time(start)}. A seat is held for you until {time}" in told[0]["body"]


def test_of_a_move_nobody_hears_who_left_since_or_got_the_seat_or_whose_event_was_cancelled(
    member: Person, other_member: Person, owner: User, full: Webinar
) -> None:
    join(member, full), join(other_member, full)
    _reschedule(full, hours=50)
    other_member.api.delete(WAITLIST, body(full))
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    assert member.api.post(FREE, {"id": str(full.pk)}).status_code == 200
    assert statuses(full) == ["seated", "left"]
    rows = Message.objects.filter(kind=notices.KIND, payload__template="waiting_list_rescheduled")
    assert len(rows) == 2
    for notice in rows:
        with pytest.raises(NotNeeded):
            notice_messages.handle(notice.payload)


def test_who_is_in_line_for_a_mentorship_is_told_that_one_meeting_of_it_is_cancelled(
    member: Person, other_member: Person, owner: User, sent: Lines
) -> None:
    """Who is offered a seat by then reads until when."""
    item = _two_meetings()
    book(owner, item)
    for person, email in ((member, "asha@example.in"), (other_member, "ravi@example.in")):
        person.user.email = person.user.confirmed_email = email
        person.user.save()
        join(person, item)
    Mentorship.objects.filter(pk=item.pk).update(capacity=2)
    seat_offers.offer_free_seats(of=Mentorship, ids=[item.pk], at=NOW)
    first = item.meetings.earliest("starts_at")

    affected = meetings.cancel(meeting_id=first.pk, reason="The mentor is ill", at=NOW)
    assert affected == Affected(paid=1, free=0, in_line=2)
    for notice in Message.objects.filter(payload__template="waiting_list_meeting_cancelled"):
        for _ in range(2):
            notice_messages.handle(notice.payload)
    outbox.sweep(now=NOW)

    offered, waiting = (
        {line["channel"]: line["body"] for line in sent() if line["template"] == template}
        for template in ("offered_seat_meeting_cancelled", "waiting_list_meeting_cancelled")
    )
    assert [*offered] == [*waiting] == ["sms", "mail"]
    told = [*offered.values(), *waiting.values()]
    assert all("Meeting 1" in text and date_and_time(first.starts_at) in text for text in told)
    assert all("The mentor is ill" in text["mail"] for text in (offered, waiting))
    until = WaitlistEntry.objects.offered().get().offered_until
    assert until is not None
    time = f"{until.astimezone(INDIA):%I:%M %p}".lstrip("0")
    assert all(f"A seat is held for you until {time}" in text for text in offered.values())
    assert all("you keep your place in line" in text.lower() for text in waiting.values())
    assert statuses(item) == ["offered", "waiting"]


def test_of_a_cancelled_meeting_nobody_hears_whose_mentorship_was_cancelled_since(
    member: Person, owner: User
) -> None:
    item = _two_meetings()
    book(owner, item)
    join(member, item)
    first, last = item.meetings.order_by("starts_at")
    meetings.cancel(meeting_id=first.pk, reason="Ill", at=NOW)
    assert meetings.cancel(meeting_id=last.pk, reason="Still ill", at=NOW) == Affected(1, 0, in_line=1)
    line = Message.objects.filter(kind=notices.KIND, payload__has_key="entry_id").order_by("pk")
    cancelled, ended = line
    assert ended.payload["template"] == "waiting_list_ended"
    with pytest.raises(NotNeeded):
        notice_messages.handle(cancelled.payload)


def _two_meetings() -> Mentorship:
    starts = (NOW + timedelta(days=day) for day in (1, 8))
    spans = [(start, start + timedelta(hours=1)) for start in starts]
    found: Mentorship = MentorshipFactory(capacity=1, price_paise=100, title="Gap", meetings=spans)
    return found


def _reschedule(item: BookableItem, *, hours: float) -> int:
    start = NOW + timedelta(hours=hours)
    times = {"starts_at": start, "ends_at": start + timedelta(hours=1), "at": NOW}
    if isinstance(item, Mentorship):
        first = item.meetings.first()
        assert first is not None
        return meetings.reschedule(meeting_id=first.pk, **times)
    return rescheduling.reschedule(of=type(item), item_id=item.pk, **times)


def _add(mentorship: BookableItem, *, days: int) -> int:
    starts_at = NOW + timedelta(days=days)
    new = [NewMeeting("Extra", starts_at, starts_at + timedelta(hours=1))]
    return meetings.add(mentorship_id=mentorship.pk, new=new, at=NOW).notified


def test_who_is_in_line_is_told_of_an_added_meeting_that_brings_the_start_forward(
    owner: User, member: Person, other_member: Person, sent: Lines
) -> None:
    first = NOW + timedelta(days=9)
    item = MentorshipFactory(
        capacity=1, price_paise=100, title="Gap", meetings=[(first, first + timedelta(hours=1))]
    )
    book(owner, item)
    join(member, item), join(other_member, item)
    Mentorship.objects.filter(pk=item.pk).update(capacity=2)
    seat_offers.offer_free_seats(of=Mentorship, ids=[item.pk], at=NOW)

    assert _add(item, days=16) == 1
    assert not Message.objects.filter(payload__template="waiting_list_rescheduled").exists()
    assert _add(item, days=2) == 3
    for notice in Message.objects.filter(payload__template="waiting_list_rescheduled"):
        notice_messages.handle(notice.payload)
    outbox.sweep(now=NOW)

    when = date_and_time(NOW + timedelta(days=2))
    told = {line["to"]: line["body"] for line in sent() if line["template"].endswith("_rescheduled")}
    assert told[member.user.mobile].startswith(f"Rally: 'Gap' is now on {when}. A seat is held for you until")
    assert f"'Gap' is now on {when}. You keep your place in line" in told[other_member.user.mobile]
