"""Buying Pro through the API. Import the fixture `pro` into a test module."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.commerce.models import Order
from apps.commerce.services import refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.fake_provider import FakeProvider
from apps.core.testing.clients import ApiClient, logged_in
from apps.live.tests.factories import NOW
from apps.pro.models import Plan, ProSection
from apps.pro.tests.factories import PlanFactory, ProSectionFactory

BASE = "/api/learnprosection/pro"

DAY = timedelta(days=1)


@dataclass
class ReturningMember:
    """A member who logs in again for each request, because a session is shorter than a subscription."""

    user: Any

    @property
    def api(self) -> ApiClient:
        return logged_in(self.user)


@dataclass
class ProShop:
    provider: FakeProvider
    section: ProSection
    plans: dict[int, Plan] = field(default_factory=dict)

    def plan(self, days: int) -> Plan:
        if days not in self.plans:
            self.plans[days] = PlanFactory(
                section=self.section, price_name=f"{days} days", validity_days=days
            )
        return self.plans[days]

    def fill(self, api: ApiClient, days: int) -> Any:
        plan = self.plan(days)
        return api.post(f"{BASE}/cart", {"sectionId": str(plan.section_id), "planId": str(plan.pk)})

    def enroll(self, api: ApiClient, days: int) -> Any:
        return api.post(f"{BASE}/enroll", {"id": self.fill(api, days).json()["data"]["_id"]})

    def confirm(self, api: ApiClient, provider_order_id: str) -> Any:
        payment = self.provider.capture(provider_order_id)
        return api.post(f"{BASE}/confirm", self.provider.confirmation(payment))

    def buy(self, api: ApiClient, days: int) -> dict[str, Any]:
        enrolled = self.enroll(api, days)
        assert enrolled.status_code == 200, enrolled.json()
        response = self.confirm(api, enrolled.json()["data"]["razorPayOrderId"])
        assert response.status_code == 200, response.json()
        return dict(response.json()["data"])

    def refund(self, purchase: dict[str, Any], at: datetime | None = None) -> None:
        refunds.refund_as_staff(
            order_id=Order.objects.get(pk=purchase["orderId"]).pk,
            line_ids=None,
            reason="Asked for",
            by=colleague(),
            release_coupon=False,
            at=at or timezone.now(),
        )


def paid_days(person: Any) -> list[tuple[float, float]]:
    """Start and end of each paid Pro entitlement, in days from NOW, without revoked ones."""
    rows = Entitlement.objects.paid_pro().filter(person=person).order_by("starts_at")
    return [((row.starts_at - NOW) / DAY, ((row.ends_at or NOW) - NOW) / DAY) for row in rows]


@pytest.fixture
def pro(provider: FakeProvider) -> ProShop:
    return ProShop(provider, ProSectionFactory(title="Rally Pro"))
