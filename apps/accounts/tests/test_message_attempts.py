"""The log of messages: what it says of each attempt, and how it keeps a message from being sent twice."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from apps.accounts.gateways import registry
from apps.accounts.gateways.gateway import ChannelFailed, ChannelRefused, OutcomeUnknown
from apps.accounts.models import Delivery, MessageTemplate
from apps.accounts.models.delivery import DeliveryQuerySet
from apps.accounts.services import delivery, message_attempts, messages, templates
from apps.accounts.services.delivery import Identity
from apps.accounts.states import DeliveryStatus, MessageChannel
from apps.accounts.tests.conftest import Phone
from apps.accounts.tests.test_delivery import Recorder
from apps.core.ids import new_id
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import all_after, in_parallel
from apps.outbox.handlers import PermanentFailure, RetryLater
from apps.outbox.services import messages as outbox

pytestmark = pytest.mark.django_db

SMS, WHATSAPP, MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL
MOBILE = "9812345678"


@pytest.fixture
def gateway(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    recorder = Recorder()
    monkeypatch.setattr(registry, "for_channel", lambda _channel: recorder)
    return recorder


@pytest.fixture(autouse=True)
def template(db: None) -> None:
    for channel in (SMS, WHATSAPP):
        MessageTemplate.objects.create(
            key="begins", channel=channel, body="It begins at {time}.", variables={"time": "time"}
        )


def deliver(*channels: MessageChannel, identity: Identity | None = None) -> MessageChannel:
    return delivery.deliver(
        template="begins",
        channels=channels or (SMS,),
        to=MOBILE,
        params={"time": "6:30 PM"},
        identity=identity,
        retry_delay=None,
    )


def reminder() -> Identity:
    return Identity(key=new_id(), at_most_once=True)


def rows(*fields: str) -> list[tuple[Any, ...]]:
    return list(Delivery.objects.order_by("created_at", "pk").values_list(*fields))


# --- what it says ---


def test_the_log_says_to_whom_what_and_by_which_way(gateway: Recorder, member: Person) -> None:
    deliver(identity=Identity(key=new_id(), person_id=member.user.pk))
    row = Delivery.objects.get()
    assert (row.person_id, row.to, row.template, row.channel) == (member.user.pk, MOBILE, "begins", "sms")
    assert (row.text, row.status, row.provider_id) == ("It begins at 6:30 PM.", "sent", "sms-1")
    assert row.ended_at is not None


def test_each_channel_that_was_tried_has_its_row_with_the_reason(gateway: Recorder) -> None:
    gateway.raises = {WHATSAPP: ChannelRefused("not registered")}
    deliver(WHATSAPP, SMS, identity=reminder())
    assert rows("channel", "status", "reason") == [
        ("whatsapp", "failed", "not registered"),
        ("sms", "sent", ""),
    ]


def test_what_cannot_be_sent_says_why(gateway: Recorder) -> None:
    with pytest.raises(PermanentFailure):
        deliver(MAIL, identity=reminder())
    assert rows("channel", "status", "reason") == [("mail", "failed", "there is no such address")]


def test_a_queued_message_is_in_the_log_before_it_is_sent(gateway: Recorder, member: Person) -> None:
    with transaction.atomic():
        message = messages.send(
            template="begins", channels=[SMS], to=MOBILE, params={"time": "6:30 PM"}, person=member.user
        )
    assert message is not None
    assert rows("status", "text", "person") == [("queued", "", member.user.pk)]
    outbox.deliver(message_id=message.pk, now=timezone.now())
    assert rows("status", "text", "person") == [("sent", "It begins at 6:30 PM.", member.user.pk)]


def test_a_message_queued_under_the_same_key_is_queued_once(member: Person) -> None:
    key = new_id()
    with transaction.atomic():
        first, second = (
            messages.send_to_person(
                person=member.user, template="begins", params={"time": "6:30 PM"}, key=key
            )
            for _ in range(2)
        )
    assert (len(first), second) == (1, [])
    assert len(rows("pk")) == 1


def test_the_log_never_contains_a_login_code(phone: Phone, api: ApiClient) -> None:
    phone.ask(api, MOBILE)
    code = phone.code(MOBILE)
    (row,) = Delivery.objects.filter(to=MOBILE)
    assert (row.template, row.status, row.channel) == ("otp", "sent", "sms")
    assert row.text.startswith("•••••• is your Rally login OTP.")
    assert not any(code in str(value) for value in Delivery.objects.values_list()[0])


def test_old_rows_are_deleted_and_abandoned_ones_closed(gateway: Recorder) -> None:
    now = timezone.now()
    for age, status in ((366, "sent"), (364, "sent"), (4, "sending"), (2, "sending"), (4, "queued")):
        Delivery.objects.create(
            template="begins", channel=SMS, status=status, created_at=now - timedelta(days=age)
        )
    assert message_attempts.tidy(now=now) == 1
    assert sorted(rows("status")) == [("sending",), ("sent",), ("unknown",), ("unknown",)]


# --- once ---


def test_what_was_sent_is_not_sent_again(gateway: Recorder) -> None:
    identity = Identity(key=new_id())
    assert [deliver(WHATSAPP, SMS, identity=identity) for _ in range(2)] == [WHATSAPP, WHATSAPP]
    assert gateway.tried == [WHATSAPP]


def test_a_failure_is_retried_and_both_attempts_are_logged(gateway: Recorder) -> None:
    identity = reminder()
    gateway.raises = {SMS: ChannelFailed("away")}
    with pytest.raises(RetryLater):
        deliver(identity=identity)
    gateway.raises = {}
    deliver(identity=identity)
    assert rows("status") == [("failed",), ("sent",)]


def test_without_an_answer_a_reminder_goes_by_no_other_channel_and_not_again(gateway: Recorder) -> None:
    identity = reminder()
    gateway.raises = {WHATSAPP: OutcomeUnknown("no response: ReadTimeout")}
    with pytest.raises(PermanentFailure, match="WhatsApp no response: ReadTimeout: it may have been sent"):
        deliver(WHATSAPP, SMS, identity=identity)
    gateway.raises = {}
    with pytest.raises(PermanentFailure, match="It may have been sent already"):
        deliver(WHATSAPP, SMS, identity=identity)
    assert gateway.tried == [WHATSAPP]
    assert rows("channel", "status") == [("whatsapp", "unknown")]


def test_without_an_answer_news_of_a_refund_is_sent_again(gateway: Recorder) -> None:
    identity = Identity(key=new_id())
    gateway.raises = {SMS: OutcomeUnknown("no response: ReadTimeout")}
    with pytest.raises(RetryLater):
        deliver(identity=identity)
    gateway.raises = {}
    deliver(identity=identity)
    assert rows("status") == [("unknown",), ("sent",)]


def claimed(identity: Identity, **changes: Any) -> Delivery:
    """The row of an attempt that has begun."""
    row = {
        "key": identity.key,
        "template": "begins",
        "channel": WHATSAPP,
        "to": MOBILE,
        "status": "sending",
        "created_at": timezone.now(),
        "claimed_at": timezone.now(),
    }
    return Delivery.objects.create(**{**row, **changes})


def test_while_another_process_sends_it_nobody_else_does(gateway: Recorder) -> None:
    identity = reminder()
    claimed(identity)
    with pytest.raises(RetryLater, match="Another process is sending it") as later:
        deliver(WHATSAPP, SMS, identity=identity)
    assert later.value.after == message_attempts.LONGEST_ATTEMPT
    assert gateway.tried == []


@pytest.mark.parametrize(("deduplicates", "sent"), [(True, [WHATSAPP]), (False, [])])
def test_an_abandoned_attempt_is_repeated_where_the_provider_recognises_it(
    gateway: Recorder, deduplicates: bool, sent: list[MessageChannel]
) -> None:
    gateway.deduplicates = deduplicates
    identity = reminder()
    claimed(identity)
    with time_machine.travel(timezone.now() + timedelta(minutes=3)):
        if deduplicates:
            deliver(SMS, WHATSAPP, identity=identity)
        else:
            with pytest.raises(PermanentFailure):
                deliver(SMS, WHATSAPP, identity=identity)
    assert gateway.tried == sent
    assert rows("channel", "status") == [("whatsapp", "sent" if deduplicates else "unknown")]


def test_a_process_that_was_believed_dead_still_says_how_it_ended(gateway: Recorder) -> None:
    slow = claimed(reminder(), status="unknown")
    message_attempts.record(row_id=slow.pk, status=delivery.DeliveryStatus.SENT, at=timezone.now())
    assert rows("status") == [("sent",)]


def test_if_it_was_sent_again_meanwhile_both_rows_stay(gateway: Recorder) -> None:
    identity = Identity(key=new_id())
    slow = claimed(identity, status="unknown")
    deliver(identity=identity)
    message_attempts.record(
        row_id=slow.pk, status=delivery.DeliveryStatus.SENT, at=timezone.now(), provider_id="slow-1"
    )
    assert sorted(rows("status", "provider_id")) == [("sent", "sms-1"), ("unknown", "slow-1")]


# --- concurrent ---


@pytest.fixture
def without_constraint() -> Iterator[None]:
    constraints = {each.name: each for each in Delivery._meta.constraints}
    constraint = constraints["message_delivered_once"]
    with connection.schema_editor() as editor:
        editor.remove_constraint(Delivery, constraint)
    yield
    Delivery.objects.all().delete()
    with connection.schema_editor() as editor:
        editor.add_constraint(Delivery, constraint)


def race(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, int]:
    """Two workers send the same reminder, and both look before either has written."""
    monkeypatch.setattr(message_attempts, "of_message", all_after(message_attempts.of_message, times=2))
    identity = reminder()
    done = in_parallel(lambda _number: deliver(identity=identity), times=2)
    return {
        "sent": done.count(SMS),
        "later": sum(isinstance(result, RetryLater) for result in done),
        "rows": Delivery.objects.filter(status="sent").count(),
    }


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_workers_one_sends_the_reminder(gateway: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    assert race(monkeypatch) == {"sent": 1, "later": 1, "rows": 1}
    assert gateway.tried == [SMS]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_control_without_the_constraint_both_send_it(
    gateway: Recorder, without_constraint: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert race(monkeypatch) == {"sent": 2, "later": 0, "rows": 2}
    assert gateway.tried == [SMS, SMS]


def test_of_two_workers_one_sends_a_queued_message(
    gateway: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other has read that it is queued, and comes to write second."""
    with transaction.atomic():
        message = messages.send(template="begins", channels=[SMS], to=MOBILE, params={"time": "6:30 PM"})
    assert message is not None
    transition = DeliveryQuerySet.transition

    def overtaken(rows: DeliveryQuerySet, status: DeliveryStatus, /, **changes: Any) -> int:
        Delivery.objects.update(status=DeliveryStatus.SENDING, claimed_at=timezone.now())
        return transition(rows, status, **changes)

    monkeypatch.setattr(DeliveryQuerySet, "transition", overtaken)
    with pytest.raises(message_attempts.AlreadyClaimed):
        message_attempts.claim(
            key=Delivery.objects.get().key,
            person_id=None,
            to=MOBILE,
            rendered=templates.preview(MessageTemplate.objects.get(key="begins", channel=SMS)),
            at=timezone.now(),
        )
    assert Delivery.objects.get().text == ""
