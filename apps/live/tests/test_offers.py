"""What somebody can do with something live, at, just before and just after every time that matters."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings

from apps.catalog.tests.course_helpers import give_pro
from apps.core.testing.fixtures import Person
from apps.live import room_urls
from apps.live.models import Booking, ProgramSession, Webinar
from apps.live.room_urls import RoomKey
from apps.live.selectors import offers
from apps.live.selectors.offers import Occasion, Schedule
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.bookings import book
from apps.live.tests.factories import NOW as START
from apps.live.tests.factories import WebinarFactory

SECOND, MINUTE, HOUR, DAY = (timedelta(**{unit: 1}) for unit in ("seconds", "minutes", "hours", "days"))
END = START + HOUR
ROOM, FILM = "https://meet.example.in/room", "https://video.example.in/film"
OPENS = START - 15 * MINUTE
MEETING_ID, PERSON_ID = uuid4(), uuid4()
JOIN_URL = room_urls.signed_url(RoomKey("join", MEETING_ID, PERSON_ID, END))


def occasion(**values: Any) -> Schedule:
    facts = {
        "is_cancelled": False,
        "is_moved": False,
        "moved_from": None,
        "has_room": True,
        "has_recording": True,
        **values,
    }
    return Schedule.of_one(Occasion(MEETING_ID, "Meeting", starts_at=START, ends_at=END, **facts))


def for_owner(schedule: Schedule | None = None, **values: Any) -> offers.LiveFacts:
    return offers.for_owner(schedule or occasion(), person_id=PERSON_ID, **values)


def text(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


@pytest.mark.parametrize(
    ("now", "expected", "booked"),
    [
        (START - SECOND, "planned", "upcoming"),
        (START, "live", "live"),
        (END - SECOND, "live", "live"),
        (END, "over", "completed"),
    ],
)
def test_the_status_follows_start_and_end(now: datetime, expected: str, booked: str) -> None:
    assert offers.stage(occasion(), now=now) == expected
    assert offers.booking_status(occasion(), now=now) == booked


@pytest.mark.parametrize("now", [START - DAY, START, END, END + DAY])
def test_what_we_cancelled_waits_for_its_owner_whatever_its_date(now: datetime) -> None:
    cancelled = occasion(is_cancelled=True)
    assert offers.stage(cancelled, now=now) == "cancelled"
    assert offers.booking_status(cancelled, now=now) == "upcoming"


def for_buyer(now: datetime = START - DAY, *, cancelled: bool = False, **values: Any) -> offers.LiveFacts:
    facts = {"is_free": False, "seats_left": None, "pro": False, **values}
    return offers.for_buyer(occasion(is_cancelled=cancelled), now=now, **facts)


@pytest.mark.parametrize("seats_left", [None, 1, 6])
@pytest.mark.parametrize(
    ("is_free", "pro", "expected"),
    [
        (True, False, "bookFree"),
        (True, True, "bookFree"),
        (False, True, "bookWithPro"),
        (False, False, "buy"),
        (False, None, "buy"),
        (True, None, "notOpen"),
    ],
)
def test_what_can_be_booked(is_free: bool, pro: bool | None, seats_left: int | None, expected: str) -> None:
    ahead = for_buyer(is_free=is_free, pro=pro, seats_left=seats_left)
    assert (ahead["offer"], ahead["joinUrl"], ahead["recordingUrl"]) == (expected, None, None)
    assert for_buyer(END - SECOND, is_free=is_free, pro=pro, seats_left=seats_left)["offer"] == expected
    assert for_buyer(END, is_free=is_free, pro=pro, seats_left=seats_left)["offer"] == "ended"


@pytest.mark.parametrize("is_free", [True, False])
@pytest.mark.parametrize("pro", [True, False, None])
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"seats_left": 0}, "soldOut"),
        ({"seats_left": 0, "now": END}, "ended"),
        ({"cancelled": True}, "cancelled"),
        ({"cancelled": True, "seats_left": 0}, "cancelled"),
        ({"cancelled": True, "now": END}, "cancelled"),
    ],
)
def test_what_nobody_can_book(is_free: bool, pro: bool | None, values: Any, expected: str) -> None:
    assert for_buyer(is_free=is_free, pro=pro, **values)["offer"] == expected


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (START - DAY, START),
        (START - SECOND, START),
        (START, END),
        (END - SECOND, END),
        (END, None),
    ],
)
def test_a_buyers_answer_changes_at_the_start_and_the_end(now: datetime, expected: datetime | None) -> None:
    assert for_buyer(now)["nextChangeAt"] == (expected and text(expected))
    assert for_buyer(now, cancelled=True)["nextChangeAt"] is None


@pytest.mark.parametrize(
    ("now", "offer", "next_change"),
    [
        (OPENS - SECOND, "wait", OPENS),
        (OPENS, "join", START),
        (START, "join", END),
        (END - SECOND, "join", END),
        (END, "watch", None),
        (END + 400 * DAY, "watch", None),
    ],
)
def test_an_owner_waits_joins_and_watches(now: datetime, offer: str, next_change: datetime | None) -> None:
    assert for_owner(now=now) == {
        "offer": offer,
        "joinOpensAt": text(OPENS),
        "nextChangeAt": next_change and text(next_change),
        "joinUrl": JOIN_URL if offer == "join" else None,
        "recordingUrl": f"{settings.SITE_URL}/recordings/{MEETING_ID}" if offer == "watch" else None,
        "waitlist": None,
    }


@pytest.mark.parametrize(
    ("now", "offer", "next_change"),
    [
        (OPENS - SECOND, "wait", OPENS),
        (OPENS, "linkPending", OPENS + 20 * SECOND),
        (START - SECOND, "linkPending", START),
        (END - 21 * SECOND, "linkPending", END - SECOND),
        (END - SECOND, "linkPending", END),
        (END, "recordingPending", None),
    ],
)
def test_an_owner_waits_for_what_staff_have_not_entered(
    now: datetime, offer: str, next_change: datetime | None
) -> None:
    facts = for_owner(occasion(has_room=False, has_recording=False), now=now)
    assert (facts["offer"], facts["nextChangeAt"]) == (offer, next_change and text(next_change))
    assert (facts["joinUrl"], facts["recordingUrl"]) == (None, None)


@pytest.mark.parametrize("now", [START - DAY, OPENS, START, END, END + DAY])
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"is_cancelled": True, "has_choice": True}, "choose"),
        ({"is_cancelled": True, "has_choice": False}, "cancelled"),
        ({"is_cancelled": True, "has_choice": True, "has_access": False}, "choose"),
        ({"is_cancelled": False, "has_access": False}, "proEnded"),
    ],
)
def test_a_seat_that_does_not_work_has_no_link(now: datetime, values: dict[str, Any], expected: str) -> None:
    item = occasion(is_cancelled=values["is_cancelled"])
    own = {name: value for name, value in values.items() if name != "is_cancelled"}
    facts = for_owner(item, now=now, **own)
    assert facts["offer"] == expected
    assert (facts["joinUrl"], facts["recordingUrl"]) == (None, None)
    if item.is_cancelled:
        assert facts["nextChangeAt"] is None


def test_a_link_of_the_other_time_is_never_sent() -> None:
    for now in (OPENS - SECOND, OPENS, START, END - SECOND, END):
        facts = for_owner(now=now)
        assert (facts["joinUrl"] is None) or (facts["recordingUrl"] is None)


@pytest.mark.parametrize(("date", "expected"), [(START.date(), True), (None, False)])
def test_a_recording_whose_prices_have_no_date_is_not_there(date: Any, expected: str) -> None:
    times = {"starts_at": START, "ends_at": END, "market_data_date": date}
    webinar = Webinar(pk=MEETING_ID, title="Meeting", join_url=ROOM, recording_url=FILM, **times)
    assert Schedule.of(webinar) == occasion(has_recording=expected)


def booking(
    status: BookingStatus = BookingStatus.BOOKED, *, cancelled: bool = False, **values: Any
) -> Booking:
    session = ProgramSession(starts_at=START, ends_at=END, cancelled_at=START if cancelled else None)
    return Booking(session=session, status=status, **values)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (START - 5 * HOUR, True),
        (START - 4 * HOUR, True),
        (START - 4 * HOUR + SECOND, False),
        (START, False),
        (END, False),
    ],
)
def test_a_session_can_be_changed_until_four_hours_before(now: datetime, expected: bool) -> None:
    assert offers.change_before(booking().item) == START - 4 * HOUR
    assert offers.can_change(booking(), now=now) is expected
    assert offers.can_change(booking(cancelled=True), now=now) is True


@pytest.mark.parametrize("status", [status for status in BookingStatus if status != BookingStatus.BOOKED])
@pytest.mark.parametrize("cancelled", [True, False])
def test_what_is_not_booked_cannot_be_changed(status: BookingStatus, cancelled: bool) -> None:
    assert offers.can_change(booking(status, cancelled=cancelled), now=START - DAY) is False


@pytest.mark.parametrize(
    ("values", "now", "offer", "next_change"),
    [
        ({}, END - SECOND, "reassign", END),
        ({}, END, "creditExpired", None),
        ({"assigned_to_id": uuid4()}, END - SECOND, "creditUsed", None),
        ({"assigned_to_id": uuid4()}, END, "creditUsed", None),
    ],
)
def test_a_credit_is_open_until_its_end(
    values: dict[str, Any], now: datetime, offer: str, next_change: datetime | None
) -> None:
    credit = booking(BookingStatus.CANCELED, credit_ends_at=END, **values)
    facts = offers.for_credit(credit, Schedule.of(credit.item), now=now)
    assert (facts["offer"], facts["nextChangeAt"]) == (offer, next_change and text(next_change))
    assert (facts["joinUrl"], facts["recordingUrl"]) == (None, None)


@pytest.mark.parametrize(
    ("seats_left", "expected"), [(None, None), (0, None), (1, 1), (5, 5), (6, None), (500, None)]
)
def test_five_free_seats_and_fewer_are_worth_showing(seats_left: int | None, expected: int | None) -> None:
    assert offers.few_seats_left(seats_left) == expected


def session(
    starts_at: datetime, *, booked: bool = False, full: bool = False, price: int = 499
) -> dict[str, Any]:
    return {
        "date": text(starts_at),
        "endDate": text(starts_at + HOUR),
        "booked": booked,
        "full": full,
        "basePricePerSession": price,
    }


LATER = START + DAY


@pytest.mark.parametrize(
    ("sessions", "expected"),
    [
        ([], "nothingPlanned"),
        ([session(START - DAY), session(START)], "nothingPlanned"),
        ([session(START + SECOND)], "select"),
        ([session(LATER, full=True)], "soldOut"),
        ([session(LATER, booked=True)], "allBooked"),
        ([session(LATER, booked=True, full=True)], "allBooked"),
        ([session(LATER, booked=True), session(LATER + DAY, full=True)], "soldOut"),
        ([session(LATER, booked=True), session(LATER + DAY)], "select"),
        ([session(START), session(LATER, full=True)], "soldOut"),
    ],
)
def test_what_can_be_done_with_a_program(sessions: list[dict[str, Any]], expected: str) -> None:
    assert offers.for_program(sessions, now=START)["offer"] == expected


PLAN_OF_TWO = offers.PlanPrice(2, 399.5)


@pytest.mark.parametrize(
    ("sessions", "plans", "expected"),
    [
        ([], [], None),
        ([], [PLAN_OF_TWO], None),
        (
            [session(START, price=100), session(LATER, price=600), session(LATER, price=500)],
            [],
            (600, 1, 600),
        ),
        ([session(LATER, price=600, full=True), session(LATER, price=500)], [], (500, 1, 500)),
        ([session(LATER, price=500, full=True)], [], None),
        (
            [session(LATER, price=100, booked=True), session(LATER, price=500)],
            [PLAN_OF_TWO],
            (399.5, 1, 399.5),
        ),
        ([session(LATER, price=500), session(LATER, price=500)], [PLAN_OF_TWO], (399.5, 1, 399.5)),
        ([session(LATER, price=300), session(LATER, price=500)], [PLAN_OF_TWO], (399.5, 1, 399.5)),
        ([session(LATER)], [PLAN_OF_TWO, offers.PlanPrice(1, 450)], (450, 1, 450)),
        ([session(LATER), session(LATER)], [PLAN_OF_TWO, offers.PlanPrice(1, 450)], (399.5, 2, 450)),
        (
            [session(LATER), session(LATER)],
            [PLAN_OF_TWO, offers.PlanPrice(1, 399.5)],
            (399.5, 1, 399.5),
        ),
    ],
)
def test_from_is_the_lowest_price_of_the_next_session_that_can_be_booked(
    sessions: list[dict[str, Any]],
    plans: list[offers.PlanPrice],
    expected: tuple[float, int, float] | None,
) -> None:
    assert offers.lowest_price(sessions, plans, now=START) == expected


@pytest.mark.parametrize(
    ("now", "status", "next_change"),
    [
        (START - SECOND, "planned", START),
        (START, "live", END),
        (END - SECOND, "live", END),
        (END, "planned", LATER),
        (LATER, "live", LATER + HOUR),
        (LATER + HOUR, "over", None),
    ],
)
def test_a_program_changes_with_each_of_its_sessions(
    now: datetime, status: str, next_change: datetime | None
) -> None:
    facts = offers.for_program([session(START), session(LATER)], now=now)
    assert (facts["status"], facts["nextChangeAt"]) == (status, next_change and text(next_change))


@pytest.mark.django_db
@pytest.mark.parametrize("has_pro", [True, False])
@pytest.mark.parametrize(
    "values",
    [
        {},
        {"price_paise": 499_00},
        {"capacity": 1, "seats_taken": 1},
        {"capacity": 1, "seats_taken": 1, "price_paise": 499_00},
        {"starts_at": START - HOUR},
        {"cancelled_at": START, "cancellation_reason": "The host is ill."},
    ],
)
def test_booking_accepts_what_is_offered_and_nothing_else(
    member: Person, values: dict[str, Any], has_pro: bool
) -> None:
    webinar = WebinarFactory(**values)
    if has_pro:
        give_pro(member.user)
    with time_machine.travel(START, tick=False):
        detail = member.api.get(f"/api/learning/webwebinarV1/{webinar.pk}").json()["data"]
        response = member.api.post("/api/learning/bookfreewebinarV1", {"id": str(webinar.pk)})
    assert response.status_code == (200 if detail["offer"] in ("bookFree", "bookWithPro") else 409)
    if response.status_code == 200:
        assert response.json()["data"]["offer"] == ("join" if webinar.starts_at <= START else "wait")


@pytest.mark.django_db
def test_a_seat_that_pro_gave_works_only_with_pro(member: Person, committed: Any) -> None:
    webinar = WebinarFactory(starts_at=START)
    book(member.user, webinar, by=BookedBy.PRO)

    def offers_and_links() -> list[tuple[str, str | None]]:
        detail = member.api.get(f"/api/learning/webwebinarV1/{webinar.pk}").json()["data"]
        [booked] = member.api.get("/api/learning/bookedwebinarV1").json()["data"]
        [entry] = member.api.get("/api/dashboard").json()["data"]["next"]
        return [(row["offer"], row["joinUrl"]) for row in (detail, booked, entry)]

    with time_machine.travel(START, tick=False):
        assert offers_and_links() == [("proEnded", None)] * 3
        with committed():
            give_pro(member.user)
        joined = offers_and_links()
        assert [offer for offer, _ in joined] == ["join"] * 3
        assert all(url and "/rooms?key=" in url for _, url in joined)


@pytest.mark.django_db
def test_seats_worth_showing_include_the_callers_own_hold(member: Person) -> None:
    webinar = WebinarFactory(price_paise=499_00, capacity=1)
    book(member.user, webinar)
    Booking.objects.update(status=BookingStatus.HELD)
    with time_machine.travel(START, tick=False):
        own = member.api.get(f"/api/learning/webwebinarV1/{webinar.pk}").json()["data"]
    assert (own["offer"], own["fewSeatsLeft"], own["seatsLeft"]) == ("buy", 1, 1)
