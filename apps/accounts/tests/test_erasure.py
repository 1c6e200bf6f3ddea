"""Erasing an account: nothing tells who it was, nobody can open it, and its number is free."""

import re
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from apps.accounts import personal_data
from apps.accounts.models import Consent, Entitlement, LoginCode, LoginSession, TrialLead, User
from apps.accounts.selectors import consents as ledger
from apps.accounts.services import authenticators, consents, erasure, profiles, trials
from apps.accounts.services.erasure import StaffAccount
from apps.accounts.services.profiles import Details
from apps.accounts.states import ConsentChannel, ConsentKind, Scope, Source
from apps.accounts.tests.conftest import Phone
from apps.core.errors import Invalid, NotLoggedIn
from apps.core.testing.clients import ApiClient, logged_in
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import in_parallel
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

BY_CODE = "apps.accounts.backends.ByCode"
CALL = "/api/user/erase"
MOBILE = "9811111111"
NOON = datetime(2026, 11, 21, 6, 30, tzinfo=UTC)
PERSONAL = (
    "Meera",
    "Nair",
    "example.in",
    "Kerala",
    "Pillai",
    "27AAPFU0939F1ZV",
    "Panaji",
    MOBILE,
    "203.0.113",
)


def fill(person: User) -> None:
    """One row of everything that is kept of somebody."""
    profiles.change(
        person=person,
        details=Details(company="Pillai", gst_no="27AAPFU0939F1ZV", address="Panaji"),
        choices={ConsentKind.WHATSAPP: True},
        has_reauthenticated=True,
        network_address="203.0.113.8",
        at=NOON,
    )
    with transaction.atomic():
        consents.record_at_login(person=person, can_whatsapp=True, address="203.0.113.7", at=NOON)
    TrialLead.objects.create(
        mobile=person.mobile,
        mobile_digest=trials.digest_of(person.mobile),
        asked_at=NOON,
        granted_at=NOON,
        address="203.0.113.7",
        person=person,
    )
    Entitlement.objects.create(
        person=person,
        scope=Scope.PRO,
        source=Source.TRIAL,
        label="Free trial",
        starts_at=NOON,
        ends_at=NOON + timedelta(days=7),
    )
    LoginCode.objects.create(mobile=person.mobile)
    LogEntry.objects.create(
        user=person,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(person.pk),
        object_repr=str(person),
        action_flag=CHANGE,
        change_message="[]",
    )


def everything() -> list[Any]:
    """All rows of all tables in which something about a person stands."""
    models = (User, Consent, TrialLead, Entitlement, LoginCode, LoginSession, LogEntry)
    return [(model.__name__, row) for model in models for row in model.objects.order_by("pk").values()]


def test_nothing_is_left_that_tells_who_it_was(member: Person, committed: Any) -> None:
    fill(member.user)
    with committed():
        response = member.api.post(CALL, {"mobile": MOBILE})
    assert response.status_code == 200
    assert_matches_schema(response.json(), path="user/erase", method="post")
    assert response.json() == {"data": [], "message": "Your account is deleted."}
    left = repr(everything())
    assert [word for word in PERSONAL if word in left] == []


def test_the_account_stays_empty_and_closed(member: Person) -> None:
    fill(member.user)
    member.api.post(CALL, {"mobile": MOBILE})
    row = User.objects.get(pk=member.user.pk)
    assert [row.name, row.email, row.state, row.company, row.gst_no, row.address] == [""] * 6
    assert re.fullmatch(r"x[a-z0-9]{9}", row.mobile)
    assert (row.can_whatsapp, row.is_active, row.has_usable_password()) == (False, False, False)
    assert (row.sessions_epoch, row.last_login) == (1, None)
    assert row.erased_at is not None
    assert LoginSession.objects.count() == LoginCode.objects.count() == 0


def test_the_consent_history_keeps_what_was_agreed_to_and_that_it_ended(member: Person) -> None:
    fill(member.user)
    member.api.post(CALL, {"mobile": MOBILE})
    newest, *older = ledger.list_for(person=member.user)
    assert (newest.kind, newest.is_given, newest.channel) == ("whatsapp", False, "erasure")
    assert newest.text == "Get alerts, market tips & course updates on WhatsApp"
    assert {(entry.kind, entry.is_given, entry.at) for entry in older} == {
        ("terms", True, NOON),
        ("privacy", True, NOON),
        ("whatsapp", True, NOON),
    }
    assert {entry.address for entry in (newest, *older)} == {None}


def test_who_never_agreed_takes_nothing_back(member: Person) -> None:
    assert member.api.post(CALL, {"mobile": MOBILE}).status_code == 200
    assert Consent.objects.count() == 0


def test_the_number_had_its_trial(member: Person, phone: Phone, committed: Any) -> None:
    fill(member.user)
    with committed():
        member.api.post(CALL, {"mobile": MOBILE})
    lead = TrialLead.objects.get()
    assert (lead.mobile, lead.mobile_digest, lead.granted_at) == ("", trials.digest_of(MOBILE), NOON)
    ApiClient().post("/api/user/freetrailuser/web", {"mobile": f"91{MOBILE}"})
    again = phone.log_in(ApiClient(), MOBILE).json()["data"]
    assert again["activeLearnProSubscriptions"] == []


def test_the_number_begins_a_new_account(member: Person, phone: Phone, committed: Any) -> None:
    fill(member.user)
    with committed():
        member.api.post(CALL, {"mobile": MOBILE})
    browser = ApiClient()
    data = phone.log_in(browser, MOBILE).json()["data"]
    assert data["_id"] != str(member.user.pk)
    assert (data["mobile"], data["name"], data["canWhatsapp"]) == (MOBILE, "", False)
    kept = browser.get("/api/user/data").json()
    assert (kept["entitlements"], kept["trial"], len(kept["consents"])) == ([], None, 2)


def by_code(person: User) -> ApiClient:
    """A learner's own browser: its session may be idle for days, where a staff session ends in minutes."""
    client = ApiClient()
    client.force_login(person, backend=BY_CODE)
    return client


def test_every_browser_is_logged_out(
    clock: Any, member: Person, other_member: Person, committed: Any
) -> None:
    phone, laptop, other = by_code(member.user), by_code(member.user), by_code(other_member.user)
    for browser in (member.api, phone, laptop, other):
        assert browser.get("/api/user").status_code == 200
    with committed():
        response = member.api.post(CALL, {"mobile": MOBILE})
    assert response.cookies["sessionid"].value == ""
    assert member.api.get("/api/user").status_code == 401
    assert phone.get("/api/user").status_code == 401
    clock.shift(7 * 3600)
    assert laptop.get("/api/user").status_code == 401
    assert other.get("/api/user").status_code == 200


def test_nobody_else_is_touched(member: Person, other_member: Person) -> None:
    fill(other_member.user)
    before = [row for row in everything() if str(member.user.pk) not in repr(row)]
    assert member.api.post(CALL, {"mobile": MOBILE}).status_code == 200
    assert [row for row in everything() if str(member.user.pk) not in repr(row)] == before


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"mobile": None},
        {"mobile": ""},
        {"mobile": 9811111111},
        {"mobile": True},
        {"mobile": [MOBILE]},
        {"mobile": {"is": MOBILE}},
        {"mobile": "9822222222"},
        {"mobile": "919811111111"},
        {"mobile": "981111111"},
        {"mobile": "९८११११११११"},
        {"mobile": "９８１１１１１１１１"},
        {"mobile": MOBILE + "\u200b"},
        {"mobile": MOBILE + "\x00"},
        {"mobile": "9" * 200_000},
    ],
    ids=lambda body: ascii(body)[:40],
)
def test_without_the_own_number_nothing_is_erased(
    member: Person, other_member: Person, body: dict[str, Any]
) -> None:
    fill(member.user)
    before = everything()
    response = member.api.post(CALL, body)
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["mobile"]
    assert everything() == before
    assert member.api.get("/api/user").status_code == 200


def test_a_visitor_erases_nothing(api: ApiClient, member: Person) -> None:
    before = everything()
    assert api.post(CALL, {"mobile": MOBILE}).status_code == 401
    assert everything() == before


def test_staff_are_not_erased(staff: Person) -> None:
    before = everything()
    response = staff.api.post(CALL, {"mobile": "9833333333"})
    assert (response.status_code, response.json()["code"]) == (409, "staff_account")
    assert everything() == before
    assert staff.api.get("/api/user").status_code == 200


def test_who_was_staff_leaves_no_authenticator_no_session_no_name_and_no_reason(staff: Person) -> None:
    client = Client()
    login = {"username": "9833333333", "password": "a long pass phrase for tests", "next": "/admin/"}
    assert client.post("/admin/login/", login).status_code == 302
    device = authenticators.create(mobile="9833333333", replace=False)
    for row in (device, staff.user):
        LogEntry.objects.create(
            user=staff.user,
            content_type=ContentType.objects.get_for_model(row),
            object_id=str(row.pk),
            object_repr=str(row),
            action_flag=CHANGE,
            change_message="Blocked the account. Reason: Meera shared it",
        )
    User.objects.filter(pk=staff.user.pk).update(is_staff=False, is_superuser=False)

    erasure.erase_on_request(mobile="9833333333", at=NOON)

    assert (TOTPDevice.objects.count(), LoginSession.objects.count()) == (0, 0)
    assert list(LogEntry.objects.values_list("object_repr", "change_message")) == [("", "")] * 2
    assert client.get("/admin/").status_code == 302


def test_staff_with_a_wrong_number_are_told_so_first(staff: Person) -> None:
    assert staff.api.post(CALL, {"mobile": MOBILE}).status_code == 400


def test_erasing_twice_changes_nothing_more(member: Person) -> None:
    fill(member.user)
    erasure.erase(person=member.user, mobile=MOBILE, has_reauthenticated=True, address="203.0.113.7", at=NOON)
    before = everything()
    erasure.erase(
        person=member.user,
        mobile=MOBILE,
        has_reauthenticated=True,
        address="203.0.113.7",
        at=NOON + timedelta(days=1),
    )
    assert everything() == before


def test_a_new_account_of_the_number_is_not_erased_with_the_old(member: Person) -> None:
    erasure.erase(person=member.user, mobile=MOBILE, has_reauthenticated=True, address="203.0.113.7", at=NOON)
    User.objects.create_user(mobile=MOBILE, name="Somebody New")
    erasure.erase(person=member.user, mobile=MOBILE, has_reauthenticated=True, address="203.0.113.7", at=NOON)
    assert User.objects.get(mobile=MOBILE).name == "Somebody New"


def test_each_section_forgets_while_the_number_is_still_known(
    member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(personal_data, "_sections", dict(personal_data._sections))
    for name in ("drafts", "letters"):
        personal_data.register(
            name,
            export=lambda _person: None,
            erase=lambda person, at, name=name: seen.append((name, person.pk, person.mobile, at)),
        )
    erasure.erase(person=member.user, mobile=MOBILE, has_reauthenticated=True, address="203.0.113.7", at=NOON)
    erased_at = User.objects.get(pk=member.user.pk).erased_at
    assert seen == [(name, member.user.pk, MOBILE, erased_at) for name in ("drafts", "letters")]


def test_all_is_erased_or_nothing(member: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(member.user)
    before = everything()
    monkeypatch.setattr(personal_data, "_sections", dict(personal_data._sections))
    personal_data.register("stuck", export=lambda _person: None, erase=lambda _person, _at: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        member.api.post(CALL, {"mobile": MOBILE})
    assert everything() == before
    assert member.api.get("/api/user").status_code == 200


@pytest.mark.parametrize("rows", [1, 3])
def test_what_it_costs(member: Person, rows: int, own_sections: Any, django_assert_num_queries: Any) -> None:
    for _ in range(rows):
        consents.give(
            person=member.user,
            kind=ConsentKind.WHATSAPP,
            channel=ConsentChannel.LOGIN,
            address=None,
            at=NOON,
        )
        logged_in(member.user)
        if rows > 1:
            consents.withdraw(
                person=member.user,
                kind=ConsentKind.WHATSAPP,
                channel=ConsentChannel.LOGIN,
                address=None,
                at=NOON,
            )
    expected = 29 if rows == 1 else 27  # the withdrawal and the person's own flag
    with django_assert_num_queries(expected):
        erasure.erase(
            person=member.user, mobile=MOBILE, has_reauthenticated=True, address="203.0.113.7", at=NOON
        )


# --- on request -----------------------------------------------------------------------------------


def test_the_command_erases_and_says_so_in_one_line(member: Person) -> None:
    fill(member.user)
    out = StringIO()
    call_command("erase_person", mobile=MOBILE, stdout=out)
    assert out.getvalue() == "Erased: the account of the number ending in 11\n"
    assert User.objects.get(pk=member.user.pk).erased_at is not None


@pytest.mark.parametrize("mobile", ["9855555555", "", "x", "१२३", "9" * 1000])
def test_the_command_refuses_a_number_that_nobody_has(member: Person, mobile: str) -> None:
    before = everything()
    with pytest.raises(CommandError, match="No account has that mobile number"):
        call_command("erase_person", mobile=mobile)
    assert everything() == before


def test_the_command_refuses_the_placeholder_of_an_erased_account(member: Person) -> None:
    erasure.erase(person=member.user, mobile=MOBILE, has_reauthenticated=True, address="203.0.113.7", at=NOON)
    before = everything()
    with pytest.raises(CommandError, match="No account"):
        call_command("erase_person", mobile=User.objects.get(pk=member.user.pk).mobile)
    assert everything() == before


def test_the_command_refuses_staff(staff: Person) -> None:
    before = everything()
    with pytest.raises(CommandError, match="This is a staff account"):
        call_command("erase_person", mobile="9833333333")
    assert everything() == before


def test_the_command_needs_a_number() -> None:
    with pytest.raises(CommandError, match="--mobile"):
        call_command("erase_person")


# --- the service ----------------------------------------------------------------------------------


def test_the_service_refuses_by_itself(member: Person, staff: Person) -> None:
    with pytest.raises(Invalid):
        erasure.erase(person=member.user, mobile="", has_reauthenticated=True, address="203.0.113.7", at=NOON)
    with pytest.raises(StaffAccount):
        erasure.erase(
            person=staff.user, mobile="9833333333", has_reauthenticated=True, address="203.0.113.7", at=NOON
        )


# --- many at once ---------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_erased_by_many_at_once_it_is_erased_once(member: Person) -> None:
    fill(member.user)
    browsers = [logged_in(member.user) for _ in range(8)]
    for browser in browsers:
        assert browser.get("/api/user").status_code == 200
    answers: list[Any] = in_parallel(
        lambda number: browsers[number].post(CALL, {"mobile": MOBILE}).status_code, times=8
    )
    assert set(answers) <= {200, 401}
    assert 200 in answers
    row = User.objects.get(pk=member.user.pk)
    assert (row.sessions_epoch, row.is_active) == (1, False)
    assert Consent.objects.filter(is_given=False).count() == 1
    assert LoginSession.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_whoever_writes_at_the_same_time_leaves_nothing_behind(member: Person) -> None:
    fill(member.user)

    def job(number: int) -> object:
        person = User.objects.get(pk=member.user.pk)
        if number == 3:
            return erasure.erase(
                person=person,
                mobile=MOBILE,
                has_reauthenticated=True,
                address="203.0.113.7",
                at=timezone.now(),
            )
        details = Details(name="Meera Pillai", address="Panaji")
        wanted = number % 2 == 0
        return profiles.change(
            person=person,
            details=details,
            choices={ConsentKind.WHATSAPP: wanted},
            has_reauthenticated=True,
            network_address="203.0.113.9",
            at=timezone.now(),
        )

    results = in_parallel(job, times=8)
    assert [result for result in results if result and not isinstance(result, NotLoggedIn)] == []
    left = repr(everything())
    assert [word for word in PERSONAL if word in left] == []
    assert not ledger.is_live(person_id=member.user.pk, kind=ConsentKind.WHATSAPP)
