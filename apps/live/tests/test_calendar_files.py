"""Calendar files, parsed by another library than the one that writes them."""

from datetime import timedelta
from typing import Any

import pytest
import vobject
from django.conf import settings
from django.utils import timezone

from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, LiveTrading, Mentorship, ProgramSession, Webinar
from apps.live.services import cancellation, meetings, rescheduling, seats
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.bookings import ASSIGN, CANCEL, SWAP, book, session
from apps.live.tests.factories import (
    NOW,
    SECRET,
    LiveTradingFactory,
    MentorshipFactory,
    WebinarFactory,
)

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db(transaction=True)]

HOUR = timedelta(hours=1)


@pytest.fixture
def program() -> LiveTrading:
    program: LiveTrading = LiveTradingFactory(title="Opening range", weburlname="opening-range")
    return program


def calendar_of(api: ApiClient, path: str) -> Any:
    answer = api.get(path)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert SECRET not in answer.content.decode()
    assert b"\n" not in answer.content.replace(b"\r\n", b"")
    return vobject.readOne(answer.content.decode())


def own_calendar(member: Person, booking: Booking) -> Any:
    return calendar_of(member.api, f"/api/learning/session-user/{booking.pk}/calendar.ics")


def method_status_sequence(calendar: Any) -> tuple[str, str, int]:
    event = calendar.vevent
    return calendar.method.value, event.status.value, int(event.sequence.value)


def test_a_booked_session_before_and_after_a_swap(member: Person, program: LiveTrading) -> None:
    first = session(program, hours=24.5, name="Monday; gaps, and fills")
    second = session(program, hours=72)
    booking = book(member.user, first)

    before = own_calendar(member, booking)
    answer = member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": str(second.pk)})
    assert answer.status_code == 200
    after = own_calendar(member, booking)

    assert before.vevent.summary.value == "Opening range: Monday; gaps, and fills"
    assert (before.vevent.dtstart.value, before.vevent.dtend.value) == (first.starts_at, first.ends_at)
    assert (after.vevent.dtstart.value, after.vevent.dtend.value) == (second.starts_at, second.ends_at)
    assert before.vevent.uid.value == after.vevent.uid.value == f"booking-{booking.pk}@rally"
    assert (method_status_sequence(before), method_status_sequence(after)) == (
        ("PUBLISH", "CONFIRMED", 0),
        ("PUBLISH", "CONFIRMED", 1),
    )
    assert before.vevent.url.value == f"{settings.SITE_URL}/my-learnings"
    assert before.vevent.dtstamp.value == NOW


def test_times_are_in_the_indian_time_zone(member: Person, program: LiveTrading) -> None:
    late = session(program, hours=8.5 + 4)  # 21 November, 22:00 UTC: the 22nd in India, half past three
    answer = member.api.get(f"/api/learning/session-user/{book(member.user, late).pk}/calendar.ics")
    text = answer.content.decode()
    assert "DTSTART;TZID=Asia/Kolkata:20261122T033000" in text
    assert answer["Content-Disposition"] == 'attachment; filename="opening-range-2026-11-22.ics"'
    calendar = vobject.readOne(text)
    assert calendar.vtimezone.tzid.value == "Asia/Kolkata"
    assert calendar.vevent.dtstart.value.utcoffset() == timedelta(hours=5, minutes=30)


def test_the_sequence_rises_with_every_change(member: Person, program: LiveTrading) -> None:
    """Also with a swap from a session that was rescheduled three times into one that never was."""
    moved, still, third = (session(program, hours=hours) for hours in (48, 72, 96))
    booking = book(member.user, moved)
    seen = [int(own_calendar(member, booking).vevent.sequence.value)]
    for step in (1, 2, 3):
        reschedule(moved, hours=48 + step)
        seen.append(int(own_calendar(member, booking).vevent.sequence.value))
    for target in (still, third, moved):
        member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": str(target.pk)})
        seen.append(int(own_calendar(member, booking).vevent.sequence.value))
    member.api.post(CANCEL, {"bookingId": str(booking.pk)})
    ended = own_calendar(member, booking)
    seen.append(int(ended.vevent.sequence.value))
    assert seen == sorted(set(seen))
    assert method_status_sequence(ended)[:2] == ("CANCEL", "CANCELLED")


def test_the_sequence_rises_with_a_swap_that_waited_for_a_reschedule(
    member: Person, program: LiveTrading, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved, target = session(program, hours=48), session(program, hours=72)
    booking = book(member.user, moved)

    def lock_after_reschedule(**items: Any) -> None:
        lock_items(**items)
        ProgramSession.objects.filter(pk=moved.pk, revision=0).update(revision=1)

    lock_items = seats.lock_items
    monkeypatch.setattr(seats, "lock_items", lock_after_reschedule)
    member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": str(target.pk)})
    # Rescheduled, the entry had 1.
    assert method_status_sequence(own_calendar(member, booking)) == ("PUBLISH", "CONFIRMED", 2)


def reschedule(item: ProgramSession | Webinar | Mentorship, *, hours: float) -> None:
    starts_at = NOW + timedelta(hours=hours)
    if isinstance(item, Mentorship):
        times = {"starts_at": starts_at, "ends_at": starts_at + timedelta(hours=1)}
        meetings.reschedule(meeting_id=item.meetings.get().pk, at=timezone.now(), **times)
        return
    rescheduling.reschedule(
        of=type(item),
        item_id=item.pk,
        starts_at=starts_at,
        ends_at=starts_at + timedelta(hours=1),
        at=timezone.now(),
    )


def test_the_session_booked_with_a_credit_has_its_own_entry(member: Person, program: LiveTrading) -> None:
    booking, target = book(member.user, session(program, hours=24)), session(program, hours=48)
    member.api.post(CANCEL, {"bookingId": str(booking.pk)})
    answer = member.api.post(ASSIGN, {"bookingId": str(booking.pk), "sessionId": str(target.pk)})
    made = Booking.objects.get(pk=answer.json()["data"]["_id"])
    assert own_calendar(member, made).vevent.uid.value == f"booking-{made.pk}@rally"
    assert method_status_sequence(own_calendar(member, made)) == ("PUBLISH", "CONFIRMED", 0)
    assert method_status_sequence(own_calendar(member, booking))[:2] == ("CANCEL", "CANCELLED")


def test_only_the_owner_can_download_it(
    api: ApiClient, member: Person, other_member: Person, program: LiveTrading
) -> None:
    booking = book(member.user, session(program, hours=24))
    path = f"/api/learning/session-user/{booking.pk}/calendar.ics"
    assert api.get(path).status_code == 401
    assert other_member.api.get(path).status_code == 404
    assert member.api.get("/api/learning/session-user/none/calendar.ics").status_code == 404
    assert member.api.get(path)["Cache-Control"] == "private, no-store"
    Booking.objects.update(status=BookingStatus.HELD)
    assert member.api.get(path).status_code == 404


@pytest.mark.parametrize(
    ("kind", "factory", "path"),
    [
        ("webinar", WebinarFactory, "live-webinars"),
        ("mentorship", MentorshipFactory, "live-mentorships"),
    ],
)
def test_anybody_can_download_the_entry_of_an_event(
    api: ApiClient, kind: str, factory: Any, path: str
) -> None:
    event = factory(title="Order flow", weburlname="order-flow", starts_at=NOW + timedelta(hours=30))
    url = f"/api/live/{kind}/order-flow/calendar.ics"
    calendar = calendar_of(api, url)
    assert method_status_sequence(calendar) == ("PUBLISH", "CONFIRMED", 0)
    of = event.meetings.get() if kind == "mentorship" else event
    assert calendar.vevent.uid.value == f"{of._meta.model_name}-{of.pk}@rally"
    assert calendar.vevent.url.value == f"{settings.SITE_URL}/{path}/order-flow"
    assert calendar.vevent.dtstart.value == event.starts_at
    etag = api.get(url)["ETag"]
    assert api.get(url, headers={"If-None-Match": etag}).status_code == 304

    reschedule(event, hours=54)
    assert method_status_sequence(calendar_of(api, url)) == ("PUBLISH", "CONFIRMED", 1)
    assert calendar_of(api, url).vevent.dtstart.value == NOW + timedelta(hours=54)
    cancellation.cancel_for_everyone(of=type(event), item_id=event.pk, reason="The host is ill", at=NOW)
    assert method_status_sequence(calendar_of(api, url)) == ("CANCEL", "CANCELLED", 2)


@pytest.mark.parametrize(
    "path", ["webinar/none", "mentorship/order-flow", "course/order-flow", "webinar/draft", "liveTrading/x"]
)
def test_unknown_and_unpublished_events_have_no_entry(api: ApiClient, path: str) -> None:
    WebinarFactory(weburlname="order-flow")
    WebinarFactory(weburlname="draft", is_published=False)
    assert api.get(f"/api/live/{path}/calendar.ics").status_code == 404


def test_a_mentorship_has_an_entry_for_each_meeting(api: ApiClient, member: Person) -> None:
    """The public file and that of the booking have the same UIDs, so that importing both shows each once."""
    weeks = [NOW + timedelta(weeks=week, hours=5) for week in (1, 2, 3)]
    spans = [(start, start + timedelta(minutes=90)) for start in weeks]
    mentorship = MentorshipFactory(title="Risk rules", weburlname="risk-rules", meetings=spans)
    first, second, third = mentorship.meetings.all()
    booking = book(member.user, mentorship)
    moved = {"starts_at": weeks[1] + timedelta(days=1), "ends_at": weeks[1] + timedelta(days=1, hours=1)}
    meetings.reschedule(meeting_id=second.pk, at=NOW, **moved)
    meetings.cancel(meeting_id=third.pk, reason="The mentor is ill", at=NOW)

    public = calendar_of(api, "/api/live/mentorship/risk-rules/calendar.ics")
    own = own_calendar(member, booking)

    for calendar in (public, own):
        assert calendar.method.value == "PUBLISH"
        assert [
            (event.uid.value, event.status.value, int(event.sequence.value), event.dtstart.value)
            for event in calendar.vevent_list
        ] == [
            (f"meeting-{first.pk}@rally", "CONFIRMED", 0, weeks[0]),
            (f"meeting-{second.pk}@rally", "CONFIRMED", 1, moved["starts_at"]),
            (f"meeting-{third.pk}@rally", "CANCELLED", 1, weeks[2]),
        ]
        assert {event.url.value for event in calendar.vevent_list} == {
            f"{settings.SITE_URL}/live-mentorships/risk-rules"
        }
    assert own.vevent.summary.value == "Risk rules: Meeting 1"


@pytest.mark.parametrize("kind", ["webinar", "mentorship"])
def test_the_owner_gets_the_file_of_an_archived_event(member: Person, kind: str) -> None:
    event = (
        WebinarFactory() if kind == "webinar" else MentorshipFactory(meetings=[(NOW + HOUR, NOW + 2 * HOUR)])
    )
    book(member.user, event)
    type(event).objects.filter(pk=event.pk).update(is_published=False)

    for key in (event.pk, event.weburlname):
        path = f"/api/live/{kind}/{key}/calendar.ics"
        assert calendar_of(member.api, path).vevent.status.value == "CONFIRMED"
        assert ApiClient().get(path).status_code == 404


def test_the_file_of_a_second_seat_is_newer_than_the_first_one_that_ended(member: Person) -> None:
    """Its entry has the same UID: with a lower sequence, a calendar would ignore a move of the event."""
    webinar = WebinarFactory(starts_at=NOW + 30 * HOUR)
    first = book(member.user, webinar, BookedBy.FREE, made_at=NOW - HOUR)
    assert member.api.post("/api/learning/giveup", {"bookingId": str(first.pk)}).status_code == 200
    ended = own_calendar(member, first)
    book(member.user, webinar, BookedBy.FREE)
    reschedule_event = {"starts_at": NOW + 40 * HOUR, "ends_at": NOW + 41 * HOUR, "at": NOW}
    rescheduling.reschedule(of=Webinar, item_id=webinar.pk, **reschedule_event)

    moved = calendar_of(member.api, f"/api/live/webinar/{webinar.pk}/calendar.ics")
    assert moved.vevent.uid.value == ended.vevent.uid.value
    assert method_status_sequence(ended) == ("CANCEL", "CANCELLED", 1)
    assert int(moved.vevent.sequence.value) > 1
    assert moved.vevent.dtstart.value == NOW + 40 * HOUR
