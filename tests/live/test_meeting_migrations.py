"""Migrations of rows that people have bought or staff have written: nothing of them is lost."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from apps.accounts.models import User
from apps.core.indian_time import INDIA
from apps.core.testing.migrations import migrate
from apps.live.models import Booking, ExchangeHoliday, Meeting, Mentorship
from apps.live.tests.factories import MentorshipFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

FRIDAY = datetime(2026, 12, 4, 19, 0, tzinfo=INDIA)
WEEK = timedelta(weeks=1)
ROOM, FILM = "https://meet.example/room", "https://films.example/one"


@pytest.fixture
def back_to_the_newest() -> Iterator[None]:
    yield
    migrate()


def times(mentorship: Mentorship) -> list[tuple[str, str]]:
    return [
        (row.title, f"{row.starts_at.astimezone(INDIA):%a %d %b %H:%M}-{row.ends_at.astimezone(INDIA):%H:%M}")
        for row in mentorship.meetings.all()
    ]


@pytest.mark.usefixtures("back_to_the_newest")
def test_a_span_becomes_a_meeting_on_each_stated_day() -> None:
    person = User.objects.create_user(mobile="9844444444", name="Owner")
    host_id = MentorshipFactory(meetings=[(FRIDAY, FRIDAY + WEEK)]).host_id
    Meeting.objects.all().delete()
    Mentorship.objects.all().delete()

    old = migrate(("live", "0012_calendar_feeds"))

    def old_mentorship(slug: str, **values: Any) -> Any:
        model = old.get_model("live", "Mentorship")
        span = {"starts_at": FRIDAY, "ends_at": FRIDAY + 3 * WEEK + timedelta(minutes=90)}
        row = model(title=slug, weburlname=slug, host_id=host_id, agenda=["Trend"], **span, **values)
        # The models of migrations have no cache tags, which saving a row needs.
        return model.objects.bulk_create([row])[0]

    stated = old_mentorship(
        "stated",
        schedule=["Tuesdays and Fridays, 7 to 8 PM", "Bring a notebook"],
        join_url=ROOM,
        recording_url=FILM,
        market_data_date=date(2026, 9, 1),
        price_paise=4_999_00,
        capacity=12,
        seats_taken=1,
    )
    off = old_mentorship("off", schedule=[], cancelled_at=FRIDAY + WEEK, cancellation_reason="Ill")
    booking = old.get_model("live", "Booking").objects.create(
        person_id=person.pk, mentorship=stated, status="booked", booked_by="payment", made_at=FRIDAY - WEEK
    )

    migrate()

    kept = Mentorship.objects.get(pk=stated.pk)
    fridays_and_tuesdays = ("Fri 04", "Tue 08", "Fri 11", "Tue 15", "Fri 18", "Tue 22", "Fri 25")
    assert times(kept) == [
        (f"Meeting {number}", f"{day} Dec 19:00-20:00") for number, day in enumerate(fridays_and_tuesdays, 1)
    ]
    meetings = list(kept.meetings.all())
    assert {(one.join_url, one.recording_url, one.market_data_date) for one in meetings} == {
        (ROOM, FILM, date(2026, 9, 1))
    }
    assert (kept.starts_at, kept.ends_at) == (meetings[0].starts_at, meetings[-1].ends_at)
    assert (kept.price_paise, kept.capacity, kept.seats_taken) == (4_999_00, 12, 1)
    assert kept.agenda == ["Trend", "Bring a notebook"]
    assert Booking.objects.get(pk=booking.pk).mentorship == kept

    cancelled = Mentorship.objects.get(pk=off.pk)
    assert [day for _, day in times(cancelled)] == [
        f"Fri {day} Dec 19:00-20:30" for day in ("04", "11", "18", "25")
    ]
    # The first one was over when the rest was cancelled.
    assert [one.is_cancelled for one in cancelled.meetings.all()] == [False, True, True, True]
    assert {one.cancellation_reason for one in cancelled.meetings.all()} == {"", "Ill"}


@pytest.mark.usefixtures("back_to_the_newest")
def test_days_that_the_first_list_lacked_are_added_and_those_of_staff_stay() -> None:
    migrate(("live", "0022_previous_start"))
    ExchangeHoliday.objects.all().delete()
    ExchangeHoliday.objects.create(date=date(2026, 11, 8), name="Muhurat trading only")

    migrate()

    assert list(ExchangeHoliday.objects.values_list("date", "name")) == [
        (date(2026, 1, 15), "Municipal Corporation Election, Maharashtra"),
        (date(2026, 2, 15), "Mahashivratri"),
        (date(2026, 3, 21), "Id-Ul-Fitr (Ramadan Eid)"),
        (date(2026, 11, 8), "Muhurat trading only"),
    ]
