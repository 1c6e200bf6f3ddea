"""Disputed payments: kept under their order whatever comes first, alerted, and shown to staff."""

import itertools
import json
import logging
import time
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.commerce.flows import webhooks
from apps.commerce.gateways.razorpay import parsing
from apps.commerce.models import Dispute, GatewayEvent, Order
from apps.commerce.selectors import books
from apps.commerce.services import disputes
from apps.commerce.states import DisputeStatus
from apps.commerce.tests.concurrency import (
    WRITERS,
    any_try_fails,
    remove_locks,
    run_concurrently,
    unexpected_errors,
)
from apps.commerce.tests.disputed import alerts, paid
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person

__all__ = ["paid"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_dispute_stands_under_its_order_and_raises_an_alert(
    shop: Shop, paid: str, admin_client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    theirs = shop.provider.dispute(paid)
    assert shop.webhook("payment.dispute.created", payment_id=paid).status_code == 200

    row = Dispute.objects.get()
    order = Order.objects.get()
    assert (row.order, row.provider_dispute_id, row.provider_payment_id) == (order, theirs.id, paid)
    assert (row.amount_paise, row.deducted_paise, row.status) == (118_00, 0, "open")
    assert (row.phase, row.reason_code, row.respond_by) == (
        "chargeback",
        "goods_not_received",
        theirs.respond_by,
    )
    assert alerts(caplog) == ["open"]
    assert GatewayEvent.objects.get(kind="payment.dispute.created").status == "handled"
    # Staff decide what becomes of access and books.
    assert Entitlement.objects.get().is_valid_at(timezone.now())
    assert (order.status, list(books.differences())) == ("paid", [])

    page = admin_client.get(f"/admin/commerce/order/{order.pk}/change/").content.decode()
    assert theirs.id in page
    assert "a refund could pay the buyer twice" in page
    assert "Payment disputed" in page
    for query, found in (("open", True), ("any", True)):
        listed = admin_client.get(f"/admin/commerce/order/?disputed={query}").content.decode()
        assert (order.number in listed) is found
    assert theirs.id in admin_client.get("/admin/commerce/dispute/").content.decode()
    assert admin_client.get(f"/admin/commerce/dispute/{row.pk}/change/").status_code == 200

    shop.provider.clock = lambda: timezone.now() + timedelta(days=1)
    shop.provider.dispute(paid, deducted_paise=118_00)
    shop.webhook("payment.dispute.lost", payment_id=paid)
    row.refresh_from_db()
    assert (row.status, row.deducted_paise) == ("lost", 118_00)
    assert alerts(caplog) == ["open", "lost"]
    listed = admin_client.get("/admin/commerce/order/?disputed=open").content.decode()
    assert order.number not in listed


NEWS = ("created", "under_review", "action_required", "won")


def test_in_any_order_and_number_the_same_row_is_left(shop: Shop, paid: str) -> None:
    told = []
    for hours, name in enumerate(NEWS):
        shop.provider.clock = lambda hours=hours: timezone.now() + timedelta(hours=hours)
        shop.provider.dispute(paid, deducted_paise=hours)
        told.append(shop.provider.webhook(f"payment.dispute.{name}", payment_id=paid))
    for number, order in enumerate(itertools.permutations(told)):
        Dispute.objects.all().delete()
        for body, headers in (*order, order[0]):
            webhooks.receive(
                provider="razorpay",
                body=body,
                headers={**headers, "X-Razorpay-Event-Id": f"{number}-{headers['X-Razorpay-Event-Id']}"},
                at=timezone.now(),
            )
        row = Dispute.objects.get()
        assert (row.status, row.deducted_paise) == ("won", 3)


def test_of_one_second_the_later_state_counts(shop: Shop, paid: str) -> None:
    said, at = shop.provider.dispute(paid), timezone.now()
    order = Order.objects.get()
    for status in (DisputeStatus.UNDER_REVIEW, DisputeStatus.OPEN, DisputeStatus.UNDER_REVIEW):
        disputes.record(order_id=order.pk, listed=said, status=status, status_at=at)
    assert Dispute.objects.get().status == "under_review"


def race_to_record(shop: Shop, paid: str) -> list[object]:
    """Two states of one dispute, each brought by several at once."""
    Dispute.objects.all().delete()
    said, at, order = shop.provider.dispute(paid), timezone.now(), Order.objects.get()

    def bring(number: int) -> None:
        status = (DisputeStatus.OPEN, DisputeStatus.LOST)[number % 2]
        disputes.record(
            order_id=order.pk, listed=said, status=status, status_at=at + timedelta(hours=number % 2)
        )

    return run_concurrently(bring, times=2 * WRITERS)


def test_brought_by_many_at_once_it_is_one_row_and_one_alert(
    shop: Shop, paid: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert unexpected_errors(race_to_record(shop, paid)) == []
    assert Dispute.objects.get().status == "lost"
    assert alerts(caplog).count("lost") == 1
    assert alerts(caplog).count("open") <= 1


@pytest.mark.postgresql
def test_control_without_the_orders_lock_it_is_alerted_twice_or_goes_back(
    shop: Shop, paid: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    remove_locks(monkeypatch)
    place = disputes._precedence

    def slowly(status: str, at: Any) -> Any:
        time.sleep(0.02)
        return place(status, at)

    monkeypatch.setattr(disputes, "_precedence", slowly)

    def race() -> bool:
        caplog.clear()
        race_to_record(shop, paid)
        return Dispute.objects.get().status != "lost" or alerts(caplog).count("lost") > 1

    assert any_try_fails(race)


def test_one_whose_payment_we_never_heard_of_is_found_by_its_order(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    shop.provider.dispute(payment.id)
    shop.webhook("payment.dispute.created", payment_id=payment.id)
    # The event tells of the capture as well.
    assert Order.objects.get().status == "paid"
    assert Dispute.objects.get().status == "open"


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"id": "none"}, "dispute event malformed"),
        ({"amount": 2**63}, "dispute event malformed"),
        ({"respond_by": "soon"}, "dispute event malformed"),
    ],
)
def test_one_that_cannot_be_read_is_an_alert_and_no_error(
    shop: Shop, paid: str, change: dict[str, Any], line: str, caplog: pytest.LogCaptureFixture
) -> None:
    shop.provider.dispute(paid)
    body, _ = shop.provider.webhook("payment.dispute.created", payment_id=paid)
    told = json.loads(body)
    told["payload"]["dispute"]["entity"] |= change
    receive(told)
    assert Dispute.objects.count() == 0
    assert line in [record.message for record in caplog.records if record.levelno == logging.ERROR]


def test_one_of_no_order_of_ours_is_an_alert(shop: Shop, paid: str, caplog: pytest.LogCaptureFixture) -> None:
    shop.provider.dispute(paid)
    body, _ = shop.provider.webhook("payment.dispute.created", payment_id=paid)
    told = json.loads(body)
    told["payload"]["payment"]["entity"]["order_id"] = "order_00000000000000"
    receive(told)
    assert "disputed payment belongs to no order" in caplog.text


def receive(told: dict[str, Any]) -> None:
    event = GatewayEvent.objects.create(
        provider="razorpay", event_id="one", kind=told["event"], payload=told, received_at=timezone.now()
    )
    webhooks.process_event(event=event, at=timezone.now())
    event.refresh_from_db()
    assert event.status == "ignored"


def test_a_dispute_is_read_without_what_it_may_leave_out() -> None:
    entity = {
        "id": "disp_00000000000001",
        "payment_id": "pay_00000000000001",
        "amount": 100,
        "currency": "INR",
        "created_at": 1_790_000_000,
    }
    read = parsing.dispute(entity)
    assert (read.deducted_paise, read.phase, read.reason_code, read.respond_by) == (0, "", "", None)
