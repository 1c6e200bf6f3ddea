"""The server-rendered pages of webinars, mentorships and programs in each of their states."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from apps.accounts.models import Entitlement
from apps.catalog.tests.factories import CategoryFactory
from apps.content.tests.factories import InstructorFactory
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page
from apps.live.models import Booking
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import (
    NOW,
    SECRET,
    LiveTradingFactory,
    MentorshipFactory,
    PlanFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

SOON = {"starts_at": NOW + timedelta(days=2)}
ON = {"starts_at": NOW - timedelta(minutes=30)}
OVER = {"starts_at": NOW - timedelta(days=2)}


def book(person: Person, **thing: object) -> None:
    Booking.objects.create(
        person=person.user, status=BookingStatus.BOOKED, booked_by=BookedBy.FREE, made_at=NOW, **thing
    )


@pytest.mark.parametrize(
    ("facts", "seen", "unseen"),
    [
        (SOON, ["Price Free", "Book for free", "Add to calendar"], ["GST", "LIVE", "left"]),
        (
            {**SOON, "price_paise": 499_00, "markup_price_paise": 999_00, "capacity": 9, "seats_taken": 4},
            [
                "Book for ₹588.82",
                "Price ₹588.82 incl. 18% GST ₹499 + ₹89.82 GST instead of ₹1,178.82 50% off",
                "5 seats left",
                "Pro members book free.",
            ],
            ["for free"],
        ),
        ({**SOON, "capacity": 9, "seats_taken": 3}, ["Book for free"], ["seats left"]),
        ({**SOON, "capacity": 9, "seats_taken": 8}, ["1 seat left"], []),
        (
            {**SOON, "capacity": 9, "seats_taken": 9},
            ["All seats are taken", "Join the waiting list"],
            ["Book for"],
        ),
        (ON, ["LIVE", "Book for free"], []),
        (
            OVER,
            ["This webinar has ended", "See what's coming up"],
            ["Book for", "Add to calendar", "LIVE"],
        ),
        (
            {**SOON, "cancelled_at": NOW, "cancellation_reason": "The host is ill."},
            ["Cancelled by us: The host is ill."],
            ["Book for", "Add to calendar"],
        ),
    ],
)
def test_a_webinar_to_a_visitor(
    client: Client, facts: dict[str, Any], seen: list[str], unseen: list[str]
) -> None:
    WebinarFactory(weburlname="one", title="One evening", agenda=["Depth"], **facts)
    page = get_page(client, "/live-webinars/one")
    assert page.heading == "One evening"
    for words in seen:
        assert words in page.main.text
    for words in unseen:
        assert words not in page.main.text
    assert SECRET not in page.html


@pytest.mark.parametrize(
    ("facts", "seen", "is_open"),
    [
        (SOON, "The join link opens here on Mon 23 Nov, 2:45 PM IST.", False),
        ({"starts_at": NOW + timedelta(minutes=14)}, "Join now", True),
        (ON, "Join now", True),
        ({**ON, "join_url": ""}, "The join link will appear here once it is ready.", False),
        ({**OVER, "market_data_date": None}, "The recording will appear here once it is ready.", False),
        ({**OVER, "market_data_date": NOW.date() - timedelta(days=60)}, "Watch recording", True),
    ],
)
def test_a_webinar_to_who_has_booked_it(
    member: Person, facts: dict[str, Any], seen: str, is_open: bool
) -> None:
    book(member, webinar=WebinarFactory(weburlname="one", **facts))
    page = get_page(member.api, "/live-webinars/one")
    assert seen in page.main.text
    assert ("You're booked" in page.main.text) != ("You booked this" in page.main.text)
    is_joinable = "/rooms?key=" in page.html or "/recordings/" in page.html
    assert is_joinable == is_open
    assert SECRET not in page.html
    assert "Book for free" not in page.main.text


def test_pro_opens_webinars_and_a_trial_does_not(member: Person, other_member: Person) -> None:
    WebinarFactory(weburlname="one", price_paise=499_00, **SOON)
    for person, source in ((member, "paid"), (other_member, "trial")):
        Entitlement.objects.create(
            person=person.user, scope="pro", source=source, label="x", starts_at=NOW - timedelta(days=1)
        )
    assert "Book with your Pro" in get_page(member.api, "/live-webinars/one").main.text
    assert "Book for ₹588.82" in get_page(other_member.api, "/live-webinars/one").main.text


def test_a_mentorship_says_its_meetings_one_by_one(client: Client) -> None:
    starts = [NOW + timedelta(days=1 + 7 * week) for week in range(5)]
    MentorshipFactory(
        weburlname="weeks",
        meetings=[(start, start + timedelta(hours=1)) for start in starts],
        price_paise=4_999_00,
    )
    words = get_page(client, "/live-mentorships/weeks").main.text
    assert "Sundays, 5 afternoons, 3 to 4 PM" in words
    for day in ("Sun, 22 Nov 2026", "Sun, 29 Nov 2026", "Sun, 20 Dec 2026"):
        assert f"{day} 3:00 PM – 4:00 PM IST" in words
    assert "Book for ₹5,898.82" in words
    assert "Pro members book free." not in words


def events(person: Person | None) -> list[tuple[str, list[str]]]:
    """Pages and their endpoints. The person has booked each event."""
    values = {"starts_at": NOW + timedelta(days=1), "ends_at": NOW + timedelta(days=1, hours=1)}
    webinar, mentorship = WebinarFactory(**values), MentorshipFactory(**values)
    session = SessionFactory(program=LiveTradingFactory(weburlname="desk"), **values)
    PlanFactory(program=session.program, num_of_sessions=5)
    if person is not None:
        for column, event in (("webinar", webinar), ("mentorship", mentorship), ("session", session)):
            book(person, **{column: event})
    program = ["/api/learning/user/liveotp/web/desk", "/api/learning/plan?liveTradingId=desk"]
    return [
        (f"/live-webinars/{webinar.weburlname}", [f"/api/learning/webwebinarV1/{webinar.weburlname}"]),
        (f"/live-mentorships/{mentorship.weburlname}", [f"/api/mentorship/users/{mentorship.weburlname}"]),
        ("/live-trading/desk", program),
        ("/select-sessions/desk", [*program, *(["/api/learning/booked-times"] if person else [])]),
        ("/live-webinars", ["/api/learning/webinarV1?skip=0&limit=50"]),
        ("/live-mentorships", ["/api/mentorship?skip=0&limit=50"]),
        ("/live-trading", ["/api/learning/web/liveotp?skip=0&limit=50"]),
    ]


def test_a_visitors_data_are_the_endpoints_responses(client: Client) -> None:
    for path, urls in events(None):
        assert get_page(client, path).responses == [client.get(url).json() for url in urls], path


def test_a_members_data_know_what_they_have_booked(member: Person) -> None:
    for path, urls in events(member):
        assert get_page(member.api, path).responses == [member.api.get(url).json() for url in urls], path


def test_a_program_names_the_next_sessions_and_leads_to_the_calendar(client: Client, member: Person) -> None:
    program = LiveTradingFactory(weburlname="desk")
    PlanFactory(program=program, num_of_sessions=5)
    sessions = [
        SessionFactory(program=program, name=f"Number {day}", starts_at=NOW + timedelta(days=day))
        for day in range(-1, 9)
    ]
    book(member, session=sessions[2])
    main = get_page(client, "/live-trading/desk").main
    assert "/select-sessions/desk" in main.urls
    assert "From ₹470.82 a session incl. 18% GST ₹399 + ₹71.82 GST" in main.text
    assert [f"Number {day} " in main.text for day in range(-1, 9)] == [False] * 2 + [True] * 6 + [False] * 2
    assert "And 2 more sessions on the calendar." in main.text
    assert "Fri, 20 Nov 2026 onwards Next: Sun 22 Nov, 3:00 PM" in main.text
    assert "Booked" not in main.text
    assert "Booked" in get_page(member.api, "/live-trading/desk").main.text


@pytest.mark.parametrize(
    ("facts", "words"),
    [({"capacity": 1, "seats_taken": 1}, "All seats are taken"), (OVER, "No sessions scheduled yet")],
)
def test_a_program_without_anything_to_pick(client: Client, facts: dict[str, Any], words: str) -> None:
    SessionFactory(program=LiveTradingFactory(weburlname="desk"), **{**SOON, **facts})
    main = get_page(client, "/live-trading/desk").main
    assert words in main.text
    assert "From" not in main.text


@pytest.mark.parametrize("count", [1, 50])
@pytest.mark.parametrize(
    ("path", "make"),
    [("/live-webinars", WebinarFactory), ("/live-mentorships", MentorshipFactory), ("/live-trading", None)],
)
def test_lists_and_program_pages_take_few_queries(
    client: Client, django_assert_max_num_queries, path: str, make: Any, count: int
) -> None:
    for number in range(count):
        values = {"starts_at": NOW + timedelta(days=1 + number)}
        make(**values) if make else SessionFactory(**values)
    client.get("/live-webinars/none")  # what every page asks of the site
    with django_assert_max_num_queries(4):
        page = get_page(client, path)
    assert len(page.main.all("article")) == count


def test_a_programs_page_of_five_hundred_sessions_takes_few_queries(
    client: Client, django_assert_max_num_queries
) -> None:
    program = LiveTradingFactory(weburlname="desk")
    rows = [
        SessionFactory.build(program=program, starts_at=NOW + timedelta(days=1, hours=12 * number))
        for number in range(500)
    ]
    type(rows[0])._default_manager.bulk_create(rows)
    client.get("/live-webinars/none")
    with django_assert_max_num_queries(6):
        page = get_page(client, "/live-trading/desk")
    assert len(page.responses[0]["data"]["programSessions"]) == 500
    assert "And 494 more sessions on the calendar." in page.main.text


def test_a_list_is_filtered_by_its_url_on_the_first_paint(client: Client) -> None:
    meera, arjun = InstructorFactory(name="Meera & Co"), InstructorFactory(name="Arjun Deshmukh")
    WebinarFactory(title="Free one", host=meera, price_paise=0, starts_at=NOW + timedelta(hours=1))
    WebinarFactory(title="Paid one", host=meera, price_paise=49_900, starts_at=NOW + timedelta(days=3))
    WebinarFactory(title="Late one", host=arjun, price_paise=0, starts_at=NOW + timedelta(days=40))

    def listed(**query: str) -> list[str]:
        main = get_page(client, "/live-webinars", query).main
        return [heading.text for heading in main.all("h3")]

    assert listed() == ["Free one", "Paid one", "Late one"]
    assert listed(price="free") == ["Free one", "Late one"]
    assert listed(host="Meera & Co", price="paid") == ["Paid one"]
    assert listed(date="week") == ["Free one", "Paid one"]
    assert listed(price="gold", date="never", utm_source="mail") == ["Free one", "Paid one", "Late one"]
    assert listed(host="x" * 121) == ["Free one", "Paid one", "Late one"]
    main = get_page(client, "/live-webinars", {"price": "paid", "host": "Arjun Deshmukh"}).main
    assert "No webinars match these filters" in main.text
    assert ("/live-webinars", "Clear filters") in main.links


EACH_LIST = pytest.mark.parametrize(
    ("path", "make"),
    [
        ("/live-webinars", WebinarFactory),
        ("/live-mentorships", MentorshipFactory),
        ("/live-trading", lambda **fields: SessionFactory(program=LiveTradingFactory(**fields)).program),
    ],
)


@EACH_LIST
def test_each_list_is_filtered_by_language_and_category_on_the_first_paint(
    client: Client, path: str, make: Any
) -> None:
    funds, risk = CategoryFactory(title="Funds & ETFs"), CategoryFactory(title="Risk")
    make(title="Hindi funds", language="Hindi", category=funds)
    make(title="English risk", category=risk)
    make(title="Hindi", language="Hindi")

    def listed(**query: str) -> set[str]:
        return {heading.text for heading in get_page(client, path, query).main.all("h3")}

    assert listed(language="Hindi") == {"Hindi funds", "Hindi"}
    assert listed(category="Funds & ETFs") == {"Hindi funds"}
    assert listed(language="Hindi", category="Risk") == set()
    assert listed(language="", category="") == {"Hindi funds", "English risk", "Hindi"}
    [form] = get_page(client, path, {"language": "Hindi"}).main.all("form")
    assert (form.attributes["action"], form.attributes["aria-label"]) == (path, "Filters")
    options = {
        select.attributes["name"]: [option.text for option in select.all("option")]
        for select in form.all("select")
    }
    assert options["language"] == ["Any language", "English", "Hindi"]
    assert options["category"] == ["Any subject", "Funds & ETFs", "Risk"]
    chosen = [option.text for option in form.all("option", selected="")]
    assert chosen == ["Any price", "Any date", "Hindi", "Any subject", "Any mentor"]


@EACH_LIST
def test_a_card_has_the_language(client: Client, path: str, make: Any) -> None:
    host = InstructorFactory(name="Rohit Saxena")
    make(title="One", language="Hindi", host=host)
    make(title="Two", host=host)

    texts = {card.one("h3").text: card.text for card in get_page(client, path).main.all("article")}

    assert "Hindi" in texts["One"]
    assert "English" not in texts["One"]
    assert "Rohit Saxena · English" in texts["Two"]
    assert "Hindi" not in texts["Two"]


def test_a_list_of_one_has_nothing_to_filter(client: Client) -> None:
    WebinarFactory(title="Only", starts_at=NOW + timedelta(hours=1))
    assert get_page(client, "/live-webinars").main.all("form") == []


@pytest.mark.parametrize("name", ["host", "date", "price", "language", "category"])
def test_filtered_lists_are_not_cached(client: Client, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Anybody can make up hosts, and the cache has no room for all of their pages."""
    WebinarFactory(starts_at=NOW + timedelta(hours=1))
    cached: list[Any] = []
    cache_set = cache.set
    monkeypatch.setattr(
        cache, "set", lambda key, value, *args: (cached.append(value), cache_set(key, value, *args))
    )
    get_page(client, "/live-webinars", {name: "today" if name == "date" else "free"})
    assert not any("Live talks on one topic" in repr(value) for value in cached)
    get_page(client, "/live-webinars", {"utm": "x"})
    assert sum("Live talks on one topic" in repr(value) for value in cached) == 1
