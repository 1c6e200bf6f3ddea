"""The end of Pro: its reminders, from the run that finds them due to the message in the outbox file."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
import vobject
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import Entitlement, User
from apps.accounts.services import pro_time
from apps.accounts.states import Scope, Source
from apps.core.ids import new_id
from apps.core.testing.fixtures import Lines, Person
from apps.core.testing.parallel import in_parallel
from apps.live import calendar_tokens
from apps.live.models import Booking
from apps.live.selectors import calendar_files
from apps.live.services import seats
from apps.live.services.bookings import book_free_webinar
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import NOW, WebinarFactory
from apps.outbox.services import messages as outbox
from apps.pro.models import EndReminder
from apps.pro.services import expiry
from apps.pro.services.expiry import ExpiryCounts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("later")]

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
END = NOW + 90 * DAY
WEEK_BEFORE, DAY_BEFORE = END - 7 * DAY, END - DAY

CONSTRAINT = next(each for each in EndReminder._meta.constraints if each.name == "reminded_once_of_an_end")


def give(
    person: User, *, days: int = 90, source: Source = Source.PAID, starts_at: datetime = NOW
) -> Entitlement:
    return Entitlement.objects.create(
        person=person,
        scope=Scope.PRO,
        source=source,
        label=f"{days} days",
        starts_at=starts_at,
        ends_at=starts_at + timedelta(days=days),
        bought_by=new_id() if source == Source.PAID else None,
    )


@pytest.fixture
def bought(member: Person) -> Entitlement:
    return give(member.user)


def run(at: datetime, then: Callable[[], object] = lambda: None) -> ExpiryCounts:
    """One run, something that happens after it, and the sweep."""
    with time_machine.travel(at, tick=False):
        done = expiry.send_reminders_and_release_seats(at=timezone.now())
        then()
        outbox.sweep(now=timezone.now())
    return done


def extend(person: User, at: datetime) -> Callable[[], None]:
    @transaction.atomic
    def buy() -> None:
        pro_time.add(person_id=person.pk, line_id=new_id(), label="30 days", days=30, at=at)

    return buy


def test_reminders_are_sent_once_7_days_and_1_day_before(bought: Entitlement, sent: Lines) -> None:
    assert run(WEEK_BEFORE - MINUTE) == ExpiryCounts(0, 0, 0)
    assert run(WEEK_BEFORE) == ExpiryCounts(1, 0, 0)
    for moment in (WEEK_BEFORE, WEEK_BEFORE + 3 * DAY, DAY_BEFORE - MINUTE):
        assert run(moment) == ExpiryCounts(0, 0, 0)
    assert run(DAY_BEFORE) == ExpiryCounts(0, 1, 0)
    for moment in (DAY_BEFORE + MINUTE, END - MINUTE, END, END + DAY):
        assert run(moment) == ExpiryCounts(0, 0, 0)

    first, second = sent()
    assert (first["template"], first["channel"], first["to"]) == (
        "pro_ends_week",
        "mail",
        "meera@example.in",
    )
    assert first["body"].startswith("Your Pro ends on 19 Feb 2027 at 3:00 PM IST.")
    assert first["params"]["link"].endswith("/pro")
    assert second["template"] == "pro_ends_day"


def test_without_email_reminders_go_to_the_phone(bought: Entitlement, sent: Lines) -> None:
    User.objects.update(email="")
    run(DAY_BEFORE)
    [line] = sent()
    assert (line["channel"], line["to"]) == ("sms", "9811111111")
    assert line["body"].startswith("Rally: last reminder, your Pro ends on 19 Feb 2027 at 3:00 PM.")


def test_no_reminder_after_an_extension(member: Person, bought: Entitlement, sent: Lines) -> None:
    extend(member.user, NOW)()
    assert run(WEEK_BEFORE) == run(DAY_BEFORE) == ExpiryCounts(0, 0, 0)
    assert run(WEEK_BEFORE + 30 * DAY) == ExpiryCounts(1, 0, 0)
    assert len(sent()) == 1


def test_no_reminder_if_extended_before_sending(member: Person, bought: Entitlement, sent: Lines) -> None:
    assert run(WEEK_BEFORE, then=extend(member.user, WEEK_BEFORE)) == ExpiryCounts(1, 0, 0)
    assert sent() == []


def test_no_reminder_after_revocation_or_erasure(
    member: Person, other_member: Person, bought: Entitlement, sent: Lines
) -> None:
    give(other_member.user)
    line = bought.bought_by
    assert line is not None

    @transaction.atomic
    def end_both() -> None:
        pro_time.revoke(person_id=member.user.pk, line_id=line, at=WEEK_BEFORE)
        User.objects.filter(pk=other_member.user.pk).update(erased_at=WEEK_BEFORE)

    assert run(WEEK_BEFORE, then=end_both) == ExpiryCounts(2, 0, 0)
    assert run(DAY_BEFORE) == ExpiryCounts(0, 0, 0)
    assert sent() == []


def test_no_late_reminder(bought: Entitlement, sent: Lines) -> None:
    run(WEEK_BEFORE, then=lambda: None)
    with time_machine.travel(DAY_BEFORE, tick=False):
        expiry.send_reminders_and_release_seats(at=timezone.now())
    with time_machine.travel(END, tick=False):
        outbox.sweep(now=timezone.now())
    assert [line["template"] for line in sent()] == ["pro_ends_week"]


def test_no_reminder_for_trials_endless_or_very_short_pro(
    member: Person, other_member: Person, staff: Person, sent: Lines
) -> None:
    give(member.user, source=Source.TRIAL, days=7)
    give(other_member.user, source=Source.STAFF).ends_at = None
    Entitlement.objects.filter(person=other_member.user).update(ends_at=None)
    give(staff.user, source=Source.STAFF, days=3)
    assert [run(NOW + each * DAY).week for each in range(4)] == [0, 0, 0, 0]
    assert [line["to"] for line in sent()] == ["9833333333"]  # a day before three days are over


def test_concurrent_runs_remind_once(bought: Entitlement, sent: Lines) -> None:
    with time_machine.travel(WEEK_BEFORE, tick=False):
        done = in_parallel(lambda _: expiry.send_reminders_and_release_seats(at=WEEK_BEFORE), times=6)
        outbox.sweep(now=timezone.now())
    assert sum(each.week for each in done if isinstance(each, ExpiryCounts)) == 1
    assert len(sent()) == 1


@pytest.mark.postgresql
def test_control_without_the_constraint_reminds_more_than_once(bought: Entitlement) -> None:
    with connection.schema_editor() as editor:
        editor.remove_constraint(EndReminder, CONSTRAINT)
    try:
        for _ in range(20):
            EndReminder.objects.all().delete()
            done = in_parallel(lambda _: expiry.send_reminders_and_release_seats(at=WEEK_BEFORE), times=8)
            if sum(each.week for each in done if isinstance(each, ExpiryCounts)) > 1:
                return
        pytest.fail("the race was never lost")
    finally:
        EndReminder.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(EndReminder, CONSTRAINT)


def test_command_prints_counts(bought: Entitlement, sent: Lines) -> None:
    def told(*options: str) -> str:
        out = StringIO()
        with time_machine.travel(WEEK_BEFORE, tick=False):
            call_command("expire_subscriptions", *options, stdout=out)
        return out.getvalue().strip()

    assert json.loads(told("--dry-run", "--json")) == {"week": 1, "day": 0, "seats": 0}
    assert EndReminder.objects.count() == 0
    assert told() == "1 got the first reminder, 0 got the last one, 0 seats released"
    assert json.loads(told("--json")) == {"week": 0, "day": 0, "seats": 0}


def test_old_rows_go(bought: Entitlement) -> None:
    run(WEEK_BEFORE)
    run(END + 30 * DAY)
    assert EndReminder.objects.count() == 1
    run(END + 30 * DAY + MINUTE)
    assert EndReminder.objects.count() == 0


@pytest.mark.parametrize("count", [1, 50])
def test_as_many_queries_however_many_are_reminded(member: Person, count: int) -> None:
    for number in range(count):
        give(User.objects.create_user(mobile=f"98{number:08}"))
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert expiry.send_reminders_and_release_seats(at=WEEK_BEFORE) == ExpiryCounts(count, 0, 0)
    assert len(captured) == 11


# --- seats that Pro gave ----------------------------------------------------------------------------


def seat(person: User, *, starts_at: datetime, by: BookedBy = BookedBy.PRO) -> Booking:
    webinar = WebinarFactory(starts_at=starts_at, price_paise=499_00, capacity=5, seats_taken=1)
    return Booking.objects.create(
        person=person, webinar=webinar, status=BookingStatus.BOOKED, booked_by=by, made_at=NOW
    )


def test_seats_ahead_go_back_when_it_is_over_and_no_sooner(member: Person, bought: Entitlement) -> None:
    ahead, begun = (seat(member.user, starts_at=END + hours * MINUTE) for hours in (60, -30))
    paid = seat(member.user, starts_at=END + DAY, by=BookedBy.PAYMENT)
    free = seat(member.user, starts_at=END + DAY, by=BookedBy.FREE)
    assert run(END - timedelta(seconds=1)).seats == 0
    assert expiry.send_reminders_and_release_seats(at=END, dry_run=True).seats == 1
    assert run(END).seats == 1
    assert run(END).seats == 0
    assert dict(Booking.objects.values_list("pk", "status")) == {
        ahead.pk: "released",
        begun.pk: "booked",
        paid.pk: "booked",
        free.pk: "booked",
    }
    assert ahead.webinar is not None
    ahead.webinar.refresh_from_db()
    assert ahead.webinar.seats_taken == 0


def test_the_person_is_told_of_a_released_seat(member: Person, bought: Entitlement, sent: Lines) -> None:
    booking = seat(member.user, starts_at=END + DAY)
    free = seat(member.user, starts_at=END + DAY, by=BookedBy.FREE)
    webinar = booking.webinar
    assert webinar is not None
    run(END, then=lambda: outbox.sweep(now=END))
    lines = {line["channel"]: line for line in sent()}
    assert [line["template"] for line in sent()] == ["pro_seat_released"] * 2
    assert lines["sms"]["body"].startswith(
        f"Rally: your Pro has ended, and with it your seat in '{webinar.title}', Sat 20 Feb 2027, 3:00 PM."
    )
    assert lines["mail"]["params"]["link"].endswith(webinar.get_absolute_url())

    key = calendar_files.own_feed_key(person=member.user)
    feed = calendar_files.feed(token=calendar_tokens.token(key), now=END).decode()
    states = {
        event.uid.value: (event.status.value, event.sequence.value)
        for event in vobject.readOne(feed).vevent_list
    }
    assert states == {
        f"webinar-{webinar.pk}@rally": ("CANCELLED", "1"),
        f"webinar-{free.webinar_id}@rally": ("CONFIRMED", "0"),
    }


def test_who_has_booked_it_again_is_not_told(member: Person, bought: Entitlement, sent: Lines) -> None:
    booking = seat(member.user, starts_at=END + DAY)
    assert booking.webinar is not None

    def book_again() -> None:
        extend(member.user, END)()
        book_free_webinar(person=member.user, key=str(booking.webinar_id), at=END)
        outbox.sweep(now=END)

    run(END, then=book_again)
    assert {line["template"] for line in sent()} == {"booking_confirmed"}


def test_they_stay_when_it_goes_on(member: Person, bought: Entitlement) -> None:
    seat(member.user, starts_at=END + DAY)
    extend(member.user, NOW)()
    assert run(END).seats == 0


def test_one_seat_that_raises_keeps_no_other(
    member: Person, bought: Entitlement, monkeypatch: pytest.MonkeyPatch
) -> None:
    poisoned, good = sorted(
        (seat(member.user, starts_at=END + DAY) for _ in range(2)), key=lambda row: row.pk
    )
    release = seats.release

    def fails(item: Any, *, at: datetime) -> None:
        if item.pk == poisoned.webinar_id:
            raise RuntimeError("nobody foresaw this")
        release(item, at=at)

    monkeypatch.setattr(seats, "release", fails)
    assert run(END).seats == 1
    assert dict(Booking.objects.values_list("pk", "status")) == {poisoned.pk: "booked", good.pk: "released"}


def test_two_runs_give_a_seat_back_once(member: Person, bought: Entitlement) -> None:
    booking = seat(member.user, starts_at=END + DAY)
    done = in_parallel(lambda _: expiry.send_reminders_and_release_seats(at=END), times=4)
    assert sum(each.seats for each in done if isinstance(each, ExpiryCounts)) == 1
    assert booking.webinar is not None
    booking.webinar.refresh_from_db()
    assert booking.webinar.seats_taken == 0
