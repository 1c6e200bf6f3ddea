"""'Apply to upcoming sessions': a preview, then the series' time and link for those that are ticked."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from apps.accounts.models import User
from apps.core.indian_time import INDIA
from apps.live.models import LiveTrading, ProgramSession, SessionSeries
from apps.live.services import rescheduling, seats, series, series_changes
from apps.live.services.series_changes import Applied
from apps.live.tests.bookings import book
from apps.live.tests.factories import LiveTradingFactory, SessionFactory
from apps.live.tests.test_series import NOW, create_series
from apps.outbox.models import Message
from tests.staff.admin_pages import admin_url
from tests.staff.undeletable_rows import messages_of

pytestmark = pytest.mark.django_db(transaction=True)

LINK = "https://meet.example.in/new"


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def program() -> LiveTrading:
    program: LiveTrading = LiveTradingFactory()
    return program


@pytest.fixture
def changed(program: LiveTrading) -> SessionSeries:
    """Four sessions, Monday and Wednesday at 7:30 PM; the series has 6 PM and another link since."""
    row = create_series(program)
    series.generate(series_id=row.pk, at=NOW)
    row.starts_time, row.join_url = time(18), LINK
    row.save()
    return row


def sessions() -> list[ProgramSession]:
    return list(ProgramSession.objects.order_by("starts_at", "pk"))


def times() -> list[tuple[str, bool]]:
    return [(f"{one.starts_at.astimezone(INDIA):%a %d %H:%M}", one.join_url == LINK) for one in sessions()]


def apply(client: Client, row: SessionSeries, *chosen: ProgramSession, read: str = "") -> list[str]:
    form: dict[str, Any] = {
        "session": [str(one.pk) for one in chosen],
        "read": read or series_changes.shown(row),
    }
    return messages_of(client.post(admin_url(row, "apply"), form, follow=True))


def test_the_ticked_sessions_get_time_and_link_and_their_people_are_notified(
    admin_client: Client, changed: SessionSeries
) -> None:
    first, second, *_ = sessions()
    book(User.objects.create_user(mobile="9876500001"), first)
    page = admin_client.get(admin_url(changed, "apply")).content.decode()
    assert page.count('name="session"') == 4
    assert "Mon 23 Nov 2026, 7:30 PM moves to 6:00 PM to 7:30 PM; 1 person is notified" in " ".join(
        page.split()
    )
    messages = Message.objects.count()
    assert apply(admin_client, changed, first, second) == ["Applied to 2 sessions. 1 person was notified."]
    assert times() == [
        ("Mon 23 18:00", True),
        ("Wed 25 18:00", True),
        ("Mon 30 19:30", False),
        ("Wed 02 19:30", False),
    ]
    assert Message.objects.count() > messages
    assert admin_client.get(admin_url(changed, "apply")).content.decode().count('name="session"') == 2


def test_what_was_moved_to_another_day_cancelled_or_has_begun_is_left_alone(changed: SessionSeries) -> None:
    first, second, third, fourth = sessions()
    day = third.starts_at + timedelta(days=1)
    rescheduling.reschedule(
        of=ProgramSession, item_id=third.pk, starts_at=day, ends_at=day + timedelta(hours=1), at=NOW
    )
    ProgramSession.objects.filter(pk=fourth.pk).update(cancelled_at=NOW)
    later = datetime(2026, 11, 23, 20, tzinfo=INDIA)
    with time_machine.travel(later, tick=False):
        applied = series_changes.apply(
            series=changed,
            read=series_changes.shown(changed),
            session_ids=[str(one.pk) for one in sessions()],
            at=later,
        )
    assert applied == Applied(sessions=1, notified=0, refused=[])
    for one in (first, second, third, fourth):
        one.refresh_from_db()
    assert [one.join_url == LINK for one in (first, second, third, fourth)] == [False, True, False, False]


def test_a_session_that_cannot_be_moved_stops_no_other(admin_client: Client, changed: SessionSeries) -> None:
    first, second, *_ = sessions()
    SessionFactory(program=changed.program, starts_at=datetime(2026, 11, 23, 18, tzinfo=INDIA))
    refusal, applied = apply(admin_client, changed, first, second)
    assert refusal == "Opening range, 23 Nov: Another session of this program starts at that time."
    assert applied == "Applied to 1 session. 0 people were notified."
    first.refresh_from_db()
    assert first.join_url != LINK


def test_a_session_that_is_moved_meanwhile_is_not_moved_back(
    admin_client: Client, changed: SessionSeries, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other move comes just before the lock; here it is in the same transaction, so it is undone too."""
    first, *_ = sessions()
    starts_at = first.starts_at
    moved_to, take = first.starts_at + timedelta(hours=2), seats.lock_items

    def moved_first(**given: Any) -> None:
        ProgramSession.objects.filter(pk=first.pk).update(
            starts_at=moved_to, ends_at=moved_to + timedelta(hours=1)
        )
        take(**given)

    monkeypatch.setattr(seats, "lock_items", moved_first)
    refusal, applied = apply(admin_client, changed, first)
    assert "changed since you opened the page" in refusal
    assert applied == "Applied to 0 sessions. 0 people were notified."
    first.refresh_from_db()
    assert (first.starts_at, first.join_url == LINK) == (starts_at, False)


def test_nothing_is_applied_that_the_preview_did_not_show(
    admin_client: Client, changed: SessionSeries
) -> None:
    before = times()
    read = series_changes.shown(changed)
    SessionSeries.objects.filter(pk=changed.pk).update(starts_time=time(9))
    (message,) = apply(admin_client, changed, *sessions(), read=read)
    assert "nothing was applied" in message
    assert times() == before
    assert apply(admin_client, SessionSeries.objects.get()) == [
        "Applied to 0 sessions. 0 people were notified."
    ]


def test_the_preview_warns_of_the_night(admin_client: Client, changed: SessionSeries) -> None:
    SessionSeries.objects.filter(pk=changed.pk).update(starts_time=time(3))
    page = admin_client.get(admin_url(changed, "apply")).content.decode()
    assert "at night, between 10 PM and 6 AM in India" in page
    assert 'value="Apply anyway"' in page


def test_somebody_without_the_permission_is_refused(client: Client, changed: SessionSeries) -> None:
    assert client.get(admin_url(changed, "apply")).status_code == 302
    client.post(admin_url(changed, "apply"), {"session": [str(one.pk) for one in sessions()]})
    assert ("Mon 23 19:30", False) in times()


def test_the_page_asks_the_same_queries_for_more_sessions(
    admin_client: Client, program: LiveTrading, django_assert_num_queries: Any
) -> None:
    row = create_series(program, weekdays=[0, 1, 2, 3, 4])
    series.generate(series_id=row.pk, at=NOW)
    assert ProgramSession.objects.count() == 10
    with django_assert_num_queries(1):
        assert series_changes.differences(row, at=NOW) == []
    SessionSeries.objects.filter(pk=row.pk).update(minutes=60)
    row.refresh_from_db()
    with django_assert_num_queries(1):
        assert len(series_changes.differences(row, at=NOW)) == 10
