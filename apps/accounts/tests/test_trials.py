"""The free trial: asked for by number, started by the next login, once for ever."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Entitlement, TrialLead
from apps.accounts.tests.conftest import MOBILE, Phone
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db


def ask(api: ApiClient, mobile: Any = f"91{MOBILE}") -> Any:
    return api.post("/api/user/freetrailuser/web", {"mobile": mobile})


def pro_time(answer: Any) -> Any:
    return answer.json()["data"]["activeLearnProSubscriptions"]


def test_a_number_is_registered(api: ApiClient) -> None:
    answer = ask(api)
    assert (answer.status_code, answer.json()["data"]) == (200, {"mobile": f"91{MOBILE}", "registered": True})
    assert_matches_schema(answer.json(), path="user/freetrailuser/web", method="post")
    lead = TrialLead.objects.get()
    assert (lead.mobile, lead.granted_at, lead.person) == (MOBILE, None, None)


def test_the_next_login_starts_seven_days_of_courses(api: ApiClient, phone: Phone, clock: Any) -> None:
    ask(api)
    clock.shift(timedelta(days=29))
    [trial] = pro_time(phone.log_in(api))
    assert {name: trial[name] for name in ("active", "kind", "planName", "startsAt", "endsAt")} == {
        "active": True,
        "kind": "trial",
        "planName": "Free trial",
        "startsAt": "2026-12-22T04:30:00Z",
        "endsAt": "2026-12-29T04:30:00Z",
    }
    assert TrialLead.objects.get().granted_at == timezone.now()


def test_who_did_not_ask_gets_none(api: ApiClient, phone: Phone) -> None:
    ask(api, "919812345679")
    assert pro_time(phone.log_in(api)) == []


def test_a_login_after_thirty_days_starts_nothing(api: ApiClient, phone: Phone, clock: Any) -> None:
    ask(api)
    clock.shift(timedelta(days=30))
    assert pro_time(phone.log_in(api)) == []


def test_asking_again_after_thirty_days_restarts_the_time(api: ApiClient, phone: Phone, clock: Any) -> None:
    ask(api)
    clock.shift(timedelta(days=40))
    ask(api)
    clock.shift(timedelta(days=5))
    assert len(pro_time(phone.log_in(api))) == 1


def test_asking_twice_changes_nothing(api: ApiClient, clock: Any) -> None:
    first = ask(api)
    asked_at = timezone.now()
    clock.shift(timedelta(days=10))
    assert ask(api).json() == first.json()
    assert list(TrialLead.objects.values_list("asked_at", flat=True)) == [asked_at]


def test_once_a_number_for_ever(api: ApiClient, phone: Phone, clock: Any) -> None:
    ask(api)
    phone.log_in(api)
    clock.shift(timedelta(days=60))
    assert ask(api).status_code == 200
    [trial] = pro_time(phone.log_in(api))
    assert trial["active"] is False
    assert Entitlement.objects.count() == 1


def test_a_member_without_pro_may_try_it_as_well(member: Person, api: ApiClient, phone: Phone) -> None:
    ask(api, f"91{member.user.mobile}")
    assert Entitlement.objects.count() == 0
    [trial] = pro_time(phone.log_in(api, member.user.mobile))
    assert trial["kind"] == "trial"


def test_who_has_pro_gets_no_trial_on_top(member: Person, api: ApiClient, phone: Phone) -> None:
    now = timezone.now()
    Entitlement.objects.create(
        person=member.user,
        scope="pro",
        source="paid",
        label="1 year",
        starts_at=now,
        ends_at=now + timedelta(days=365),
    )
    ask(api, f"91{member.user.mobile}")
    [paid] = pro_time(phone.log_in(api, member.user.mobile))
    assert paid["kind"] == "paid"
    assert TrialLead.objects.get().granted_at is None


def test_for_whoever_is_logged_in_it_starts_at_once(member: Person, committed: Any) -> None:
    assert pro_time(member.api.get("/api/user")) == []
    with committed():
        ask(member.api, f"91{member.user.mobile}")
    [trial] = pro_time(member.api.get("/api/user"))
    assert (trial["active"], trial["kind"]) == (True, "trial")


def test_a_member_starts_nobody_elses_trial(member: Person, other_member: Person) -> None:
    ask(member.api, f"91{other_member.user.mobile}")
    assert Entitlement.objects.count() == 0


@pytest.mark.parametrize(
    "mobile",
    [
        MOBILE,
        f"0{MOBILE}",
        f"+1{MOBILE}",
        f"91 {MOBILE}",
        "91१२३४५६७८९०",
        "915812345678",
        "",
        None,
        919812345678,
        [],
    ],
)
def test_a_bad_number_is_refused(api: ApiClient, mobile: Any) -> None:
    answer = ask(api, mobile)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["mobile"])
    assert TrialLead.objects.count() == 0


def test_one_address_may_enter_so_many_numbers(api: ApiClient, settings: Any) -> None:
    settings.OTP_ADDRESS_LIMIT = (2, 3600)
    statuses = [ask(api, f"91981234567{number}").status_code for number in range(3)]
    assert statuses == [200, 200, 429]
    assert TrialLead.objects.count() == 2
