from collections.abc import Callable

import pytest

from apps.sandbox.tests.merchant import Merchant
from apps.sandbox.tests.process import Sandbox


def test_a_dispute_sends_each_of_its_events(
    sandbox: Sandbox, merchant: Merchant, new_order: Callable[..., str]
) -> None:
    paid = sandbox.pay(new_order())["razorpay_payment_id"]

    dispute = sandbox.control("dispute", payment_id=paid, amount=20_000)
    for event in ("under_review", "action_required", "lost"):
        sandbox.control("dispute", dispute_id=dispute["id"], event=event)

    merchant.wait(lambda: len(merchant.events_for(dispute["id"])) == 4)
    bodies = {one.event: one.payload["payload"] for one in merchant.events_for(dispute["id"])}
    assert {name: body["dispute"]["entity"]["status"] for name, body in bodies.items()} == {
        "payment.dispute.created": "open",
        "payment.dispute.under_review": "under_review",
        "payment.dispute.action_required": "open",
        "payment.dispute.lost": "lost",
    }
    lost = bodies["payment.dispute.lost"]["dispute"]["entity"]
    assert (lost["amount"], lost["amount_deducted"], lost["phase"]) == (20_000, 20_000, "chargeback")
    assert bodies["payment.dispute.lost"]["payment"]["entity"]["id"] == paid


def test_a_failed_payment_cannot_be_disputed(sandbox: Sandbox, new_order: Callable[..., str]) -> None:
    failed = sandbox.pay(new_order(), "failure")["razorpay_payment_id"]
    with pytest.raises(AssertionError, match="captured"):
        sandbox.control("dispute", payment_id=failed)
    with pytest.raises(AssertionError, match="does not exist"):
        sandbox.control("dispute", dispute_id="disp_00000000000000", event="won")
