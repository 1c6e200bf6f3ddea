"""What people on a waiting list are told: that a seat is held for them, or that it was cancelled."""

from collections.abc import Iterator

import pytest
import time_machine
from django.db import transaction

from apps.accounts import personal_data
from apps.accounts.gateways.file import OutboxFile
from apps.accounts.gateways.gateway import OutcomeUnknown
from apps.accounts.models import Delivery, User
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Lines, Person
from apps.live.models import WaitlistEntry, Webinar
from apps.live.services import cancellation, notice_messages, notices, seat_offer_messages, seat_offers
from apps.live.tests.bookings import book, session
from apps.live.tests.factories import NOW, LiveTradingFactory, MentorshipFactory, WebinarFactory
from apps.live.tests.test_waitlist import GIVE_UP, WAITLIST, body, full, join, owner, statuses
from apps.outbox.handlers import NotNeeded, PermanentFailure
from apps.outbox.models import Message
from apps.outbox.services import messages as outbox

__all__ = ["full", "owner"]  # fixtures

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def test_the_offer_is_sent_by_phone_and_email(member: Person, owner: User, full: Webinar) -> None:
    member.user.email = "asha@example.in"
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
    member.user.email = "asha@example.in"
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
    member.user.email = "asha@example.in"
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
