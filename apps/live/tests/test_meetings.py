"""Meetings of a mentorship: added, rescheduled and cancelled one by one."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from apps.core.errors import DomainError
from apps.core.ids import new_id
from apps.core.indian_time import INDIA, iso_utc
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, Meeting, Mentorship
from apps.live.selectors import meeting_texts
from apps.live.selectors.offers import Schedule
from apps.live.services import meetings
from apps.live.services.cancellation import Affected
from apps.live.services.meetings import NewMeeting
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.bookings import book
from apps.live.tests.factories import NOW, SECRET, MentorshipFactory
from apps.outbox.models import Message

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db(transaction=True)]

HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(weeks=1)
FRIDAY = datetime(2026, 12, 4, 19, 0, tzinfo=INDIA)


def fridays(count: int = 5, **values: Any) -> Mentorship:
    starts = [FRIDAY + week * WEEK for week in range(count)]
    made: Mentorship = MentorshipFactory(meetings=[(at, at + 1.5 * HOUR) for at in starts], **values)
    return made


def span(mentorship: Mentorship) -> tuple[datetime, datetime]:
    mentorship.refresh_from_db()
    return mentorship.starts_at, mentorship.ends_at


def times(mentorship: Mentorship) -> list[tuple[datetime, datetime]]:
    return list(mentorship.meetings.values_list("starts_at", "ends_at"))


def notices() -> list[tuple[str, str]]:
    return [
        (row.payload["template"], row.payload["meeting_id"])
        for row in Message.objects.filter(kind="live notice").order_by("pk")
        if "meeting_id" in row.payload
    ]


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (timedelta(), 1.5 * HOUR),
        (-HOUR, timedelta(minutes=1)),
        (1.4 * HOUR, 3 * HOUR),
        (timedelta(minutes=10), timedelta(minutes=20)),
        (-HOUR, 3 * HOUR),
    ],
)
def test_meetings_may_not_overlap(start: timedelta, end: timedelta) -> None:
    mentorship = fridays()
    before = times(mentorship)
    with pytest.raises(DomainError, match="overlaps with “Meeting 1”, Fri 4 Dec 2026, 7 to 8:30 PM"):
        meetings.add(
            mentorship_id=mentorship.pk, new=[NewMeeting("Extra", FRIDAY + start, FRIDAY + end)], at=NOW
        )
    second = mentorship.meetings.all()[1]
    with pytest.raises(DomainError, match="overlaps"):
        meetings.reschedule(meeting_id=second.pk, starts_at=FRIDAY + start, ends_at=FRIDAY + end, at=NOW)
    assert times(mentorship) == before
    assert notices() == []


def test_one_may_begin_when_another_ends_and_two_new_ones_may_not_overlap() -> None:
    mentorship = fridays(1)
    end = FRIDAY + 1.5 * HOUR
    meetings.add(mentorship_id=mentorship.pk, new=[NewMeeting("After", end, end + HOUR)], at=NOW)
    assert span(mentorship) == (FRIDAY, end + HOUR)
    new = [
        NewMeeting("A", FRIDAY + DAY, FRIDAY + DAY + HOUR),
        NewMeeting("B", FRIDAY + DAY, FRIDAY + 2 * DAY),
    ]
    with pytest.raises(DomainError, match="overlaps with “A”"):
        meetings.add(mentorship_id=mentorship.pk, new=new, at=NOW)
    assert mentorship.meetings.count() == 2


@pytest.mark.parametrize("length", [timedelta(), -HOUR])
def test_a_meeting_ends_after_it_begins(length: timedelta) -> None:
    mentorship = fridays(1)
    with pytest.raises(DomainError, match="must end after it starts"):
        meetings.add(
            mentorship_id=mentorship.pk, new=[NewMeeting("X", FRIDAY + DAY, FRIDAY + DAY + length)], at=NOW
        )
    only = mentorship.meetings.get()
    with pytest.raises(DomainError, match="the end after it"):
        meetings.reschedule(meeting_id=only.pk, starts_at=FRIDAY, ends_at=FRIDAY + length, at=NOW)
    assert mentorship.meetings.count() == 1


def test_a_meeting_may_cross_midnight_and_the_year() -> None:
    mentorship = fridays(1)
    eve = datetime(2026, 12, 31, 23, 30, tzinfo=INDIA)
    meetings.add(mentorship_id=mentorship.pk, new=[NewMeeting("New year", eve, eve + HOUR)], at=NOW)
    assert span(mentorship) == (FRIDAY, eve + HOUR)
    assert meeting_texts.span(eve, eve + HOUR) == "Thu 31 Dec 2026, 11:30 PM to 12:30 AM"


def test_a_moved_meeting_takes_the_span_along_and_every_owner_is_told(
    member: Person, other_member: Person
) -> None:
    mentorship = fridays()
    for person in (member, other_member):
        book(person.user, mentorship)
    first = mentorship.meetings.first()
    assert first is not None
    assert (
        meetings.reschedule(meeting_id=first.pk, starts_at=FRIDAY - DAY, ends_at=FRIDAY - DAY + HOUR, at=NOW)
        == 2
    )
    first.refresh_from_db()
    assert (first.revision, first.revised_at) == (1, NOW)
    assert span(mentorship)[0] == FRIDAY - DAY
    assert notices() == [("meeting_rescheduled", str(first.pk))] * 2
    assert (
        meetings.reschedule(meeting_id=first.pk, starts_at=FRIDAY - DAY, ends_at=FRIDAY - DAY + HOUR, at=NOW)
        == 0
    )
    assert len(notices()) == 2


def test_a_cancelled_meeting_leaves_the_others(member: Person) -> None:
    mentorship = fridays()
    book(member.user, mentorship)
    last = mentorship.meetings.last()
    assert last is not None
    meetings.cancel(meeting_id=last.pk, reason="The mentor is ill", at=NOW)
    assert notices() == [("meeting_cancelled", str(last.pk))]
    assert span(mentorship) == (FRIDAY, FRIDAY + 3 * WEEK + 1.5 * HOUR)
    [booked] = member.api.get("/api/mentorship/booked/mentorshipV1").json()["data"]
    assert [row["status"] for row in booked["meetings"]] == ["planned"] * 4 + ["cancelled"]
    assert (booked["calledOff"], booked["offer"]) == (None, "wait")
    with pytest.raises(DomainError, match="already cancelled"):
        meetings.cancel(meeting_id=last.pk, reason="Again", at=NOW)


def test_cancelling_all_meetings_cancels_the_mentorship(member: Person) -> None:
    mentorship = fridays(2)
    booking = book(member.user, mentorship)
    for meeting in mentorship.meetings.all():
        meetings.cancel(meeting_id=meeting.pk, reason="The mentor is ill", at=NOW)
    mentorship.refresh_from_db()
    assert (mentorship.is_cancelled, mentorship.cancellation_reason) == (True, "The mentor is ill")
    assert Booking.objects.with_items().get(pk=booking.pk).awaits_owner_choice
    with pytest.raises(DomainError, match="no more meetings"):
        meetings.add(mentorship_id=mentorship.pk, new=[NewMeeting("X", FRIDAY, FRIDAY + HOUR)], at=NOW)


def test_cancelling_the_last_meeting_ahead_cancels_a_mentorship_that_has_begun(
    member: Person, other_member: Person, clock: Any
) -> None:
    """As cancelling all of it at that time does: who paid chooses, a free seat ends, recordings stay."""
    mentorship = fridays(3, price_paise=4999_00)
    line = new_id()
    book(member.user, mentorship, bought_by=line)
    free = book(other_member.user, mentorship, BookedBy.GIFT)
    first, second, last = mentorship.meetings.all()
    Meeting.objects.filter(pk=first.pk).update(
        recording_url="https://example.com/1", market_data_date=FRIDAY.date()
    )
    clock.move_to(FRIDAY + DAY)

    assert meetings.cancel(meeting_id=second.pk, reason="Ill", at=FRIDAY + DAY) == Affected(paid=2, free=0)
    assert notices() == [("meeting_cancelled", str(second.pk))] * 2
    assert meetings.cancel(meeting_id=last.pk, reason="Still ill", at=FRIDAY + DAY) == Affected(1, 1)

    assert len(notices()) == 2
    sent = [row.payload["template"] for row in Message.objects.filter(kind="live notice").order_by("pk")]
    assert sent[2:] == ["event_called_off", "free_event_called_off"]
    [booked] = logged_in(member.user).get("/api/mentorship/booked/mentorshipV1").json()["data"]
    assert booked["calledOff"] == {
        "reason": "Still ill",
        "choices": ["refund"],
        "refundLineId": str(line),
    }
    assert [row["status"] for row in booked["meetings"]] == ["over", "cancelled", "cancelled"]
    assert booked["meetings"][0]["recording"] == {"ready": True}
    free.refresh_from_db()
    assert free.status == BookingStatus.CANCELLED_BY_US


def test_what_has_begun_cannot_be_moved_and_unknown_ones_are_not_found() -> None:
    mentorship = fridays()
    first = mentorship.meetings.first()
    assert first is not None
    later = {"starts_at": FRIDAY + 2 * HOUR, "ends_at": FRIDAY + 3 * HOUR}
    with pytest.raises(DomainError, match="already started"):
        meetings.reschedule(meeting_id=first.pk, at=FRIDAY, **later)
    with pytest.raises(DomainError, match="could not find"):
        meetings.reschedule(meeting_id=uuid4(), at=NOW, **later)


def test_it_is_live_only_while_a_meeting_is_on(member: Person, clock: Any) -> None:
    mentorship = fridays(weburlname="risk-rules")
    book(member.user, mentorship)

    def shown(at: datetime) -> tuple[Any, ...]:
        clock.move_to(at)
        data = logged_in(member.user).get("/api/mentorship/users/risk-rules").json()["data"]
        statuses = [row["status"] for row in data["meetings"]]
        assert SECRET not in str(data)
        return data["status"], data["offer"], statuses.count("over"), data["nextChangeAt"]

    end, second = FRIDAY + 1.5 * HOUR, FRIDAY + WEEK
    quarter = timedelta(minutes=15)
    assert shown(FRIDAY - quarter) == ("planned", "join", 0, iso_utc(FRIDAY))
    assert shown(FRIDAY) == ("live", "join", 0, iso_utc(end))
    assert shown(end) == ("planned", "wait", 1, iso_utc(second - quarter))
    assert shown(FRIDAY + 4 * WEEK + 1.5 * HOUR) == ("over", "watch", 5, None)


@pytest.mark.parametrize(
    ("offsets", "expected"),
    [
        ([0, 7, 14, 21, 28], "Fridays, 5 evenings, 7 to 8:30 PM"),
        ([0, 3, 7, 10], "Mondays and Fridays, 4 evenings, 7 to 8:30 PM"),
        ([0, 7, 15, 21, 28], "Mostly Fridays, 5 evenings, 7 to 8:30 PM"),
        ([0, 2, 11], "Fri 4 Dec 2026 to Tue 15 Dec 2026, 3 evenings, 7 to 8:30 PM"),
        ([0, 1, 2, 3], "Every day from Fri 4 Dec 2026 to Mon 7 Dec 2026, 4 evenings, 7 to 8:30 PM"),
        ([0], "Fri 4 Dec 2026, 7 to 8:30 PM"),
    ],
)
def test_how_it_meets_in_words(offsets: list[int], expected: str) -> None:
    starts = [FRIDAY + day * DAY for day in offsets]
    mentorship = MentorshipFactory(meetings=[(at, at + 1.5 * HOUR) for at in starts])
    assert meeting_texts.summary(Schedule.of(mentorship).taking_place) == expected


def test_different_hours_are_said() -> None:
    spans = [(FRIDAY + week * WEEK, FRIDAY + week * WEEK + HOUR) for week in range(4)]
    mentorship = MentorshipFactory(meetings=[*spans[:3], (spans[3][0] - 8 * HOUR, spans[3][1] - 8 * HOUR)])
    assert (
        meeting_texts.summary(Schedule.of(mentorship).taking_place) == "Fridays, 4 meetings, mostly 7 to 8 PM"
    )


def test_staff_add_a_mentorship_with_its_meetings(admin_client: Any) -> None:
    host = MentorshipFactory().host
    rows = [(FRIDAY, "Size"), (FRIDAY + WEEK, "Drawdown")]
    form = {
        "title": "Risk rules",
        "weburlname": "risk-rules",
        "host": str(host.pk),
        "language": "English",
        "hue": 255,
        "price_paise": "4999",
        "long_description": "",
        "agenda": "",
        "is_published": "on",
        "meetings-TOTAL_FORMS": 2,
        "meetings-INITIAL_FORMS": 0,
    }
    for number, (at, title) in enumerate(rows):
        form |= {
            f"meetings-{number}-title": title,
            f"meetings-{number}-starts_at_0": f"{at:%Y-%m-%d}",
            f"meetings-{number}-starts_at_1": f"{at:%H:%M}",
            f"meetings-{number}-ends_at_0": f"{at:%Y-%m-%d}",
            f"meetings-{number}-ends_at_1": "20:30",
        }
    overlapping = {**form, "meetings-1-starts_at_0": "2026-12-04", "meetings-1-ends_at_0": "2026-12-04"}
    refused = admin_client.post("/admin/live/mentorship/add/", overlapping).content.decode()
    assert "“Drawdown” overlaps with “Size”, Fri 4 Dec 2026, 7 to 8:30 PM." in refused
    assert not Meeting.objects.filter(title="Size").exists()

    answer = admin_client.post("/admin/live/mentorship/add/", form)
    assert answer.status_code == 302, answer.content.decode()
    mentorship = Mentorship.objects.get(weburlname="risk-rules")
    assert [row.title for row in mentorship.meetings.all()] == ["Size", "Drawdown"]
    assert span(mentorship) == (FRIDAY, FRIDAY + WEEK + 1.5 * HOUR)


def test_staff_reschedule_and_cancel_on_the_page_of_a_meeting(admin_client: Any, member: Person) -> None:
    mentorship = fridays(3)
    book(member.user, mentorship)
    first, second, _ = mentorship.meetings.all()
    page = f"/admin/live/meeting/{second.pk}"
    assert "Reschedule" in admin_client.get(f"{page}/change/").content.decode()
    day = f"{FRIDAY + WEEK + DAY:%Y-%m-%d}"
    times = {"starts_at_0": day, "starts_at_1": "19:00", "ends_at_0": day, "ends_at_1": "20:00"}
    admin_client.post(f"{page}/reschedule/", {**times, "confirmed": "1"})
    second.refresh_from_db()
    assert second.starts_at == FRIDAY + WEEK + DAY
    admin_client.post(f"/admin/live/meeting/{first.pk}/cancel/", {"reason": "Ill", "confirmed": "1"})
    first.refresh_from_db()
    assert first.is_cancelled
    assert [template for template, _ in notices()] == ["meeting_rescheduled", "meeting_cancelled"]
