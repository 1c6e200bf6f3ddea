"""
Who has access to what: one table.

Each column is a user with some purchase or subscription, each row an item. 'open' is lasting access, 'pro'
is access through Pro, 'pay' and 'free' say how the user could get access, 'own' is a booking whose room
opens, and 'shut' a booking whose room does not.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction

from apps.accounts.models import Entitlement, User
from apps.accounts.services import entitlements, pro_time
from apps.accounts.states import Scope, Source
from apps.catalog.models import Course, Topic, TopicProgress
from apps.catalog.tests.access_helpers import topic_path
from apps.catalog.tests.factories import CourseFactory, TopicFactory
from apps.core.ids import new_id
from apps.core.sellables import Line
from apps.core.testing.clients import ApiClient, logged_in
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, Mentorship, ProgramSession, Webinar
from apps.live.services import paid_seats
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import NOW, SECRET, MentorshipFactory, SessionFactory, WebinarFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db(transaction=True)]

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
BEGUN, END = NOW - 60 * DAY, NOW + DAY

Item = Course | Webinar | Mentorship | ProgramSession


# --- the users ----------------------------------------------------------------------------------


def nothing(person: User, item: Item) -> None:
    """Only an account."""


def bought(person: User, item: Item) -> None:
    buy(person, item)


def refunded(person: User, item: Item) -> None:
    line = buy(person, item)
    if isinstance(item, Course):
        entitlements.revoke_bought(line_id=line.id, person_id=person.pk, at=NOW)
    else:
        paid_seats.revoke(line=line, at=NOW)


def pro_active(person: User, item: Item) -> None:
    give_pro(person, END)


def pro_ended(person: User, item: Item) -> None:
    """Pro ended at exactly this second; everything that Pro includes had been booked."""
    give_pro(person, NOW)
    book_with_pro(person, item)


def pro_booked(person: User, item: Item) -> None:
    give_pro(person, END)
    book_with_pro(person, item)


def pro_refunded(person: User, item: Item) -> None:
    line_id = give_pro(person, END)
    book_with_pro(person, item)
    pro_time.revoke(person_id=person.pk, line_id=line_id, at=NOW)


def trial(person: User, item: Item) -> None:
    Entitlement.objects.create(
        person=person,
        scope=Scope.PRO,
        source=Source.TRIAL,
        label="Free trial",
        starts_at=NOW - DAY,
        ends_at=NOW + 6 * DAY,
    )


def bought_and_pro_ended(person: User, item: Item) -> None:
    buy(person, item)
    give_pro(person, NOW)


def on_staff(person: User, item: Item) -> None:
    User.objects.filter(pk=person.pk).update(is_staff=True)


def give_pro(person: User, until: datetime) -> Any:
    line_id = new_id()
    pro_time.add(person_id=person.pk, line_id=line_id, label="1 year", days=(until - BEGUN).days, at=BEGUN)
    return line_id


def buy(person: User, item: Item) -> Line:
    line = Line(new_id(), new_id(), person.pk, item.pk, str(item), {}, 30)
    if isinstance(item, Course):
        entitlements.grant_bought_course(
            person_id=person.pk,
            course_id=item.pk,
            line_id=line.id,
            label=item.title,
            at=NOW - DAY,
            ends_at=NOW + 29 * DAY,
        )
    else:
        paid_seats.hold(lines=[line], of=type(item), at=NOW - 2 * DAY)
        paid_seats.deliver(lines=[line], of=type(item))
    return line


def book_with_pro(person: User, item: Item) -> None:
    """Book what Pro includes, as a user would have done while it was active."""
    if isinstance(item, Course) and item.is_pro:
        entitlements.grant_course(
            person=person, course_id=item.pk, source=Source.PRO, label="x", at=BEGUN, ends_at=None
        )
    elif isinstance(item, Webinar):
        Booking.objects.create(
            person=person,
            webinar=item,
            status=BookingStatus.BOOKED,
            booked_by=BookedBy.PRO if item.price_paise else BookedBy.FREE,
            made_at=BEGUN,
        )


# --- the items, and who can open them -----------------------------------------------------------


def course(**values: Any) -> Course:
    return TopicFactory(chapter__course=CourseFactory(**values)).chapter.course


def soon() -> dict[str, Any]:
    """Times at which the room is open now."""
    return {"starts_at": NOW + timedelta(minutes=10), "ends_at": NOW + timedelta(minutes=70), "capacity": 9}


ITEMS: dict[str, Callable[[], Item]] = {
    "paid course": course,
    "free course": lambda: course(offer_price_paise=0),
    "Pro course": lambda: course(offer_price_paise=0, is_pro=True),
    "priced Pro course": lambda: course(is_pro=True),
    "paid webinar": lambda: WebinarFactory(price_paise=499_00, **soon()),
    "free webinar": lambda: WebinarFactory(price_paise=0, **soon()),
    "mentorship": lambda: MentorshipFactory(price_paise=9_999_00, **soon()),
    "session": lambda: SessionFactory(join_url=SECRET, **soon()),
}

USERS: dict[str, Callable[[User, Item], None]] = {
    "nothing": nothing,
    "bought": bought,
    "Pro active": pro_active,
    "Pro booked": pro_booked,
    "Pro ended": pro_ended,
    "Pro refunded": pro_refunded,
    "bought, Pro ended": bought_and_pro_ended,
    "trial": trial,
    "refunded": refunded,
    "staff": on_staff,
}

# fmt: off
TABLE = {
    #                    nothing bought  Pro     booked  ended   refund  both    trial   refund  staff
    "paid course":      ("pay",  "open", "pay",  "pay",  "pay",  "pay",  "open", "pay",  "pay",  "pay"),
    "free course":      ("free", "open", "free", "free", "free", "free", "open", "free", "free", "free"),
    "Pro course":       ("pay",  "open", "pro",  "pro",  "pay",  "pay",  "open", "pro",  "pay",  "pay"),
    "priced Pro course":("pay",  "open", "pro",  "pro",  "pay",  "pay",  "open", "pro",  "pay",  "pay"),
    "paid webinar":     ("pay",  "own",  "free", "own",  "shut", "shut", "own",  "pay",  "pay",  "pay"),
    "free webinar":     ("free", "own",  "free", "own",  "own",  "own",  "own",  "free", "free", "free"),
    "mentorship":       ("pay",  "own",  "pay",  "pay",  "pay",  "pay",  "own",  "pay",  "pay",  "pay"),
    "session":          ("pay",  "own",  "pay",  "pay",  "pay",  "pay",  "own",  "pay",  "pay",  "pay"),
}
# fmt: on

CASES = [(item, user, mark) for item, marks in TABLE.items() for user, mark in zip(USERS, marks, strict=True)]


@pytest.mark.parametrize(("name", "user", "mark"), CASES)
def test_access(name: str, user: str, mark: str, member: Person) -> None:
    item = ITEMS[name]()
    with transaction.atomic():
        USERS[user](member.user, item)
    member.user.refresh_from_db()
    assert access_mark(item, logged_in(member.user)) == mark


def test_the_table_is_complete() -> None:
    assert list(TABLE) == list(ITEMS)
    assert {len(marks) for marks in TABLE.values()} == {len(USERS)}


def access_mark(item: Item, api: ApiClient) -> str:
    if isinstance(item, Course):
        return course_mark(item, api)
    if isinstance(item, Webinar):
        return webinar_mark(item, api)
    if isinstance(item, Mentorship):
        detail = api.get(f"/api/mentorship/users/{item.pk}").json()["data"]
        return booking_mark(detail["isBooked"], detail["joinUrl"], api)
    rows = api.get("/api/learning/session-user").json()["data"]
    return booking_mark(bool(rows), rows[0]["joinUrl"] if rows else None, api)


def course_mark(item: Course, api: ApiClient) -> str:
    """The access on the page; the player and the free booking must agree with it."""
    access = api.get(f"/api/course/users/{item.pk}").json()["data"]["access"]
    is_open = bool(access and access["granted"])
    topic = Topic.objects.get(chapter__course=item)
    assert api.get(topic_path(topic)).status_code == (200 if is_open else 403)
    taken = api.post("/api/course/bookfreecourseV1", {"id": str(item.pk)})
    if is_open:
        return "pro" if access["via"] in ("pro", "trial") else "open"
    if taken.status_code == 200:
        return "free"
    assert (taken.status_code, taken.json()["code"]) == (409, "payment_required")
    return "pay"


def webinar_mark(item: Webinar, api: ApiClient) -> str:
    path = f"/api/learning/webwebinarV1/{item.pk}"
    detail = api.get(path).json()["data"]
    [listed] = api.get("/api/learning/bookedwebinarV1").json()["data"] or [None]
    assert (listed is not None) is detail["isBooked"]
    if detail["isBooked"]:
        assert listed["joinUrl"] == detail["joinUrl"]
        return "own" if leads_to_room(detail["joinUrl"], api) else "shut"
    assert detail["joinUrl"] is None
    taken = api.post("/api/learning/bookfreewebinarV1", {"id": str(item.pk)})
    if taken.status_code == 200:
        return "free"
    assert (taken.status_code, taken.json()["code"]) == (409, "payment_required")
    return "pay"


def leads_to_room(join_url: str | None, api: ApiClient) -> bool:
    """Whether it leads this caller to the room."""
    if join_url is None:
        return False
    answer = api.get(join_url.removeprefix(settings.SITE_URL))
    return answer.status_code == 302 and answer["Location"] == SECRET


def booking_mark(is_booked: bool, join_url: str | None, api: ApiClient) -> str:
    assert leads_to_room(join_url, api) is is_booked
    return "own" if is_booked else "pay"


# --- the second at which access ends ------------------------------------------------------------


@pytest.mark.parametrize(("passed", "is_open"), [(-SECOND, True), (0 * SECOND, False), (SECOND, False)])
def test_access_ends_on_the_second_and_progress_is_kept(
    member: Person, clock: Any, passed: timedelta, is_open: bool
) -> None:
    pro, webinar = course(offer_price_paise=0, is_pro=True), WebinarFactory(price_paise=499_00, **soon())
    owned = course()
    with transaction.atomic():
        line_id = give_pro(member.user, NOW + 5 * DAY)
        buy(member.user, owned)
    Entitlement.objects.filter(bought_by=line_id).update(ends_at=NOW + timedelta(minutes=15))
    book_with_pro(member.user, pro)
    book_with_pro(member.user, webinar)
    topic = Topic.objects.get(chapter__course=pro)
    TopicProgress.objects.create(
        person=member.user, course=pro, topic=topic, is_completed=True, updated_at=NOW
    )
    clock.move_to(NOW + timedelta(minutes=15) + passed)
    api = logged_in(member.user)

    assert api.get(topic_path(topic)).status_code == (200 if is_open else 403)
    detail = api.get(f"/api/learning/webwebinarV1/{webinar.pk}").json()["data"]
    assert leads_to_room(detail["joinUrl"], api) is is_open
    assert api.get("/api/user").json()["data"]["activeLearnProSubscriptions"][0]["active"] is is_open
    assert access_mark(owned, api) == "open"
    assert TopicProgress.objects.get().is_completed

    later = NOW + timedelta(minutes=20)
    with transaction.atomic():
        pro_time.add(person_id=member.user.pk, line_id=new_id(), label="30 days", days=30, at=later)
    clock.move_to(later)
    again = logged_in(member.user)
    assert again.get(topic_path(topic)).status_code == 200
    progress = again.get(f"/api/course/progress/{pro.pk}").json()["progress"]
    assert (progress["percent"], progress["isCompleted"]) == (100, True)
    detail = again.get(f"/api/learning/webwebinarV1/{webinar.pk}").json()["data"]
    assert leads_to_room(detail["joinUrl"], again)
