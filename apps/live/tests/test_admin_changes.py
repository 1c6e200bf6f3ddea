"""The admin pages that reschedule and cancel, with their confirmation, and those of series."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from apps.core.testing.fixtures import Person
from apps.live.models import Booking, LiveTrading, ProgramSession, SessionSeries, Webinar
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.bookings import book, session
from apps.live.tests.factories import (
    NOW,
    LiveTradingFactory,
    MentorshipFactory,
    SessionFactory,
    WebinarFactory,
)
from apps.outbox.models import Message

pytestmark = [pytest.mark.usefixtures("clock", "later"), pytest.mark.django_db(transaction=True)]

NEW = {"starts_at_0": "2026-12-01", "starts_at_1": "18:30", "ends_at_0": "2026-12-01", "ends_at_1": "20:00"}
SERIES = {
    "name": "Opening range",
    "weekdays": ["0", "2"],
    "starts_time": "19:30",
    "minutes": "90",
    "first_date": "2026-11-23",
    "last_date": "2026-12-06",
    "holidays": "2026-11-25",
    "base_price_paise": "499",
    "is_on": "on",
}


@pytest.fixture
def program() -> LiveTrading:
    program: LiveTrading = LiveTradingFactory()
    return program


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def notices() -> list[str]:
    return [row.payload["template"] for row in Message.objects.filter(kind="live notice")]


def test_a_session_is_rescheduled_after_a_confirmation(
    admin_client: Client, member: Person, other_member: Person, program: LiveTrading
) -> None:
    moved = session(program, hours=24)
    book(member.user, moved)
    book(other_member.user, moved)
    clashing = SessionFactory(starts_at=datetime(2026, 12, 1, 14, 0, tzinfo=UTC))
    book(other_member.user, clashing)
    page = f"/admin/live/programsession/{moved.pk}/"
    assert "reschedule/" in text(admin_client.get(f"{page}change/"))

    confirmation = text(admin_client.post(f"{page}reschedule/", NEW))
    assert "2 people keep their seats" in confirmation
    assert "1 of them has booked something else at that time." in confirmation
    assert str(member.user) in confirmation
    assert ProgramSession.objects.get(pk=moved.pk).starts_at == moved.starts_at

    for _ in range(2):
        assert admin_client.post(f"{page}reschedule/", {**NEW, "confirmed": "1"}).status_code == 302
    found = ProgramSession.objects.get(pk=moved.pk)
    assert (found.starts_at, found.revision) == (datetime(2026, 12, 1, 13, 0, tzinfo=UTC), 1)
    assert notices() == ["event_rescheduled"] * 2


def test_both_confirmations_count_who_waits(
    admin_client: Client, member: Person, other_member: Person, program: LiveTrading
) -> None:
    moved = session(program, hours=24, capacity=1)
    book(member.user, moved)
    other_member.api.post("/api/learning/waitlist", {"kind": "liveTrading", "id": str(moved.pk)})
    page = f"/admin/live/programsession/{moved.pk}"

    confirmation = text(admin_client.post(f"{page}/reschedule/", NEW))
    assert "1 person on the waiting list keeps the place and is notified." in confirmation
    cancellation = text(admin_client.post(f"{page}/cancel/", {"reason": "The mentor is ill"}))
    assert "The waiting list ends, and 1 person on it is notified." in cancellation

    admin_client.post(f"{page}/reschedule/", {**NEW, "confirmed": "1"})
    assert "2 people were notified." in text(admin_client.get(f"{page}/change/"))
    assert sorted(notices()) == ["event_rescheduled", "waiting_list_rescheduled"]

    admin_client.post(f"{page}/cancel/", {"reason": "The mentor is ill", "confirmed": "1"})
    cancelled = text(admin_client.get(f"{page}/change/"))
    assert "0 free seats ended; 1 person was notified that the waiting list ended." in cancelled


def test_the_confirmation_of_one_meeting_counts_who_waits(
    admin_client: Client, member: Person, other_member: Person
) -> None:
    starts = [NOW + timedelta(days=day) for day in (1, 8)]
    spans = [(start, start + timedelta(hours=1)) for start in starts]
    mentorship = MentorshipFactory(capacity=1, price_paise=100, meetings=spans)
    book(member.user, mentorship)
    other_member.api.post("/api/learning/waitlist", {"kind": "mentorship", "id": str(mentorship.pk)})
    meeting = mentorship.meetings.earliest("starts_at")
    page = f"/admin/live/meeting/{meeting.pk}"

    confirmation = text(admin_client.post(f"{page}/cancel/", {"reason": "Ill"}))
    assert "1 person is notified." in confirmation
    assert "1 person on the waiting list keeps the place and is notified." in confirmation
    assert "and free seats end, as does the waiting list." in confirmation

    admin_client.post(f"{page}/cancel/", {"reason": "Ill", "confirmed": "1"})
    assert "Cancelled. 2 people were notified." in text(admin_client.get(f"{page}/change/"))
    assert sorted(notices()) == ["meeting_cancelled", "waiting_list_meeting_cancelled"]


@pytest.mark.parametrize(
    ("changed", "end"),
    [
        ({}, "ends at 8:00 PM (Indian time)"),
        ({"ends_at_0": "2026-12-02", "ends_at_1": "00:30"}, "ends on 2 Dec 2026, 12:30 AM (Indian time)"),
        ({"ends_at_0": "2027-12-01"}, "ends on 1 Dec 2027, 8:00 PM (Indian time)"),
    ],
)
def test_the_confirmation_names_the_day_of_the_end_where_it_is_another(
    admin_client: Client, program: LiveTrading, changed: dict[str, str], end: str
) -> None:
    moved = session(program, hours=24)
    path = f"/admin/live/programsession/{moved.pk}/reschedule/"
    assert end in text(admin_client.post(path, {**NEW, **changed}))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"starts_at_0": "2026-11-01"}, "must be in the future"),
        ({"ends_at_1": "18:30"}, "The end must be after the start."),
        ({"starts_at_0": "9999-99-99"}, "valid date"),
        ({"starts_at_0": ""}, "required"),
    ],
)
def test_an_invalid_time_is_refused_with_a_message(
    admin_client: Client, program: LiveTrading, changed: dict[str, str], message: str
) -> None:
    moved = session(program, hours=24)
    answer = admin_client.post(
        f"/admin/live/programsession/{moved.pk}/reschedule/", {**NEW, **changed, "confirmed": "1"}
    )
    assert answer.status_code == 200
    assert message in text(answer)
    assert ProgramSession.objects.get().revision == 0


def test_a_time_at_which_the_program_has_a_session_is_refused(
    admin_client: Client, program: LiveTrading
) -> None:
    moved = session(program, hours=24)
    SessionFactory(program=program, starts_at=datetime(2026, 12, 1, 13, 0, tzinfo=UTC))
    path = f"/admin/live/programsession/{moved.pk}/reschedule/"
    read = admin_client.post(path, NEW).context["read"]
    form = {**NEW, "confirmed": "1", "save_anyway": read}
    answer = admin_client.post(path, form, follow=True)
    assert "Another session of this program starts at that time." in text(answer)


def test_saving_the_form_does_not_change_the_time(admin_client: Client) -> None:
    webinar = WebinarFactory(recording_url="", market_data_date=None)
    form = {
        "title": "Renamed",
        "weburlname": webinar.weburlname,
        "host": webinar.host_id,
        "language": "English",
        "hue": "200",
        "price_paise": "0",
        **NEW,
    }
    answer = admin_client.post(f"/admin/live/webinar/{webinar.pk}/change/", form)
    assert answer.status_code == 302
    found = Webinar.objects.get()
    assert (found.title, found.starts_at) == ("Renamed", webinar.starts_at)


def test_a_webinar_is_cancelled_after_a_confirmation(
    admin_client: Client, member: Person, other_member: Person
) -> None:
    webinar = WebinarFactory(price_paise=499_00)
    book(member.user, webinar)
    book(other_member.user, webinar, BookedBy.PRO)
    path = f"/admin/live/webinar/{webinar.pk}/cancel/"

    assert "shown to everybody who is affected" in text(admin_client.post(path, {"reason": " "}))
    confirmation = text(admin_client.post(path, {"reason": "The host is ill"}))
    assert "1 person who paid is asked to choose: a refund." in confirmation
    assert "1 free seat ends" in confirmation
    assert "Everybody affected sees the reason: The host is ill" in confirmation
    assert Webinar.objects.get().cancelled_at is None

    answer = admin_client.post(path, {"reason": "The host is ill", "confirmed": "1"}, follow=True)
    assert "Cancelled. 1 person was asked what they want instead; 1 free seat ended." in text(answer)
    again = admin_client.post(path, {"reason": "Once more", "confirmed": "1"}, follow=True)
    assert "This has ended or was already cancelled." in text(again)
    assert Webinar.objects.get().cancellation_reason == "The host is ill"
    assert sorted(notices()) == ["event_called_off", "free_event_called_off"]
    assert set(Booking.objects.values_list("status", flat=True)) == {
        BookingStatus.BOOKED,
        BookingStatus.CANCELLED_BY_US,
    }
    page = text(admin_client.get(f"/admin/live/webinar/{webinar.pk}/change/"))
    assert "The host is ill" in page
    assert "/cancel/" not in page


@pytest.mark.parametrize("action", ["reschedule", "cancel"])
def test_only_staff_with_permission_may_do_it(
    client: Client, admin_client: Client, member: Person, program: LiveTrading, action: str
) -> None:
    path = f"/admin/live/programsession/{session(program, hours=24).pk}/{action}/"
    client.force_login(member.user)
    assert client.get(path).status_code == 302
    assert admin_client.get(path).status_code == 200
    assert admin_client.get(f"/admin/live/programsession/none/{action}/").status_code == 404


def test_the_number_of_queries_does_not_depend_on_the_number_of_people(
    admin_client: Client,
    member: Person,
    other_member: Person,
    program: LiveTrading,
    django_assert_num_queries: Any,
) -> None:
    moved = session(program, hours=24)
    path = f"/admin/live/programsession/{moved.pk}/cancel/"
    admin_client.get(path)
    with django_assert_num_queries(6):
        admin_client.get(path)
    for person in (member, other_member):
        book(person.user, moved)
    with django_assert_num_queries(6):
        admin_client.get(path)


# --- series -----------------------------------------------------------------------------------------


def test_saving_a_series_creates_its_sessions(admin_client: Client, program: LiveTrading) -> None:
    form = {**SERIES, "program": program.pk, "price_confirmed": "on"}
    answer = admin_client.post("/admin/live/sessionseries/add/", form, follow=True)
    assert "3 sessions created" in text(answer)
    assert ProgramSession.objects.count() == 3
    (row,) = SessionSeries.objects.all()
    assert (row.weekdays, row.holidays) == ([0, 2], ["2026-11-25"])
    page = f"/admin/live/sessionseries/{row.pk}/change/"
    moved = text(admin_client.post(page, {**form, "join_url": "https://meet.example.in/2"}, follow=True))
    assert "3 sessions that it created before are as they were." in moved
    assert set(ProgramSession.objects.values_list("join_url", flat=True)) == {""}
    again = {**form, "weekdays": ["0", "2", "4"], "holidays": ""}
    answer = admin_client.post(f"/admin/live/sessionseries/{row.pk}/change/", again, follow=True)
    assert "3 sessions created" in text(answer)
    assert admin_client.get("/admin/live/sessionseries/").status_code == 200
    assert "Opening range" in text(admin_client.get(f"/admin/live/livetrading/{program.pk}/change/"))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"last_date": "2026-11-22"}, "The last day must not be before the first."),
        ({"last_date": "3026-11-22"}, "A series can last two years at most."),
        ({"weekdays": []}, "Choose at least one weekday."),
        ({"weekdays": ["9"]}, "valid choice"),
        ({"holidays": "25 December"}, "Enter one date per line, such as 2026-12-25"),
        ({"holidays": "2026-02-30"}, "Enter one date per line, such as 2026-12-25"),
        ({"starts_time": "25:00"}, "valid time"),
        ({"minutes": "0"}, "greater than or equal to 5"),
        ({"capacity": "0"}, "greater than or equal to 1"),
        ({"base_price_paise": "499.50"}, "Enter whole rupees."),
    ],
)
def test_an_invalid_series_is_refused_with_a_message(
    admin_client: Client, program: LiveTrading, changed: dict[str, Any], message: str
) -> None:
    form = {**SERIES, "program": program.pk, **changed}
    answer = admin_client.post("/admin/live/sessionseries/add/", form)
    assert answer.status_code == 200
    assert message in text(answer)
    assert not ProgramSession.objects.exists()


# --- recordings -------------------------------------------------------------------------------------


def test_a_recording_is_shown_once_its_market_data_date_is_set(member: Person) -> None:
    webinar = WebinarFactory(
        starts_at=NOW - timedelta(hours=2), ends_at=NOW - timedelta(hours=1), market_data_date=None
    )
    book(member.user, webinar, BookedBy.FREE)
    path = f"/api/learning/webwebinarV1/{webinar.pk}"
    assert member.api.get(path).json()["data"]["recordingUrl"] is None
    webinar.market_data_date = NOW.date()
    webinar.save()
    assert member.api.get(path).json()["data"]["recordingUrl"].endswith(f"/recordings/{webinar.pk}")
