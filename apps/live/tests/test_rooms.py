"""Rooms and recordings open for who booked them, in their window, by addresses of our own."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.db import transaction

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.core.testing.fixtures import Person
from apps.live import room_urls
from apps.live.models import Attendance, Booking, Meeting, Mentorship, RecordingProgress, Webinar
from apps.live.room_urls import RoomKey
from apps.live.selectors import attendance
from apps.live.services import meetings
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.bookings import book, status_and_code
from apps.live.tests.factories import NOW, SECRET, MentorshipFactory, SessionFactory, WebinarFactory

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE, HOUR, WEEK = timedelta(minutes=1), timedelta(hours=1), timedelta(weeks=1)
STARTS = [NOW + week * WEEK + HOUR for week in range(3)]


@pytest.fixture
def mentorship() -> Mentorship:
    made: Mentorship = MentorshipFactory(meetings=[(start, start + HOUR) for start in STARTS])
    return made


def second(mentorship: Mentorship) -> Meeting:
    found: Meeting = mentorship.meetings.order_by("starts_at")[1]
    return found


def join(person: Person, meeting_id: object) -> Any:
    return person.api.post(f"/api/learning/rooms/{meeting_id}/join")


def watch(person: Person, meeting_id: object) -> Any:
    return person.api.post(f"/api/learning/recordings/{meeting_id}/open")


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}"


@pytest.mark.parametrize(
    ("offset", "expected"),
    [
        (-15 * MINUTE - timedelta(seconds=1), (403, "too_early")),
        (-15 * MINUTE, 200),
        (HOUR - timedelta(seconds=1), 200),
        (HOUR, (403, "too_late")),
    ],
)
def test_a_room_opens_in_the_window_of_its_meeting_only(
    member: Person, mentorship: Mentorship, clock: Any, offset: timedelta, expected: Any
) -> None:
    book(member.user, mentorship)
    meeting = second(mentorship)
    clock.move_to(meeting.starts_at + offset)
    answer = join(member, meeting.pk)
    assert SECRET not in answer.content.decode()
    if expected != 200:
        assert status_and_code(answer) == expected
        assert not Attendance.objects.exists()
        return
    opened = member.api.get(path_of(answer.json()["data"]["url"]))
    assert (opened.status_code, opened["Location"]) == (302, SECRET)
    assert opened["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("factory", [WebinarFactory, SessionFactory])
def test_webinars_and_sessions_are_their_own_meeting(member: Person, clock: Any, factory: Any) -> None:
    item = factory(starts_at=NOW)
    book(member.user, item)
    assert join(member, item.pk).status_code == 200
    clock.move_to(item.ends_at)
    assert status_and_code(join(member, item.pk)) == (403, "too_late")
    assert watch(member, item.pk).status_code == 200


def test_who_may_not_join(
    member: Person, other_member: Person, mentorship: Mentorship, clock: Any, api: Any
) -> None:
    book(member.user, mentorship)
    meeting = second(mentorship)
    clock.move_to(meeting.starts_at)
    for call in (join, watch):
        assert status_and_code(call(other_member, meeting.pk)) == (403, "not_booked")
        for unknown in (uuid4(), "none", mentorship.pk):
            assert status_and_code(call(member, unknown)) == (404, "meeting_unknown")
    assert api.post(f"/api/learning/rooms/{meeting.pk}/join").status_code == 401
    Booking.objects.update(status=BookingStatus.RETURNED)
    assert status_and_code(join(member, meeting.pk)) == (403, "not_booked")


def test_a_seat_from_pro_opens_no_room_without_pro(member: Person, clock: Any) -> None:
    webinar = WebinarFactory(starts_at=NOW, price_paise=499_00)
    book(member.user, webinar, BookedBy.PRO)
    assert status_and_code(join(member, webinar.pk)) == (403, "not_booked")


def test_a_moved_meeting_takes_its_window_along(member: Person, mentorship: Mentorship, clock: Any) -> None:
    """An address from before the move opens nothing: it is checked again."""
    book(member.user, mentorship)
    meeting = second(mentorship)
    clock.move_to(meeting.starts_at - 10 * MINUTE)
    url = path_of(join(member, meeting.pk).json()["data"]["url"])
    moved = {"starts_at": meeting.starts_at + 3 * HOUR, "ends_at": meeting.ends_at + 3 * HOUR}
    meetings.reschedule(meeting_id=meeting.pk, at=meeting.starts_at - 10 * MINUTE, **moved)
    refused = member.api.get(url)
    page = refused.content.decode()
    assert (refused.status_code, "Unexpected Application Error" in page) == (403, False)
    assert "You can join from" in page
    assert 'href="/my-learnings"' in page
    assert status_and_code(join(member, meeting.pk)) == (403, "too_early")
    clock.move_to(moved["starts_at"])
    assert join(member, meeting.pk).status_code == 200


def test_a_cancelled_meeting_opens_nothing(member: Person, mentorship: Mentorship, clock: Any) -> None:
    book(member.user, mentorship)
    meeting = second(mentorship)
    clock.move_to(meeting.starts_at - 10 * MINUTE)
    url = path_of(join(member, meeting.pk).json()["data"]["url"])
    meetings.cancel(meeting_id=meeting.pk, reason="The mentor is ill", at=meeting.starts_at - 10 * MINUTE)
    assert member.api.get(url).status_code == 403
    assert status_and_code(join(member, meeting.pk)) == (403, "too_late")
    clock.move_to(meeting.ends_at)
    assert status_and_code(watch(member, meeting.pk)) == (403, "too_late")


def test_an_address_that_was_altered_guessed_expired_or_is_somebody_elses(
    member: Person, other_member: Person, api: Any, clock: Any
) -> None:
    webinar = WebinarFactory(starts_at=NOW)
    for person in (member, other_member):
        book(person.user, webinar)
    url = path_of(join(member, webinar.pk).json()["data"]["url"])
    key = parse_qs(urlsplit(url).query)["key"][0]
    payload, _, signature = key.rpartition(".")
    forged = payload.replace(member.user.pk.hex, other_member.user.pk.hex)
    for person, path in (
        (other_member.api, url),
        (api, url),
        (other_member.api, f"/rooms?key={forged}.{signature}"),
        (member.api, url[:-1] + ("A" if url[-1] != "A" else "B")),
        (member.api, "/rooms"),
        (member.api, "/rooms?key=%00"),
        (member.api, f"/rooms?key={payload}"),
    ):
        answer = person.get(path)
        assert (answer.status_code, SECRET in answer.content.decode()) == (403, False)
    clock.move_to(NOW + 5 * MINUTE)
    assert member.api.get(url).status_code == 403
    assert not Attendance.objects.exists()


def test_an_address_for_watching_does_not_join(member: Person, clock: Any) -> None:
    webinar = WebinarFactory(starts_at=NOW)
    book(member.user, webinar)
    watching = room_urls.signed_url(RoomKey("watch", webinar.pk, member.user.pk, NOW + HOUR))
    assert member.api.get(path_of(watching)).status_code == 403


def test_joining_is_noted_once_a_person_and_meeting(member: Person, clock: Any) -> None:
    webinar = WebinarFactory(starts_at=NOW)
    book(member.user, webinar)
    for minute in range(3):
        clock.move_to(NOW + minute * MINUTE)
        member.api.get(path_of(join(member, webinar.pk).json()["data"]["url"]))
    [row] = Attendance.objects.all()
    assert (row.person, row.meeting_id, row.count) == (member.user, webinar.pk, 3)
    assert (row.first_joined_at, row.last_joined_at) == (NOW, NOW + 2 * MINUTE)


def test_joining_takes_at_most_five_queries(
    member: Person, mentorship: Mentorship, clock: Any, django_assert_max_num_queries: Any
) -> None:
    book(member.user, mentorship)
    clock.move_to(second(mentorship).starts_at)
    meeting = second(mentorship)
    join(member, meeting.pk)  # The first request in a while updates the login session.
    with django_assert_max_num_queries(5):
        assert join(member, meeting.pk).status_code == 200


def test_a_recording_waits_for_its_market_data_date(
    member: Person, mentorship: Mentorship, clock: Any
) -> None:
    book(member.user, mentorship)
    meeting = second(mentorship)
    clock.move_to(meeting.ends_at - timedelta(seconds=1))
    assert status_and_code(watch(member, meeting.pk)) == (403, "too_early")
    clock.move_to(meeting.ends_at)
    Meeting.objects.filter(pk=meeting.pk).update(market_data_date=None)
    assert status_and_code(watch(member, meeting.pk)) == (403, "too_early")
    Meeting.objects.filter(pk=meeting.pk).update(market_data_date=NOW.date())
    answer = watch(member, meeting.pk)
    assert SECRET not in answer.content.decode()
    opened = member.api.get(path_of(answer.json()["data"]["url"]))
    assert (opened.status_code, opened["Location"]) == (302, SECRET)
    assert not Attendance.objects.exists()


def test_a_recording_continues_where_it_was_left(member: Person, other_member: Person, clock: Any) -> None:
    webinar = WebinarFactory(starts_at=NOW - 2 * HOUR)
    book(member.user, webinar)
    path = f"/api/learning/recordings/{webinar.pk}/progress"
    assert watch(member, webinar.pk).json()["data"]["resumeAt"] == 0
    for position in (600, 60):
        assert member.api.post(path, {"position": position}).status_code == 200
    assert watch(member, webinar.pk).json()["data"]["resumeAt"] == 60
    [row] = RecordingProgress.objects.all()
    assert (row.position, row.furthest) == (60, 600)
    assert status_and_code(other_member.api.post(path, {"position": 5})) == (403, "not_booked")
    for wrong in (-1, 10**9, "abc", None):
        assert member.api.post(path, {"position": wrong}).status_code == 400


@pytest.mark.usefixtures("clock")
def test_attendance_is_for_staff_and_its_csv_is_safe(member: Person, admin_client: Any) -> None:
    webinar: Webinar = WebinarFactory(starts_at=NOW)
    book(member.user, webinar)
    User.objects.filter(pk=member.user.pk).update(name='=HYPERLINK("x")')
    member.api.get(path_of(join(member, webinar.pk).json()["data"]["url"]))
    base = f"/admin/live/webinar/{webinar.pk}"
    assert "1 person joined" in admin_client.get(f"{base}/attendance/").content.decode()
    answer = admin_client.get(f"{base}/attendance.csv")
    header, line = answer.content.decode().splitlines()
    assert header == ",".join(attendance.HEADER)
    assert line.startswith('"\'=HYPERLINK(""x"")",')
    assert line.endswith(",2026-11-21 15:00,2026-11-21 15:00,1")
    assert member.api.get(f"{base}/attendance.csv").status_code == 302


def test_the_export_has_attendance_and_the_erasure_deletes_it(member: Person, clock: Any) -> None:
    webinar = WebinarFactory(starts_at=NOW, title="Order flow")
    book(member.user, webinar)
    member.api.get(path_of(join(member, webinar.pk).json()["data"]["url"]))
    assert personal_data.export(person=member.user)["attendance"] == {
        "joined": [
            {
                "meeting": "Order flow",
                "firstJoinedAt": "2026-11-21T09:30:00Z",
                "lastJoinedAt": "2026-11-21T09:30:00Z",
                "count": 1,
            }
        ],
        "watched": [],
    }
    with transaction.atomic():
        personal_data.erase(person=member.user, at=NOW)
    assert not Attendance.objects.exists()
