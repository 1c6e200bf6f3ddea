"""A number that its owner lost: what visitors learn, what staff decide, and what stops a change."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import transaction
from django.test import Client
from django.utils import timezone

from apps.accounts import personal_data
from apps.accounts.models import Entitlement, LostNumber, MobileChange, User
from apps.accounts.services import lost_numbers, mobile_changes
from apps.accounts.states import Scope, Source
from apps.accounts.tests.conftest import Phone
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

CALL = "/api/login/lost-number"
STOP = "/api/login/lost-number/stop"
NEW = "9855555555"
WAIT = timedelta(hours=72)


def body(person: User, **more: Any) -> dict[str, Any]:
    return {
        "name": "Meera Shah",
        "oldMobile": person.mobile,
        "newMobile": NEW,
        "email": "new@example.in",
        "proof": "Invoice RL-7 of 3 November",
        **more,
    }


@pytest.fixture
def clerk(db: None) -> User:
    person = User.objects.create_user(mobile="9844444444", name="Clerk", is_staff=True)
    person.user_permissions.set(
        Permission.objects.filter(codename__in=["view_lostnumber", "view_mobilechange", "change_mobile"])
    )
    return person


def desk_of(clerk: User) -> Client:
    desk = Client()
    desk.force_login(User.objects.get(pk=clerk.pk), backend="apps.accounts.backends.ByPassword")
    return desk


def decide(clerk: User, phone: Phone, decision: str) -> Any:
    request = LostNumber.objects.get()
    page = f"/admin/accounts/lostnumber/{request.pk}/change/"
    with phone.committed():
        return desk_of(clerk).post(page, {"decision": decision, "note": "Invoice and amount agree"})


def approved(person: User, clerk: User, phone: Phone) -> MobileChange:
    assert ApiClient().post(CALL, body(person)).status_code == 201
    assert decide(clerk, phone, "approve").status_code == 302
    return MobileChange.objects.get()


def link_token(phone: Phone, mobile: str) -> str:
    found = re.search(r"/lost-number#stop=(\S+)", phone.messages(mobile)[-1]["body"])
    assert found is not None
    return found[1]


def test_the_answer_is_the_same_for_a_number_without_an_account(member: Person) -> None:
    known = ApiClient().post(CALL, body(member.user))
    unknown = ApiClient().post(CALL, body(member.user, oldMobile="9800000000"))

    assert (known.status_code, known.json()) == (unknown.status_code, unknown.json())
    assert LostNumber.objects.filter(person=member.user).count() == 1
    ApiClient().post(CALL, body(member.user))
    assert LostNumber.objects.count() == 2, "the same request again is the same request"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"newMobile": "12345"}, "newMobile"),
        ({"email": "none"}, "email"),
        ({"proof": " "}, "proof"),
        ({"name": 7}, "name"),
    ],
)
def test_what_is_wrong_is_refused_at_its_field(member: Person, change: dict[str, Any], field: str) -> None:
    answer = ApiClient().post(CALL, body(member.user, **change))

    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    same = ApiClient().post(CALL, body(member.user, newMobile=member.user.mobile))
    assert (same.status_code, list(same.json()["errors"])) == (400, ["newMobile"])
    assert not LostNumber.objects.exists()


def test_requests_for_a_number_are_limited(member: Person, settings: Any) -> None:
    settings.FORM_SENDER_LIMIT = (1, 3600)
    ApiClient().post(CALL, body(member.user))

    refused = ApiClient().post(CALL, body(member.user, newMobile="9866666666"))

    assert (refused.status_code, refused.json()["code"]) == (429, "lost_number_too_many")
    assert int(refused["Retry-After"]) > 0
    assert LostNumber.objects.count() == 1


def test_deciding_takes_the_permission_to_change_a_number(clerk: User, member: Person, phone: Phone) -> None:
    ApiClient().post(CALL, body(member.user))
    clerk.user_permissions.set(Permission.objects.filter(codename="view_lostnumber"))

    assert decide(clerk, phone, "approve").status_code == 403
    assert LostNumber.objects.get().status == "new"
    assert not MobileChange.objects.exists()


def test_an_approval_notifies_both_and_is_applied_after_the_wait(
    clerk: User, member: Person, phone: Phone, clock: Any
) -> None:
    old = member.user.mobile
    change = approved(member.user, clerk, phone)

    request = LostNumber.objects.get()
    assert (request.status, request.decided_by, request.change) == ("approved", clerk, change)
    assert request.decision_note == "Invoice and amount agree"
    assert phone.messages(old)[-1]["template"] == "lost_number_notice"
    assert phone.messages("meera@example.in")[-1]["template"] == "lost_number_notice"
    assert phone.messages("new@example.in")[-1]["template"] == "lost_number_approved"
    clock.shift(WAIT - timedelta(seconds=1))
    assert phone.log_in(ApiClient(), NEW).status_code == 409
    clock.shift(timedelta(seconds=20))
    answer = phone.log_in(ApiClient(), NEW)
    assert (answer.status_code, answer.json()["data"]["_id"]) == (200, str(member.user.pk))


def test_what_a_stranger_entered_is_not_exported_to_the_owner_of_the_number(
    clerk: User, member: Person, phone: Phone, clock: Any
) -> None:
    def exported() -> tuple[Any, str]:
        found: Any = personal_data.export(person=User.objects.get(pk=member.user.pk))
        return found["lost numbers"], str(found)

    old, asked = member.user.mobile, body(member.user)
    approved(member.user, clerk, phone)
    [request], text = exported()
    assert list(request) == ["from", "to", "receivedAt", "state"]
    assert (request["from"], request["to"], request["state"]) == (old, f"•••{NEW[-2:]}", "approved")
    for secret in (NEW, asked["name"], asked["email"], asked["proof"], "#stop="):
        assert secret not in text, secret

    clock.shift(WAIT + timedelta(seconds=20))
    phone.log_in(member.api, NEW)
    [request], _ = exported()
    found = {name: request[name] for name in ("to", "name", "email", "proof")}
    assert found == {"to": NEW, **{name: asked[name] for name in ("name", "email", "proof")}}


def test_the_link_of_the_notice_stops_it_and_again_changes_nothing(
    clerk: User, member: Person, phone: Phone, clock: Any
) -> None:
    change = approved(member.user, clerk, phone)
    token = link_token(phone, member.user.mobile)

    for _ in range(2):
        assert ApiClient().post(STOP, {"token": token}).status_code == 200

    change.refresh_from_db()
    assert change.status == "stopped"
    assert mobile_changes.apply_due(now=change.due_at) == 0
    forged = token[:-1] + ("A" if token[-1] != "A" else "B")
    assert ApiClient().post(STOP, {"token": forged}).status_code == 404


def test_a_login_with_the_old_number_stops_it(clerk: User, member: Person, phone: Phone, clock: Any) -> None:
    change = approved(member.user, clerk, phone)

    answer = phone.log_in(ApiClient(), member.user.mobile)

    assert answer.json()["data"]["_id"] == str(member.user.pk)
    change.refresh_from_db()
    assert change.status == "stopped"


def test_a_link_that_comes_too_late_says_so(clerk: User, member: Person, phone: Phone, clock: Any) -> None:
    change = approved(member.user, clerk, phone)
    token = link_token(phone, member.user.mobile)
    assert mobile_changes.apply_due(now=change.due_at) == 1

    assert ApiClient().post(STOP, {"token": token}).status_code == 409
    assert User.objects.get(pk=member.user.pk).mobile == NEW


def test_a_rejection_changes_nothing_and_is_decided_once(clerk: User, member: Person, phone: Phone) -> None:
    ApiClient().post(CALL, body(member.user))
    decide(clerk, phone, "reject")

    assert LostNumber.objects.get().status == "rejected"
    assert not MobileChange.objects.exists()
    assert phone.messages(member.user.mobile) == []
    assert phone.messages("new@example.in")[-1]["template"] == "lost_number_rejected"
    assert decide(clerk, phone, "approve").status_code == 403
    assert LostNumber.objects.get().status == "rejected"


@pytest.fixture
def newcomer(api: ApiClient, member: Person, phone: Phone) -> User:
    """What the owner of a lost number made by logging in with the new one."""
    ApiClient().post(CALL, body(member.user))
    phone.log_in(api, NEW)
    return User.objects.get(mobile=NEW)


def test_an_approval_closes_the_unused_account_of_the_new_number(
    clerk: User, member: Person, newcomer: User, api: ApiClient, phone: Phone, clock: Any
) -> None:
    page = desk_of(clerk).get(f"/admin/accounts/lostnumber/{LostNumber.objects.get().pk}/change/")
    text = page.content.decode()
    assert "It is empty: nothing was bought, booked, learned or asked." in text
    assert "Approve, and close the empty account that has the new number" in text
    assert "Approve: the proof" not in text

    assert decide(clerk, phone, "approve and close").status_code == 302

    newcomer.refresh_from_db()
    assert (newcomer.erased_at is None, newcomer.is_active) == (False, False)
    assert api.get("/api/user").status_code == 401
    assert LostNumber.objects.get().status == "approved"
    clock.shift(WAIT + timedelta(seconds=20))
    assert phone.log_in(ApiClient(), NEW).json()["data"]["_id"] == str(member.user.pk)


def test_an_account_in_use_is_not_closed(
    clerk: User, member: Person, newcomer: User, api: ApiClient, phone: Phone, clock: Any
) -> None:
    Entitlement.objects.create(
        person=newcomer, scope=Scope.PRO, source=Source.TRIAL, starts_at=timezone.now()
    )
    reason = "The account with the new number is in use (entitlements), so it cannot be closed here."

    desk, row = desk_of(clerk), LostNumber.objects.get()
    page = f"/admin/accounts/lostnumber/{row.pk}/change/"
    assert reason in desk.get(page).content.decode()
    answer = desk.post(
        page, {"decision": "approve and close", "note": "Invoice and amount agree"}, follow=True
    )

    assert reason in answer.content.decode()
    newcomer.refresh_from_db()
    row.refresh_from_db()
    assert (newcomer.erased_at, row.status, MobileChange.objects.count()) == (None, "new", 0)
    assert api.get("/api/user").status_code == 200


def test_a_page_from_before_the_new_account_closes_nothing(
    clerk: User, newcomer: User, phone: Phone, clock: Any
) -> None:
    assert "Select a valid choice" in decide(clerk, phone, "approve").content.decode()

    newcomer.refresh_from_db()
    assert (newcomer.erased_at, LostNumber.objects.get().status) == (None, "new")


def test_without_closing_a_number_that_is_taken_leaves_the_request_open(
    clerk: User, newcomer: User, clock: Any
) -> None:
    with pytest.raises(mobile_changes.NumberTaken), transaction.atomic():
        lost_numbers.approve(request_id=LostNumber.objects.get().pk, note="x", by=clerk, at=timezone.now())

    assert LostNumber.objects.get().status == "new"
    assert not MobileChange.objects.exists()
