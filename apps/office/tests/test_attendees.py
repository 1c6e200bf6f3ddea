"""The page 'Attendees' of an event: who is listed, who may see and export it, and what it costs."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.core.ids import new_id
from apps.live.models import Attendance, Booking, WaitlistEntry
from apps.live.states import BookedBy, BookingStatus, WaitStatus
from apps.live.tests.bookings import book
from apps.live.tests.factories import NOW, MentorshipFactory, SessionFactory, WebinarFactory
from apps.office.models import ExportRun
from apps.office.views import attendees as views

pytestmark = pytest.mark.django_db(transaction=True)

MAY_VIEW = "live.view_attendance"
MAY_EXPORT = "office.export_attendees"
QUERIES = 7
"""Two count seats; one each: the event, who joined, the number of rows, the rows, the audit trail."""


def person(number: int, name: str = "") -> User:
    return User.objects.create_user(mobile=f"98{number:08d}", name=name)


def join(who: User, meeting: Any) -> Attendance:
    return Attendance.objects.create(
        person=who, meeting_id=meeting.pk, first_joined_at=NOW, last_joined_at=NOW
    )


def url(item: Any, kind: str, page: str = "attendees") -> str:
    return reverse(f"office:{page}", args=[item.pk, kind])


def listed(response: Any) -> list[tuple[str, str, str, bool]]:
    return [
        (one.name, one.seat.value, one.how, one.joined_at is not None)
        for one in response.context["attendees"]
    ]


@pytest.fixture
def full(db: None) -> Any:
    """A webinar with somebody of each kind."""
    webinar = WebinarFactory(title="Gap and range")
    asha = person(1, "Asha Rao")
    book(asha, webinar)
    join(asha, webinar)
    book(person(2, "bina Shah"), webinar, BookedBy.FREE)
    book(person(3, "Chitra"), webinar, BookedBy.GIFT)
    for number, name, status in ((4, "Dev", BookingStatus.HELD), (5, "Esha", BookingStatus.RETURNED)):
        Booking.objects.filter(pk=book(person(number, name), webinar).pk).update(status=status)
    for number, status in enumerate((WaitStatus.WAITING, WaitStatus.OFFERED, WaitStatus.LEFT), 6):
        WaitlistEntry.objects.create(
            person=person(number, f"Farah {number}"),
            webinar=webinar,
            number=number,
            status=status,
            joined_at=NOW,
            offered_until=NOW if status == WaitStatus.OFFERED else None,
        )
    book(person(9, "Gita"), WebinarFactory())
    return webinar


def test_all_with_a_seat_or_in_line_are_listed(clerk: Callable[..., Client], full: Any) -> None:
    response = clerk(MAY_VIEW).get(url(full, "webinar"))
    assert listed(response) == [
        ("Asha Rao", "booked", "Paid", True),
        ("bina Shah", "booked", "Free", False),
        ("Chitra", "given", "Given by staff", False),
        ("Dev", "held", "Paid", False),
        ("Farah 6", "waiting", "", False),
        ("Farah 7", "offered", "", False),
    ]
    page = response.content.decode()
    assert "9800000001" in page
    assert "Attendees: Gap and range" in page
    counts = {seat.value: count for seat, count in response.context["counts"]}
    assert counts == {"booked": 2, "given": 1, "held": 1, "offered": 1, "waiting": 1}
    assert response.context["joined"] == 1
    entry = AuditEntry.objects.get()
    assert (entry.kind, entry.object_id, entry.note) == ("viewed", str(full.pk), "Attendees")


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"seat": "booked"}, ["Asha Rao", "bina Shah"]),
        ({"seat": "given"}, ["Chitra"]),
        ({"seat": "waiting"}, ["Farah 6"]),
        ({"joined": "yes"}, ["Asha Rao"]),
        ({"joined": "no", "seat": "booked"}, ["bina Shah"]),
        ({"q": "sHAH"}, ["bina Shah"]),
        ({"q": "00000004"}, ["Dev"]),
        ({"q": "%"}, []),
        ({"page": "9" * 500}, ["Asha Rao", "bina Shah", "Chitra", "Dev", "Farah 6", "Farah 7"]),
        ({"seat": "nothing"}, []),
        ({"q": "a\x00b"}, []),
    ],
)
def test_filters(clerk: Callable[..., Client], full: Any, query: dict[str, str], names: list[str]) -> None:
    response = clerk(MAY_VIEW).get(url(full, "webinar"), query)
    assert (response.status_code, [one[0] for one in listed(response)]) == (200, names)


def test_a_mentorship_and_its_meetings(clerk: Callable[..., Client]) -> None:
    mentorship = MentorshipFactory(
        title="Desk", meetings=[(NOW, NOW.replace(hour=10)), (NOW.replace(hour=11), NOW.replace(hour=12))]
    )
    first, second = mentorship.meetings.order_by("starts_at")
    asha, bina = person(1, "Asha"), person(2, "Bina")
    for one in (asha, bina):
        book(one, mentorship)
    join(asha, first)
    join(asha, second)
    join(bina, second)
    client = clerk(MAY_VIEW)
    joined = {
        item.pk: [one[3] for one in listed(client.get(url(item, kind)))]
        for item, kind in ((mentorship, "mentorship"), (first, "meeting"), (second, "meeting"))
    }
    assert joined == {mentorship.pk: [True, True], first.pk: [True, False], second.pk: [True, True]}
    assert client.get(url(mentorship, "mentorship")).context["joined"] == 2


def test_pages_of_a_hundred(clerk: Callable[..., Client], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "PAGE_SIZE", 2)
    session = SessionFactory()
    for number in range(5):
        book(person(number, f"P{number}"), session)
    client = clerk(MAY_VIEW)
    pages = [
        [one[0] for one in listed(client.get(url(session, "programsession"), {"page": page, "q": "P"}))]
        for page in ("1", "2", "3", "4", "x")
    ]
    assert pages == [["P0", "P1"], ["P2", "P3"], ["P4"], ["P4"], ["P0", "P1"]]
    assert (
        "?q=P&amp;seat=&amp;joined=&amp;page=2"
        in client.get(url(session, "programsession"), {"q": "P"}).content.decode()
    )


def test_the_number_of_queries_is_the_same_for_many(clerk: Callable[..., Client]) -> None:
    session, client = SessionFactory(), clerk(MAY_VIEW)
    address = url(session, "programsession")
    client.get(address)
    found = []
    for first, last in ((1, 2), (2, 52)):
        for number in range(first, last):
            who = person(number, f"P{number}")
            book(who, session)
            join(who, session)
        with CaptureQueriesContext(connection) as context:
            assert len(client.get(address).context["attendees"]) == last - 1
        found.append(sum("django_session" not in query["sql"] for query in context.captured_queries))
    assert found[0] == found[1] <= QUERIES + 4


def test_who_may_see_and_export(clerk: Callable[..., Client], full: Any) -> None:
    client = clerk("live.view_webinar", "live.view_booking")
    assert client.get(url(full, "webinar")).status_code == 403
    assert client.post(url(full, "webinar", "attendees_file"), {"format": "csv"}).status_code == 403
    for column in (b"Who comes", b">Attendees<"):
        assert column not in client.get("/admin/live/webinar/").content
        assert column not in client.get(f"/admin/live/webinar/{full.pk}/change/").content
    assert Client().get(url(full, "webinar")).status_code == 302


def test_the_list_the_form_and_home_link_to_it(clerk: Callable[..., Client], full: Any) -> None:
    client, address = clerk(MAY_VIEW, "live.view_webinar"), url(full, "webinar")
    assert address in client.get("/admin/live/webinar/").content.decode()
    assert address in client.get(f"/admin/live/webinar/{full.pk}/change/").content.decode()
    type(full).objects.filter(pk=full.pk).update(starts_at=NOW, ends_at=NOW.replace(hour=20))
    with time_machine.travel(NOW, tick=False):
        assert address in client.get("/admin/").content.decode()


@pytest.mark.parametrize(("kind", "status"), [("session", 404), ("meeting", 404), ("WEBINAR", 404)])
def test_what_does_not_exist(clerk: Callable[..., Client], full: Any, kind: str, status: int) -> None:
    client = clerk(MAY_VIEW)
    assert client.get(url(full, kind)).status_code == status
    assert client.get(f"/admin/event/{new_id()}/webinar/attendees/").status_code == 404


def export(client: Client, item: Any, **data: str) -> Any:
    return client.post(url(item, "webinar", "attendees_file"), data)


def test_the_list_as_csv(clerk: Callable[..., Client], full: Any) -> None:
    Booking.objects.filter(person__name="Dev").update(status=BookingStatus.BOOKED)
    User.objects.filter(name="Dev").update(name="=cmd()")
    response = export(clerk(MAY_EXPORT), full, format="csv", seat="booked")
    assert response["Content-Disposition"] == f'attachment; filename="attendees-{full.pk}.csv"'
    rows = b"".join(response.streaming_content).decode("utf-8-sig").splitlines()
    assert rows == [
        "Name,Mobile number,Seat,How booked,Booked or in line since,Joined at",
        '\'=cmd(),9800000004,Booked,Paid,"21 Nov 2026, 3:00 PM",',
        'Asha Rao,9800000001,Booked,Paid,"21 Nov 2026, 3:00 PM","21 Nov 2026, 3:00 PM"',
        'bina Shah,9800000002,Booked,Free,"21 Nov 2026, 3:00 PM",',
    ]
    run = ExportRun.objects.get()
    assert (run.file, run.format, run.rows) == ("attendees", "csv", 3)
    entry = AuditEntry.objects.get()
    assert (entry.kind, entry.object_id, entry.note) == ("exported", str(full.pk), "Attendees, CSV, Booked")


def test_the_list_as_xlsx(clerk: Callable[..., Client], full: Any) -> None:
    response = export(clerk(MAY_EXPORT), full, format="xlsx", q="Farah")
    book_ = zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content)))
    sheet = book_.read("xl/worksheets/sheet1.xml").decode()
    assert ("Farah 6" in sheet, "Farah 7" in sheet, "Asha" in sheet) == (True, True, False)
    assert "Farah" not in AuditEntry.objects.get().note


@pytest.mark.parametrize("data", [{}, {"format": "pdf"}, {"format": "csv", "seat": "x"}, {"format": "\x00"}])
def test_an_export_of_nonsense_gets_a_message(
    clerk: Callable[..., Client], full: Any, data: dict[str, str]
) -> None:
    response = export(clerk(MAY_VIEW, MAY_EXPORT), full, **data)
    assert response["Location"] == url(full, "webinar")
    assert ExportRun.objects.count() == 0
