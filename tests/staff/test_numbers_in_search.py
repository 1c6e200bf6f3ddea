"""Every list of the admin that has a mobile number finds it in any usual spelling."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.accounts.states import Scope, Source
from apps.core.testing.fixtures import Person
from apps.support.models import Ticket

pytestmark = pytest.mark.django_db


@pytest.fixture
def rows(member: Person) -> None:
    now = timezone.now()
    Entitlement.objects.create(
        person=member.user, scope=Scope.PRO, label="Pro", source=Source.STAFF, starts_at=now
    )
    Ticket.objects.create(
        number="GR-1",
        name="Asha",
        mobile=member.user.mobile,
        subject="S",
        message="M",
        received_at=now,
        due_date=now.date(),
    )


def count(client: Client, name: str, text: str) -> int:
    response = client.get(reverse(f"admin:{name}_changelist"), {"q": text})
    return int(response.context["cl"].result_count)


@pytest.mark.parametrize("name", ["accounts_user", "accounts_entitlement", "support_ticket"])
@pytest.mark.usefixtures("rows")
def test_a_number_is_found_in_any_spelling(admin_client: Client, member: Person, name: str) -> None:
    number = member.user.mobile
    for text in (number, f"+91{number}", f"+91 {number[:5]} {number[5:]}", f"0{number}", f"91-{number}"):
        assert count(admin_client, name, text) == 1, text
    assert count(admin_client, name, "+91 60000 00000") == 0


@pytest.mark.parametrize("text", [" GR-1 ", "gr 1", "GR1", "G R - 1", "\u200bGR\u20111", "#GR-1"])
@pytest.mark.usefixtures("rows")
def test_the_number_of_a_ticket_is_found_in_any_spelling(admin_client: Client, text: str) -> None:
    assert count(admin_client, "support_ticket", text) == 1
    assert count(admin_client, "support_ticket", f"{text}2") == 0


@pytest.mark.parametrize(
    "name", ["accounts_entitlement", "accounts_consent", "live_booking", "pro_subscription"]
)
@pytest.mark.usefixtures("rows")
def test_rows_of_a_person_are_found_by_the_index_of_their_number(
    admin_client: Client, member: Person, name: str
) -> None:
    with CaptureQueriesContext(connection) as queries:
        count(admin_client, name, f"+91 {member.user.mobile}")
    searched = [query["sql"] for query in queries if member.user.mobile in query["sql"]]
    assert searched
    assert [sql for sql in searched if "LIKE" in sql] == []
