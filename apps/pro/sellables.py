"""The adapter that sells Pro plans; bought days start after those that the buyer already has."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from apps.accounts.selectors import paid_entitlements, subscriptions
from apps.accounts.states import Scope
from apps.core import ids
from apps.core.api.carts import CartIn
from apps.core.api.fields import IdField
from apps.core.sellables import Delivered, Found, Line, Quote, QuotedLine, Routes
from apps.pro.models import ProSection
from apps.pro.selectors import books, sections
from apps.pro.services import purchases


class ProCartIn(CartIn):
    sectionId = IdField()
    planId = IdField()


class PlanSellable:
    kind = "pro"
    routes = Routes(
        cart="learnprosection/pro/cart",
        enroll="learnprosection/pro/enroll",
        confirm="learnprosection/pro/confirm",
        body=ProCartIn,
    )

    def quote(self, *, request: Mapping[str, Any], buyer_id: UUID, at: datetime) -> Quote:
        """:raises UnknownSection, UnknownPlan, PlanWithdrawn, EndlessPro: if the buyer cannot buy it"""
        plan = sections.get_plan_for_quote(section_key=request["sectionId"], plan_key=request["planId"])
        subscriptions.end_of_paid(person_id=buyer_id, at=at)
        price, original = plan.discounted_price_paise, plan.actual_price_paise
        return Quote(
            item_id=plan.section_id,
            title=plan.section.title,
            price_paise=price,
            list_paise=original if original > price else None,
            price_name=plan.price_name,
            lines=(QuotedLine(plan.pk, f"{plan.section.title}: {plan.price_name}", price),),
            image=sections.image_url(plan.section),
            savings_paise=original - price,
            access_days=plan.validity_days,
        )

    def find(self, *, key: str) -> Found | None:
        section_id = ids.parse(key)
        if section_id is None:
            return None
        section = ProSection.objects.published().filter(pk=section_id).first()
        return None if section is None else Found(section.pk, None, section.title)

    def reserve(self, *, line: Line, until: datetime, at: datetime) -> None:
        """Pro has no seats."""

    def release(self, *, line: Line, at: datetime) -> None:
        """Pro has no seats."""

    def deliver(self, *, line: Line, at: datetime) -> None:
        purchases.deliver(line=line, at=at)

    def revoke(self, *, line: Line, at: datetime) -> None:
        purchases.revoke(line=line, at=at)

    def unused(self, *, lines: Sequence[Line], at: datetime) -> Collection[UUID]:
        bought = paid_entitlements.with_scope(Scope.PRO).filter(bought_by__in=[line.id for line in lines])
        return {row.bought_by for row in bought.filter(starts_at__gt=at, revoked_at=None) if row.bought_by}

    def delivered(self) -> Iterator[Delivered]:
        return books.delivered_plans()

    def differences(self) -> Iterator[str]:
        return books.differences()

    def receipt(self, *, lines: Sequence[Line]) -> Mapping[str, Any]:
        return {}

    def paths(self, *, item_ids: Collection[UUID]) -> Mapping[UUID, str]:
        return dict.fromkeys(item_ids, "/my-learnings")
