"""A buyer of Pro, and their way through the calls; an import brings the fixture into a test."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.commerce.gateways.fake import FakeProvider
from apps.commerce.models import Order
from apps.commerce.services import refunds
from apps.core.testing.clients import ApiClient, logged_in
from apps.live.tests.factories import NOW
from apps.pro.models import Plan, ProSection
from apps.pro.tests.factories import PlanFactory, ProSectionFactory

BASE = "/api/learnprosection/pro"

DAY = timedelta(days=1)


@dataclass
class Returning:
    """Somebody who logs in anew for each thing they do, for a session does not outlast a subscription."""

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

    def bought(self, api: ApiClient, days: int) -> dict[str, Any]:
        enrolled = self.enroll(api, days)
        assert enrolled.status_code == 200, enrolled.json()
        answer = self.confirm(api, enrolled.json()["data"]["razorPayOrderId"])
        assert answer.status_code == 200, answer.json()
        return dict(answer.json()["data"])

    def refund(self, bought: dict[str, Any], at: datetime | None = None) -> None:
        refunds.by_staff(
            order_id=Order.objects.get(pk=bought["orderId"]).pk,
            line_ids=None,
            reason="Asked for",
            by="Staff",
            gives_coupon_back=False,
            at=at or timezone.now(),
        )


def times(person: Any) -> list[tuple[float, float]]:
    """The paid Pro of a person in days from the tests' now, what was taken back left out."""
    rows = Entitlement.objects.paid_pro().filter(person=person).order_by("starts_at")
    return [((row.starts_at - NOW) / DAY, ((row.ends_at or NOW) - NOW) / DAY) for row in rows]


@pytest.fixture
def pro(provider: FakeProvider) -> ProShop:
    return ProShop(provider, ProSectionFactory(title="Rally Pro"))
