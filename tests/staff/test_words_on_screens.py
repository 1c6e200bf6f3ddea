"""Every list and page of the admin, with rows: staff read words, not the keys, ids and units of the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from apps.accounts.models import Consent, Delivery, LostNumber, MobileChange, TrialLead
from apps.audit.models import AuditEntry
from apps.catalog.models import ModuleCourse, Review
from apps.commerce.models import Dispute, GstRate, Payment, RefundSettings, SettlementLine
from apps.content.models import SecondPersonSettings
from apps.content.tests.factories import AcademyModuleFactory
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import Element, parse
from apps.live.models import Booking, WaitlistEntry
from apps.live.tests.factories import WebinarFactory
from apps.office.models import ExportRun
from apps.pro.models import Subscription
from apps.support.models import Complaint, LockedGrievance
from apps.support.selectors import exported
from apps.support.services import complaints
from tests.authorisation.admin_objects import create_rows
from tests.staff.admin_pages import admin_url
from tests.staff.admin_rows import FORMS

pytestmark = pytest.mark.django_db

KEY = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")
UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
UNIT = re.compile(r"\bpaise\b", re.IGNORECASE)

PLACEHOLDER = re.compile(r"{[^{}]*}")
"""Staff type these into texts, by their names."""
PROVIDER_ID = re.compile(r"(?:pay|disp|setl)_1")
"""The provider's dashboard shows these, and staff search for them."""


def _others(rows: dict[str, Any], member: Person) -> Iterator[Model]:
    """Rows of the models that neither the forms' table nor the authorisation matrix has."""
    now, person, order = timezone.now(), member.user, rows["order"]
    later, today = now + timedelta(days=1), timezone.localdate()
    yield TOTPDevice(user=rows["staff"], name="Phone")
    yield Consent(
        person=person, kind="terms", is_given=True, text="Yes", text_version="1", at=now, channel="site"
    )
    for template in ("booking_confirmed", "pro_bought"):
        yield Delivery(
            template=template,
            channel="sms",
            to=person.mobile,
            text="Hello",
            status="sent",
            person=person,
            created_at=now,
        )
    yield MobileChange(
        person=person,
        old_mobile=person.mobile,
        new_mobile="9700000009",
        reason="Lost",
        requested_at=now,
        due_at=later,
    )
    yield LostNumber(
        name="Asha",
        old_mobile="9700000007",
        new_mobile="9700000008",
        email="a@example.in",
        proof="Order",
        received_at=now,
    )
    yield TrialLead(mobile="9700000006", mobile_digest="a" * 64, asked_at=now)
    yield LockedGrievance(
        ticket=rows["ticket"],
        content=exported.ticket(rows["ticket"]) | {"notes": [], "escalation": ""},
        locked_at=now,
    )
    yield ModuleCourse(module=AcademyModuleFactory(), course=rows["course"])
    yield Review(course=rows["course"], person=person, display_name="Meera", rating=5, text="Good.")
    yield Booking(
        person=person,
        session=rows["session"],
        status="booked",
        booked_by="gift",
        given_by=rows["staff"],
        given_reason="Guest",
        made_at=now,
    )
    yield WaitlistEntry(person=person, webinar=WebinarFactory(), number=1, joined_at=now)
    yield Subscription(
        person=person, plan_name="Year", days=365, order_id=order.pk, line_id=new_id(), bought_at=now
    )
    yield Dispute(
        order=order,
        provider_dispute_id="disp_1",
        provider_payment_id="pay_1",
        amount_paise=100,
        currency="INR",
        phase="chargeback",
        reason_code="goods_not_received",
        status="open",
        opened_at=now,
        status_at=now,
    )
    yield GstRate(percent=18, starts_on=today + timedelta(days=2))
    yield Payment(
        order=order,
        provider_payment_id="pay_1",
        amount_paise=100,
        currency="INR",
        status="captured",
        first_seen_at=now,
        captured_at=now,
    )
    yield SettlementLine(
        provider="razorpay",
        kind="payment",
        provider_line_id="pay_1",
        settlement_id="setl_1",
        bank_reference="UTR1",
        amount_paise=100,
        fee_paise=2,
        tax_paise=0,
        net_paise=98,
        currency="INR",
        settled_at=now,
    )
    yield ExportRun(
        file="sales", format="csv", first_day=today, last_day=today, by=rows["staff"], started_at=now
    )
    yield RefundSettings()
    yield SecondPersonSettings()


@pytest.fixture
def rows(member: Person, staff: Person) -> None:
    made = create_rows(member)
    for row in _others(made, member):
        row.save(force_insert=row._state.adding)
    # Months are frozen from the first complaint on.
    Complaint.objects.create(source="scores", received_date=timezone.localdate() - timedelta(days=80))
    complaints.freeze(now=timezone.now())
    for model, screen in FORMS.items():
        if not model._default_manager.exists():
            screen.make()


def words_that_are_none(client: Client, url: str) -> set[str]:
    response = client.get(url, follow=True)
    assert response.status_code == 200, url
    text = " ".join(_read(parse(response.content.decode()).one("div", id="content")))
    text = PLACEHOLDER.sub("", text)
    found = {match.group() for pattern in (KEY, UUID, UNIT) for match in pattern.finditer(text)}
    return {word for word in found if not PROVIDER_ID.fullmatch(word)}


def _read(element: Element) -> Iterator[str]:
    """What a page says, without what was typed into it."""
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif child.tag not in ("script", "style", "template", "textarea"):
            yield from _read(child)


@pytest.mark.usefixtures("rows")
def test_lists_and_pages_have_words(admin_client: Client) -> None:
    found, without_rows = {}, set()
    # The audit trail comes first in the registry, and what is looked at here is written to it.
    for model in reversed(admin.site._registry):
        row = model._default_manager.first()
        if row is None:
            without_rows.add(model._meta.label)
            continue
        changelist = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        # An entry of the audit trail names the row, by the id that its search takes.
        pages = [changelist] if model is AuditEntry else [changelist, admin_url(row)]
        for url in pages:
            if words := words_that_are_none(admin_client, url):
                found[url] = words
    assert found == {}
    # Each of them has one line of words of its own.
    assert without_rows == {"commerce.LedgerEntry", "commerce.ProviderJob"}
