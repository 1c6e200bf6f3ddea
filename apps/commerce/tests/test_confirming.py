"""What the confirm endpoint says of orders that are refunded, and of orders that our database has lost."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.commerce.flows import rebuilding, reconciling
from apps.commerce.gateways.payloads import ProviderPayment
from apps.commerce.models import Cart, GatewayEvent, Invoice, Order, OrderLine, Payment
from apps.commerce.services import refunds
from apps.commerce.states import EventStatus
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db(transaction=True)

REFUNDED = "This order was refunded. You will find the refund in your receipts."


def lose_everything() -> None:
    """A backup from before the order was restored."""
    for model in (GatewayEvent, OrderLine, Payment, Order, Cart):
        model.objects.all().delete()


def test_a_repeat_after_a_refund_says_that_it_was_refunded(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    assert shop.confirm_as(member.api, payment).status_code == 200
    refunds.refund_as_staff(
        order_id=Order.objects.get().pk,
        line_ids=None,
        reason="Asked",
        by=colleague("Asha"),
        release_coupon=False,
        at=timezone.now(),
    )
    answer = shop.confirm_as(member.api, payment)
    assert (answer.status_code, answer.json()["message"]) == (200, REFUNDED)
    assert answer.json()["data"]["receipt"]["status"] == "refunded"


def test_a_payment_that_came_too_late_is_not_called_checking(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    Order.objects.update(placed_at=timezone.now() - timedelta(days=8))
    answer = shop.confirm(member.api, enrolled["razorPayOrderId"])
    assert (answer.status_code, answer.json()) == (
        202,
        {
            "data": {"orderId": enrolled["orderId"], "status": "refunded"},
            "code": "payment_refunded",
            "message": "Your payment came long after the order, so it is being refunded in full.",
        },
    )


def test_a_signed_payment_of_a_lost_order_is_fulfilled(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    lose_everything()
    answer = shop.confirm_as(member.api, payment)
    assert (answer.status_code, answer.json()["data"]["orderId"]) == (200, enrolled["orderId"])
    assert Order.objects.get().status == "paid"


def test_while_the_provider_is_silent_a_lost_order_is_being_checked(shop: Shop, member: Person) -> None:
    payment = shop.provider.capture(shop.enrolled(member.api, course_at(100_00))["razorPayOrderId"])
    lose_everything()
    shop.provider.is_down = True
    answer = shop.confirm_as(member.api, payment)
    assert (answer.status_code, answer.json()["code"]) == (502, "payment_checking")
    assert not Order.objects.exists()


@pytest.mark.parametrize("who", ["somebody else", "an unsigned caller"])
def test_a_lost_order_is_nobody_elses(shop: Shop, member: Person, other_member: Person, who: str) -> None:
    payment = shop.provider.capture(shop.enrolled(member.api, course_at(100_00))["razorPayOrderId"])
    lose_everything()
    told = shop.provider.confirmation(payment)
    api: ApiClient = other_member.api
    if who == "an unsigned caller":
        api, told["razorPaySignature"] = member.api, "0" * 64
    answer = api.post("/api/course/confirm/courseV1", told)
    assert (answer.status_code, answer.json()["code"]) == (404, "order_unknown")


def test_a_signed_order_that_the_provider_does_not_find_yet_is_being_checked(
    shop: Shop, member: Person
) -> None:
    order_id, payment_id = "order_00000000000000", "pay_00000000000000"
    told = {
        "razorPayOrderId": order_id,
        "razorPayPaymentId": payment_id,
        "razorPaySignature": shop.provider.signature(order_id, payment_id),
    }
    answer = member.api.post("/api/course/confirm/courseV1", told)
    assert (answer.status_code, answer.json()["code"]) == (502, "payment_checking")


# --- refunds that cannot be read --------------------------------------------------------------------


@pytest.fixture
def refunded(shop: Shop, member: Person) -> ProviderPayment:
    """Captured, and refunded in full in the provider's dashboard before anybody confirms."""
    payment = shop.provider.capture(shop.enrolled(member.api, course_at(100_00))["razorPayOrderId"])
    shop.provider.refund_at_dashboard(payment.id, payment.amount_paise)
    return shop.provider.payments[payment.id]


def settled() -> tuple[str, int, int]:
    return Order.objects.get().status, Invoice.objects.count(), Entitlement.objects.count()


def test_unknown_refunds_open_nothing_at_confirm(
    shop: Shop, member: Person, refunded: ProviderPayment
) -> None:
    shop.provider.refuse("refunds_of")
    answer = shop.confirm_as(member.api, refunded)
    assert (answer.status_code, answer.json()["code"]) == (202, "payment_checking")
    assert settled() == ("checking", 0, 0)

    answer = shop.confirm_as(member.api, refunded)
    assert (answer.status_code, answer.json()["data"]["receipt"]["status"]) == (200, "refunded")


def test_a_poll_with_unknown_refunds_is_no_poll(shop: Shop, refunded: ProviderPayment) -> None:
    shop.provider.lose_response("refunds_of")
    at = timezone.now() + timedelta(minutes=16)
    done = reconciling.reconcile(at=at)
    assert (done.polled, done.settled, done.unknown) == (1, 0, 1)
    assert settled() == ("awaiting", 0, 0)
    assert Order.objects.get().next_poll_at == at + timedelta(hours=1)

    assert reconciling.reconcile(at=at + timedelta(hours=1)).settled == 1


def test_an_event_with_unknown_refunds_is_retried(shop: Shop, refunded: ProviderPayment) -> None:
    shop.provider.lose_response("refunds_of")
    assert shop.webhook("payment.captured", payment_id=refunded.id).status_code == 200
    assert settled() == ("awaiting", 0, 0)
    assert GatewayEvent.objects.get().status == EventStatus.RECEIVED

    reconciling.reconcile(at=timezone.now() + timedelta(minutes=5))
    assert GatewayEvent.objects.get().status == EventStatus.HANDLED
    assert settled()[0] == "refunded"


def test_a_rebuild_with_unknown_refunds_is_unknown(shop: Shop, refunded: ProviderPayment) -> None:
    shop.provider.lose_response("refunds_of")
    at = timezone.now() + timedelta(minutes=1)
    done = rebuilding.rebuild_lost_orders(at=at)
    assert (done.rebuilt, done.failed, done.unknown) == (0, 0, 1)
    assert settled() == ("awaiting", 0, 0)

    assert rebuilding.rebuild_lost_orders(at=at).rebuilt == 1
    assert settled()[0] == "refunded"
