"""Reminders, from the run that finds them due to the message in the outbox file."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import User
from apps.core.indian_time import INDIA
from apps.core.row_processing import count_failures
from apps.core.testing.fixtures import Lines, Person
from apps.core.testing.parallel import in_parallel
from apps.live.models import Booking, LiveTrading, Mentorship, ProgramSession, Reminder
from apps.live.services import cancellation, reminders, rescheduling
from apps.live.services.reminders import Reminded
from apps.live.states import BookedBy
from apps.live.tests.bookings import CANCEL, SWAP, book, session
from apps.live.tests.factories import NOW, LiveTradingFactory, MentorshipFactory, WebinarFactory
from apps.outbox.models import Message
from apps.outbox.services import messages as outbox
from apps.outbox.services import reminders as outbox_reminders

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("later")]

QUERIES = 14
"""A run takes 6 selects, 1 deletion of old rows, and 7 to write one batch."""

START = NOW + timedelta(hours=30)
DAY_BEFORE, QUARTER_BEFORE = START - timedelta(hours=24), START - timedelta(minutes=15)

CONSTRAINT = next(each for each in Reminder._meta.constraints if each.name == "reminded_once_of_a_start")


@pytest.fixture
def program() -> Iterator[LiveTrading]:
    with time_machine.travel(NOW, tick=False):
        yield LiveTradingFactory(title="Opening range")


@pytest.fixture
def booked(member: Person, program: LiveTrading) -> Booking:
    """By somebody without an email address."""
    User.objects.update(email="")
    return book(member.user, session(program, hours=30, name="Gaps"))


def run(at: datetime) -> Reminded:
    """A run, followed by a sweep of the outbox."""
    with time_machine.travel(at, tick=False):
        reminded = reminders.send_due(at=timezone.now())
        outbox.sweep(now=timezone.now())
    return reminded


def reminders_in(lines: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(line["template"], line["channel"]) for line in lines if line["template"].startswith("reminder")]


def test_a_day_before_and_when_joining_opens(booked: Booking, sent: Lines) -> None:
    minute = timedelta(minutes=1)
    assert run(DAY_BEFORE - minute) == Reminded(0, 0)
    assert run(DAY_BEFORE) == Reminded(1, 0)
    for moment in (DAY_BEFORE, DAY_BEFORE + minute, QUARTER_BEFORE - minute):
        assert run(moment) == Reminded(0, 0)
    assert run(QUARTER_BEFORE) == Reminded(0, 1)
    assert run(QUARTER_BEFORE + minute) == Reminded(0, 0)

    first, second = sent()
    assert (first["template"], first["channel"]) == ("reminder_day", "sms")
    assert first["body"].startswith(
        "Rally: Your session 'Opening range: Gaps' starts on Sun 22 Nov 2026, 9:00 PM."
    )
    assert second["body"].startswith(
        "Rally: Your session 'Opening range: Gaps' starts at 9:00 PM on 22 Nov 2026."
    )


def test_the_last_reminder_of_what_starts_after_midnight_names_the_next_day(
    member: Person, sent: Lines
) -> None:
    """It is sent on the day before."""
    User.objects.update(email="meera@example.in", can_whatsapp=True)
    starts_at = datetime(2026, 11, 23, 0, 5, tzinfo=INDIA)
    with time_machine.travel(NOW, tick=False):
        book(member.user, WebinarFactory(starts_at=starts_at, title="Overnight"), BookedBy.FREE)
    run(starts_at - timedelta(minutes=15))
    bodies = [line["body"] for line in sent() if line["template"] == "reminder_soon"]
    assert len(bodies) == 2
    assert all("Overnight starts at 12:05 AM on 23 Nov 2026 (Indian time)" in body for body in bodies)


def test_once_by_each_channel(member: Person, booked: Booking, sent: Lines) -> None:
    User.objects.update(email="meera@example.in", can_whatsapp=True)
    for _ in range(3):
        run(DAY_BEFORE)
    assert Counter(reminders_in(sent())) == {("reminder_day", "whatsapp"): 1, ("reminder_day", "mail"): 1}
    assert Reminder.objects.count() == 2


def test_all_three_kinds(member: Person, booked: Booking, sent: Lines) -> None:
    with time_machine.travel(NOW, tick=False):
        book(member.user, WebinarFactory(starts_at=START, title="Candles"), BookedBy.FREE)
        book(member.user, MentorshipFactory(starts_at=START, title="Six weeks"))
    assert run(DAY_BEFORE) == Reminded(3, 0)
    assert len(reminders_in(sent())) == 3


# --- changes between the run and the sending --------------------------------------------------------


def run_and_change(act: Callable[[], object], at: datetime = DAY_BEFORE) -> None:
    with time_machine.travel(at, tick=False):
        reminders.send_due(at=timezone.now())
        act()
        outbox.sweep(now=timezone.now())


def test_none_after_a_cancellation(member: Person, booked: Booking, sent: Lines) -> None:
    run_and_change(lambda: member.api.post(CANCEL, {"bookingId": str(booked.pk)}))
    run(QUARTER_BEFORE)
    assert reminders_in(sent()) == []


def test_none_after_a_cancellation_by_staff(booked: Booking, sent: Lines) -> None:
    session_id = booked.session_id
    assert session_id is not None
    run_and_change(
        lambda: cancellation.cancel_for_everyone(
            of=ProgramSession, item_id=session_id, reason="The mentor is ill", at=timezone.now()
        )
    )
    run(QUARTER_BEFORE)
    assert reminders_in(sent()) == []


def test_after_a_swap_only_the_new_session(
    member: Person, program: LiveTrading, booked: Booking, sent: Lines
) -> None:
    with time_machine.travel(NOW, tick=False):
        other = session(program, hours=100)
    body = {"bookingId": str(booked.pk), "sessionId": str(other.pk)}
    run_and_change(lambda: member.api.post(SWAP, body))
    run(QUARTER_BEFORE)
    assert reminders_in(sent()) == []
    for _ in range(2):
        run(NOW + timedelta(hours=76))
    (line,) = [line for line in sent() if line["template"] == "reminder_day"]
    assert line["params"]["when"].startswith("Wed 25 Nov 2026")


def test_after_rescheduling_a_reminder_of_the_new_time(booked: Booking, sent: Lines) -> None:
    session_id = booked.session_id
    assert session_id is not None
    run(DAY_BEFORE)
    starts_at = NOW + timedelta(hours=100)
    with time_machine.travel(DAY_BEFORE, tick=False):
        rescheduling.reschedule(
            of=ProgramSession,
            item_id=session_id,
            starts_at=starts_at,
            ends_at=starts_at + timedelta(hours=1),
            at=timezone.now(),
        )
    run(QUARTER_BEFORE)
    run(starts_at - timedelta(hours=24))
    assert reminders_in(sent()) == [("reminder_day", "sms")] * 2


def test_none_to_an_erased_account(member: Person, booked: Booking, sent: Lines) -> None:
    run_and_change(lambda: User.objects.filter(pk=member.user.pk).update(erased_at=NOW))
    assert reminders_in(sent()) == []


# --- late and concurrent ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("late_by", "count"),
    [(timedelta(hours=19, minutes=59), 1), (timedelta(hours=20), 0)],
)
def test_a_late_run_does_not_send_stale_reminders(
    booked: Booking, sent: Lines, late_by: timedelta, count: int
) -> None:
    assert run(DAY_BEFORE + late_by).day == count
    assert len(reminders_in(sent())) == count
    assert run(START) == Reminded(0, 0)


def test_a_reminder_that_could_not_be_sent_in_time_is_dropped(booked: Booking, sent: Lines) -> None:
    with time_machine.travel(QUARTER_BEFORE, tick=False):
        reminders.send_due(at=timezone.now())
    with time_machine.travel(START, tick=False):
        outbox.sweep(now=timezone.now())
    assert reminders_in(sent()) == []
    assert Message.objects.get().status == "dropped"


def test_concurrent_runs_remind_once(member: Person, program: LiveTrading, sent: Lines) -> None:
    User.objects.update(email="")
    with time_machine.travel(NOW, tick=False):
        for minute in range(20):
            book(member.user, session(program, hours=30 + minute / 60))
    done = in_parallel(lambda _number: reminders.send_due(at=START - timedelta(hours=23)), times=4)
    assert sum(each.day for each in done if isinstance(each, Reminded)) == 20, done
    assert Reminder.objects.count() == Message.objects.count() == 20


def test_bookings_that_raise_keep_nobody_else_from_being_reminded(
    member: Person, program: LiveTrading, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are due in each run, and come first: more of them than fit into a batch."""
    User.objects.update(email="")
    rows = [book(member.user, session(program, hours=30 + minute / 60)) for minute in range(5)]
    poisoned = {row.pk for row in sorted(rows, key=lambda row: row.pk)[:3]}
    create = outbox_reminders.create

    def fails(reminded: list[Reminder], *, kind: str) -> set[Any]:
        if any(row.booking_id in poisoned for row in reminded):
            raise RuntimeError("nobody foresaw this")
        return create(reminded, kind=kind)

    monkeypatch.setattr(outbox_reminders, "create", fails)
    monkeypatch.setattr(outbox_reminders, "BATCH_SIZE", 2)
    with count_failures() as failures:
        assert reminders.send_due(at=START - timedelta(hours=23)).day == 2
    assert failures.count == 3
    assert set(Reminder.objects.values_list("booking", flat=True)) == {row.pk for row in rows} - poisoned


def test_control_without_the_constraint_two_runs_remind_twice(
    member: Person, booked: Booking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Selecting first is not enough: both runs select, then both write."""
    enqueue = partial(reminders._enqueue, [(booked.pk, START, "")], lead=reminders.ReminderLead.DAY)
    assert [enqueue() for _ in range(2)] == [1, 0]
    monkeypatch.setattr(Reminder._meta, "constraints", [])
    with connection.schema_editor() as editor:
        editor.remove_constraint(Reminder, CONSTRAINT)
    try:
        assert enqueue() == 1
    finally:
        Reminder.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(Reminder, CONSTRAINT)


@pytest.mark.parametrize("count", [1, 50])
def test_the_number_of_queries_does_not_depend_on_the_number_of_reminders(
    member: Person, program: LiveTrading, count: int
) -> None:
    User.objects.update(email="")
    with time_machine.travel(NOW, tick=False):
        for minute in range(count):
            book(member.user, session(program, hours=30 + minute / 60))
    with CaptureQueriesContext(connection) as queries:
        assert reminders.send_due(at=START - timedelta(hours=23)).day == count
    assert len(queries) == QUERIES


def test_many_reminders_are_written_in_batches(
    member: Person, program: LiveTrading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_reminders, "BATCH_SIZE", 3)
    User.objects.update(email="")
    with time_machine.travel(NOW, tick=False):
        for minute in range(7):
            book(member.user, session(program, hours=30 + minute / 60))
    assert run(START - timedelta(hours=23)).day == 7
    assert Message.objects.count() == 7


def test_the_command(booked: Booking) -> None:
    def run_command(*options: str) -> str:
        out = StringIO()
        call_command("send_reminders", *options, stdout=out)
        return out.getvalue().strip()

    with time_machine.travel(DAY_BEFORE, tick=False):
        assert json.loads(run_command("--dry-run", "--json")) == {"day": 1, "soon": 0}
        assert not Reminder.objects.exists()
        assert run_command() == "1 a day before, 0 shortly before"
        assert run_command("--json") == '{"day": 0, "soon": 0}'


def test_old_reminders_are_deleted(booked: Booking) -> None:
    run(DAY_BEFORE)
    run(START + timedelta(days=29))
    assert Reminder.objects.count() == 1
    run(START + timedelta(days=31))
    assert not Reminder.objects.exists()
    assert not Mentorship.objects.exists()
