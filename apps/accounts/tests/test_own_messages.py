"""The messages that somebody was sent, as they read them in their settings."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from apps.accounts.models import Delivery, User
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

CALL = "/api/user/messages"
NOON = datetime(2026, 11, 21, 6, 30, tzinfo=UTC)
TEXT = "Rally: your place in 'Gap and range' is confirmed, Fri 27 Nov 2026, 3:45 PM."


def logged(person: User | None, *, minutes: int = 0, **changes: Any) -> Delivery:
    at = NOON + timedelta(minutes=minutes)
    row = {
        "person": person,
        "template": "booking_confirmed",
        "channel": "sms",
        "to": person.mobile if person else "",
        "text": TEXT,
        "status": "sent",
        "created_at": at,
        "ended_at": at + timedelta(seconds=2),
    }
    return Delivery.objects.create(**{**row, **changes})


def listed(person: Person, query: str = "") -> list[dict[str, Any]]:
    response = person.api.get(f"{CALL}?{query}")
    assert response.status_code == 200
    return response.json()["data"]


@pytest.mark.parametrize("rows", [1, 50])
def test_own_messages_newest_first_in_as_many_queries_for_any_number(
    member: Person, other_member: Person, rows: int, django_assert_num_queries: Any
) -> None:
    logged(other_member.user)
    for minutes in range(rows):
        last = logged(member.user, minutes=minutes)
    member.api.get(CALL)
    with django_assert_num_queries(1):
        response = member.api.get(f"{CALL}?limit=20")
    body = response.json()
    assert_matches_schema(body, path="user/messages")
    assert (body["totalCount"], len(body["data"])) == (rows, min(rows, 20))
    assert body["data"][0] == {
        "_id": str(last.pk),
        "template": "booking_confirmed",
        "channel": "sms",
        "to": member.user.mobile,
        "subject": "",
        "text": TEXT,
        "status": "sent",
        "at": (NOON + timedelta(minutes=rows - 1, seconds=2)).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    assert [row["at"] for row in body["data"]] == sorted((row["at"] for row in body["data"]), reverse=True)
    assert response["Cache-Control"] == "private, no-store"


def test_only_an_own_present_address_is_shown_whole(member: Person) -> None:
    member.user.email = "meera@example.in"
    member.user.save()
    for minutes, to in enumerate(["meera@example.in", "old.address@example.in", "9811112233", ""]):
        logged(member.user, minutes=minutes, to=to)
    assert [row["to"] for row in listed(member)] == ["", "•••33", "o•••@example.in", "meera@example.in"]


def test_messages_to_the_own_number_without_an_account_belong_to_it_from_when_it_was_theirs(
    member: Person,
) -> None:
    member.user.mobile_since = NOON
    member.user.save()
    logged(None, minutes=-1, to=member.user.mobile)
    own = logged(None, minutes=1, to=member.user.mobile)
    assert [row["_id"] for row in listed(member)] == [str(own.pk)]


def test_an_otp_is_not_shown(member: Person) -> None:
    logged(member.user, template="otp", text="•••••• is your Rally login OTP.")
    assert [row["text"] for row in listed(member)] == [""]


def test_of_several_attempts_only_the_last_is_listed(member: Person) -> None:
    key = uuid4()
    logged(member.user, key=key, channel="whatsapp", status="failed", reason="status 500")
    # Both within one tick of the clock.
    logged(member.user, key=key, channel="whatsapp", status="failed", reason="status 400")
    logged(member.user, key=key, channel="sms", minutes=1)
    logged(member.user, channel="mail", minutes=2, status="queued", ended_at=None, text="")
    body = member.api.get(CALL).json()
    assert [(row["channel"], row["status"]) for row in body["data"]] == [("mail", "queued"), ("sms", "sent")]
    assert body["totalCount"] == 2
    assert "status 400" not in str(body)


def test_a_page_of_them(member: Person) -> None:
    for minutes in range(3):
        logged(member.user, minutes=minutes)
    whole = listed(member)
    assert member.api.get(f"{CALL}?skip=1&limit=1").json() == {"data": whole[1:2], "totalCount": 3}
    assert member.api.get(f"{CALL}?skip=9").json() == {"data": [], "totalCount": 3}


@pytest.mark.parametrize("query", ["skip=-1", "limit=x", "skip=", "limit=%00"])
def test_a_page_that_is_none_is_refused(member: Person, query: str) -> None:
    assert member.api.get(f"{CALL}?{query}").status_code == 400
