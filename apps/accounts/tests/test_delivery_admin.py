"""The log of messages in the admin."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.accounts.models import Delivery, User
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

LIST = "/admin/accounts/delivery/"
NOON = datetime(2026, 11, 21, 6, 30, tzinfo=UTC)


def logged(person: User | None = None, **changes: Any) -> Delivery:
    row = {
        "person": person,
        "template": "reminder_soon",
        "channel": "sms",
        "to": "9811111111",
        "text": "Your session 'Gap and range' starts at 3:45 PM.",
        "status": "sent",
        "created_at": NOON,
        "ended_at": NOON,
    }
    return Delivery.objects.create(**{**row, **changes})


def listed(staff: Person, query: str = "") -> list[str]:
    response = staff.api.get(f"{LIST}?{query}")
    assert response.status_code == 200
    return [row.to for row in response.context["cl"].result_list]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["meera@example.in", "9822222222", "9811111111"]),
        ("q=9822222222", ["9822222222"]),
        ("q=meera%40example.in", ["meera@example.in", "9811111111"]),
        ("q=98111", []),
        ("status__exact=failed", ["9822222222"]),
        ("template=receipt", ["meera@example.in"]),
        ("channel__exact=sms", ["9822222222", "9811111111"]),
    ],
)
def test_staff_find_messages(
    staff: Person, member: Person, other_member: Person, query: str, found: list[str]
) -> None:
    logged(member.user)
    logged(other_member.user, to="9822222222", status="failed", reason="status 400")
    logged(member.user, to="meera@example.in", channel="mail", template="receipt")
    assert listed(staff, query) == found


def test_a_persons_page_links_to_their_messages(staff: Person, member: Person, other_member: Person) -> None:
    logged(member.user)
    logged(other_member.user, to="9822222222")
    link = f"{LIST}?person__id__exact={member.user.pk}"
    page = staff.api.get(f"/admin/accounts/user/{member.user.pk}/change/")
    assert f'<a href="{link}">' in page.content.decode()
    assert listed(staff, link.partition("?")[2]) == ["9811111111"]


def test_a_message_is_shown_as_it_was_sent_and_cannot_be_changed(staff: Person, member: Person) -> None:
    row = logged(member.user)
    url = f"{LIST}{row.pk}/change/"
    page = staff.api.get(url).content.decode()
    assert "Your session &#x27;Gap and range&#x27; starts at 3:45 PM." in page
    assert staff.api.post(url, {"text": "Changed"}).status_code == 403
    assert staff.api.post(f"{LIST}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    row.refresh_from_db()
    assert row.text.endswith("3:45 PM.")


def test_the_number_of_queries_does_not_depend_on_the_number_of_rows(staff: Person, member: Person) -> None:
    counts = []
    listed(staff)
    for _ in range(2):
        for _ in range(25):
            logged(member.user)
        with CaptureQueriesContext(connection) as queries:
            listed(staff)
        counts.append(len(queries))
    assert counts[0] == counts[1]
