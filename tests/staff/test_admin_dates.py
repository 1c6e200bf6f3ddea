"""The admin shows dates as '27 Nov 2026, 3:45 PM', in Indian time, and its inputs take ISO dates."""

from datetime import UTC, datetime

import pytest
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import reverse
from django.utils import formats

from apps.accounts.models import Entitlement
from apps.accounts.states import Scope, Source
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

AFTERNOON = datetime(2026, 11, 27, 10, 15, tzinfo=UTC)
AFTER_MIDNIGHT = datetime(2026, 12, 4, 18, 35, tzinfo=UTC)


@pytest.fixture
def entitlement(member: Person) -> Entitlement:
    return Entitlement.objects.create(
        person=member.user,
        scope=Scope.PRO,
        source=Source.STAFF,
        label="Gift",
        starts_at=AFTERNOON,
        ends_at=AFTER_MIDNIGHT,
    )


@pytest.mark.usefixtures("entitlement")
def test_a_change_list_shows_dates_and_times(admin_client: Client) -> None:
    page = admin_client.get(reverse("admin:accounts_entitlement_changelist")).content.decode()

    assert '<td class="field-starts_at nowrap">27 Nov 2026, 3:45 PM</td>' in page
    assert '<td class="field-ends_at nowrap">5 Dec 2026, 12:05 AM</td>' in page


def test_a_form_takes_iso_dates_and_times(admin_client: Client, entitlement: Entitlement) -> None:
    address = reverse("admin:accounts_entitlement_change", args=[entitlement.pk])
    page = admin_client.get(address).content.decode()

    assert 'name="starts_at_0" value="2026-11-27"' in page
    assert 'name="starts_at_1" value="15:45:00"' in page


def test_the_history_shows_dates_and_times(
    admin_client: Client, staff: Person, entitlement: Entitlement
) -> None:
    LogEntry.objects.create(
        action_time=AFTERNOON,
        user=staff.user,
        content_type=ContentType.objects.get_for_model(Entitlement),
        object_id=str(entitlement.pk),
        object_repr=str(entitlement),
        action_flag=ADDITION,
    )
    address = reverse("admin:accounts_entitlement_history", args=[entitlement.pk])

    assert "27 Nov 2026, 3:45 PM" in admin_client.get(address).content.decode()


def test_days_have_no_time() -> None:
    assert formats.date_format(AFTERNOON.date()) == "27 Nov 2026"
