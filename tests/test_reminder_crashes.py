"""A process is killed while it sends a reminder; afterwards it has gone out once by each way."""

import os
import signal
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import connection, connections
from django.utils import timezone

from apps.accounts.gateways.file import OutboxFile
from apps.accounts.models import Delivery
from apps.accounts.services import messages
from apps.accounts.services.delivery import Identity
from apps.core.testing.fixtures import Lines, Person
from apps.live.services import reminders
from apps.live.tests.bookings import book, session
from apps.live.tests.factories import NOW, LiveTradingFactory
from apps.outbox.models import Message
from apps.outbox.services import messages as outbox
from tests.money import crash_points
from tests.money.crash_points import CrashPoint

pytestmark = [
    pytest.mark.proof,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("later", "reminded"),
    pytest.mark.skipif(
        connection.vendor != "sqlite", reason="a forked process shares PostgreSQL's connections"
    ),
]

DUE = NOW + timedelta(hours=6)
"""A day before the start."""

_ATTEMPTS, _OUTBOX = "apps.accounts.services.message_attempts", "apps.outbox.services.messages"
_SEND = "apps.accounts.gateways.file.OutboxFile.send"

STEPS = [
    ("after", f"{_OUTBOX}._acquire_lease"),
    ("before", f"{_ATTEMPTS}.claim"),
    ("after", f"{_ATTEMPTS}.claim"),
    ("before", _SEND),
    ("after", _SEND),
    ("before", f"{_ATTEMPTS}.record"),
    ("after", f"{_ATTEMPTS}.record"),
    ("before", f"{_OUTBOX}._mark_sent"),
    ("after", f"{_OUTBOX}._mark_sent"),
]


@pytest.fixture
def reminded(member: Person, sent: Lines) -> None:
    """Somebody with an email address has a session in thirty hours."""
    with time_machine.travel(NOW, tick=False):
        book(member.user, session(LiveTradingFactory(title="Gap and range"), hours=30))
    with time_machine.travel(DUE, tick=False):
        reminders.send_due(at=timezone.now())


def sweep(*, after: timedelta = timedelta(0)) -> None:
    with time_machine.travel(DUE + after, tick=False):
        outbox.sweep(now=timezone.now())


def crash(when: str, place: str, *, trigger: Path) -> None:
    """A sweep in a process of its own, which is killed at that step of the first message."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        try:
            trigger.write_text(f"{when} {place}", encoding="ascii")
            crash_points.install(trigger, [CrashPoint("sweep", when, place)])
            sweep()
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
    assert os.WTERMSIG(status) == signal.SIGKILL


def recover() -> None:
    """Once the lease of the dead process has ended, and again later."""
    for minutes in (6, 12, 18):
        sweep(after=timedelta(minutes=minutes))


def channels(sent: Lines) -> dict[str, int]:
    return Counter(line["channel"] for line in sent())


@pytest.mark.parametrize(("when", "place"), STEPS, ids=lambda part: part.rpartition(".")[2])
def test_one_reminder_by_each_way_whenever_the_process_died(
    sent: Lines, tmp_path: Path, when: str, place: str
) -> None:
    crash(when, place, trigger=tmp_path / "trigger")
    recover()
    assert channels(sent) == {"sms": 1, "mail": 1}
    assert sorted(Delivery.objects.values_list("channel", "status")) == [("mail", "sent"), ("sms", "sent")]


@pytest.mark.parametrize(
    ("when", "place", "lines"),
    [("before", _SEND, {"mail": 1}), ("after", _SEND, {"sms": 1, "mail": 1})],
    ids=["before", "after"],
)
def test_where_the_provider_recognises_no_repetition_it_is_not_sent_again(
    sent: Lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str, place: str, lines: Any
) -> None:
    monkeypatch.setattr(OutboxFile, "deduplicates", False)
    crash(when, place, trigger=tmp_path / "trigger")
    recover()
    assert channels(sent) == lines
    unknown = Delivery.objects.get(channel="sms")
    assert (unknown.status, unknown.reason) == ("unknown", "The process died while sending it")
    failed = Message.objects.get(status="given_up")
    assert failed.last_error == "It may have been sent already"


def test_control_without_its_identity_the_reminder_is_sent_twice(
    sent: Lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "Identity", lambda **_more: Identity())
    crash("after", _SEND, trigger=tmp_path / "trigger")
    recover()
    assert channels(sent) == {"sms": 2, "mail": 1}
