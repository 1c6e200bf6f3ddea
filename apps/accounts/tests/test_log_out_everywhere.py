"""Ending all sessions of a person: every browser of theirs is a stranger at its next request."""

from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import LoginSession, User
from apps.accounts.models.session import SessionStore
from apps.accounts.services import sessions
from apps.core.errors import NotLoggedIn
from apps.core.testing.clients import ApiClient, logged_in
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

BY_CODE = "apps.accounts.backends.ByCode"
CALL = "/api/user/logout/everywhere"


def test_every_browser_is_logged_out(member: Person, other_member: Person, committed: Any) -> None:
    phone, laptop = logged_in(member.user), logged_in(member.user)
    for browser in (member.api, phone, laptop, other_member.api):
        assert browser.get("/api/user").status_code == 200
    with committed():
        response = phone.post(CALL)
    assert response.status_code == 200
    assert_matches_schema(response.json(), path="user/logout/everywhere", method="post")
    assert response.json() == {"message": "You are logged out on all your devices."}
    for browser in (member.api, phone, laptop):
        assert browser.get("/api/user").status_code == 401
    assert other_member.api.get("/api/user").status_code == 200
    assert not LoginSession.objects.filter(person=member.user).exists()
    assert User.objects.get(pk=member.user.pk).sessions_epoch == 1


def test_its_own_cookie_is_taken_away(member: Person, committed: Any) -> None:
    with committed():
        response = member.api.post(CALL)
    assert response.cookies["sessionid"].value == ""


def test_a_session_that_was_kept_elsewhere_opens_nothing(member: Person, committed: Any) -> None:
    """As if another process had read it before: the epoch is what turns it away."""
    phone = logged_in(member.user)
    assert phone.get("/api/user").status_code == 200
    row = LoginSession.objects.get(pk=SessionStore.digest_of(phone.cookies["sessionid"].value))
    with committed():
        member.api.post(CALL)
    row.save(force_insert=True)
    assert phone.get("/api/user").status_code == 401


def by_code(person: User) -> ApiClient:
    """A learner's own browser: its session may be idle for days, where a staff session ends in minutes."""
    client = ApiClient()
    client.force_login(person, backend=BY_CODE)
    return client


def test_a_browser_that_comes_back_hours_later_is_a_stranger(
    clock: Any, member: Person, other_member: Person, committed: Any
) -> None:
    phone, laptop, other = by_code(member.user), by_code(member.user), by_code(other_member.user)
    for browser in (laptop, other):
        assert browser.get("/api/user").status_code == 200
    with committed():
        phone.post(CALL)
    clock.shift(7 * 3600)
    assert laptop.get("/api/user").status_code == 401
    assert other.get("/api/user").status_code == 200


def test_logging_in_again_works(member: Person, committed: Any) -> None:
    with committed():
        member.api.post(CALL)
    again = logged_in(User.objects.get(pk=member.user.pk))
    assert again.get("/api/user").status_code == 200


def test_a_visitor_ends_nothing(api: ApiClient, member: Person) -> None:
    assert api.post(CALL).status_code == 401
    assert member.api.get("/api/user").status_code == 200


@pytest.mark.parametrize("browsers", [1, 3])
def test_what_it_costs(member: Person, browsers: int, django_assert_num_queries: Any) -> None:
    for _ in range(browsers - 1):
        logged_in(member.user)
    with django_assert_num_queries(6):
        sessions.log_out_everywhere(person=member.user, address="203.0.113.7")


def test_an_erased_account_has_no_sessions_to_end(member: Person) -> None:
    User.objects.filter(pk=member.user.pk).update(erased_at=timezone.now())
    with pytest.raises(NotLoggedIn):
        sessions.log_out_everywhere(person=member.user, address="203.0.113.7")
    assert User.objects.get(pk=member.user.pk).sessions_epoch == 0
