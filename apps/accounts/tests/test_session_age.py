from datetime import datetime, timedelta

import pytest
import time_machine
from django.contrib.auth import BACKEND_SESSION_KEY, SESSION_KEY
from django.test import Client
from django.utils import timezone

from apps.accounts.models import LoginSession
from apps.accounts.models.session import SessionStore

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 24, 10, 0, tzinfo=timezone.get_current_timezone())
PASSWORD = "a long pass phrase for tests"
BY_CODE = "apps.accounts.backends.ByCode"
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as moved:
        yield moved


@pytest.fixture
def learner(clock, member):
    """A browser in which a learner has just logged in."""
    client = Client()
    client.force_login(member.user, backend=BY_CODE)
    return client


@pytest.fixture
def desk(clock, staff):
    """A browser in which staff have just logged in."""
    client = Client()
    log_in_as_staff(client)
    return client


def log_in_as_staff(client):
    return client.post("/admin/login/", {"username": "9833333333", "password": PASSWORD})


def key_of(client):
    return client.cookies["sessionid"].value


def row_of(client):
    return LoginSession.objects.filter(pk=SessionStore.digest_of(key_of(client))).first()


def is_in(client):
    return "data" in client.get("/api/user").json()


def use_every(client, clock, pause, *, until):
    while timezone.now() + pause < NOW + until:
        clock.shift(pause)
        assert is_in(client), timezone.now() - NOW


# --- how long ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "absolute", "pause"), [("learner", 14 * DAY, 6 * DAY), ("desk", 12 * HOUR, 29 * MINUTE)]
)
def test_used_all_the_time_a_session_ends_at_its_absolute_age(request, clock, who, absolute, pause):
    client = request.getfixturevalue(who)

    use_every(client, clock, pause, until=absolute)
    clock.move_to(NOW + absolute - timedelta(seconds=1))
    assert is_in(client)
    clock.move_to(NOW + absolute)
    assert not is_in(client)


@pytest.mark.parametrize(("who", "idle"), [("learner", 7 * DAY), ("desk", 30 * MINUTE)])
def test_left_alone_a_session_ends_early(request, clock, who, idle):
    client = request.getfixturevalue(who)
    key = key_of(client)

    clock.shift(idle - timedelta(seconds=1))
    assert is_in(client)
    clock.shift(idle)
    assert not is_in(client)
    assert not LoginSession.objects.filter(pk=SessionStore.digest_of(key)).exists()


def test_a_session_that_ended_gives_its_cookie_up(clock, desk):
    clock.shift(30 * MINUTE)

    response = desk.get("/admin/")

    assert response.status_code == 302
    assert response["Location"].startswith("/admin/login/")
    assert response.cookies["sessionid"]["max-age"] == 0


def test_staff_who_logged_in_with_a_code_stay_as_long_as_everybody(clock, staff):
    client = Client()
    client.force_login(staff.user, backend=BY_CODE)

    clock.shift(6 * DAY)

    assert is_in(client)


# --- what the cookie and the row say --------------------------------------------------------------


def test_the_first_answer_tells_the_cookie_when_it_ends(clock, staff):
    client = Client()

    response = log_in_as_staff(client)

    assert response.cookies["sessionid"]["max-age"] == 12 * 3600
    assert row_of(client).expire_date == NOW + 12 * HOUR


def test_a_learners_row_ends_after_a_fortnight(learner):
    assert row_of(learner).expire_date == NOW + 14 * DAY


def test_saving_a_session_later_makes_it_no_longer(clock, desk):
    clock.shift(20 * MINUTE)
    response = desk.get("/admin/")

    assert response.cookies["sessionid"]["max-age"] == 12 * 3600 - 20 * 60
    assert row_of(desk).expire_date == NOW + 12 * HOUR


def test_a_changed_password_makes_a_session_no_longer(clock, desk):
    before = key_of(desk)
    clock.shift(20 * MINUTE)

    new = {
        "old_password": PASSWORD,
        "new_password1": "another pass phrase",
        "new_password2": "another pass phrase",
    }
    response = desk.post("/admin/password_change/", new)

    assert response["Location"] == "/admin/password_change/done/"
    assert response.cookies["sessionid"].value != before
    assert response.cookies["sessionid"]["max-age"] == 12 * 3600 - 20 * 60


def test_use_is_noted_now_and_then_only(clock, desk):
    written_at = []
    for _ in range(12):
        clock.shift(timedelta(seconds=20))
        if "sessionid" in desk.get("/api/user").cookies:
            written_at.append(timezone.now() - NOW)

    assert written_at == [MINUTE, 2 * MINUTE, 3 * MINUTE, 4 * MINUTE]


def test_a_visitor_gets_no_session(client):
    response = client.get("/api/user")

    assert "sessionid" not in response.cookies
    assert not LoginSession.objects.exists()


@pytest.mark.parametrize("cookie", ['"\\000aaaaaaaaaaaaaaaaaaaa"', "a" * 300, "a", "é" * 32, "A" * 32])
def test_a_cookie_that_was_never_given_out_is_no_session(client, cookie):
    response = client.get("/api/user", headers={"cookie": f"sessionid={cookie}"})

    assert response.status_code == 401


# --- its name ------------------------------------------------------------------------------------


def test_a_session_that_somebody_set_before_login_is_not_used(clock, staff):
    seeded = SessionStore()
    seeded["colour"] = "green"
    seeded.save()
    client = Client()
    client.cookies["sessionid"] = seeded.session_key

    log_in_as_staff(client)

    assert key_of(client) != seeded.session_key
    assert not LoginSession.objects.filter(pk=SessionStore.digest_of(seeded.session_key)).exists()


def test_logging_in_again_starts_a_new_session(clock, desk):
    before = key_of(desk)
    clock.shift(20 * MINUTE)

    response = log_in_as_staff(desk)

    assert response.cookies["sessionid"].value != before
    assert response.cookies["sessionid"]["max-age"] == 12 * 3600
    assert not LoginSession.objects.filter(pk=SessionStore.digest_of(before)).exists()


def test_a_session_that_does_not_say_when_it_began_is_over(member):
    session = SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(member.user.pk), BY_CODE
    session["_auth_user_hash"] = member.user.get_session_auth_hash()
    session.save()
    client = Client()
    client.cookies["sessionid"] = session.session_key

    assert not is_in(client)
    assert not LoginSession.objects.filter(pk=SessionStore.digest_of(session.session_key)).exists()
