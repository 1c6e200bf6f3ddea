"""The download of everything that is kept of a person, and the sections it is made of."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone

from apps.accounts import personal_data
from apps.accounts.models import Delivery, Entitlement, TrialLead, User
from apps.accounts.services import consents, trials
from apps.accounts.states import ConsentChannel, ConsentKind, Scope, Source
from apps.core.ids import new_id
from apps.core.testing.clients import ApiClient, logged_in
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

CALL = "/api/user/data"
NOON = datetime(2026, 11, 21, 6, 30, tzinfo=UTC)
OWN = [
    "profile",
    "consents",
    "entitlements",
    "trial",
    "messages",
    "number changes",
    "lost numbers",
    "sessions",
]


def fill(person: User) -> Entitlement:
    """One row of everything."""
    consents.give(
        person=person,
        kind=ConsentKind.WHATSAPP,
        channel=ConsentChannel.LOGIN,
        address="203.0.113.7",
        at=NOON,
    )
    TrialLead.objects.create(
        mobile=person.mobile,
        mobile_digest=trials.digest_of(person.mobile),
        asked_at=NOON,
        address="203.0.113.7",
    )
    return Entitlement.objects.create(
        person=person,
        scope=Scope.COURSE,
        item_id=new_id(),
        source=Source.PAID,
        label="Options from the start",
        starts_at=NOON,
        ends_at=NOON + timedelta(days=365),
    )


def test_the_file_holds_every_section(member: Person, other_member: Person) -> None:
    fill(other_member.user)
    course = fill(member.user)
    response = member.api.get(CALL)
    body = response.json()
    assert response.status_code == 200
    assert_matches_schema(body, path="user/data")
    assert list(body)[: len(OWN)] == OWN
    joined_at = body["profile"].pop("joinedAt")
    assert datetime.fromisoformat(joined_at) == member.user.joined_at.replace(microsecond=0)
    assert joined_at.endswith("Z")
    assert body["profile"].pop("lastLoginAt").endswith("Z")
    assert body["profile"] == {
        "_id": str(member.user.pk),
        "name": "Meera Nair",
        "email": "meera@example.in",
        "emailConfirmed": True,
        "mobile": "9811111111",
        "state": "Kerala",
        "company": "",
        "gstNo": "",
        "address": "",
        "engagementConsent": None,
        "canWhatsapp": True,
    }
    assert body["consents"] == [
        {
            "kind": "whatsapp",
            "subject": "WhatsApp and alerts",
            "given": True,
            "text": "Get alerts, market tips & course updates on WhatsApp",
            "textVersion": "2026-11",
            "at": "2026-11-21T06:30:00Z",
            "channel": "login",
            "networkAddress": "203.0.113.7",
        }
    ]
    assert body["entitlements"] == [
        {
            "scope": "course",
            "itemId": str(course.item_id),
            "source": "paid",
            "label": "Options from the start",
            "startsAt": "2026-11-21T06:30:00Z",
            "endsAt": "2027-11-21T06:30:00Z",
        }
    ]
    assert body["trial"] == {
        "mobile": "9811111111",
        "askedAt": "2026-11-21T06:30:00Z",
        "startedAt": None,
        "networkAddress": None,
    }
    [device] = body["sessions"].pop("devices")
    assert (device["name"], device["loggedInAt"][-1]) == ("Unknown browser", "Z")
    assert body["sessions"] == {"count": 1}
    assert body["number changes"] == []


def test_it_comes_as_a_file_that_nobody_keeps(member: Person) -> None:
    response = member.api.get(CALL)
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == 'attachment; filename="rally-data.json"'
    assert response["Cache-Control"] == "private, no-store"
    assert not response.has_header("ETag")


def test_names_are_readable_in_it(member: Person) -> None:
    User.objects.filter(pk=member.user.pk).update(name="मीरा")
    assert "मीरा".encode() in member.api.get(CALL).content


def test_of_whom_little_is_kept_little_is_said(member: Person) -> None:
    logged_in(member.user)
    body = member.api.get(CALL).json()
    assert (body["consents"], body["entitlements"], body["trial"]) == ([], [], None)
    assert (body["sessions"]["count"], len(body["sessions"]["devices"])) == (2, 2)


def test_the_trial_of_a_number_that_the_account_had_before_is_in_it(member: Person) -> None:
    TrialLead.objects.create(
        mobile="9855555555", mobile_digest="x", asked_at=NOON, granted_at=NOON, person=member.user
    )
    assert member.api.get(CALL).json()["trial"]["mobile"] == "9855555555"


def written_to(to: str, *, person: User | None = None, at: datetime = NOON) -> Delivery:
    return Delivery.objects.create(
        person=person,
        template="receipt",
        channel="mail" if "@" in to else "sms",
        to=to,
        text="We received ₹1,234.00.",
        status="sent",
        created_at=at,
        ended_at=at,
    )


def test_an_address_that_was_only_typed_shows_nobody_elses_messages(
    member: Person, other_member: Person
) -> None:
    User.objects.filter(pk=other_member.user.pk).update(email=member.user.email)
    theirs = written_to(member.user.email, person=member.user)
    written_to(member.user.email)

    assert other_member.api.get(CALL).json()["messages"] == []
    assert [row["to"] for row in member.api.get(CALL).json()["messages"]] == [member.user.email]

    erase = {"mobile": other_member.user.mobile}
    assert other_member.api.post("/api/user/erase", erase).status_code == 200
    theirs.refresh_from_db()
    assert (theirs.to, theirs.text) == (member.user.email, "We received ₹1,234.00.")


def test_what_went_to_the_number_before_it_was_theirs_is_not_in_it(member: Person) -> None:
    member.user.refresh_from_db()
    written_to(member.user.mobile, at=member.user.joined_at - timedelta(days=1))
    written_to(member.user.mobile, at=timezone.now())

    assert len(member.api.get(CALL).json()["messages"]) == 1


@pytest.mark.parametrize("rows", [1, 3])
def test_what_it_costs(member: Person, rows: int, own_sections: Any, django_assert_num_queries: Any) -> None:
    Entitlement.objects.bulk_create(
        Entitlement(person=member.user, scope=Scope.PRO, source=Source.PAID, label="1 year", starts_at=NOON)
        for _ in range(rows)
    )
    member.api.get(CALL)
    with django_assert_num_queries(7):
        assert len(member.api.get(CALL).json()["entitlements"]) == rows


def test_a_visitor_downloads_nothing(api: ApiClient) -> None:
    response = api.get(CALL)
    assert response.status_code == 401
    assert not response.has_header("Content-Disposition")


def test_sections_come_in_the_order_in_which_they_were_registered(
    member: Person, own_sections: dict[str, Any]
) -> None:
    personal_data.register("zebras", export=lambda person: [person.name], erase=personal_data.keep_anonymised)
    personal_data.register("apples", export=lambda _person: {}, erase=personal_data.keep_anonymised)
    body = member.api.get(CALL).json()
    assert list(body)[-2:] == ["zebras", "apples"]
    assert body["zebras"] == ["Meera Nair"]


def test_two_sections_of_one_name_stop_the_process(own_sections: dict[str, Any]) -> None:
    before = dict(own_sections)
    with pytest.raises(ImproperlyConfigured, match="'profile'"):
        personal_data.register("profile", export=lambda _person: None, erase=personal_data.keep_anonymised)
    assert own_sections == before
