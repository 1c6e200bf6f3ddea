"""The setting changes to a second provider: new orders go there, and earlier ones stay where they are."""

from __future__ import annotations

import sys
from datetime import timedelta
from types import ModuleType
from typing import Any

import pytest
from django.urls import include, path
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.commerce.api.webhook_views import ProviderWebhook
from apps.commerce.flows import auditing, jobs, rebuilding
from apps.commerce.gateways import budget, registry
from apps.commerce.gateways.outcomes import Done
from apps.commerce.gateways.payloads import ProviderOrder
from apps.commerce.gateways.razorpay.gateway import RazorpayGateway
from apps.commerce.models import (
    Cart,
    Dispute,
    GatewayEvent,
    Invoice,
    LedgerEntry,
    NumberSeries,
    Order,
    OrderLine,
    Payment,
    Refund,
)
from apps.commerce.services import expiry, refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import CONFIRM, Shop, course_at
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.outbox.services import messages

from .acme_gateway import AcmeGateway
from .provider_doubles import AcmeDouble

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def acme(settings: Any, monkeypatch: pytest.MonkeyPatch) -> AcmeDouble:
    """Acme is configured, and takes no orders yet."""
    gateway = f"{AcmeGateway.__module__}.{AcmeGateway.__qualname__}"
    settings.PAYMENT_GATEWAYS = {**settings.PAYMENT_GATEWAYS, "acme": gateway}
    urls = ModuleType("urls_with_the_webhook_of_acme")
    webhook = path("api/payments/webhook/acme", ProviderWebhook.as_view(provider="acme"))
    urls.urlpatterns = [webhook, path("", include("config.urls"))]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, urls.__name__, urls)
    settings.ROOT_URLCONF = urls.__name__
    return AcmeDouble()


@pytest.fixture
def old(shop: Shop, member: Person, acme: AcmeDouble, settings: Any) -> dict[str, Any]:
    """An order at Razorpay that is open when the setting changes to Acme."""
    enrolled = shop.enrolled(member.api, course_at(100_00))
    settings.PAYMENT_GATEWAY = "acme"
    return enrolled


@pytest.fixture
def new(shop: Shop, member: Person, old: dict[str, Any]) -> dict[str, Any]:
    """An open order at Acme."""
    return shop.enrolled(member.api, course_at(200_00))


def later(**span: int) -> Any:
    return timezone.now() + timedelta(**span)


def confirm(api: ApiClient, acme: AcmeDouble, order_id: str, payment_id: str) -> Any:
    signed = {
        "razorPayOrderId": order_id,
        "razorPayPaymentId": payment_id,
        "razorPaySignature": acme.sign(order_id, payment_id),
    }
    return api.post(CONFIRM, signed)


def send_webhook(acme: AcmeDouble, news: str, payment_id: str) -> Any:
    body, headers = acme.webhook(news, payment_id)
    return ApiClient().post(
        "/api/payments/webhook/acme",
        data=body,
        content_type="application/json",
        headers=headers,
        HTTP_X_CSRFTOKEN="none",
    )


def refund(order: Order) -> Refund:
    return refunds.refund_as_staff(
        order_id=order.pk,
        line_ids=None,
        reason="Asked for",
        by=colleague(),
        release_coupon=False,
        at=timezone.now(),
    )


def order_of(enrolled: dict[str, Any]) -> Order:
    return Order.objects.get(pk=enrolled["orderId"])


def agree() -> bool:
    return auditing.audit(at=later(minutes=1)).differences == []


def test_an_order_is_paid_invoiced_and_refunded_at_the_second_provider(
    shop: Shop, member: Person, acme: AcmeDouble, new: dict[str, Any]
) -> None:
    assert new["provider"] == "acme"
    assert (new["keyId"], new["checkoutScript"]) == ("acme-public", "https://pay.acme.example/window.js")
    paid = acme.pay(new["razorPayOrderId"])

    answers = [confirm(member.api, acme, new["razorPayOrderId"], paid) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    order = order_of(new)
    assert (order.provider, order.status, order.bill_paise) == ("acme", "paid", 236_00)
    assert Invoice.objects.get(order=order).content["paid_with"] == f"Acme payment {paid}"
    assert Entitlement.objects.filter(item_id=order.item_id).count() == 1
    assert agree()

    refund(order)
    messages.sweep(now=timezone.now())

    (returned,) = acme.server.givebacks.values()
    assert (returned["sum"], returned["state"]) == ("236.00", "SENT")
    assert Refund.objects.get().status == "processed"
    assert shop.provider.refunds == {}
    assert agree()


def test_what_the_second_provider_has_not_signed_pays_nothing(
    member: Person, acme: AcmeDouble, new: dict[str, Any], shop: Shop
) -> None:
    order_id = new["razorPayOrderId"]
    paid = acme.pay(order_id)
    by_the_first = {
        "razorPayOrderId": order_id,
        "razorPayPaymentId": paid,
        "razorPaySignature": shop.provider.signature(order_id, paid),
    }

    assert member.api.post(CONFIRM, by_the_first).status_code == 400
    assert send_webhook(acme, "captured", paid).status_code == 200
    assert order_of(new).status == "paid"


def test_events_and_polling_settle_at_the_second_provider(
    shop: Shop, member: Person, other_member: Person, acme: AcmeDouble, new: dict[str, Any]
) -> None:
    quiet = shop.enrolled(other_member.api, course_at(300_00))
    paid = acme.pay(new["razorPayOrderId"])
    acme.pay(quiet["razorPayOrderId"])

    assert [send_webhook(acme, "captured", paid).status_code for _ in range(2)] == [200, 200]
    assert (order_of(new).status, order_of(quiet).status) == ("paid", "awaiting")
    assert jobs.reconcile(at=later(minutes=16)) is not None
    assert order_of(quiet).status == "paid"
    assert agree()


def test_a_second_success_that_the_second_provider_took_is_refunded_by_us(
    member: Person, acme: AcmeDouble, new: dict[str, Any]
) -> None:
    first, second = (acme.pay(new["razorPayOrderId"]) for _ in range(2))

    assert confirm(member.api, acme, new["razorPayOrderId"], first).status_code == 200
    assert send_webhook(acme, "captured", second).status_code == 200
    messages.sweep(now=timezone.now())

    assert Refund.objects.get().cause == "twice"
    assert [f"acme-payment-{one['payment']}" for one in acme.server.givebacks.values()] == [second]
    assert agree()


def test_an_earlier_order_is_still_paid_and_refunded_at_the_first_provider(
    shop: Shop, member: Person, acme: AcmeDouble, old: dict[str, Any]
) -> None:
    cart_id = str(order_of(old).cart_id)
    assert shop.enroll(member.api, {"_id": cart_id}) == old
    assert old["provider"] == "razorpay"

    assert shop.confirm(member.api, old["razorPayOrderId"]).status_code == 200
    order = order_of(old)
    refund(order)
    messages.sweep(now=timezone.now())

    assert (order.provider, order_of(old).status) == ("razorpay", "refunded")
    assert [one.amount_paise for one in shop.provider.refunds.values()] == [118_00]
    assert acme.server.orders == acme.server.givebacks == {}
    assert agree()


def test_late_news_of_the_first_provider_still_counts(
    shop: Shop, acme: AcmeDouble, old: dict[str, Any], new: dict[str, Any]
) -> None:
    payment = shop.provider.fail(old["razorPayOrderId"])
    assert shop.webhook("payment.failed", payment_id=payment.id).status_code == 200
    assert expiry.expire_overdue_orders(at=later(minutes=16)) == 2
    acme.server.is_down = True

    shop.provider.capture_late(payment.id)
    assert shop.webhook("payment.captured", payment_id=payment.id).status_code == 200

    assert (order_of(old).status, order_of(new).status) == ("paid", "expired")
    shop.provider.dispute(payment.id)
    assert shop.webhook("payment.dispute.created", payment_id=payment.id).status_code == 200
    assert Dispute.objects.get().order_id == order_of(old).pk
    assert set(GatewayEvent.objects.values_list("provider", "status")) == {("razorpay", "handled")}
    acme.server.is_down = False
    assert agree()


def test_a_provider_that_is_down_stops_no_order_of_the_other(
    shop: Shop, acme: AcmeDouble, old: dict[str, Any], new: dict[str, Any]
) -> None:
    shop.provider.is_down = True
    acme.pay(new["razorPayOrderId"])

    reconciled = jobs.reconcile(at=later(minutes=16))

    assert reconciled is not None
    assert (reconciled.polled, reconciled.settled, reconciled.unknown) == (2, 1, 1)
    assert auditing.audit(at=later(minutes=1)).differences == [
        f"Razorpay does not list its {what}." for what in ("orders", "disputes", "settlements")
    ]


def test_a_provider_changes_its_own_orders_only(
    shop: Shop, acme: AcmeDouble, old: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    """As if the first provider's webhook secret were in other hands."""
    payment = shop.provider.capture(old["razorPayOrderId"])
    Order.objects.update(provider="acme")

    assert shop.webhook("payment.captured", payment_id=payment.id).status_code == 200
    assert GatewayEvent.objects.get().note == "Belongs to no order of this site"
    done = rebuilding.rebuild_lost_orders(at=later(minutes=1))
    assert (done.rebuilt, done.failed) == (0, 1)
    assert "paid order cannot be rebuilt" in caplog.text
    assert not Payment.objects.exists()
    assert order_of(old).status == "awaiting"


def test_disputes_of_both_providers_are_polled(
    shop: Shop, member: Person, acme: AcmeDouble, old: dict[str, Any], new: dict[str, Any]
) -> None:
    shop.confirm(member.api, old["razorPayOrderId"])
    (payment,) = shop.provider.payments
    paid = acme.pay(new["razorPayOrderId"])
    confirm(member.api, acme, new["razorPayOrderId"], paid)
    shop.provider.dispute(payment)
    acme.dispute(paid)

    polled = jobs.poll_disputes(at=later(minutes=1))

    assert polled is not None
    assert (polled.listed, polled.recorded, polled.failed, polled.unknown) == (2, 2, 0, 0)
    assert {one.order_id for one in Dispute.objects.all()} == {order_of(old).pk, order_of(new).pk}


def test_lost_orders_of_both_providers_are_rebuilt_with_their_provider(
    shop: Shop, member: Person, acme: AcmeDouble, old: dict[str, Any], new: dict[str, Any]
) -> None:
    shop.confirm(member.api, old["razorPayOrderId"])
    paid = acme.pay(new["razorPayOrderId"])
    confirm(member.api, acme, new["razorPayOrderId"], paid)
    _lose_the_books()

    rebuilt = jobs.rebuild(at=later(minutes=1))

    assert rebuilt is not None
    assert (rebuilt.rebuilt, rebuilt.failed, rebuilt.unknown) == (2, 0, 0)
    assert {order.provider: order.status for order in Order.objects.all()} == {
        "razorpay": "paid",
        "acme": "paid",
    }
    assert agree()


def test_a_lost_order_of_the_second_provider_is_rebuilt_when_it_is_confirmed(
    member: Person, acme: AcmeDouble, new: dict[str, Any]
) -> None:
    paid = acme.pay(new["razorPayOrderId"])
    _lose_the_books()

    assert confirm(member.api, acme, new["razorPayOrderId"], paid).status_code == 200
    assert (Order.objects.get().provider, Order.objects.get().status) == ("acme", "paid")


def test_a_rebuild_resumes_where_the_slowest_provider_was_left(
    acme: AcmeDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One provider lists two pages and fails, the other one only its first; neither loses an order."""
    at, spans = timezone.now(), dict[str, list[Any]](razorpay=[], acme=[])
    times = {"razorpay": at - timedelta(hours=9), "acme": at - timedelta(hours=3)}

    def pages(name: str) -> Any:
        def orders_between(*, begins: Any, ends: Any) -> Any:
            spans[name].append(ends)
            yield Done([(_listed(times[name]), [])])
            if len(spans[name]) == 1:
                yield acme.gateway.fetch_order(order_id="none")

        return staticmethod(orders_between)

    monkeypatch.setattr(RazorpayGateway, "orders_between", pages("razorpay"))
    monkeypatch.setattr(AcmeGateway, "orders_between", pages("acme"))

    first = rebuilding.rebuild_lost_orders(at=at)
    assert (first.unknown, first.resume_at) == (2, times["acme"])
    second = rebuilding.rebuild_lost_orders(at=at, resume_at=first.resume_at)
    assert (second.unknown, second.resume_at) == (0, None)
    assert spans == {"razorpay": [at, times["acme"]], "acme": [at, times["acme"]]}


def test_each_provider_has_its_share_of_the_time_for_rebuilding(
    acme: AcmeDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[float] = []

    def orders_between(**_span: Any) -> Any:
        left.append(budget.seconds_left())
        return iter([Done([])])

    for gateway in (RazorpayGateway, AcmeGateway):
        monkeypatch.setattr(gateway, "orders_between", staticmethod(orders_between))
    with budget.limit(100):
        rebuilding.rebuild_lost_orders(at=timezone.now())
    assert [round(seconds, -1) for seconds in left] == [50, 100]


def test_a_provider_that_is_not_configured_any_more_is_named(
    shop: Shop, old: dict[str, Any], settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.PAYMENT_GATEWAYS = {"acme": settings.PAYMENT_GATEWAYS["acme"]}

    with pytest.raises(registry.UnknownGateway, match="razorpay"):
        registry.of(order_of(old).provider)
    reconciled = jobs.reconcile(at=later(minutes=16))
    assert reconciled is not None
    assert reconciled.failed == 1
    assert "row failed" in caplog.text
    wrong = f"Order {order_of(old).number} is of a provider that is not configured."
    assert wrong in auditing.audit(at=later(minutes=1)).differences


def _lose_the_books() -> None:
    """As when a backup from before the purchases is restored."""
    Order.objects.update(paid_by=None, paid_at=None, refunded_at=None, status="expired")
    for model in (GatewayEvent, LedgerEntry, Invoice, OrderLine, Payment, Order, Cart):
        rows = model._base_manager.all()
        rows._raw_delete(rows.db)
    Entitlement.objects.all().delete()
    NumberSeries.objects.all().delete()


def _listed(created_at: Any) -> ProviderOrder:
    return ProviderOrder(
        id="any",
        amount_paise=100,
        currency="INR",
        receipt="any",
        status="created",
        notes={},
        created_at=created_at,
    )
