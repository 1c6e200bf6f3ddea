"""The three lists, and the card of each."""

from datetime import timedelta

import pytest
import time_machine

from apps.catalog.tests.factories import CategoryFactory
from apps.content.tests.factories import InstructorFactory
from apps.core.testing.schema_checks import assert_matches_schema
from apps.live.tests.factories import (
    NOW,
    SECRET,
    LiveTradingFactory,
    MentorshipFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]


def program(title=None, *, starts_at, **fields):
    names = {"title": title} if title else {}
    session = SessionFactory(program=LiveTradingFactory(**names, **fields), starts_at=starts_at)
    return session.program


def webinar(title=None, *, starts_at, **fields):
    return WebinarFactory(**({"title": title} if title else {}), starts_at=starts_at, **fields)


def mentorship(title=None, *, starts_at, **fields):
    return MentorshipFactory(**({"title": title} if title else {}), starts_at=starts_at, **fields)


WEBINARS = ("learning/webinarV1", webinar, 2)
MENTORSHIPS = ("mentorship", mentorship, 3)
PROGRAMS = ("learning/web/liveotp", program, 4)
EACH_LIST = pytest.mark.parametrize(("path", "make", "queries"), [WEBINARS, MENTORSHIPS, PROGRAMS])


@pytest.mark.usefixtures("known_rates")
@EACH_LIST
@pytest.mark.parametrize("count", [1, 3])
def test_the_number_of_queries_does_not_depend_on_the_number_of_rows(
    api, django_assert_num_queries, path, make, queries, count
):
    for number in range(count):
        make(
            starts_at=NOW + timedelta(days=number),
            language="Hindi",
            category=CategoryFactory(title=str(number)),
        )
        make(starts_at=NOW + timedelta(days=number), category=CategoryFactory())

    with django_assert_num_queries(queries):
        filtered = api.get(f"/api/{path}?language=Hindi&category=0").json()
    with django_assert_num_queries(queries):
        answer = api.get(f"/api/{path}").json()

    assert len(filtered["data"]) == filtered["totalCount"] == 1
    assert len(answer["data"]) == answer["totalCount"] == 2 * count
    assert_matches_schema(answer, path=path)


@EACH_LIST
def test_what_has_ended_is_left_out_and_the_soonest_is_first(api, path, make, queries):
    make("later", starts_at=NOW + timedelta(days=2))
    make("running", starts_at=NOW - timedelta(minutes=59))
    make("sooner", starts_at=NOW + timedelta(days=1))
    make("over", starts_at=NOW - timedelta(days=1))
    make("hidden", starts_at=NOW + timedelta(days=1, hours=1), is_published=False)

    answer = api.get(f"/api/{path}").json()

    assert [row["title"] for row in answer["data"]] == ["running", "sooner", "later"]
    assert answer["totalCount"] == 3


@EACH_LIST
def test_it_leaves_the_list_when_it_ends(api, path, make, queries):
    make("running", starts_at=NOW - timedelta(minutes=30))
    assert api.get(f"/api/{path}").json()["totalCount"] == 1

    with time_machine.travel(NOW + timedelta(minutes=60), tick=False):
        assert api.get(f"/api/{path}").json() == {"data": [], "totalCount": 0}


@EACH_LIST
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("skip=0&limit=2", ["0", "1"]),
        ("skip=2&limit=2", ["2"]),
        ("skip=3", []),
        ("limit=0", []),
        ("limit=100000", ["0", "1", "2"]),
    ],
)
def test_pages_follow_each_other(api, path, make, queries, query, expected):
    for number in range(3):
        make(str(number), starts_at=NOW + timedelta(days=number + 1))

    answer = api.get(f"/api/{path}?{query}").json()

    assert [row["title"] for row in answer["data"]] == expected
    assert answer["totalCount"] == 3


@EACH_LIST
@pytest.mark.parametrize(
    ("name", "value"), [("skip", "-1"), ("limit", "-1"), ("limit", "ten"), ("skip", "1.5")]
)
def test_invalid_pagination_is_refused_with_the_name(api, path, make, queries, name, value):
    response = api.get(f"/api/{path}?{name}={value}")

    assert response.status_code == 400
    assert list(response.json()["errors"]) == [name]


@EACH_LIST
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("language=Hindi", ["Hindi funds", "Hindi"]),
        ("language=English", ["Funds"]),
        ("language=Tamil", []),
        ("category=Funds", ["Hindi funds", "Funds"]),
        ("category=Shares", []),
        ("language=Hindi&category=Funds", ["Hindi funds"]),
        ("language=Hindi&skip=1&limit=1", ["Hindi"]),
    ],
)
def test_a_list_is_filtered_by_language_and_category(api, path, make, queries, query, expected):
    funds = CategoryFactory(title="Funds")
    make("Hindi funds", starts_at=NOW + timedelta(days=1), language="Hindi", category=funds)
    make("Funds", starts_at=NOW + timedelta(days=2), category=funds)
    make("Hindi", starts_at=NOW + timedelta(days=3), language="Hindi")
    make("Over", starts_at=NOW - timedelta(days=1), language="Hindi", category=funds)

    answer = api.get(f"/api/{path}?{query}").json()

    assert [row["title"] for row in answer["data"]] == expected
    assert answer["totalCount"] == len(expected) + ("skip" in query)


@EACH_LIST
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language", "hi"),
        ("language", "hindi"),
        ("language", ""),
        ("category", ""),
        ("category", "%00"),
        ("category", "x" * 61),
    ],
)
def test_a_value_that_no_filter_has_is_refused_with_the_name(api, path, make, queries, name, value):
    response = api.get(f"/api/{path}?{name}={value}")

    assert response.status_code == 400
    assert list(response.json()["errors"]) == [name]


@EACH_LIST
def test_no_list_has_the_join_link(api, member, path, make, queries):
    make(starts_at=NOW + timedelta(days=1))

    assert SECRET not in api.get(f"/api/{path}").content.decode()
    assert SECRET not in member.api.get(f"/api/{path}").content.decode()


@EACH_LIST
def test_a_members_list_is_not_cached(api, member, path, make, queries):
    assert member.api.get(f"/api/{path}")["Cache-Control"] == "private, no-store"
    assert api.get(f"/api/{path}")["Cache-Control"] == "public, max-age=0, must-revalidate"


def test_webinar_card_matches_the_contract(api):
    row = WebinarFactory(
        title="Order books",
        weburlname="order-books",
        host=InstructorFactory(name="Meera Iyer", slug="meera-iyer"),
        language="Hindi",
        category=CategoryFactory(title="Technical Analysis"),
        hue=200,
        price_paise=49_950,
        markup_price_paise=79_900,
        starts_at=NOW,
        ends_at=NOW + timedelta(minutes=90),
        capacity=2,
    )

    assert api.get("/api/learning/webinarV1").json()["data"] == [
        {
            "_id": str(row.pk),
            "title": "Order books",
            "weburlname": "order-books",
            "webinarTime": "2026-11-21T09:30:00Z",
            "webinarEndTime": "2026-11-21T11:00:00Z",
            "smallBanner": f"/covers/square/200/{row.pk}.svg",
            "bannerImageUrl": f"/covers/wide/200/{row.pk}.svg",
            "hostProfilename": "Meera Iyer",
            "hostWeburlname": "meera-iyer",
            "hostImage": None,
            "language": "Hindi",
            "category": "Technical Analysis",
            "price": 499.5,
            "markup_price": 799,
            "priceWithGst": 589.42,
            "markupPriceWithGst": 942.82,
            "isFree": False,
            "isBooked": False,
            "seatsLeft": 2,
            "fewSeatsLeft": 2,
        }
    ]


def test_free_webinar_without_a_limit(api):
    WebinarFactory(price_paise=0)

    card = api.get("/api/learning/webinarV1").json()["data"][0]

    assert (card["isFree"], card["price"], card["markup_price"], card["seatsLeft"]) == (True, 0, None, None)


def test_uploaded_banners_are_used(api):
    WebinarFactory(banner="live/wide.png", small_banner="live/small.png")

    card = api.get("/api/learning/webinarV1").json()["data"][0]

    assert card["bannerImageUrl"] == "/media/live/wide.png"
    assert card["smallBanner"] == "/media/live/small.png"


def test_mentorship_card_matches_the_contract(api):
    row = MentorshipFactory(
        title="First year",
        weburlname="first-year",
        host=InstructorFactory(name="Kavya", slug="kavya", experience="8 years", bio="Plans."),
        hue=62,
        price_paise=499_900,
        starts_at=NOW,
    )

    assert api.get("/api/mentorship").json()["data"] == [
        {
            "_id": str(row.pk),
            "title": "First year",
            "weburlname": "first-year",
            "start_date": "2026-11-21T09:30:00Z",
            "end_date": "2026-11-21T10:30:00Z",
            "smallBanner": f"/covers/square/62/{row.pk}.svg",
            "mentorbannerurl": f"/covers/wide/62/{row.pk}.svg",
            "mentor_details": {
                "name": "Kavya",
                "weburlname": "kavya",
                "experience": "8 years",
                "credentials": [],
                "image": None,
                "bio": "Plans.",
            },
            "language": "English",
            "category": None,
            "price": 4999,
            "markup_price": None,
            "priceWithGst": 5898.82,
            "markupPriceWithGst": None,
            "isFree": False,
            "isBooked": False,
            "seatsLeft": None,
            "fewSeatsLeft": None,
            "capacity": None,
            "meetingTimes": [{"start": "2026-11-21T09:30:00Z", "end": "2026-11-21T10:30:00Z"}],
            "meetingsSummary": "Sat 21 Nov 2026, 3 to 4 PM",
        }
    ]


def test_program_card_matches_the_contract(api):
    row = LiveTradingFactory(
        title="After the bell",
        weburlname="after-the-bell",
        host=InstructorFactory(name="Meera", slug="meera", experience="14 years", bio="Charts."),
        language="Tamil",
        category=CategoryFactory(title="Market Basics"),
        hue=255,
    )
    upcoming = SessionFactory(
        program=row, name="Review", starts_at=NOW + timedelta(days=1), capacity=3, base_price_paise=29_900
    )
    started = SessionFactory(program=row, name="Started", starts_at=NOW - timedelta(days=1))

    assert api.get("/api/learning/web/liveotp").json()["data"] == [
        {
            "_id": str(row.pk),
            "title": "After the bell",
            "weburlname": "after-the-bell",
            "smallBanner": f"/covers/square/255/{row.pk}.svg",
            "mentorbannerurl": f"/covers/wide/255/{row.pk}.svg",
            "web_banner_url": f"/covers/wide/255/{row.pk}.svg",
            "mentor_details": {
                "name": "Meera",
                "weburlname": "meera",
                "experience": "14 years",
                "credentials": [],
                "image": None,
                "bio": "Charts.",
            },
            "language": "Tamil",
            "category": "Market Basics",
            "programSessions": [
                {
                    "_id": str(started.pk),
                    "sessionName": "Started",
                    "date": "2026-11-20T09:30:00Z",
                    "endDate": "2026-11-20T11:00:00Z",
                    "booked": False,
                    "full": False,
                    "seatsLeft": None,
                    "fewSeatsLeft": None,
                    "basePricePerSession": 499,
                    "waitingPlace": None,
                    "offeredUntil": None,
                },
                {
                    "_id": str(upcoming.pk),
                    "sessionName": "Review",
                    "date": "2026-11-22T09:30:00Z",
                    "endDate": "2026-11-22T11:00:00Z",
                    "booked": False,
                    "full": False,
                    "seatsLeft": 3,
                    "fewSeatsLeft": 3,
                    "basePricePerSession": 299,
                    "waitingPlace": None,
                    "offeredUntil": None,
                },
            ],
            "fromPrice": 299,
            "fromSessions": 1,
            "priceWithGst": 352.82,
            "singlePriceWithGst": 352.82,
            "nextSessionAt": "2026-11-22T09:30:00Z",
        }
    ]


def test_programs_are_ordered_by_their_next_session(api):
    long_running = program("long-running", starts_at=NOW - timedelta(days=30))
    SessionFactory(program=long_running, starts_at=NOW + timedelta(days=5))
    program("new", starts_at=NOW + timedelta(days=2))
    LiveTradingFactory(title="without sessions")

    answer = api.get("/api/learning/web/liveotp").json()

    assert [row["title"] for row in answer["data"]] == ["new", "long-running"]
    assert answer["totalCount"] == 2
