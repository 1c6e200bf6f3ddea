"""Meetings that staff add to a mentorship: everybody who booked it is told once, of all that are ahead."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from apps.core.indian_time import INDIA
from apps.core.testing.fixtures import Lines, Person
from apps.live.models import Mentorship
from apps.live.services import cancellation, giving_up, meetings, notice_messages
from apps.live.services.meetings import NewMeeting
from apps.live.states import BookedBy
from apps.live.tests.bookings import book
from apps.live.tests.factories import NOW, MentorshipFactory
from apps.outbox.handlers import NotNeeded
from apps.outbox.models import Message
from apps.outbox.services import messages as outbox

pytestmark = [
    pytest.mark.usefixtures("clock", "later"),
    pytest.mark.django_db(transaction=True),
]

HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(weeks=1)
FRIDAY = datetime(2026, 12, 4, 19, 0, tzinfo=INDIA)


@pytest.fixture
def mentorship() -> Mentorship:
    made: Mentorship = MentorshipFactory(title="Desk", meetings=[(FRIDAY, FRIDAY + HOUR)])
    return made


def add(mentorship: Mentorship, *starts: datetime) -> int:
    new = [NewMeeting(f"Extra {start:%d}", start, start + HOUR) for start in starts]
    return meetings.add(mentorship_id=mentorship.pk, new=new, at=NOW).notified


def added_notices() -> list[Message]:
    return list(Message.objects.filter(kind="live notice", payload__template="meetings_added"))


def told(sent: Lines) -> dict[str, str]:
    for notice in added_notices():
        for _ in range(2):
            notice_messages.handle(notice.payload)
    outbox.sweep(now=NOW)
    return {line["channel"]: line["body"] for line in sent() if "added" in line["template"]}


def test_who_booked_is_told_of_one_by_phone_and_mail(
    mentorship: Mentorship, member: Person, sent: Lines
) -> None:
    book(member.user, mentorship)
    assert add(mentorship, FRIDAY + WEEK) == 1
    bodies = told(sent)
    assert [line["channel"] for line in sent()] == ["sms", "mail"]
    assert "we have added 'Desk: Extra 11' to your mentorship, Fri 11 Dec 2026" in bodies["sms"]
    assert "Desk: Extra 11\nFri 11 Dec 2026, 7:00 PM (Indian time)" in bodies["mail"]


def test_several_are_one_message_with_the_first_and_the_last(
    mentorship: Mentorship, member: Person, sent: Lines
) -> None:
    book(member.user, mentorship)
    assert add(mentorship, FRIDAY + 3 * WEEK, FRIDAY + WEEK, FRIDAY + 2 * WEEK) == 1
    assert len(added_notices()) == 1
    bodies = told(sent)
    assert "we have added 3 meetings to 'Desk'. The first is on Fri 11 Dec 2026" in bodies["sms"]
    first_and_last = "The first is on Fri 11 Dec 2026, 7:00 PM, the last on Fri 25 Dec 2026, 7:00 PM"
    assert f"3 meetings to Desk.\n\n{first_and_last} (Indian time)." in bodies["mail"]


def test_nobody_is_told_of_what_is_over_and_who_has_no_seat_of_anything(
    mentorship: Mentorship, member: Person, other_member: Person
) -> None:
    booking = book(member.user, mentorship)
    book(other_member.user, MentorshipFactory())
    assert add(mentorship, NOW - DAY) == 0
    booking.delete()
    assert add(mentorship, FRIDAY + WEEK) == 0
    assert added_notices() == []


def test_the_message_says_what_is_true_when_it_is_sent(
    mentorship: Mentorship, member: Person, sent: Lines
) -> None:
    book(member.user, mentorship)
    add(mentorship, FRIDAY + WEEK, FRIDAY + 2 * WEEK, FRIDAY + 3 * WEEK)
    _, first, _, third = mentorship.meetings.order_by("starts_at")
    meetings.cancel(meeting_id=first.pk, reason="Ill", at=NOW)
    moved = {"starts_at": FRIDAY + DAY, "ends_at": FRIDAY + DAY + HOUR}
    meetings.reschedule(meeting_id=third.pk, **moved, at=NOW)
    sms = told(sent)["sms"]
    assert "added 2 meetings to 'Desk'. The first is on Sat 5 Dec 2026, 7:00 PM" in sms


@pytest.mark.parametrize("end", ["cancelled", "over", "mentorship cancelled", "given up", "erased"])
def test_it_is_not_sent_when_it_is_true_no_longer(
    mentorship: Mentorship, member: Person, clock: Any, end: str
) -> None:
    booking = book(member.user, mentorship, by=BookedBy.GIFT)
    add(mentorship, FRIDAY + WEEK)
    if end == "cancelled":
        meetings.cancel(meeting_id=mentorship.meetings.latest("starts_at").pk, reason="Ill", at=NOW)
    elif end == "over":
        clock.move_to(FRIDAY + WEEK + HOUR)
    elif end == "mentorship cancelled":
        cancellation.cancel_for_everyone(of=Mentorship, item_id=mentorship.pk, reason="Ill", at=NOW)
    elif end == "given up":
        giving_up.give_up(person=member.user, key=str(booking.pk), at=NOW)
    else:
        member.user.erased_at = NOW
        member.user.save()
    [notice] = added_notices()
    with pytest.raises(NotNeeded):
        notice_messages.handle(notice.payload)


def test_staff_see_before_and_after_how_many_are_told(
    mentorship: Mentorship, member: Person, admin_client: Client
) -> None:
    page = f"/admin/live/mentorship/{mentorship.pk}/weekly/"
    form = {
        "subject": "Extra",
        "weekdays": ["4"],
        "first_date": "2026-12-08",
        "starts_time": "19:00",
        "minutes": "60",
        "count": "2",
        "join_url": "",
    }
    assert "booked it" not in admin_client.post(page, form).content.decode()
    book(member.user, mentorship)
    assert "1 person who booked it is notified." in admin_client.post(page, form).content.decode()
    assert added_notices() == []
    answer = admin_client.post(page, {**form, "confirmed": "1"}, follow=True).content.decode()
    assert "2 meetings added. 1 person was notified." in answer
    assert len(added_notices()) == 1


@pytest.mark.usefixtures("one_person_decides")
def test_staff_are_told_of_those_added_on_its_own_page(
    mentorship: Mentorship, member: Person, admin_client: Client
) -> None:
    book(member.user, mentorship)
    page = f"/admin/live/mentorship/{mentorship.pk}/change/"
    form = {
        "title": "Desk",
        "weburlname": mentorship.weburlname,
        "host": str(mentorship.host.pk),
        "language": "English",
        "hue": 255,
        "price_paise": "4999",
        "price_confirmed": "on",
        "long_description": "",
        "agenda": "",
        "is_published": "on",
        "meetings-TOTAL_FORMS": 1,
        "meetings-INITIAL_FORMS": 0,
        "meetings-0-title": "Extra",
        "meetings-0-starts_at_0": "2026-12-11",
        "meetings-0-starts_at_1": "19:00",
        "meetings-0-ends_at_0": "2026-12-11",
        "meetings-0-ends_at_1": "20:00",
    }
    answer = admin_client.post(page, form, follow=True).content.decode()
    assert "1 person was notified of what was added." in answer
    assert len(added_notices()) == 1
