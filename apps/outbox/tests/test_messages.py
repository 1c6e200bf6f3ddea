"""Writing, sending, retrying and giving up, one step at a time at a given moment."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from apps.core.ids import new_id
from apps.outbox.handlers import GiveUp, NotNeeded, TryLater, UnknownKind
from apps.outbox.models import Message
from apps.outbox.services import messages
from apps.outbox.services.messages import Outcome, Swept
from apps.outbox.states import Status
from apps.outbox.tests.conftest import Recorder
from apps.outbox.tests.factories import NOON, MessageFactory

pytestmark = pytest.mark.django_db

type_of_committed = Callable[[], AbstractContextManager[None]]


@pytest.fixture(autouse=True)
def _no_jitter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "JITTER", 0)


def deliver(message: Message, *, now: datetime = NOON) -> Outcome:
    outcome = messages.deliver(message_id=message.pk, now=now)
    message.refresh_from_db()
    return outcome


# --- writing ---


def test_what_is_committed_is_sent(greeting: Recorder, committed: type_of_committed) -> None:
    with committed(), transaction.atomic():
        message = messages.enqueue(kind="greeting", payload={"name": "Meera"})
        assert greeting.given == []
    message.refresh_from_db()
    assert greeting.given == [{"name": "Meera"}]
    assert (message.status, message.attempts, message.lease_until) == (Status.SENT, 1, None)
    assert message.sent_at is not None


def test_what_is_rolled_back_is_never_sent(greeting: Recorder, committed: type_of_committed) -> None:
    with committed(), transaction.atomic():
        messages.enqueue(kind="greeting", payload={})
        transaction.set_rollback(True)
    assert greeting.given == []
    assert Message.objects.count() == 0


def test_an_unknown_kind_is_refused_at_once(greeting: Recorder) -> None:
    with pytest.raises(UnknownKind, match="farewell"):
        messages.enqueue(kind="farewell", payload={})
    assert Message.objects.count() == 0


def test_what_is_due_later_waits_for_its_moment(greeting: Recorder, committed: type_of_committed) -> None:
    with committed():
        message = messages.enqueue(kind="greeting", payload={}, due_at=NOON + timedelta(days=9999))
    assert greeting.given == []
    assert deliver(message) is Outcome.NOT_OURS
    assert deliver(message, now=NOON + timedelta(days=9999)) is Outcome.SENT


def test_values_that_json_lacks_arrive_as_text(greeting: Recorder, committed: type_of_committed) -> None:
    name = new_id()
    with committed():
        messages.enqueue(kind="greeting", payload={"id": name, "at": NOON})
    assert greeting.given == [{"id": str(name), "at": "2026-01-05T12:00:00Z"}]


# --- sending ---


def test_a_sent_message_is_not_sent_twice(greeting: Recorder) -> None:
    message = MessageFactory()
    assert deliver(message) is Outcome.SENT
    assert deliver(message) is Outcome.NOT_OURS
    assert greeting.given == [{"name": "Meera"}]
    assert (message.sent_at, message.last_error) == (NOON, "")


def test_an_unknown_message_is_nobodys(greeting: Recorder) -> None:
    assert messages.deliver(message_id=uuid4(), now=NOON) is Outcome.NOT_OURS


def test_while_it_is_sent_it_is_held_by_a_lease(greeting: Recorder) -> None:
    message = MessageFactory()
    seen: list[Message] = []
    greeting.before = lambda: seen.append(Message.objects.get(pk=message.pk))
    deliver(message)
    assert (seen[0].status, seen[0].lease_until) == (Status.SENDING, NOON + timedelta(minutes=5))


def test_a_failure_is_tried_again_and_then_sent(greeting: Recorder) -> None:
    greeting.raises = [ValueError("away")]
    message = MessageFactory()
    assert deliver(message) is Outcome.PUT_OFF
    assert (message.status, message.attempts, message.lease_until) == (Status.WAITING, 1, None)
    assert message.due_at == NOON + timedelta(seconds=30)
    assert message.last_error == "ValueError: away"
    assert deliver(message, now=NOON + timedelta(seconds=29)) is Outcome.NOT_OURS
    assert deliver(message, now=NOON + timedelta(seconds=30)) is Outcome.SENT
    assert (message.attempts, message.last_error) == (2, "")


def test_pauses_grow_and_the_seventh_failure_is_the_last(
    greeting: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    greeting.raises = [ValueError("no")] * 8
    message = MessageFactory()
    now, waited = NOON, []
    while deliver(message, now=now) is Outcome.PUT_OFF:
        waited.append(message.due_at - now)
        now = message.due_at
    assert waited == list(messages.DELAYS)
    assert (message.status, message.attempts, message.last_error) == (Status.GIVEN_UP, 7, "ValueError: no")
    assert len(greeting.raises) == 1
    assert [record.levelno for record in caplog.records if record.message == "message"][-1] == logging.ERROR


def test_the_other_side_may_say_when_to_come_back(greeting: Recorder) -> None:
    greeting.raises = [TryLater("busy", after=timedelta(seconds=7)), TryLater("still busy")]
    message = MessageFactory()
    assert deliver(message) is Outcome.PUT_OFF
    assert message.due_at == NOON + timedelta(seconds=7)
    assert deliver(message, now=message.due_at) is Outcome.PUT_OFF
    assert message.due_at == NOON + timedelta(seconds=7) + timedelta(minutes=2)


def test_a_kind_that_lost_its_handler_waits_for_it(greeting: Recorder) -> None:
    message = MessageFactory(kind="farewell")
    assert deliver(message) is Outcome.PUT_OFF
    assert message.last_error == "UnknownKind: farewell"


# --- handlers that end a message ---


def test_what_is_of_no_use_any_more_is_dropped_and_alarms_nobody(
    greeting: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    greeting.raises = [NotNeeded("The booking is cancelled")]
    message = MessageFactory()
    assert deliver(message) is Outcome.DROPPED
    assert (message.status, message.attempts, message.lease_until, message.sent_at) == (
        Status.DROPPED,
        1,
        None,
        None,
    )
    assert message.last_error == "The booking is cancelled"
    assert deliver(message, now=NOON + timedelta(days=9)) is Outcome.NOT_OURS
    assert greeting.given == []
    assert [(record.levelno, record.message, record.facts["outcome"]) for record in caplog.records] == [
        (logging.INFO, "message", "not needed")
    ]


def test_what_no_further_try_can_send_is_given_up_at_once(
    greeting: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    greeting.raises = [GiveUp("No text greeting for SMS")]
    message = MessageFactory()
    assert deliver(message) is Outcome.GIVEN_UP
    assert (message.status, message.attempts, message.lease_until) == (Status.GIVEN_UP, 1, None)
    assert message.last_error == "No text greeting for SMS"
    assert [(record.levelno, record.message, record.exc_info) for record in caplog.records] == [
        (logging.ERROR, "message", None)
    ]


# --- expiry ---


def test_an_expired_message_is_given_up_unsent(greeting: Recorder) -> None:
    message = MessageFactory(expires_at=NOON)
    assert deliver(message) is Outcome.GIVEN_UP
    assert greeting.given == []
    assert message.last_error == "Expired before it could be sent"


def test_a_message_is_sent_until_the_moment_it_expires(greeting: Recorder) -> None:
    assert deliver(MessageFactory(expires_at=NOON + timedelta(microseconds=1))) is Outcome.SENT


def test_no_pause_reaches_beyond_the_expiry(greeting: Recorder) -> None:
    greeting.raises = [ValueError("away")] * 2
    message = MessageFactory(expires_at=NOON + timedelta(minutes=2))
    assert deliver(message) is Outcome.PUT_OFF
    assert deliver(message, now=message.due_at) is Outcome.GIVEN_UP
    assert (message.attempts, message.last_error) == (2, "ValueError: away")


# --- senders that die ---


def test_a_sender_that_dies_leaves_the_message_to_the_next_sweep_after_its_lease(greeting: Recorder) -> None:
    def die() -> None:
        greeting.before = lambda: None
        raise KeyboardInterrupt

    greeting.before = die
    message = MessageFactory()
    with pytest.raises(KeyboardInterrupt):
        messages.deliver(message_id=message.pk, now=NOON)
    nothing = Swept(sent=0, put_off=0, given_up=0, dropped=0)
    assert messages.sweep(now=NOON + timedelta(minutes=5, microseconds=-1)) == nothing
    assert messages.sweep(now=NOON + timedelta(minutes=5)) == Swept(sent=1, put_off=0, given_up=0, dropped=0)
    message.refresh_from_db()
    assert (message.status, message.attempts) == (Status.SENT, 2)


def test_a_message_that_kills_its_senders_is_given_up(greeting: Recorder) -> None:
    message = MessageFactory(taken=True, attempts=7, lease_until=NOON)
    assert deliver(message) is Outcome.GIVEN_UP
    assert greeting.given == []
    assert message.last_error == "Its last sender did not finish"


@pytest.mark.parametrize("failure", [None, ValueError("late"), NotNeeded("late"), GiveUp("late")])
def test_a_sender_that_outlived_its_lease_changes_nothing(
    greeting: Recorder, failure: Exception | None
) -> None:
    message = MessageFactory()
    later = NOON + timedelta(minutes=6)

    def taken_by_another() -> None:
        Message.objects.all().take(message_id=message.pk, now=later, until=later + messages.LEASE)
        if failure:
            raise failure

    greeting.before = taken_by_another
    assert deliver(message) is Outcome.NOT_OURS
    assert (message.status, message.lease_until) == (Status.SENDING, later + messages.LEASE)


# --- sweeping ---


def test_a_sweep_takes_the_oldest_first_and_no_more_than_its_limit(greeting: Recorder) -> None:
    for minutes in (1, 3, 2):
        MessageFactory(payload={"n": minutes}, due_at=NOON - timedelta(minutes=minutes))
    assert messages.sweep(now=NOON, limit=2) == Swept(sent=2, put_off=0, given_up=0, dropped=0)
    assert greeting.given == [{"n": 3}, {"n": 2}]


def test_a_sweep_counts_what_became_of_each(greeting: Recorder) -> None:
    greeting.raises = [ValueError("away"), NotNeeded("replaced")]
    MessageFactory(due_at=NOON - timedelta(hours=2))
    MessageFactory(due_at=NOON - timedelta(hours=1))
    MessageFactory()
    MessageFactory(expires_at=NOON)
    MessageFactory(due_at=NOON + timedelta(minutes=1))
    MessageFactory(taken=True)
    MessageFactory(sent=True)
    MessageFactory(given_up=True)
    MessageFactory(dropped=True)
    assert messages.sweep(now=NOON) == Swept(sent=1, put_off=1, given_up=1, dropped=1)


def test_a_message_late_in_a_slow_sweep_gets_a_whole_lease(
    greeting: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = iter([0.0, 0.0, 600.0])
    monkeypatch.setattr("apps.outbox.services.messages.time.monotonic", lambda: next(ticks))
    leases: list[datetime] = []
    greeting.before = lambda: leases.append(Message.objects.get(status=Status.SENDING).lease_until)
    MessageFactory.create_batch(2)
    messages.sweep(now=NOON)
    assert leases == [NOON + timedelta(minutes=5), NOON + timedelta(minutes=15)]


# --- secrets ---


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("no route to 9876543210", "ValueError: no route to ********10"),
        ("code 123456 refused", "ValueError: code [hidden] refused"),
        ("otp=123456", "ValueError: otp=[hidden]"),
    ],
)
def test_an_error_keeps_no_number_and_no_code(
    greeting: Recorder, caplog: pytest.LogCaptureFixture, text: str, shown: str
) -> None:
    greeting.raises = [ValueError(text)]
    message = MessageFactory()
    deliver(message)
    assert message.last_error == shown
    assert shown in str([getattr(record, "facts", None) for record in caplog.records])


@pytest.mark.parametrize("ending", [NotNeeded, GiveUp])
def test_the_reason_of_an_ending_keeps_no_number_either(greeting: Recorder, ending: type[Exception]) -> None:
    greeting.raises = [ending("no route to 9876543210")]
    message = MessageFactory()
    deliver(message)
    assert message.last_error == "no route to ********10"


def test_a_number_at_the_cut_of_a_long_error_is_hidden_too(greeting: Recorder) -> None:
    greeting.raises = [ValueError("x" * 180 + " 9876543210")]
    message = MessageFactory()
    deliver(message)
    assert len(message.last_error) == 200
    assert "98765" not in message.last_error


def test_a_secret_payload_is_wiped_once_sent(secret: Recorder) -> None:
    message = MessageFactory(kind="secret", payload={"code": "123456"})
    assert deliver(message) is Outcome.SENT
    assert secret.given == [{"code": "123456"}]
    assert message.payload == {}


def test_a_secret_payload_is_wiped_when_given_up_and_cannot_be_sent_again(secret: Recorder) -> None:
    message = MessageFactory(kind="secret", payload={"code": "123456"}, expires_at=NOON)
    assert deliver(message) is Outcome.GIVEN_UP
    assert message.payload == {}
    with pytest.raises(messages.MessageExpired):
        messages.send_again(message_id=message.pk, now=NOON - timedelta(minutes=1))


@pytest.mark.parametrize("ending", [NotNeeded("replaced"), GiveUp("no such number")])
def test_a_secret_payload_is_wiped_when_its_handler_ends_it(secret: Recorder, ending: Exception) -> None:
    secret.raises = [ending]
    message = MessageFactory(kind="secret", payload={"code": "123456"})
    deliver(message)
    assert message.payload == {}


def test_a_secret_payload_is_kept_while_it_may_still_be_sent(secret: Recorder) -> None:
    secret.raises = [ValueError("away")]
    message = MessageFactory(kind="secret", payload={"code": "123456"})
    assert deliver(message) is Outcome.PUT_OFF
    assert message.payload == {"code": "123456"}


def test_an_ordinary_payload_is_kept(greeting: Recorder) -> None:
    message = MessageFactory()
    deliver(message)
    assert message.payload == {"name": "Meera"}


# --- sending again ---


def test_what_was_given_up_is_sent_again_with_all_its_tries(
    greeting: Recorder, committed: type_of_committed
) -> None:
    message = MessageFactory(given_up=True)
    with committed():
        messages.send_again(message_id=message.pk, now=NOON)
        message.refresh_from_db()
        assert (message.status, message.attempts, message.due_at) == (Status.WAITING, 0, NOON)
    message.refresh_from_db()
    assert message.status == Status.SENT
    assert greeting.given == [{"name": "Meera"}]


@pytest.mark.parametrize("state", [{}, {"taken": True}, {"sent": True}, {"dropped": True}])
def test_only_what_was_given_up_is_sent_again(
    greeting: Recorder, committed: type_of_committed, state: dict[str, bool]
) -> None:
    message = MessageFactory(**state)
    before = Message.objects.values().get(pk=message.pk)
    with committed(), pytest.raises(messages.NotGivenUp):
        messages.send_again(message_id=message.pk, now=NOON)
    assert Message.objects.values().get(pk=message.pk) == before
    assert greeting.given == []


def test_what_has_expired_is_not_sent_again(greeting: Recorder) -> None:
    message = MessageFactory(given_up=True, expires_at=NOON)
    with pytest.raises(messages.MessageExpired):
        messages.send_again(message_id=message.pk, now=NOON)
    message.refresh_from_db()
    assert message.status == Status.GIVEN_UP


def test_an_unknown_message_cannot_be_sent_again(greeting: Recorder) -> None:
    with pytest.raises(messages.NotGivenUp):
        messages.send_again(message_id=uuid4(), now=NOON)


# --- what the database itself refuses ---


@pytest.mark.parametrize(
    "fields",
    [
        {"status": Status.SENDING},
        {"status": Status.WAITING, "lease_until": NOON},
        {"status": Status.SENT},
        {"status": Status.GIVEN_UP, "sent_at": NOON},
        {"status": Status.DROPPED, "sent_at": NOON},
        {"status": "lost"},
    ],
)
def test_a_status_that_its_dates_belie_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        MessageFactory(**fields)
