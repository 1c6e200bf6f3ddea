"""What is returned to a buyer is a sum over rows: ours, theirs, late, lost, twice and in any order."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from apps.commerce.flows import auditing, confirming, enrolling, provider_sync, reconciling, refunding
from apps.commerce.flows.confirming import Signed
from apps.commerce.models import CreditNote, Order, Refund, RefundAttempt
from apps.commerce.selectors import books
from apps.commerce.services import carts, refunds, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import OrderStatus, RefundCause, RefundStatus
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.concurrency import create_buyers, run_concurrently, unexpected_errors
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.seats import BILL_PAISE, Seat, show_of
from apps.outbox.services import messages

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("seats", "later")]

WHOLE = 2 * BILL_PAISE


@pytest.fixture
def order(provider: FakeProvider) -> Order:
    """Two seats, paid."""
    (buyer,), show = create_buyers(1), show_of(9)
    at = timezone.now()
    cart = carts.fill(
        person=buyer.person,
        kind="seat",
        request={"id": str(show.pk), "seats": 2},
        billing_details={},
        at=at,
    )
    placed = enrolling.enroll(person=buyer.person, kind="seat", cart_id=cart.pk, at=at)
    payment = provider.capture(str(placed.provider_order_id))
    number = str(placed.provider_order_id)
    signed = Signed(number, payment.id, provider.signature(number, payment.id))
    return confirming.confirm(person=buyer.person, kind="seat", signed=signed, at=at)


def payment_id(order: Order) -> str:
    assert order.paid_by is not None
    return str(order.paid_by.provider_payment_id)


def refund_line(order: Order) -> Refund:
    return _refunded(order, [order.lines.all()[0].pk])


def refund_all(order: Order) -> Refund:
    return _refunded(order, None)


def _refunded(order: Order, lines: list[UUID] | None) -> Refund:
    return refunds.refund_as_staff(
        order_id=order.pk,
        line_ids=lines,
        reason="Asked",
        by=colleague("Asha"),
        release_coupon=False,
        at=timezone.now(),
    )


def send() -> None:
    """What is due goes out."""
    messages.sweep(now=timezone.now())


def news(order: Order, provider: FakeProvider) -> Order:
    """The provider is asked about everything."""
    order.refresh_from_db()
    asked = provider.refunds_of(payment_id=payment_id(order))
    return settlement.settle(order_id=order.pk, facts=Facts(refunds=asked.value), at=timezone.now())


def returned(provider: FakeProvider) -> int:
    return sum(refund.amount_paise for refund in provider.refunds.values() if refund.status == "processed")


def assert_agreed() -> None:
    assert list(books.differences()) == []
    assert auditing.audit(at=timezone.now() + timedelta(minutes=1)).differences == []


def test_old_news_of_a_failed_attempt_leaves_the_new_one_alone(provider: FakeProvider, order: Order) -> None:
    provider.refund_status = "pending"
    refund = refund_line(order)
    send()
    (first,) = provider.refunds.values()
    old = provider.finish_refund(first.id, status="failed")
    news(order, provider)
    assert Refund.objects.get().status == RefundStatus.FAILED

    refunding.retry_refund(refund_id=refund.pk)
    # The failure is told once more, before the second attempt is sent, and after.
    settlement.settle(order_id=order.pk, facts=Facts(refunds=[old]), at=timezone.now())
    with pytest.raises(refunds.RefundInProgress):
        refunding.retry_refund(refund_id=refund.pk)
    provider.refund_status = "processed"
    send()
    settlement.settle(order_id=order.pk, facts=Facts(refunds=[old]), at=timezone.now())

    assert returned(provider) == BILL_PAISE
    assert Refund.objects.get().status == RefundStatus.PROCESSED
    assert list(RefundAttempt.objects.values_list("status", flat=True)) == ["failed", "processed"]
    assert_agreed()


def test_money_that_was_returned_without_a_capture_fulfils_nothing(provider: FakeProvider) -> None:
    (buyer,), show = create_buyers(1), show_of(1)
    placed = buyer.enroll(buyer.fill(show.pk))
    payment = provider.refund_uncaptured(str(placed.provider_order_id))

    found = provider_sync.poll_order(order=placed, at=timezone.now() + timedelta(minutes=20))

    assert found is not None
    assert found.status == OrderStatus.AWAITING
    assert list(found.payments.values_list("provider_payment_id", "status")) == [(payment.id, "returned")]
    assert not Refund.objects.exists()
    assert not Seat.objects.filter(is_delivered=True).exists()
    assert_agreed()


def test_after_a_part_at_the_dashboard_the_rest_can_be_returned(provider: FakeProvider, order: Order) -> None:
    provider.refund_at_dashboard(payment_id(order), 50_00)
    assert news(order, provider).status == OrderStatus.PAID
    assert Seat.objects.filter(is_held=True).count() == 2

    refund = refund_all(order)
    send()

    assert (refund.amount_paise, returned(provider)) == (WHOLE - 50_00, WHOLE)
    order.refresh_from_db()
    assert order.status == OrderStatus.REFUNDED
    assert not Seat.objects.filter(is_held=True).exists()
    credited = [note.content for note in CreditNote.objects.order_by("pk")]
    assert sum(content["total_paise"] for content in credited) == WHOLE
    assert sum(content["taxable_paise"] for content in credited) == order.invoice.content["taxable_paise"]
    assert_agreed()


def test_a_line_that_takes_all_that_a_part_left_ends_access(provider: FakeProvider, order: Order) -> None:
    provider.refund_at_dashboard(payment_id(order), 150_00)
    news(order, provider)
    first = refund_line(order)
    send()
    assert (first.amount_paise, returned(provider)) == (WHOLE - 150_00, WHOLE)
    order.refresh_from_db()
    # Nothing of the payment is kept.
    assert order.status == OrderStatus.REFUNDED
    assert not Seat.objects.filter(is_held=True).exists()
    with pytest.raises(refunds.NotRefundable):
        refund_all(order)
    assert_agreed()


def test_whichever_line_it_is_that_takes_all_that_a_part_left(provider: FakeProvider, order: Order) -> None:
    provider.refund_at_dashboard(payment_id(order), BILL_PAISE)
    news(order, provider)
    refund = _refunded(order, [order.lines.all()[1].pk])
    send()
    assert (refund.amount_paise, returned(provider)) == (BILL_PAISE, WHOLE)
    order.refresh_from_db()
    assert order.status == OrderStatus.REFUNDED
    assert not Seat.objects.filter(is_held=True).exists()
    assert_agreed()


@pytest.mark.parametrize("parts", [(BILL_PAISE, BILL_PAISE), (1, WHOLE - 1), (33_33, 33_33, WHOLE - 66_66)])
def test_parts_that_make_up_the_whole_end_access(
    provider: FakeProvider, order: Order, parts: tuple[int, ...]
) -> None:
    for part in parts:
        assert Seat.objects.filter(is_held=True).count() == 2
        provider.refund_at_dashboard(payment_id(order), part)
        news(order, provider)
    order.refresh_from_db()
    assert order.status == OrderStatus.REFUNDED
    assert not Seat.objects.filter(is_held=True).exists()
    assert sum(note.content["total_paise"] for note in CreditNote.objects.all()) == WHOLE
    assert_agreed()


def test_a_refund_past_us_of_the_same_amount_is_not_taken_for_ours(
    provider: FakeProvider, order: Order
) -> None:
    provider.refund_status = "pending"
    refund = refund_line(order)
    send()
    (ours,) = provider.refunds.values()
    provider.refund_at_dashboard(payment_id(order), BILL_PAISE)
    news(order, provider)
    provider.finish_refund(ours.id, status="processed")
    news(order, provider)

    assert returned(provider) == WHOLE
    own = RefundAttempt.objects.get(refund=refund)
    assert (own.provider_refund_id, own.status) == (ours.id, RefundStatus.PROCESSED)
    assert sorted(Refund.objects.values_list("cause", "status")) == [
        (RefundCause.PROVIDER, RefundStatus.PROCESSED),
        (RefundCause.STAFF, RefundStatus.PROCESSED),
    ]
    order.refresh_from_db()
    assert order.status == OrderStatus.REFUNDED
    assert_agreed()


def test_what_the_dashboard_paid_meanwhile_is_not_sent_again(provider: FakeProvider, order: Order) -> None:
    refund = refund_line(order)
    provider.refund_at_dashboard(payment_id(order), BILL_PAISE)

    send()

    assert (returned(provider), provider.calls["refund"]) == (BILL_PAISE, 0)
    refund.refresh_from_db()
    assert refund.status == RefundStatus.PROCESSED
    own = RefundAttempt.objects.get(refund=refund)
    assert own.error == "Not needed: the provider has already refunded the money."
    order.refresh_from_db()
    assert order.status == OrderStatus.PAID
    assert_agreed()


def test_what_the_dashboard_paid_in_part_lowers_what_is_sent(provider: FakeProvider, order: Order) -> None:
    refund_all(order)
    provider.refund_at_dashboard(payment_id(order), 50_00)
    send()
    send()
    assert returned(provider) == WHOLE
    # Theirs and what is left are written in one run, so at one time: neither is the first.
    assert sorted(RefundAttempt.objects.values_list("amount_paise", "status")) == [
        (50_00, "processed"),
        (WHOLE - 50_00, "processed"),
        (WHOLE, "failed"),
    ]
    assert_agreed()


def test_a_pending_refund_is_asked_about_and_never_posted_again(provider: FakeProvider, order: Order) -> None:
    provider.refund_status = "pending"
    refund_line(order)
    send()
    at = timezone.now()
    for minutes in range(1, 60):
        reconciling.reconcile(at=at + timedelta(minutes=minutes))
    assert provider.calls["refund"] == 1
    # Before it was sent, and then with growing pauses: after 2, 4, 8, 16 and 32 minutes.
    assert provider.calls["refunds_of"] <= 6
    (made,) = provider.refunds.values()
    provider.finish_refund(made.id, status="processed")
    reconciling.reconcile(at=at + timedelta(hours=2))
    assert Refund.objects.get().status == RefundStatus.PROCESSED
    assert_agreed()


@pytest.mark.parametrize("after_effect", [True, False])
def test_a_lost_answer_pays_once(provider: FakeProvider, order: Order, after_effect: bool) -> None:
    refund_line(order)
    provider.lose_response("refund", after_effect=after_effect)
    send()
    assert Refund.objects.get().status == RefundStatus.REQUESTED
    reconciling.reconcile(at=timezone.now() + timedelta(minutes=3))
    assert returned(provider) == BILL_PAISE
    assert RefundAttempt.objects.count() == 1
    assert_agreed()


def test_before_staff_try_again_the_provider_is_asked(provider: FakeProvider, order: Order) -> None:
    provider.refuse("refund", message="Not enough balance.")
    refund = refund_line(order)
    send()
    assert Refund.objects.get().status == RefundStatus.FAILED
    provider.refund_at_dashboard(payment_id(order), BILL_PAISE)

    assert refunding.retry_refund(refund_id=refund.pk).status == RefundStatus.PROCESSED

    assert (returned(provider), RefundAttempt.objects.filter(refund=refund).count()) == (BILL_PAISE, 1)
    assert_agreed()


def test_without_its_answer_nothing_is_tried_again(provider: FakeProvider, order: Order) -> None:
    provider.refuse("refund", message="Not enough balance.")
    refund = refund_line(order)
    send()
    provider.is_down = True
    with pytest.raises(refunding.ProviderUnavailable):
        refunding.retry_refund(refund_id=refund.pk)
    assert RefundAttempt.objects.count() == 1


def test_a_refusal_that_is_about_us_is_no_failed_refund(provider: FakeProvider, order: Order) -> None:
    provider.refuse("refund", is_about_us=True, message="The key is wrong.")
    refund_line(order)
    send()
    assert Refund.objects.get().status == RefundStatus.REQUESTED
    reconciling.reconcile(at=timezone.now() + timedelta(minutes=3))
    assert returned(provider) == BILL_PAISE


def test_the_last_word_on_a_failed_attempt_is_the_money(provider: FakeProvider, order: Order) -> None:
    """Two attempts that were both paid: what is too much was decided by nobody here, and is seen."""
    provider.refund_status = "pending"
    refund = refund_line(order)
    send()
    (first,) = provider.refunds.values()
    provider.finish_refund(first.id, status="failed")
    news(order, provider)
    refunding.retry_refund(refund_id=refund.pk)
    provider.refund_status = "processed"
    send()
    provider._move_refunded(payment_id(order), BILL_PAISE)
    provider.finish_refund(first.id, status="processed")
    news(order, provider)
    assert returned(provider) == WHOLE
    assert sorted(Refund.objects.values_list("cause", "amount_paise")) == [
        ("provider", BILL_PAISE),
        ("staff", BILL_PAISE),
    ]
    order.refresh_from_db()
    assert order.status == OrderStatus.REFUNDED
    assert_agreed()


def test_a_bill_is_payable_for_seven_days(provider: FakeProvider) -> None:
    early, late = create_buyers(2)
    show = show_of(9)
    orders = [buyer.enroll(buyer.fill(show.pk)) for buyer in (early, late)]
    placed_at = orders[0].placed_at
    ends: list[Any] = []
    for order, age in zip(orders, (timedelta(days=7), timedelta(days=7, seconds=2)), strict=True):
        provider.clock = lambda age=age: placed_at + age
        provider.capture(str(order.provider_order_id))
        found = provider_sync.poll_order(order=order, at=placed_at + timedelta(days=8))
        assert found is not None
        ends.append(found.status)
    provider.clock = timezone.now
    send()
    assert ends == [OrderStatus.PAID, OrderStatus.REFUNDED]
    assert Refund.objects.get().cause == RefundCause.TOO_OLD
    assert returned(provider) == BILL_PAISE
    assert list(books.differences()) == []


def test_staff_senders_and_news_at_once_return_it_once(provider: FakeProvider, order: Order) -> None:
    provider.refuse("refund", message="Not enough balance.")
    refund = refund_line(order)
    send()

    def act(number: int) -> object:
        match number % 4:
            case 0:
                return refunding.retry_refund(refund_id=refund.pk)
            case 1:
                return news(order, provider)
            case 2:
                return messages.sweep(now=timezone.now())
            case _:
                attempt = RefundAttempt.objects.select_related("payment").order_by("-created_at").first()
                assert attempt is not None
                return refunding.send_attempt(attempt=attempt)

    outcomes = run_concurrently(act, times=32)
    send()

    assert unexpected_errors(outcomes, refunds.RefundInProgress) == []
    assert sorted(RefundAttempt.objects.values_list("status", flat=True)) == ["failed", "processed"]
    assert returned(provider) == BILL_PAISE
    assert_agreed()


def test_a_withdrawn_attempt_that_was_made_after_all_is_not_paid_twice(
    provider: FakeProvider, order: Order
) -> None:
    """Its answer was lost, and a part at the dashboard was told first: the provider's word on it counts."""
    refund = refund_line(order)
    provider.refund_status = "pending"
    provider.lose_response("refund", after_effect=True)
    send()
    (ours,) = provider.refunds.values()
    theirs = provider.refund_at_dashboard(payment_id(order), 50_00)
    later = timezone.now() + timedelta(minutes=3)
    settlement.settle(order_id=order.pk, facts=Facts(refunds=[theirs]), at=later)
    messages.sweep(now=later)
    messages.sweep(now=later + timedelta(minutes=3))

    assert set(provider.refunds) == {ours.id, theirs.id}
    own = RefundAttempt.objects.filter(refund=refund).order_by("created_at")
    assert list(own.values_list("amount_paise", "status")) == [
        (BILL_PAISE, "pending"),
        (BILL_PAISE - 50_00, "failed"),
    ]
    provider.finish_refund(ours.id, status="processed")
    news(order, provider)
    assert returned(provider) == BILL_PAISE + 50_00
    refund.refresh_from_db()
    assert refund.status == RefundStatus.PROCESSED
    assert_agreed()


def test_two_attempts_that_the_provider_makes_at_once_are_both_counted(
    provider: FakeProvider, order: Order
) -> None:
    """The provider says nothing of the first one for a while."""
    refund = refund_line(order)
    provider.refund_status = "pending"
    provider.lose_response("refund", after_effect=True)
    send()
    (first,) = provider.refunds.values()
    hidden = provider.refunds.pop(first.id)
    theirs = provider.refund_at_dashboard(payment_id(order), 50_00)
    later = timezone.now() + timedelta(minutes=3)
    settlement.settle(order_id=order.pk, facts=Facts(refunds=[theirs]), at=later)
    messages.sweep(now=later)
    provider.refunds[first.id] = hidden
    news(order, provider)
    own = RefundAttempt.objects.filter(refund=refund).order_by("created_at")
    assert list(own.values_list("status", flat=True)) == ["failed", "pending"]

    for made in list(provider.refunds.values()):
        provider.finish_refund(made.id, status="processed")
    news(order, provider)
    assert returned(provider) == WHOLE
    assert list(own.values_list("status", flat=True)) == ["processed", "processed"]
    order.refresh_from_db()
    assert order.status == OrderStatus.REFUNDED
    assert_agreed()
