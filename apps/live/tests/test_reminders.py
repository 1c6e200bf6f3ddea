"""Reminders, from the run that finds them due to the line that leaves the machine."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import User
from apps.core.testing.fixtures import Lines, Person
from apps.core.testing.parallel import in_parallel
from apps.live.models import Booking, LiveTrading, Mentorship, ProgramSession, Reminder
from apps.live.services import calling_off, moving, reminders
from apps.live.services.reminders import Reminded
from apps.live.states import BookedBy
from apps.live.tests.bookings import CANCEL, SWAP, book, session
from apps.live.tests.factories import NOW, LiveTradingFactory, MentorshipFactory, WebinarFactory
from apps.outbox.models import Message
from apps.outbox.services import messages as outbox
from apps.outbox.services import reminders as outbox_reminders

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("later")]

QUERIES = 14
"""Of a run, however many it reminds: 6 looks, 1 removal of old rows, 7 to write one batch."""

START = NOW + timedelta(hours=30)
DAY_BEFORE, QUARTER_BEFORE = START - timedelta(hours=24), START - timedelta(minutes=15)

CONSTRAINT = next(each for each in Reminder._meta.constraints if each.name == "reminded_once_of_a_start")


@pytest.fixture
def program() -> Iterator[LiveTrading]:
    with time_machine.travel(NOW, tick=False):
        yield LiveTradingFactory(title="Opening range")


@pytest.fixture
def booked(member: Person, program: LiveTrading) -> Booking:
    """By somebody who gave no mail address."""
    User.objects.update(email="")
    return book(member.user, session(program, hours=30, name="Gaps"))


def run(at: datetime) -> Reminded:
    """One run, and the sweep after it."""
    with time_machine.travel(at, tick=False):
        done = reminders.run(at=timezone.now())
        outbox.sweep(now=timezone.now())
    return done


def told(lines: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(line["template"], line["channel"]) for line in lines if line["template"].startswith("reminder")]


def test_a_day_before_and_when_the_room_opens(booked: Booking, sent: Lines) -> None:
    minute = timedelta(minutes=1)
    assert run(DAY_BEFORE - minute) == Reminded(0, 0)
    assert run(DAY_BEFORE) == Reminded(1, 0)
    for moment in (DAY_BEFORE, DAY_BEFORE + minute, QUARTER_BEFORE - minute):
        assert run(moment) == Reminded(0, 0)
    assert run(QUARTER_BEFORE) == Reminded(0, 1)
    assert run(QUARTER_BEFORE + minute) == Reminded(0, 0)

    first, second = sent()
    assert (first["template"], first["channel"]) == ("reminder_day", "sms")
    assert first["body"].startswith("Rally: a reminder of 22 Nov 2026 at 9:00 PM.")
    assert second["body"].startswith("Rally: what you booked begins at 9:00 PM.")


def test_once_by_each_way_to_the_person(member: Person, booked: Booking, sent: Lines) -> None:
    User.objects.update(email="meera@example.in", can_whatsapp=True)
    for _ in range(3):
        run(DAY_BEFORE)
    assert Counter(told(sent())) == {("reminder_day", "whatsapp"): 1, ("reminder_day", "mail"): 1}
    assert Reminder.objects.count() == 2


def test_all_three_kinds(member: Person, booked: Booking, sent: Lines) -> None:
    with time_machine.travel(NOW, tick=False):
        book(member.user, WebinarFactory(starts_at=START, title="Candles"), BookedBy.FREE)
        book(member.user, MentorshipFactory(starts_at=START, title="Six weeks"))
    assert run(DAY_BEFORE) == Reminded(3, 0)
    assert len(told(sent())) == 3


# --- what happens between the run and the sending ---------------------------------------------------


def run_then(act: Callable[[], object], at: datetime = DAY_BEFORE) -> None:
    with time_machine.travel(at, tick=False):
        reminders.run(at=timezone.now())
        act()
        outbox.sweep(now=timezone.now())


def test_none_after_a_cancellation(member: Person, booked: Booking, sent: Lines) -> None:
    run_then(lambda: member.api.post(CANCEL, {"bookingId": str(booked.pk)}))
    run(QUARTER_BEFORE)
    assert told(sent()) == []


def test_none_after_a_call_off(booked: Booking, sent: Lines) -> None:
    session_id = booked.session_id
    assert session_id is not None
    run_then(
        lambda: calling_off.call_off(
            of=ProgramSession, thing_id=session_id, reason="The mentor is ill", at=timezone.now()
        )
    )
    run(QUARTER_BEFORE)
    assert told(sent()) == []


def test_after_a_swap_only_the_new_session(
    member: Person, program: LiveTrading, booked: Booking, sent: Lines
) -> None:
    with time_machine.travel(NOW, tick=False):
        other = session(program, hours=100)
    body = {"bookingId": str(booked.pk), "sessionId": str(other.pk)}
    run_then(lambda: member.api.post(SWAP, body))
    run(QUARTER_BEFORE)
    assert told(sent()) == []
    for _ in range(2):
        run(NOW + timedelta(hours=76))
    (line,) = [line for line in sent() if line["template"] == "reminder_day"]
    assert line["params"]["day"] == "25 Nov 2026"


def test_after_a_move_by_staff_the_new_time(booked: Booking, sent: Lines) -> None:
    session_id = booked.session_id
    assert session_id is not None
    run(DAY_BEFORE)
    starts_at = NOW + timedelta(hours=100)
    with time_machine.travel(DAY_BEFORE, tick=False):
        moving.move(
            of=ProgramSession,
            thing_id=session_id,
            starts_at=starts_at,
            ends_at=starts_at + timedelta(hours=1),
            at=timezone.now(),
        )
    run(QUARTER_BEFORE)
    run(starts_at - timedelta(hours=24))
    assert told(sent()) == [("reminder_day", "sms")] * 2


def test_none_to_who_has_gone(member: Person, booked: Booking, sent: Lines) -> None:
    run_then(lambda: User.objects.filter(pk=member.user.pk).update(erased_at=NOW))
    assert told(sent()) == []


# --- late and at once -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("late_by", "count"),
    [(timedelta(hours=19, minutes=59), 1), (timedelta(hours=20), 0)],
)
def test_a_late_run_does_not_send_what_is_stale(
    booked: Booking, sent: Lines, late_by: timedelta, count: int
) -> None:
    assert run(DAY_BEFORE + late_by).day == count
    assert len(told(sent())) == count
    assert run(START) == Reminded(0, 0)


def test_what_could_not_be_sent_in_time_is_not_sent(booked: Booking, sent: Lines) -> None:
    with time_machine.travel(QUARTER_BEFORE, tick=False):
        reminders.run(at=timezone.now())
    with time_machine.travel(START, tick=False):
        outbox.sweep(now=timezone.now())
    assert told(sent()) == []
    assert Message.objects.get().status == "dropped"


def test_two_runs_at_once_remind_once(member: Person, program: LiveTrading, sent: Lines) -> None:
    User.objects.update(email="")
    with time_machine.travel(NOW, tick=False):
        for minute in range(20):
            book(member.user, session(program, hours=30 + minute / 60))
    done = in_parallel(lambda _number: reminders.run(at=START - timedelta(hours=23)), times=4)
    assert sum(each.day for each in done if isinstance(each, Reminded)) == 20, done
    assert Reminder.objects.count() == Message.objects.count() == 20


def test_control_without_the_constraint_two_runs_remind_twice(
    member: Person, booked: Booking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking first is not enough: both look, then both write."""
    batches = list(reminders._batches(ProgramSession, reminders.Lead.DAY, at=DAY_BEFORE))
    assert [reminders._remind(batches[0], reminders.Lead.DAY) for _ in range(2)] == [1, 0]
    monkeypatch.setattr(Reminder._meta, "constraints", [])
    with connection.schema_editor() as editor:
        editor.remove_constraint(Reminder, CONSTRAINT)
    try:
        assert reminders._remind(batches[0], reminders.Lead.DAY) == 1
    finally:
        Reminder.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(Reminder, CONSTRAINT)


@pytest.mark.parametrize("count", [1, 50])
def test_a_run_takes_the_same_queries(member: Person, program: LiveTrading, count: int) -> None:
    User.objects.update(email="")
    with time_machine.travel(NOW, tick=False):
        for minute in range(count):
            book(member.user, session(program, hours=30 + minute / 60))
    with CaptureQueriesContext(
        connection,
    ) as ran:
        assert reminders.run(at=START - timedelta(hours=23)).day == count
    assert len(ran) == QUERIES


def test_many_are_reminded_in_batches(
    member: Person, program: LiveTrading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_reminders, "AT_ONCE", 3)
    User.objects.update(email="")
    with time_machine.travel(NOW, tick=False):
        for minute in range(7):
            book(member.user, session(program, hours=30 + minute / 60))
    assert run(START - timedelta(hours=23)).day == 7
    assert Message.objects.count() == 7


def test_the_command(booked: Booking) -> None:
    def said(*options: str) -> str:
        out = StringIO()
        call_command("send_reminders", *options, stdout=out)
        return out.getvalue().strip()

    with time_machine.travel(DAY_BEFORE, tick=False):
        assert json.loads(said("--dry-run", "--json")) == {"day": 1, "soon": 0}
        assert not Reminder.objects.exists()
        assert said() == "1 a day before, 0 shortly before"
        assert said("--json") == '{"day": 0, "soon": 0}'


def test_what_is_long_past_is_forgotten(booked: Booking) -> None:
    run(DAY_BEFORE)
    run(START + timedelta(days=6))
    assert Reminder.objects.count() == 1
    run(START + timedelta(days=8))
    assert not Reminder.objects.exists()
    assert not Mentorship.objects.exists()
