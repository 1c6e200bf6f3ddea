"""The calendar feed, read by two parsers."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import icalendar
import pytest
import time_machine
import vobject
from django.conf import settings
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from apps.core.ids import new_id
from apps.core.sellables import Line
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import in_parallel
from apps.live.models import Booking, CalendarFeed, LiveTrading
from apps.live.selectors import calendar_files
from apps.live.services import calendar_feeds, cancellation, paid_seats
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.bookings import ASSIGN, CANCEL, SWAP, book, session
from apps.live.tests.factories import (
    NOW,
    SECRET,
    LiveTradingFactory,
    MentorshipFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db(transaction=True)]

OWN = "/api/user/calendar"


@pytest.fixture
def program() -> LiveTrading:
    program: LiveTrading = LiveTradingFactory(title="Opening range", weburlname="opening-range")
    return program


def path_of_feed(person: Person) -> str:
    url: str = person.api.get(OWN).json()["url"]
    assert url.startswith(f"{settings.SITE_URL}/api/calendar.ics?key=")
    return url.removeprefix(settings.SITE_URL)


def entries(path: str) -> dict[str, tuple[str, int, Any]]:
    """Status, sequence and start by UID, as both parsers read them. Feeds are fetched without a login."""
    answer = ApiClient().get(path)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert SECRET not in answer.content.decode()
    one = {
        str(event["UID"]): (str(event["STATUS"]), int(event["SEQUENCE"]), event["DTSTART"].dt)
        for event in icalendar.Calendar.from_ical(answer.content).walk("VEVENT")
    }
    other = {
        event.uid.value: (event.status.value, int(event.sequence.value), event.dtstart.value)
        for event in getattr(vobject.readOne(answer.content.decode()), "vevent_list", [])
    }
    assert one == other
    return one


def test_it_follows_a_swap_a_cancellation_and_a_credit(member: Person, program: LiveTrading) -> None:
    first, second, third = (session(program, hours=hours) for hours in (24, 48, 72))
    kept, swapped = book(member.user, first), book(member.user, second)
    path = path_of_feed(member)
    uid, other = f"booking-{kept.pk}@rally", f"booking-{swapped.pk}@rally"
    assert entries(path) == {
        uid: ("CONFIRMED", 0, first.starts_at),
        other: ("CONFIRMED", 0, second.starts_at),
    }

    member.api.post(SWAP, {"bookingId": str(swapped.pk), "sessionId": str(third.pk)})
    member.api.post(CANCEL, {"bookingId": str(kept.pk)})
    assert entries(path) == {
        uid: ("CANCELLED", 1, first.starts_at),
        other: ("CONFIRMED", 1, third.starts_at),
    }

    credit = member.api.post(ASSIGN, {"bookingId": str(kept.pk), "sessionId": str(second.pk)}).json()["data"]
    assert entries(path) == {
        uid: ("CANCELLED", 1, first.starts_at),
        f"booking-{credit['_id']}@rally": ("CONFIRMED", 0, second.starts_at),
        other: ("CONFIRMED", 1, third.starts_at),
    }


def test_an_event_has_the_uid_of_its_public_file_and_one_entry(member: Person) -> None:
    webinar = WebinarFactory(weburlname="gaps", starts_at=NOW + timedelta(hours=30))
    ended = {"status": BookingStatus.RETURNED, "made_at": NOW - timedelta(days=2)}
    Booking.objects.create(person=member.user, webinar=webinar, booked_by=BookedBy.FREE, **ended)
    booked = book(member.user, webinar, made_at=NOW - timedelta(days=1))
    path, uid = path_of_feed(member), f"webinar-{webinar.pk}@rally"
    assert entries(path) == {uid: ("CONFIRMED", 0, webinar.starts_at)}
    public = vobject.readOne(ApiClient().get("/api/live/webinar/gaps/calendar.ics").content.decode())
    assert public.vevent.uid.value == uid

    cancellation.cancel_for_everyone(of=type(webinar), item_id=webinar.pk, reason="Ill", at=NOW)
    assert entries(path) == {uid: ("CANCELLED", 1, webinar.starts_at)}
    assert Booking.objects.get(pk=booked.pk).person_id == member.user.pk


@transaction.atomic
def revoke(line: UUID) -> None:
    paid_seats.revoke(line=Line(line, line, line, line, "", {}, None), at=NOW)


def test_the_sequence_of_an_event_only_rises(member: Person) -> None:
    """Booked, given up, booked again, refunded, and so on: in the feed and in the files of the bookings."""
    webinar = WebinarFactory(starts_at=NOW + timedelta(hours=30))
    path, uid = path_of_feed(member), f"webinar-{webinar.pk}@rally"
    seen = []

    def look() -> None:
        status, sequence, _ = entries(path)[uid]
        own = Booking.objects.filter(webinar=webinar).order_by("made_at").last()
        assert own is not None
        file = calendar_files.booking_file(booking_id=own.pk, person=member.user, now=NOW)
        [event] = icalendar.Calendar.from_ical(file.content).walk("VEVENT")
        assert (event["STATUS"], event["SEQUENCE"]) == (status, sequence)
        seen.append((status, sequence))

    for minute in range(3):
        with time_machine.travel(NOW + timedelta(minutes=minute), tick=False):
            member.api.post("/api/learning/bookfreewebinarV1", {"id": str(webinar.pk)})
            look()
            member.api.post("/api/learning/giveup", {"bookingId": str(webinar.pk)})
            look()
    line = new_id()
    book(member.user, webinar, bought_by=line, made_at=NOW + timedelta(minutes=3))
    look()
    file = calendar_files.lines_file(lines=[line], person=member.user, now=NOW)
    assert f"SEQUENCE:{seen[-1][1]}\r\n".encode() in file.content
    revoke(line)
    look()
    book(member.user, webinar, made_at=NOW + timedelta(minutes=4))
    look()

    assert [status for status, _ in seen] == ["CONFIRMED", "CANCELLED"] * 4 + ["CONFIRMED"]
    sequences = [sequence for _, sequence in seen]
    assert sequences == sorted(set(sequences))


@pytest.mark.parametrize("by", [BookedBy.PAYMENT, BookedBy.GIFT])
def test_meetings_held_before_a_mentorship_was_cancelled_stay(member: Person, by: BookedBy) -> None:
    starts = [NOW + timedelta(weeks=week) for week in (-2, -1, 1, 2)]
    mentorship = MentorshipFactory(meetings=[(at, at + timedelta(hours=1)) for at in starts])
    book(member.user, mentorship, by)
    path = path_of_feed(member)
    assert [entry[:2] for entry in entries(path).values()] == [("CONFIRMED", 0)] * 4
    cancellation.cancel_for_everyone(of=type(mentorship), item_id=mentorship.pk, reason="Ill", at=NOW)
    expected = [("CONFIRMED", 0)] * 2 + [("CANCELLED", 1)] * 2
    assert [entry[:2] for entry in entries(path).values()] == expected


def test_only_what_was_booked_and_is_not_long_over(member: Person, other_member: Person) -> None:
    def webinar(days: int) -> Any:
        starts_at = NOW + timedelta(days=days)
        return WebinarFactory(starts_at=starts_at, ends_at=starts_at + timedelta(hours=1))

    book(other_member.user, webinar(1))
    book(member.user, webinar(-91))
    for status in (BookingStatus.HELD, BookingStatus.RELEASED):
        Booking.objects.create(
            person=member.user, webinar=webinar(1), booked_by=BookedBy.FREE, status=status, made_at=NOW
        )
    recent = webinar(-89)
    book(member.user, recent)
    assert list(entries(path_of_feed(member))) == [f"webinar-{recent.pk}@rally"]


def test_without_bookings_it_is_empty(member: Person) -> None:
    assert entries(path_of_feed(member)) == {}


def test_a_new_url_ends_the_old_one(member: Person) -> None:
    old = path_of_feed(member)
    answer = member.api.post(OWN)
    assert answer.status_code == 201
    new = answer.json()["url"].removeprefix(settings.SITE_URL)
    assert new == path_of_feed(member) != old
    assert ApiClient().get(new).status_code == 200
    gone = ApiClient().get(old)
    assert (gone.status_code, gone.json()["code"]) == (404, "calendar_unknown")


@pytest.mark.parametrize("change", ["person", "version", "signature", "cut", "word", "blank", "hostile"])
def test_a_key_that_was_not_issued_is_unknown(member: Person, other_member: Person, change: str) -> None:
    key = path_of_feed(member).partition("?key=")[2]
    signed, _, signature = key.partition(".")
    owner, _, _ = signed.partition("-")
    forged = {
        "person": f"{other_member.user.pk.hex}-0.{signature}",
        "version": f"{owner}-1.{signature}",
        "signature": f"{signed}.{signature[:-1]}{'A' if signature[-1] != 'A' else 'B'}",
        "cut": key[:-1],
        "word": "calendar",
        "blank": "",
        "hostile": "%00%27%3Cscript%3E",
    }[change]
    assert ApiClient().get(f"/api/calendar.ics?key={forged}").status_code == 404


def test_the_feed_of_a_closed_account_is_unknown(member: Person) -> None:
    path = path_of_feed(member)
    member.user.is_active = False
    member.user.save()
    assert ApiClient().get(path).status_code == 404


def test_an_unchanged_feed_is_not_sent_again(member: Person, program: LiveTrading) -> None:
    booking = book(member.user, session(program, hours=24))
    path = path_of_feed(member)
    first = ApiClient().get(path)
    assert first["Cache-Control"] == "private, no-cache"
    with time_machine.travel(NOW + timedelta(minutes=10), tick=False):
        again = ApiClient().get(path, headers={"If-None-Match": first["ETag"]})
        assert again.status_code == 304
        member.api.post(CANCEL, {"bookingId": str(booking.pk)})
        assert ApiClient().get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_titles_are_escaped_and_folded(member: Person) -> None:
    title = "Gaps, fills; and \\ more: बाज़ार की पहली सीढ़ी, और उसके बाद"
    book(member.user, WebinarFactory(title=title, starts_at=NOW + timedelta(hours=3)))
    content = ApiClient().get(path_of_feed(member)).content
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    [event] = icalendar.Calendar.from_ical(content).walk("VEVENT")
    assert str(event["SUMMARY"]) == title
    assert vobject.readOne(content.decode()).vevent.summary.value == title


@pytest.mark.parametrize("count", [1, 20])
def test_the_queries_of_a_feed_with_events_are_fixed(member: Person, count: int) -> None:
    for _ in range(count):
        book(member.user, WebinarFactory(starts_at=NOW + timedelta(hours=1)), BookedBy.FREE)
    path = path_of_feed(member)
    ApiClient().get(path)
    with CaptureQueriesContext(connection) as queries:
        assert len(entries(path)) == count
    assert len(queries) == 4


@pytest.mark.parametrize("count", [1, 50])
def test_its_queries_are_fixed(member: Person, program: LiveTrading, count: int) -> None:
    rows = [SessionFactory(program=program, starts_at=NOW + timedelta(hours=n)) for n in range(1, count + 1)]
    for row in rows:
        book(member.user, row)
    path = path_of_feed(member)
    ApiClient().get(path)
    with CaptureQueriesContext(connection) as queries:
        assert len(entries(path)) == count
    assert len(queries) == 5


def test_one_file_for_all_that_an_order_booked(member: Person, program: LiveTrading) -> None:
    """What its owner has given back since is not in it."""
    rows = [session(program, hours=hours) for hours in (72, 24, 48)]
    lines = [book(member.user, row) for row in rows]
    for booking in lines:
        booking.bought_by = booking.pk
        booking.save()
    member.api.post(CANCEL, {"bookingId": str(lines[2].pk)})
    file = calendar_files.lines_file(lines=[row.pk for row in lines], person=member.user, now=NOW)
    events = icalendar.Calendar.from_ical(file.content).walk("VEVENT")
    assert [event["DTSTART"].dt for event in events] == [rows[1].starts_at, rows[0].starts_at]
    assert file.name == "opening-range-2026-11-22.ics"


@pytest.mark.postgresql
def test_of_urls_made_at_once_the_last_one_works(member: Person) -> None:
    keys = in_parallel(lambda _number: calendar_feeds.renew(person=member.user), times=8)
    assert sorted(getattr(key, "version", 0) for key in keys) == list(range(1, 9))
    assert CalendarFeed.objects.get(person=member.user).version == 8
