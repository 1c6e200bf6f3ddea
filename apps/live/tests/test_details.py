from datetime import timedelta

import pytest

from apps.catalog.tests.factories import CategoryFactory
from apps.content.tests.factories import InstructorFactory
from apps.core.indian_time import iso_utc
from apps.core.testing.schema_checks import assert_matches_schema
from apps.live.models import LiveTrading, ProgramSession
from apps.live.selectors import holidays, public
from apps.live.tests.factories import (
    NOW,
    SECRET,
    LiveTradingFactory,
    MentorshipFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = pytest.mark.django_db

WEBINAR = ("learning/webwebinarV1", WebinarFactory, "webinar_unknown", 1)
MENTORSHIP = ("mentorship/users", MentorshipFactory, "mentorship_unknown", 2)
PROGRAM = ("learning/user/liveotp/web", LiveTradingFactory, "live_trading_unknown", 4)
EACH_DETAIL = pytest.mark.parametrize(("path", "make", "code", "queries"), [WEBINAR, MENTORSHIP, PROGRAM])


@pytest.mark.usefixtures("known_rates")
@EACH_DETAIL
def test_detail_is_found_by_id_and_slug(api, django_assert_num_queries, path, make, code, queries):
    funds = CategoryFactory(title="Funds")
    row = make(
        weburlname="a-slug", agenda=["First"], long_description="Long.", language="Hindi", category=funds
    )

    with django_assert_num_queries(queries):
        by_slug = api.get(f"/api/{path}/a-slug")
    with django_assert_num_queries(0):
        assert api.get(f"/api/{path}/a-slug").json() == by_slug.json()
    by_id = api.get(f"/api/{path}/{row.pk}")

    assert by_slug.status_code == 200
    assert by_slug.json() == by_id.json()
    assert by_slug.json()["data"]["agenda"] == ["First"]
    assert by_slug.json()["data"]["long_description"] == "Long."
    assert by_slug.json()["data"]["language"] == "Hindi"
    assert by_slug.json()["data"]["category"] == "Funds"
    assert_matches_schema(by_slug.json(), path=f"{path}/{{key}}")


@EACH_DETAIL
@pytest.mark.parametrize(
    "key", ["none", "01a1fe8e-f948-71a9-8d06-1349e41c6bd6", "not-a-uuid", "hidden", "%00", "हिंदी", "x" * 500]
)
def test_unknown_malformed_or_unpublished_is_not_found(api, path, make, code, queries, key):
    make(weburlname="hidden", is_published=False)

    response = api.get(f"/api/{path}/{key}")

    assert response.status_code == 404
    assert response.json()["code"] == code


@EACH_DETAIL
def test_no_detail_has_the_join_link(api, member, path, make, code, queries):
    row = make(weburlname="a-slug")
    if isinstance(row, LiveTrading):
        SessionFactory(program=row)

    assert SECRET not in api.get(f"/api/{path}/a-slug").content.decode()
    assert SECRET not in member.api.get(f"/api/{path}/a-slug").content.decode()


@EACH_DETAIL
def test_every_change_invalidates_the_cache(api, committed, path, make, code, queries):
    row = make(weburlname="a-slug", title="Before")
    assert api.get(f"/api/{path}/a-slug").json()["data"]["title"] == "Before"

    with committed():
        row.title = "After"
        row.save()
    assert api.get(f"/api/{path}/a-slug").json()["data"]["title"] == "After"

    with committed():
        type(row)._default_manager.update(is_published=False)
    assert api.get(f"/api/{path}/a-slug").status_code == 404


def test_webinar_detail_adds_to_its_card():
    row = WebinarFactory(
        host=InstructorFactory(name="Meera", slug="meera", experience="14 years", bio="Charts."),
        agenda=["One", "Two"],
    )
    card = public.webinar_list(page=public.Slice(0, 10), now=NOW)["data"][0]

    assert public.webinar_detail(key=str(row.pk), now=NOW) == {
        "data": {
            **card,
            "long_description": "",
            "agenda": ["One", "Two"],
            "host": {
                "name": "Meera",
                "weburlname": "meera",
                "experience": "14 years",
                "credentials": [],
                "image": None,
                "bio": "Charts.",
            },
            "calledOff": None,
            "status": "planned",
            "meetings": [only_meeting(row)],
            "offer": "bookFree",
            "joinOpensAt": iso_utc(row.starts_at - timedelta(minutes=15)),
            "nextChangeAt": iso_utc(row.starts_at),
            "joinUrl": None,
            "recordingUrl": None,
            "waitlist": None,
        }
    }


def only_meeting(row):
    return {
        "_id": str(row.pk),
        "title": str(row),
        "start_date": iso_utc(row.starts_at),
        "end_date": iso_utc(row.ends_at),
        "status": "planned",
        "seatsLeft": None,
        "isMoved": False,
        "movedFrom": None,
        "joinFrom": iso_utc(row.starts_at - timedelta(minutes=15)),
        "canJoin": False,
        "recording": None,
    }


def test_mentorship_detail_adds_to_its_card():
    row = MentorshipFactory(capacity=12, starts_at=NOW + timedelta(days=1))
    card = public.mentorship_list(page=public.Slice(0, 10), now=NOW)["data"][0]

    assert public.mentorship_detail(key=row.weburlname, now=NOW) == {
        "data": {
            **card,
            "long_description": "",
            "agenda": [],
            "schedule": ["Sun 22 Nov 2026, 3 to 4 PM: Meeting 1"],
            "calledOff": None,
            "status": "planned",
            "meetings": [
                {**only_meeting(row.meetings.get()), "title": "Meeting 1", "seatsLeft": 12},
            ],
            "offer": "notOpen",
            "joinOpensAt": iso_utc(row.starts_at - timedelta(minutes=15)),
            "nextChangeAt": iso_utc(row.starts_at),
            "joinUrl": None,
            "recordingUrl": None,
            "waitlist": None,
        }
    }


def test_program_detail_adds_to_its_card():
    session = SessionFactory()
    card = public.live_trading_list(page=public.Slice(0, 10), now=NOW)["data"][0]

    assert public.live_trading_detail(key=session.program.weburlname, now=NOW) == {
        "data": {
            **card,
            "holidays": holidays.all_days(),
            "long_description": "",
            "agenda": [],
            "status": "planned",
            "meetings": [
                {
                    "_id": str(session.pk),
                    "title": session.name,
                    "start_date": iso_utc(session.starts_at),
                    "end_date": iso_utc(session.ends_at),
                    "status": "planned",
                    "seatsLeft": None,
                }
            ],
            "offer": "select",
            "nextChangeAt": iso_utc(session.starts_at),
        }
    }


def test_ended_webinar_can_still_be_found(api):
    WebinarFactory(weburlname="over", starts_at=NOW - timedelta(days=400))

    assert api.get("/api/learning/webwebinarV1/over").status_code == 200


def test_changed_session_and_host_invalidate_the_cache(api, committed):
    session = SessionFactory(name="Before", program__weburlname="desk", program__host__name="Before")

    def shown():
        data = api.get("/api/learning/user/liveotp/web/desk").json()["data"]
        return data["mentor_details"]["name"], [row["sessionName"] for row in data["programSessions"]]

    assert shown() == ("Before", ["Before"])
    with committed():
        ProgramSession.objects.filter(pk=session.pk).update(name="After")
    assert shown() == ("Before", ["After"])
    with committed():
        session.program.host.name = "After"
        session.program.host.save()
    assert shown() == ("After", ["After"])
    with committed():
        session.delete()
    assert shown() == ("After", [])


@EACH_DETAIL
def test_a_renamed_category_invalidates_the_cache(api, committed, path, make, code, queries):
    row = make(weburlname="a-slug", category=CategoryFactory(title="Before"))

    def shown():
        return api.get(f"/api/{path}/a-slug").json()["data"]["category"]

    assert shown() == "Before"
    with committed():
        row.category.title = "After"
        row.category.save()
    assert shown() == "After"


def test_a_program_of_five_hundred_sessions_takes_few_queries(api, member, django_assert_max_num_queries):
    program = LiveTradingFactory(weburlname="desk")
    rows = [
        SessionFactory.build(program=program, starts_at=NOW + timedelta(days=1, hours=12 * number))
        for number in range(500)
    ]
    ProgramSession.objects.bulk_create(rows)

    for caller in (api, member.api):
        with django_assert_max_num_queries(6):
            answer = caller.get("/api/learning/user/liveotp/web/desk").json()
        assert len(answer["data"]["programSessions"]) == 500
