"""Enqueueing, sending, retrying and failing, one step at a time with an explicit clock."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from apps.core.ids import new_id
from apps.outbox import retry_delays
from apps.outbox.handlers import NotNeeded, PermanentFailure, RetryLater, UnknownKind
from apps.outbox.models import Message
from apps.outbox.services import messages
from apps.outbox.services.messages import Outcome, SweepResult
from apps.outbox.states import Status
from apps.outbox.tests.conftest import Recorder
from apps.outbox.tests.factories import NOON, MessageFactory

pytestmark = pytest.mark.django_db

CommittedFixture = Callable[[], AbstractContextManager[None]]


@pytest.fixture(autouse=True)
def _no_jitter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry_delays, "JITTER", 0)


def deliver(message: Message, *, now: datetime = NOON) -> Outcome:
    outcome = messages.deliver(message_id=message.pk, now=now)
    message.refresh_from_db()
    return outcome


# --- enqueueing ---


def test_a_committed_message_is_sent(greeting: Recorder, committed: CommittedFixture) -> None:
    with committed(), transaction.atomic():
        message = messages.enqueue(kind="greeting", payload={"name": "Meera"})
        assert greeting.payloads == []
    message.refresh_from_db()
    assert greeting.payloads == [{"name": "Meera"}]
    assert (message.status, message.attempts, message.lease_until) == (Status.SENT, 1, None)
    assert message.sent_at is not None


def test_a_rolled_back_message_is_never_sent(greeting: Recorder, committed: CommittedFixture) -> None:
    with committed(), transaction.atomic():
        messages.enqueue(kind="greeting", payload={})
        transaction.set_rollback(True)
    assert greeting.payloads == []
    assert Message.objects.count() == 0


def test_enqueue_refuses_an_unknown_kind(greeting: Recorder) -> None:
    with pytest.raises(UnknownKind, match="farewell"):
        messages.enqueue(kind="farewell", payload={})
    assert Message.objects.count() == 0


def test_a_message_due_later_is_sent_when_due(greeting: Recorder, committed: CommittedFixture) -> None:
    with committed():
        message = messages.enqueue(kind="greeting", payload={}, due_at=NOON + timedelta(days=9999))
    assert greeting.payloads == []
    assert deliver(message) is Outcome.NOT_OURS
    assert deliver(message, now=NOON + timedelta(days=9999)) is Outcome.SENT


def test_uuids_and_datetimes_reach_the_handler_as_text(
    greeting: Recorder, committed: CommittedFixture
) -> None:
    identifier = new_id()
    with committed():
        messages.enqueue(kind="greeting", payload={"id": identifier, "at": NOON})
    assert greeting.payloads == [{"id": str(identifier), "at": "2026-01-05T12:00:00Z"}]


# --- sending ---


def test_a_sent_message_is_not_sent_twice(greeting: Recorder) -> None:
    message = MessageFactory()
    assert deliver(message) is Outcome.SENT
    assert deliver(message) is Outcome.NOT_OURS
    assert greeting.payloads == [{"name": "Meera"}]
    assert (message.sent_at, message.last_error) == (NOON, "")


def test_delivering_an_unknown_message_does_nothing(greeting: Recorder) -> None:
    assert messages.deliver(message_id=uuid4(), now=NOON) is Outcome.NOT_OURS


def test_a_message_has_a_lease_while_it_is_sent(greeting: Recorder) -> None:
    message = MessageFactory()
    seen: list[Message] = []
    greeting.before = lambda: seen.append(Message.objects.get(pk=message.pk))
    deliver(message)
    assert (seen[0].status, seen[0].lease_until) == (Status.SENDING, NOON + timedelta(minutes=5))


def test_a_failed_attempt_is_retried_after_the_backoff(greeting: Recorder) -> None:
    greeting.raises = [ValueError("away")]
    message = MessageFactory()
    assert deliver(message) is Outcome.DEFERRED
    assert (message.status, message.attempts, message.lease_until) == (Status.WAITING, 1, None)
    assert message.due_at == NOON + timedelta(seconds=30)
    assert message.last_error == "ValueError: away"
    assert deliver(message, now=NOON + timedelta(seconds=29)) is Outcome.NOT_OURS
    assert deliver(message, now=NOON + timedelta(seconds=30)) is Outcome.SENT
    assert (message.attempts, message.last_error) == (2, "")


def test_backoff_grows_and_the_seventh_failure_is_the_last(
    greeting: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    greeting.raises = [ValueError("no")] * 8
    message = MessageFactory()
    now, delays = NOON, []
    while deliver(message, now=now) is Outcome.DEFERRED:
        delays.append(message.due_at - now)
        now = message.due_at
    assert delays == list(retry_delays.DELAYS)
    assert (message.status, message.attempts, message.last_error) == (Status.FAILED, 7, "ValueError: no")
    assert len(greeting.raises) == 1
    assert [record.levelno for record in caplog.records if record.message == "message"][-1] == logging.ERROR


def test_retry_later_can_set_the_delay(greeting: Recorder) -> None:
    greeting.raises = [RetryLater("busy", after=timedelta(seconds=7)), RetryLater("still busy")]
    message = MessageFactory()
    assert deliver(message) is Outcome.DEFERRED
    assert message.due_at == NOON + timedelta(seconds=7)
    assert deliver(message, now=message.due_at) is Outcome.DEFERRED
    assert message.due_at == NOON + timedelta(seconds=7) + timedelta(minutes=2)


def test_a_message_without_handler_is_retried(greeting: Recorder) -> None:
    message = MessageFactory(kind="farewell")
    assert deliver(message) is Outcome.DEFERRED
    assert message.last_error == "UnknownKind: farewell"


# --- handlers that end a message ---


def test_not_needed_drops_the_message_without_an_alert(
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
    assert greeting.payloads == []
    assert [(record.levelno, record.message, record.facts["outcome"]) for record in caplog.records] == [
        (logging.INFO, "message", "not needed")
    ]


def test_permanent_failure_fails_the_message_without_retry(
    greeting: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    greeting.raises = [PermanentFailure("No text greeting for SMS")]
    message = MessageFactory()
    assert deliver(message) is Outcome.FAILED
    assert (message.status, message.attempts, message.lease_until) == (Status.FAILED, 1, None)
    assert message.last_error == "No text greeting for SMS"
    assert [(record.levelno, record.message, record.exc_info) for record in caplog.records] == [
        (logging.ERROR, "message", None)
    ]


# --- expiry ---


def test_an_expired_message_fails_unsent(greeting: Recorder) -> None:
    message = MessageFactory(expires_at=NOON)
    assert deliver(message) is Outcome.FAILED
    assert greeting.payloads == []
    assert message.last_error == "Expired before it could be sent"


def test_a_message_is_sent_until_it_expires(greeting: Recorder) -> None:
    assert deliver(MessageFactory(expires_at=NOON + timedelta(microseconds=1))) is Outcome.SENT


def test_a_message_that_expires_before_its_retry_fails(greeting: Recorder) -> None:
    greeting.raises = [ValueError("away")] * 2
    message = MessageFactory(expires_at=NOON + timedelta(minutes=2))
    assert deliver(message) is Outcome.DEFERRED
    assert deliver(message, now=message.due_at) is Outcome.FAILED
    assert (message.attempts, message.last_error) == (2, "ValueError: away")


# --- crashed workers ---


def test_a_sweep_retries_the_message_of_a_crashed_worker_after_its_lease(greeting: Recorder) -> None:
    def crash() -> None:
        greeting.before = lambda: None
        raise KeyboardInterrupt

    greeting.before = crash
    message = MessageFactory()
    with pytest.raises(KeyboardInterrupt):
        messages.deliver(message_id=message.pk, now=NOON)
    nothing = SweepResult(sent=0, deferred=0, failed=0, dropped=0)
    assert messages.sweep(now=NOON + timedelta(minutes=5, microseconds=-1)) == nothing
    assert messages.sweep(now=NOON + timedelta(minutes=5)) == SweepResult(
        sent=1, deferred=0, failed=0, dropped=0
    )
    message.refresh_from_db()
    assert (message.status, message.attempts) == (Status.SENT, 2)


def test_a_message_that_crashes_every_worker_fails(greeting: Recorder) -> None:
    message = MessageFactory(leased=True, attempts=7, lease_until=NOON)
    assert deliver(message) is Outcome.FAILED
    assert greeting.payloads == []
    assert message.last_error == "The last attempt did not finish"


@pytest.mark.parametrize("failure", [None, ValueError("late"), NotNeeded("late"), PermanentFailure("late")])
def test_a_worker_whose_lease_expired_changes_nothing(greeting: Recorder, failure: Exception | None) -> None:
    message = MessageFactory()
    later = NOON + timedelta(minutes=6)

    def acquire_by_another_worker() -> None:
        Message.objects.all().acquire_lease(message_id=message.pk, now=later, until=later + messages.LEASE)
        if failure:
            raise failure

    greeting.before = acquire_by_another_worker
    assert deliver(message) is Outcome.NOT_OURS
    assert (message.status, message.lease_until) == (Status.SENDING, later + messages.LEASE)


@pytest.mark.parametrize(
    ("values", "sent"),
    [
        ({"leased": True, "lease_until": NOON + timedelta(days=8)}, 1),
        ({"attempts": 1, "due_at": NOON + timedelta(days=8)}, 1),
        ({"attempts": 1, "due_at": NOON + retry_delays.LONGEST}, 0),
        ({"due_at": NOON + timedelta(days=8)}, 0),
    ],
    ids=["lease", "retry", "longest delay", "planned"],
)
def test_what_a_clock_that_ran_ahead_put_off_is_sent(
    greeting: Recorder, values: dict[str, Any], sent: int
) -> None:
    MessageFactory(**values)
    assert messages.sweep(now=NOON).sent == sent


# --- sweeping ---


def test_a_sweep_sends_the_oldest_first_up_to_its_limit(greeting: Recorder) -> None:
    for minutes in (1, 3, 2):
        MessageFactory(payload={"n": minutes}, due_at=NOON - timedelta(minutes=minutes))
    assert messages.sweep(now=NOON, limit=2) == SweepResult(sent=2, deferred=0, failed=0, dropped=0)
    assert greeting.payloads == [{"n": 3}, {"n": 2}]


def test_a_sweep_counts_the_outcomes(greeting: Recorder) -> None:
    greeting.raises = [ValueError("away"), NotNeeded("replaced")]
    MessageFactory(due_at=NOON - timedelta(hours=2))
    MessageFactory(due_at=NOON - timedelta(hours=1))
    MessageFactory()
    MessageFactory(expires_at=NOON)
    MessageFactory(due_at=NOON + timedelta(minutes=1))
    MessageFactory(leased=True)
    MessageFactory(sent=True)
    MessageFactory(failed=True)
    MessageFactory(dropped=True)
    assert messages.sweep(now=NOON) == SweepResult(sent=1, deferred=1, failed=1, dropped=1)


def test_a_message_whose_outcome_cannot_be_stored_keeps_no_other(
    greeting: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    poisoned = MessageFactory(payload={"n": 1}, due_at=NOON - timedelta(hours=1))
    MessageFactory(payload={"n": 2})
    mark_sent = messages._mark_sent

    def fails(message: Message, *, now: datetime) -> Outcome:
        if message.pk == poisoned.pk:
            raise RuntimeError("nobody foresaw this")
        return mark_sent(message, now=now)

    monkeypatch.setattr(messages, "_mark_sent", fails)
    assert messages.sweep(now=NOON) == SweepResult(sent=1, deferred=0, failed=1, dropped=0)
    assert greeting.payloads == [{"n": 1}, {"n": 2}]


def test_a_message_late_in_a_slow_sweep_gets_a_full_lease(
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
    ("text", "redacted"),
    [
        ("no route to 9876543210", "ValueError: no route to ********10"),
        ("code 123456 refused", "ValueError: code [hidden] refused"),
        ("otp=123456", "ValueError: otp=[hidden]"),
    ],
)
def test_errors_are_redacted(
    greeting: Recorder, caplog: pytest.LogCaptureFixture, text: str, redacted: str
) -> None:
    greeting.raises = [ValueError(text)]
    message = MessageFactory()
    deliver(message)
    assert message.last_error == redacted
    assert redacted in str([getattr(record, "facts", None) for record in caplog.records])


@pytest.mark.parametrize("error", [NotNeeded, PermanentFailure])
def test_the_reason_of_a_handler_is_redacted(greeting: Recorder, error: type[Exception]) -> None:
    greeting.raises = [error("no route to 9876543210")]
    message = MessageFactory()
    deliver(message)
    assert message.last_error == "no route to ********10"


def test_a_long_error_is_redacted_before_it_is_truncated(greeting: Recorder) -> None:
    greeting.raises = [ValueError("x" * 180 + " 9876543210")]
    message = MessageFactory()
    deliver(message)
    assert len(message.last_error) == 200
    assert "98765" not in message.last_error


def test_a_secret_payload_is_wiped_once_sent(secret: Recorder) -> None:
    message = MessageFactory(kind="secret", payload={"code": "123456"})
    assert deliver(message) is Outcome.SENT
    assert secret.payloads == [{"code": "123456"}]
    assert message.payload == {}


def test_a_secret_payload_is_wiped_on_failure_and_cannot_be_sent_again(secret: Recorder) -> None:
    message = MessageFactory(kind="secret", payload={"code": "123456"}, expires_at=NOON)
    assert deliver(message) is Outcome.FAILED
    assert message.payload == {}
    with pytest.raises(messages.MessageExpired):
        messages.send_again(message_id=message.pk, now=NOON - timedelta(minutes=1))


@pytest.mark.parametrize("error", [NotNeeded("replaced"), PermanentFailure("no such number")])
def test_a_secret_payload_is_wiped_when_its_handler_ends_it(secret: Recorder, error: Exception) -> None:
    secret.raises = [error]
    message = MessageFactory(kind="secret", payload={"code": "123456"})
    deliver(message)
    assert message.payload == {}


def test_a_secret_payload_is_kept_until_the_retry(secret: Recorder) -> None:
    secret.raises = [ValueError("away")]
    message = MessageFactory(kind="secret", payload={"code": "123456"})
    assert deliver(message) is Outcome.DEFERRED
    assert message.payload == {"code": "123456"}


def test_an_ordinary_payload_is_kept(greeting: Recorder) -> None:
    message = MessageFactory()
    deliver(message)
    assert message.payload == {"name": "Meera"}


# --- sending again ---


def test_a_failed_message_is_sent_again_with_attempts_reset(
    greeting: Recorder, committed: CommittedFixture
) -> None:
    message = MessageFactory(failed=True)
    with committed():
        messages.send_again(message_id=message.pk, now=NOON)
        message.refresh_from_db()
        assert (message.status, message.attempts, message.due_at) == (Status.WAITING, 0, NOON)
    message.refresh_from_db()
    assert message.status == Status.SENT
    assert greeting.payloads == [{"name": "Meera"}]


@pytest.mark.parametrize("traits", [{}, {"leased": True}, {"sent": True}, {"dropped": True}])
def test_only_failed_messages_are_sent_again(
    greeting: Recorder, committed: CommittedFixture, traits: dict[str, bool]
) -> None:
    message = MessageFactory(**traits)
    before = Message.objects.values().get(pk=message.pk)
    with committed(), pytest.raises(messages.NotFailed):
        messages.send_again(message_id=message.pk, now=NOON)
    assert Message.objects.values().get(pk=message.pk) == before
    assert greeting.payloads == []


def test_an_expired_message_is_not_sent_again(greeting: Recorder) -> None:
    message = MessageFactory(failed=True, expires_at=NOON)
    with pytest.raises(messages.MessageExpired):
        messages.send_again(message_id=message.pk, now=NOON)
    message.refresh_from_db()
    assert message.status == Status.FAILED


def test_an_unknown_message_cannot_be_sent_again(greeting: Recorder) -> None:
    with pytest.raises(messages.NotFailed):
        messages.send_again(message_id=uuid4(), now=NOON)


# --- database constraints ---


@pytest.mark.parametrize(
    "fields",
    [
        {"status": Status.SENDING},
        {"status": Status.WAITING, "lease_until": NOON},
        {"status": Status.SENT},
        {"status": Status.FAILED, "sent_at": NOON},
        {"status": Status.DROPPED, "sent_at": NOON},
        {"status": "lost"},
    ],
)
def test_the_database_refuses_a_status_that_contradicts_its_dates(fields: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        MessageFactory(**fields)
