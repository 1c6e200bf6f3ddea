"""
Staff change the meetings of one mentorship at once, and give away a seat that somebody books.

Each guard has a control: the same race without it must fail. Controls run on PostgreSQL only.
"""

import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.tests.concurrency import any_try_fails, run_concurrently, unexpected_errors
from apps.core.errors import Conflict
from apps.core.sellables import SoldOut
from apps.live.models import Booking, Meeting, Mentorship, Webinar
from apps.live.services import gifts, meetings, seats
from apps.live.services.bookings import book_free_webinar
from apps.live.tests.factories import MentorshipFactory, WebinarFactory
from tests.live.race_helpers import create_users

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("later"),
]

ROUNDS = 4
HOUR = timedelta(hours=1)


def race(*jobs: Callable[[], object]) -> list[object]:
    return run_concurrently(lambda number: jobs[number](), times=len(jobs))


def mentorship_of(count: int) -> tuple[Mentorship, list[Meeting]]:
    """On successive days."""
    first = (timezone.now() + timedelta(days=2)).replace(microsecond=0)
    days = [first + timedelta(days=number) for number in range(count)]
    mentorship = MentorshipFactory(meetings=[(day, day + HOUR) for day in days])
    return mentorship, list(mentorship.meetings.order_by("starts_at"))


def move(meeting: Meeting, *, to: Any) -> object:
    return meetings.reschedule(meeting_id=meeting.pk, starts_at=to, ends_at=to + HOUR, at=timezone.now())


def cancel(meeting: Meeting) -> object:
    return meetings.cancel(meeting_id=meeting.pk, reason="The host is ill.", at=timezone.now())


def held(mentorship: Mentorship) -> list[Meeting]:
    return list(mentorship.meetings.not_cancelled().order_by("starts_at"))


def overlap(mentorship: Mentorship) -> bool:
    return any(one.ends_at > next_one.starts_at for one, next_one in pairwise(held(mentorship)))


def has_its_span(mentorship: Mentorship) -> bool:
    mentorship.refresh_from_db()
    left = held(mentorship)
    span = left[0].starts_at, max(meeting.ends_at for meeting in left)
    return (mentorship.starts_at, mentorship.ends_at) == span


def unlock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads the mentorship without its lock, and decides a moment later."""

    def unlocked(mentorship_id: UUID) -> Mentorship:
        time.sleep(0.02)
        return Mentorship.objects.get(pk=mentorship_id)

    require = meetings._require_free_time

    def slowly(mentorship_id: UUID, **values: Any) -> None:
        require(mentorship_id, **values)
        time.sleep(0.03)

    monkeypatch.setattr(meetings, "_locked", unlocked)
    monkeypatch.setattr(meetings, "_require_free_time", slowly)


# --- two meetings are moved to the same evening -------------------------------------------------------


def race_two_moves() -> Mentorship:
    mentorship, (first, second, third) = mentorship_of(3)
    evening = third.starts_at + timedelta(days=5)
    outcomes = race(
        lambda: move(first, to=evening),
        lambda: move(second, to=evening + HOUR / 2),
        lambda: meetings.add(
            mentorship_id=mentorship.pk,
            new=[meetings.NewMeeting("Another", evening - HOUR / 4, evening + HOUR)],
            at=timezone.now(),
        ),
    )
    assert unexpected_errors(outcomes, meetings.Overlaps) == []
    return mentorship


def test_of_meetings_that_are_put_at_one_time_one_gets_it() -> None:
    for _ in range(ROUNDS):
        mentorship = race_two_moves()
        assert not overlap(mentorship)
        assert has_its_span(mentorship)


@pytest.mark.postgresql
def test_control_without_the_lock_meetings_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    unlock(monkeypatch)
    assert any_try_fails(lambda: overlap(race_two_moves()))


# --- the last two meetings are cancelled at once ------------------------------------------------------


def race_two_cancellations() -> Mentorship:
    mentorship, both = mentorship_of(2)
    outcomes = race(*(lambda meeting=meeting: cancel(meeting) for meeting in both))
    assert unexpected_errors(outcomes) == []
    mentorship.refresh_from_db()
    return mentorship


def test_a_mentorship_whose_last_meetings_are_cancelled_at_once_is_cancelled() -> None:
    for _ in range(ROUNDS):
        assert race_two_cancellations().is_cancelled


@pytest.mark.postgresql
def test_control_without_the_lock_a_mentorship_without_meetings_is_still_sold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unlock(monkeypatch)
    # Both would update the mentorship's row, and the second would wait for the first.
    monkeypatch.setattr(meetings, "_update_span", lambda mentorship_id: None)
    assert any_try_fails(lambda: not race_two_cancellations().is_cancelled)


# --- a meeting is moved while one is cancelled --------------------------------------------------------


def race_move_with_cancellation() -> None:
    mentorship, (first, second, third) = mentorship_of(3)
    later = third.starts_at + timedelta(days=7)
    outcomes = race(lambda: cancel(third), lambda: move(first, to=later))
    assert unexpected_errors(outcomes) == []
    assert held(mentorship) == [second, first]
    assert has_its_span(mentorship)


def test_a_move_beside_a_cancellation_leaves_the_span_of_the_meetings() -> None:
    for _ in range(ROUNDS):
        race_move_with_cancellation()


def race_for_one_meeting() -> None:
    mentorship, (first, second) = mentorship_of(2)
    later = second.starts_at + timedelta(days=7)
    outcomes = race(lambda: move(first, to=later), lambda: cancel(first), lambda: cancel(first))
    assert unexpected_errors(outcomes, Conflict) == []
    assert held(mentorship) == [second]
    assert has_its_span(mentorship)


def test_a_meeting_that_is_moved_and_cancelled_at_once_is_cancelled() -> None:
    for _ in range(ROUNDS):
        race_for_one_meeting()


# --- staff give away the last seat while somebody books it --------------------------------------------


def race_for_the_last_seat() -> Webinar:
    webinar = WebinarFactory(starts_at=timezone.now() + timedelta(days=2), capacity=1)
    buyer, guest, staff = create_users(3)
    outcomes = race(
        lambda: book_free_webinar(person=buyer, key=str(webinar.pk), at=timezone.now()),
        lambda: give(webinar, guest, by=staff),
    )
    assert unexpected_errors(outcomes, SoldOut) == []
    webinar.refresh_from_db()
    return webinar


def give(webinar: Webinar, person: User, *, by: User) -> Booking:
    return gifts.give_seat(
        of=Webinar,
        item_id=webinar.pk,
        person=person,
        given_by=by,
        reason="A prize",
        extra_seat=False,
        at=timezone.now(),
    )


def test_the_last_seat_is_given_away_or_booked() -> None:
    for _ in range(ROUNDS):
        webinar = race_for_the_last_seat()
        assert (webinar.seats_taken, webinar.bookings.booked().count()) == (1, 1)


@pytest.mark.postgresql
def test_control_a_seat_that_is_counted_before_it_is_taken_is_sold_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unlocked(*, of: Any, ids: Iterable[UUID]) -> None:
        time.sleep(0.02)

    def read_then_write(item: Any, **_: Any) -> None:
        rows = type(item).objects.filter(pk=item.pk)
        taken = rows.values_list("seats_taken", flat=True).get()
        time.sleep(0.03)
        if taken >= item.capacity:
            raise SoldOut()
        rows.update(seats_taken=taken + 1)

    monkeypatch.setattr(seats, "lock_items", unlocked)
    monkeypatch.setattr(seats, "take", read_then_write)
    assert any_try_fails(lambda: race_for_the_last_seat().bookings.booked().count() > 1)
