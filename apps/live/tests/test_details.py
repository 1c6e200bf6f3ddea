from datetime import timedelta

import pytest

from apps.content.tests.factories import InstructorFactory
from apps.core.testing.described import assert_described
from apps.live.models import LiveTrading, ProgramSession
from apps.live.selectors import public
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
MENTORSHIP = ("mentorship/users", MentorshipFactory, "mentorship_unknown", 1)
PROGRAM = ("learning/user/liveotp/web", LiveTradingFactory, "live_trading_unknown", 2)
EACH_DETAIL = pytest.mark.parametrize(("path", "make", "code", "queries"), [WEBINAR, MENTORSHIP, PROGRAM])


@EACH_DETAIL
def test_detail_answers_to_id_and_address_name(api, django_assert_num_queries, path, make, code, queries):
    row = make(weburlname="a-name", agenda=["First"], long_description="Long.")

    with django_assert_num_queries(queries):
        by_name = api.get(f"/api/{path}/a-name")
    with django_assert_num_queries(0):
        assert api.get(f"/api/{path}/a-name").json() == by_name.json()
    by_id = api.get(f"/api/{path}/{row.pk}")

    assert by_name.status_code == 200
    assert by_name.json() == by_id.json()
    assert by_name.json()["data"]["agenda"] == ["First"]
    assert by_name.json()["data"]["long_description"] == "Long."
    assert_described(by_name.json(), path=f"{path}/{{key}}")


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
def test_no_detail_tells_where_to_join(api, member, path, make, code, queries):
    row = make(weburlname="a-name")
    if isinstance(row, LiveTrading):
        SessionFactory(program=row)

    assert SECRET not in api.get(f"/api/{path}/a-name").content.decode()
    assert SECRET not in member.api.get(f"/api/{path}/a-name").content.decode()


@EACH_DETAIL
def test_every_change_is_seen_at_once(api, committed, path, make, code, queries):
    row = make(weburlname="a-name", title="Before")
    assert api.get(f"/api/{path}/a-name").json()["data"]["title"] == "Before"

    with committed():
        row.title = "After"
        row.save()
    assert api.get(f"/api/{path}/a-name").json()["data"]["title"] == "After"

    with committed():
        type(row)._default_manager.update(is_published=False)
    assert api.get(f"/api/{path}/a-name").status_code == 404


def test_webinar_detail_adds_to_its_card():
    row = WebinarFactory(
        host=InstructorFactory(name="Meera", experience="14 years", bio="Charts."), agenda=["One", "Two"]
    )
    card = public.webinar_list(asked=public.Slice(0, 10), now=NOW)["data"][0]

    assert public.webinar_detail(key=str(row.pk), now=NOW) == {
        "data": {
            **card,
            "long_description": "",
            "agenda": ["One", "Two"],
            "host": {"name": "Meera", "experience": "14 years", "image": None, "bio": "Charts."},
            "calledOff": None,
            "joinUrl": None,
            "recordingUrl": None,
        }
    }


def test_mentorship_detail_adds_to_its_card():
    row = MentorshipFactory(schedule=["Week 1"])
    card = public.mentorship_list(asked=public.Slice(0, 10), now=NOW)["data"][0]

    assert public.mentorship_detail(key=row.weburlname, now=NOW) == {
        "data": {
            **card,
            "long_description": "",
            "agenda": [],
            "schedule": ["Week 1"],
            "calledOff": None,
            "joinUrl": None,
            "recordingUrl": None,
        }
    }


def test_program_detail_adds_to_its_card():
    session = SessionFactory()
    card = public.live_trading_list(asked=public.Slice(0, 10), now=NOW)["data"][0]

    assert public.live_trading_detail(key=session.program.weburlname) == {
        "data": {**card, "long_description": "", "agenda": []}
    }


def test_ended_webinar_can_still_be_found(api):
    WebinarFactory(weburlname="over", starts_at=NOW - timedelta(days=400))

    assert api.get("/api/learning/webwebinarV1/over").status_code == 200


def test_changed_session_and_host_are_seen_at_once(api, committed):
    session = SessionFactory(name="Before", program__weburlname="desk", program__host__name="Before")

    def seen():
        data = api.get("/api/learning/user/liveotp/web/desk").json()["data"]
        return data["mentor_details"]["name"], [row["sessionName"] for row in data["programSessions"]]

    assert seen() == ("Before", ["Before"])
    with committed():
        ProgramSession.objects.filter(pk=session.pk).update(name="After")
    assert seen() == ("Before", ["After"])
    with committed():
        session.program.host.name = "After"
        session.program.host.save()
    assert seen() == ("After", ["After"])
    with committed():
        session.delete()
    assert seen() == ("After", [])


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
