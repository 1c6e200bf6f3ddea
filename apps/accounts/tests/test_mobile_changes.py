"""Another number for an account: who may ask for it, who is told, and when it works."""

import json
import logging
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from apps.accounts.models import LoginSession, MobileChange, User
from apps.accounts.services import mobile_changes
from apps.accounts.tests.conftest import Phone
from apps.core.logs import JsonLines
from apps.core.testing.clients import ApiClient, logged_in
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db


PAGE = "/admin/accounts/mobilechange/"
CALL = "/api/user/mobile-change"
NEW = "9855555555"
DAY = timedelta(hours=24)


@pytest.fixture
def clerk(db: None) -> User:
    """Support: may see and change people, as before."""
    person = User.objects.create_user(mobile="9844444444", name="Clerk", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user"]))
    return person


def allow(clerk: User) -> Client:
    clerk.user_permissions.add(
        *Permission.objects.filter(codename__in=["change_mobile", "view_mobilechange"])
    )
    return desk_of(clerk)


def desk_of(clerk: User) -> Client:
    desk = Client()
    desk.force_login(User.objects.get(pk=clerk.pk), backend="apps.accounts.backends.ByPassword")
    return desk


def ask(desk: Client, person: User, phone: Phone, mobile: str = NEW) -> Any:
    body = {"person": str(person.pk), "new_mobile": mobile, "reason": "Lost the phone"}
    with phone.committed():
        return desk.post(f"{PAGE}add/", body)


def test_nobody_edits_a_number_in_place(clerk: User, admin_client: Client, member: Person) -> None:
    facts = {"mobile": NEW, "name": "Meera", "is_active": "on"}
    for desk in (desk_of(clerk), admin_client):
        desk.post(f"/admin/accounts/user/{member.user.pk}/change/", facts)

    assert User.objects.get(pk=member.user.pk).mobile == member.user.mobile


def test_it_takes_a_permission_of_its_own(clerk: User, member: Person, phone: Phone) -> None:
    assert ask(desk_of(clerk), member.user, phone).status_code == 403
    assert not MobileChange.objects.exists()

    assert ask(allow(clerk), member.user, phone).status_code == 302
    assert MobileChange.objects.get().requested_by == clerk


def test_the_owner_is_told_and_logged_out_and_both_numbers_are_logged(
    clerk: User, member: Person, phone: Phone, clock: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    desk = allow(clerk)
    browser = logged_in(member.user)
    ask(desk, member.user, phone)

    assert browser.get("/api/user").status_code == 401
    assert not LoginSession.objects.filter(person=member.user).exists()
    [sms] = phone.messages(member.user.mobile)
    [mail] = phone.messages("meera@example.in")
    assert (sms["template"], sms["params"]["ending"]) == ("mobile_change_requested", "55")
    assert sms["params"]["moment"] == "24 Nov 2026, 10:00 AM"
    assert "/settings" in mail["body"]
    assert phone.messages(NEW) == []
    lines = [json.loads(JsonLines().format(row)) for row in caplog.records if row.name == "rally.login"]
    [line] = [line for line in lines if line["message"] == "number change requested"]
    assert (line["number_ending"], line["new_number_ending"]) == ("11", "55")
    assert (line["by"], line["person"]) == (str(clerk.pk), str(member.user.pk))
    everything = "".join(JsonLines().format(row) for row in caplog.records)
    assert member.user.mobile not in everything
    assert NEW not in everything


def test_the_new_number_opens_nothing_for_a_day(
    clerk: User, member: Person, phone: Phone, clock: Any
) -> None:
    ask(allow(clerk), member.user, phone)
    people = User.objects.count()

    clock.shift(DAY - timedelta(seconds=1))
    refused = phone.log_in(ApiClient(), NEW)
    assert (refused.status_code, refused.json()["code"]) == (409, "mobile_change_pending")
    assert User.objects.count() == people
    assert phone.log_in(ApiClient(), member.user.mobile).json()["data"]["_id"] == str(member.user.pk)

    clock.shift(timedelta(seconds=16))
    answer = phone.log_in(ApiClient(), NEW)
    assert (answer.status_code, answer.json()["data"]["_id"]) == (200, str(member.user.pk))
    assert answer.json()["data"]["mobile"] == NEW
    assert MobileChange.objects.get().status == "applied"


def test_after_a_day_the_old_number_opens_it_no_more(
    clerk: User, member: Person, phone: Phone, clock: Any
) -> None:
    ask(allow(clerk), member.user, phone)
    clock.shift(DAY)

    answer = phone.log_in(ApiClient(), member.user.mobile)

    assert answer.json()["data"]["_id"] != str(member.user.pk)
    assert User.objects.get(pk=member.user.pk).mobile == NEW


def test_the_owner_stops_it_with_the_old_number(
    clerk: User, member: Person, phone: Phone, clock: Any
) -> None:
    ask(allow(clerk), member.user, phone)
    owner = ApiClient()
    phone.log_in(owner, member.user.mobile)

    waiting = owner.get(CALL).json()["data"]
    assert waiting == {"newNumberEnding": "55", "worksFrom": "2026-11-24T04:30:00Z"}
    assert owner.delete(CALL).status_code == 200
    assert owner.delete(CALL).status_code == 404
    assert owner.get(CALL).json() == {"data": None}

    clock.shift(DAY)
    assert mobile_changes.apply_due(now=timezone.now()) == 0
    assert User.objects.get(pk=member.user.pk).mobile == member.user.mobile
    assert phone.log_in(ApiClient(), NEW).json()["data"]["_id"] != str(member.user.pk)


def test_the_sweep_applies_it_ends_sessions_and_tells_both_numbers(
    clerk: User, member: Person, phone: Phone, clock: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    ask(allow(clerk), member.user, phone)
    old = ApiClient()
    phone.log_in(old, member.user.mobile)
    clock.shift(DAY)

    with phone.committed():
        call_command("apply_mobile_changes")

    assert capsys.readouterr().out == "1 numbers changed\n"
    person = User.objects.get(pk=member.user.pk)
    assert (person.mobile, person.mobile_since) == (NEW, timezone.now())
    assert old.get("/api/user").status_code == 401
    for to in (member.user.mobile, NEW, "meera@example.in"):
        assert phone.messages(to)[-1]["template"] == "mobile_changed"
    assert mobile_changes.apply_due(now=timezone.now()) == 0


def test_a_number_that_was_taken_meanwhile_changes_nothing(
    clerk: User, member: Person, phone: Phone, clock: Any
) -> None:
    ask(allow(clerk), member.user, phone)
    User.objects.create_user(mobile=NEW)
    clock.shift(DAY)

    assert mobile_changes.apply_due(now=timezone.now()) == 0

    assert MobileChange.objects.get().status == "failed"
    assert User.objects.get(pk=member.user.pk).mobile == member.user.mobile


@pytest.mark.parametrize("mobile", ["9822222222", "9811111111", "12345", "59811111111"])
def test_numbers_it_cannot_become(
    clerk: User, member: Person, other_member: Person, phone: Phone, mobile: str
) -> None:
    answer = ask(allow(clerk), member.user, phone, mobile)

    assert answer.status_code == 200
    assert "errornote" in answer.content.decode()
    assert not MobileChange.objects.exists()


def test_one_change_at_a_time_for_an_account_and_for_a_number(
    clerk: User, member: Person, other_member: Person, phone: Phone
) -> None:
    desk = allow(clerk)
    ask(desk, member.user, phone)

    assert ask(desk, member.user, phone, "9855555556").status_code == 200
    assert ask(desk, other_member.user, phone).status_code == 200
    assert MobileChange.objects.count() == 1


def test_only_superusers_change_the_number_of_staff(clerk: User, staff: Person, phone: Phone) -> None:
    assert ask(allow(clerk), staff.user, phone).status_code == 200
    assert not MobileChange.objects.exists()

    with phone.committed():
        mobile_changes.request(
            person=clerk, new_mobile=NEW, reason="New phone", by=staff.user, at=timezone.now()
        )
    assert MobileChange.objects.get().person == clerk


def test_staff_withdraw_it(clerk: User, member: Person, phone: Phone) -> None:
    desk = allow(clerk)
    ask(desk, member.user, phone)
    change = MobileChange.objects.get()

    assert desk.get(f"{PAGE}{change.pk}/change/").status_code == 200
    for _ in range(2):
        desk.post(PAGE, {"action": "withdraw", "_selected_action": [str(change.pk)]})

    assert MobileChange.objects.get().status == "withdrawn"


def test_an_erased_account_leaves_no_number_behind(
    clerk: User, member: Person, phone: Phone, clock: Any
) -> None:
    ask(allow(clerk), member.user, phone)
    owner = ApiClient()
    phone.log_in(owner, member.user.mobile)
    assert owner.post("/api/user/erase", {"mobile": member.user.mobile}).status_code == 200

    assert not MobileChange.objects.exists()
