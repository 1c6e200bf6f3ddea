"""
What each way to have something opens: one table for all.

Each column is a person who came to it in one way, each row a thing. A mark says how it answers them:
'open' is an access that lasts by itself, 'pro' one that Pro gives, 'pay' and 'free' how it could be had,
'own' that it is booked and its room opens, 'shut' that it is booked and its room does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction

from apps.accounts.models import Entitlement, User
from apps.accounts.services import entitlements, pro_time
from apps.accounts.states import Scope, Source
from apps.catalog.models import Course, Topic, TopicProgress
from apps.catalog.tests.factories import CourseFactory, TopicFactory
from apps.catalog.tests.learners import topic_path
from apps.core.ids import new_id
from apps.core.sellables import Line
from apps.core.testing.clients import ApiClient, logged_in
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, Mentorship, ProgramSession, Webinar
from apps.live.services import paid_seats
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import NOW, SECRET, MentorshipFactory, SessionFactory, WebinarFactory

pytestmark = pytest.mark.django_db(transaction=True)

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
BEGUN, END = NOW - 60 * DAY, NOW + DAY

Thing = Course | Webinar | Mentorship | ProgramSession


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


# --- the people -------------------------------------------------------------------------------------


def nothing(person: User, thing: Thing) -> None:
    """They have an account and nothing else."""


def bought(person: User, thing: Thing) -> None:
    buy(person, thing)


def refunded(person: User, thing: Thing) -> None:
    line = buy(person, thing)
    if isinstance(thing, Course):
        entitlements.end_bought(line_id=line.id, person_id=person.pk, at=NOW)
    else:
        paid_seats.revoke(line=line)


def pro_active(person: User, thing: Thing) -> None:
    give_pro(person, END)


def pro_ended(person: User, thing: Thing) -> None:
    """It was over at this very second; what could be booked with it was."""
    give_pro(person, NOW)
    book_with_pro(person, thing)


def pro_booked(person: User, thing: Thing) -> None:
    give_pro(person, END)
    book_with_pro(person, thing)


def pro_refunded(person: User, thing: Thing) -> None:
    line_id = give_pro(person, END)
    book_with_pro(person, thing)
    pro_time.take_back(person_id=person.pk, line_id=line_id, at=NOW)


def trial(person: User, thing: Thing) -> None:
    Entitlement.objects.create(
        person=person,
        scope=Scope.PRO,
        source=Source.TRIAL,
        label="Free trial",
        starts_at=NOW - DAY,
        ends_at=NOW + 6 * DAY,
    )


def bought_and_pro_ended(person: User, thing: Thing) -> None:
    buy(person, thing)
    give_pro(person, NOW)


def on_staff(person: User, thing: Thing) -> None:
    User.objects.filter(pk=person.pk).update(is_staff=True)


def give_pro(person: User, until: datetime) -> Any:
    line_id = new_id()
    pro_time.add(person_id=person.pk, line_id=line_id, label="1 year", days=(until - BEGUN).days, at=BEGUN)
    return line_id


def buy(person: User, thing: Thing) -> Line:
    line = Line(new_id(), new_id(), person.pk, thing.pk, str(thing), {}, 30)
    if isinstance(thing, Course):
        entitlements.grant_bought_course(
            person_id=person.pk,
            course_id=thing.pk,
            line_id=line.id,
            label=thing.title,
            at=NOW - DAY,
            ends_at=NOW + 29 * DAY,
        )
    else:
        paid_seats.hold(lines=[line], of=type(thing), at=NOW - 2 * DAY)
        paid_seats.deliver(lines=[line], of=type(thing))
    return line


def book_with_pro(person: User, thing: Thing) -> None:
    """What Pro lets people take, as they would have done while it was active."""
    if isinstance(thing, Course) and thing.is_pro:
        entitlements.grant_course(
            person=person, course_id=thing.pk, source=Source.PRO, label="x", at=BEGUN, ends_at=None
        )
    elif isinstance(thing, Webinar):
        Booking.objects.create(
            person=person,
            webinar=thing,
            status=BookingStatus.BOOKED,
            booked_by=BookedBy.PRO if thing.price_paise else BookedBy.FREE,
            made_at=BEGUN,
        )


# --- the things, and how they answer ----------------------------------------------------------------


def course(**values: Any) -> Course:
    return TopicFactory(chapter__course=CourseFactory(**values)).chapter.course


def soon() -> dict[str, Any]:
    """A room that is open by now."""
    return {"starts_at": NOW + timedelta(minutes=10), "ends_at": NOW + timedelta(minutes=70), "capacity": 9}


THINGS: dict[str, Callable[[], Thing]] = {
    "paid course": course,
    "free course": lambda: course(offer_price_paise=0),
    "Pro course": lambda: course(offer_price_paise=0, is_pro=True),
    "priced Pro course": lambda: course(is_pro=True),
    "paid webinar": lambda: WebinarFactory(price_paise=499_00, **soon()),
    "free webinar": lambda: WebinarFactory(price_paise=0, **soon()),
    "mentorship": lambda: MentorshipFactory(price_paise=9_999_00, **soon()),
    "session": lambda: SessionFactory(join_url=SECRET, **soon()),
}

PEOPLE: dict[str, Callable[[User, Thing], None]] = {
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

CASES = [
    (thing, person, mark)
    for thing, marks in TABLE.items()
    for person, mark in zip(PEOPLE, marks, strict=True)
]


@pytest.mark.parametrize(("name", "who", "mark"), CASES)
def test_who_may_open_what(name: str, who: str, mark: str, member: Person) -> None:
    thing = THINGS[name]()
    with transaction.atomic():
        PEOPLE[who](member.user, thing)
    member.user.refresh_from_db()
    assert answer_of(thing, logged_in(member.user)) == mark


def test_the_table_names_everything() -> None:
    assert list(TABLE) == list(THINGS)
    assert {len(marks) for marks in TABLE.values()} == {len(PEOPLE)}


def answer_of(thing: Thing, api: ApiClient) -> str:
    if isinstance(thing, Course):
        return course_answer(thing, api)
    if isinstance(thing, Webinar):
        return webinar_answer(thing, api)
    if isinstance(thing, Mentorship):
        detail = api.get(f"/api/mentorship/users/{thing.pk}").json()["data"]
        return booked(detail["isBooked"], detail["joinUrl"])
    rows = api.get("/api/learning/session-user").json()["data"]
    return booked(bool(rows), rows[0]["joinUrl"] if rows else None)


def course_answer(thing: Course, api: ApiClient) -> str:
    """The page's word for it, which must be the player's and the free booking's as well."""
    access = api.get(f"/api/course/users/{thing.pk}").json()["data"]["access"]
    is_open = bool(access and access["granted"])
    topic = Topic.objects.get(chapter__course=thing)
    assert api.get(topic_path(topic)).status_code == (200 if is_open else 403)
    taken = api.post("/api/course/bookfreecourseV1", {"id": str(thing.pk)})
    if is_open:
        return "pro" if access["via"] in ("pro", "trial") else "open"
    if taken.status_code == 200:
        return "free"
    assert (taken.status_code, taken.json()["code"]) == (409, "payment_required")
    return "pay"


def webinar_answer(thing: Webinar, api: ApiClient) -> str:
    path = f"/api/learning/webwebinarV1/{thing.pk}"
    detail = api.get(path).json()["data"]
    [listed] = api.get("/api/learning/bookedwebinarV1").json()["data"] or [None]
    assert (listed is not None) is detail["isBooked"]
    if detail["isBooked"]:
        assert listed["joinUrl"] == detail["joinUrl"]
        return "own" if detail["joinUrl"] == SECRET else "shut"
    assert detail["joinUrl"] is None
    taken = api.post("/api/learning/bookfreewebinarV1", {"id": str(thing.pk)})
    if taken.status_code == 200:
        return "free"
    assert (taken.status_code, taken.json()["code"]) == (409, "payment_required")
    return "pay"


def booked(is_booked: bool, join_url: str | None) -> str:
    assert (join_url == SECRET) is is_booked
    return "own" if is_booked else "pay"


# --- the second at which it ends ---------------------------------------------------------------------


@pytest.mark.parametrize(("passed", "is_open"), [(-SECOND, True), (0 * SECOND, False), (SECOND, False)])
def test_it_closes_by_itself_at_its_second_and_progress_stays(
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
    assert detail["joinUrl"] == (SECRET if is_open else None)
    assert api.get("/api/user").json()["data"]["activeLearnProSubscriptions"][0]["active"] is is_open
    assert answer_of(owned, api) == "open"
    assert TopicProgress.objects.get().is_completed

    later = NOW + timedelta(minutes=20)
    with transaction.atomic():
        pro_time.add(person_id=member.user.pk, line_id=new_id(), label="30 days", days=30, at=later)
    clock.move_to(later)
    again = logged_in(member.user)
    assert again.get(topic_path(topic)).status_code == 200
    kept = again.get(f"/api/course/progress/{pro.pk}").json()["progress"]
    assert (kept["percent"], kept["isCompleted"]) == (100, True)
    assert again.get(f"/api/learning/webwebinarV1/{webinar.pk}").json()["data"]["joinUrl"] == SECRET
