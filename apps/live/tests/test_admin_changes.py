"""The buttons of staff: moving, calling off, series; each with a look before the leap."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from apps.core.testing.fixtures import Person
from apps.live.models import Booking, LiveTrading, ProgramSession, SessionSeries, Webinar
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.bookings import book, session
from apps.live.tests.factories import NOW, LiveTradingFactory, SessionFactory, WebinarFactory
from apps.outbox.models import Message

pytestmark = pytest.mark.django_db(transaction=True)

NEW = {"starts_at_0": "2026-12-01", "starts_at_1": "18:30", "ends_at_0": "2026-12-01", "ends_at_1": "20:00"}
SERIES = {
    "name": "Opening range",
    "weekdays": ["0", "2"],
    "starts_time": "19:30",
    "minutes": "90",
    "first_date": "2026-11-23",
    "last_date": "2026-12-06",
    "skipped": "2026-11-25",
    "base_price_paise": "499",
    "is_on": "on",
}


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("apps.outbox.dispatcher.submit", lambda _job: None)
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def admin_user(staff: Person) -> Any:
    return staff.user


@pytest.fixture
def program() -> LiveTrading:
    made: LiveTrading = LiveTradingFactory()
    return made


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def told() -> list[str]:
    return [row.payload["template"] for row in Message.objects.filter(kind="live notice")]


def test_a_session_is_moved_after_a_look_at_who_it_concerns(
    admin_client: Client, member: Person, other_member: Person, program: LiveTrading
) -> None:
    moved = session(program, hours=24)
    book(member.user, moved)
    book(other_member.user, moved)
    across = SessionFactory(starts_at=datetime(2026, 12, 1, 14, 0, tzinfo=UTC))
    book(other_member.user, across)
    page = f"/admin/live/programsession/{moved.pk}/"
    assert "move/" in text(admin_client.get(f"{page}change/"))

    asked = text(admin_client.post(f"{page}move/", NEW))
    assert "2 people keep their seats" in asked
    assert "1 of them has booked something else at that time." in asked
    assert str(member.user) in asked
    assert ProgramSession.objects.get(pk=moved.pk).starts_at == moved.starts_at

    for _ in range(2):
        assert admin_client.post(f"{page}move/", {**NEW, "confirmed": "1"}).status_code == 302
    found = ProgramSession.objects.get(pk=moved.pk)
    assert (found.starts_at, found.revision) == (datetime(2026, 12, 1, 13, 0, tzinfo=UTC), 1)
    assert told() == ["event_rescheduled"] * 2


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"starts_at_0": "2026-11-01"}, "must lie ahead"),
        ({"ends_at_1": "18:30"}, "The end must be after the start."),
        ({"starts_at_0": "9999-99-99"}, "valid date"),
        ({"starts_at_0": ""}, "required"),
    ],
)
def test_a_time_that_makes_no_sense_is_said_so(
    admin_client: Client, program: LiveTrading, wrong: dict[str, str], words: str
) -> None:
    moved = session(program, hours=24)
    answer = admin_client.post(
        f"/admin/live/programsession/{moved.pk}/move/", {**NEW, **wrong, "confirmed": "1"}
    )
    assert answer.status_code == 200
    assert words in text(answer)
    assert ProgramSession.objects.get().revision == 0


def test_a_time_at_which_the_program_has_a_session_is_refused(
    admin_client: Client, program: LiveTrading
) -> None:
    moved = session(program, hours=24)
    SessionFactory(program=program, starts_at=datetime(2026, 12, 1, 13, 0, tzinfo=UTC))
    path = f"/admin/live/programsession/{moved.pk}/move/"
    answer = admin_client.post(path, {**NEW, "confirmed": "1"}, follow=True)
    assert "Another session of this program begins at that time." in text(answer)


def test_a_form_that_is_saved_moves_nothing(admin_client: Client) -> None:
    webinar = WebinarFactory(recording_url="", market_data_date=None)
    form = {
        "title": "Renamed",
        "weburlname": webinar.weburlname,
        "host": webinar.host_id,
        "hue": "200",
        "price_paise": "0",
        **NEW,
    }
    answer = admin_client.post(f"/admin/live/webinar/{webinar.pk}/change/", form)
    assert answer.status_code == 302
    found = Webinar.objects.get()
    assert (found.title, found.starts_at) == ("Renamed", webinar.starts_at)


def test_a_webinar_is_called_off_after_a_look_at_who_it_concerns(
    admin_client: Client, member: Person, other_member: Person
) -> None:
    webinar = WebinarFactory(price_paise=499_00)
    book(member.user, webinar)
    book(other_member.user, webinar, BookedBy.PRO)
    path = f"/admin/live/webinar/{webinar.pk}/call-off/"

    assert "everybody concerned reads it" in text(admin_client.post(path, {"reason": " "}))
    asked = text(admin_client.post(path, {"reason": "The host is ill"}))
    assert "1 who paid is asked at once: the money back." in asked
    assert "1 free seat ends" in asked
    assert "Everybody reads the reason: The host is ill" in asked
    assert Webinar.objects.get().called_off_at is None

    answer = admin_client.post(path, {"reason": "The host is ill", "confirmed": "1"}, follow=True)
    assert "Called off. 1 person is asked what to do; 1 free seats ended." in text(answer)
    again = admin_client.post(path, {"reason": "Once more", "confirmed": "1"}, follow=True)
    assert "It is over, or was called off already." in text(again)
    assert Webinar.objects.get().called_off_reason == "The host is ill"
    assert sorted(told()) == ["event_called_off", "free_event_called_off"]
    assert set(Booking.objects.values_list("status", flat=True)) == {
        BookingStatus.BOOKED,
        BookingStatus.CALLED_OFF,
    }
    page = text(admin_client.get(f"/admin/live/webinar/{webinar.pk}/change/"))
    assert "The host is ill" in page
    assert "call-off/" not in page


@pytest.mark.parametrize("what", ["move", "call-off"])
def test_only_staff_who_may_change_it(
    client: Client, admin_client: Client, member: Person, program: LiveTrading, what: str
) -> None:
    path = f"/admin/live/programsession/{session(program, hours=24).pk}/{what}/"
    client.force_login(member.user)
    assert client.get(path).status_code == 302
    assert admin_client.get(path).status_code == 200
    assert admin_client.get(f"/admin/live/programsession/none/{what}/").status_code == 404


def test_many_people_take_the_same_queries(
    admin_client: Client,
    member: Person,
    other_member: Person,
    program: LiveTrading,
    django_assert_num_queries: Any,
) -> None:
    moved = session(program, hours=24)
    path = f"/admin/live/programsession/{moved.pk}/call-off/"
    admin_client.get(path)
    with django_assert_num_queries(6):
        admin_client.get(path)
    for person in (member, other_member):
        book(person.user, moved)
    with django_assert_num_queries(6):
        admin_client.get(path)


# --- series -----------------------------------------------------------------------------------------


def test_a_saved_series_makes_its_sessions(admin_client: Client, program: LiveTrading) -> None:
    form = {**SERIES, "program": program.pk}
    answer = admin_client.post("/admin/live/sessionseries/add/", form, follow=True)
    assert "3 sessions were made" in text(answer)
    assert ProgramSession.objects.count() == 3
    (row,) = SessionSeries.objects.all()
    assert (row.weekdays, row.skipped) == ([0, 2], ["2026-11-25"])
    again = {**form, "weekdays": ["0", "2", "4"], "skipped": ""}
    answer = admin_client.post(f"/admin/live/sessionseries/{row.pk}/change/", again, follow=True)
    assert "3 sessions were made" in text(answer)
    assert admin_client.get("/admin/live/sessionseries/").status_code == 200
    assert "Opening range" in text(admin_client.get(f"/admin/live/livetrading/{program.pk}/change/"))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"last_date": "2026-11-22"}, "The last day must not be before the first."),
        ({"last_date": "3026-11-22"}, "A series lasts two years at most."),
        ({"weekdays": []}, "Choose at least one weekday."),
        ({"weekdays": ["9"]}, "valid choice"),
        ({"skipped": "25 December"}, "Write each day as 2026-12-25"),
        ({"skipped": "2026-02-30"}, "Write each day as 2026-12-25"),
        ({"starts_time": "25:00"}, "valid time"),
        ({"minutes": "0"}, "greater than or equal to 5"),
        ({"capacity": "0"}, "greater than or equal to 1"),
        ({"base_price_paise": "499.50"}, "A session costs whole rupees."),
    ],
)
def test_a_series_that_makes_no_sense_is_said_so(
    admin_client: Client, program: LiveTrading, wrong: dict[str, Any], words: str
) -> None:
    form = {**SERIES, "program": program.pk, **wrong}
    answer = admin_client.post("/admin/live/sessionseries/add/", form)
    assert answer.status_code == 200
    assert words in text(answer)
    assert not ProgramSession.objects.exists()


# --- recordings -------------------------------------------------------------------------------------


def test_a_recording_shows_once_its_date_is_given(member: Person) -> None:
    webinar = WebinarFactory(
        starts_at=NOW - timedelta(hours=2), ends_at=NOW - timedelta(hours=1), market_data_date=None
    )
    book(member.user, webinar, BookedBy.FREE)
    path = f"/api/learning/webwebinarV1/{webinar.pk}"
    assert member.api.get(path).json()["data"]["recordingUrl"] is None
    webinar.market_data_date = NOW.date()
    webinar.save()
    assert member.api.get(path).json()["data"]["recordingUrl"] == webinar.recording_url
