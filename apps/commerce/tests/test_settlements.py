"""What the provider paid out is stored once, compared with our books, and what is wrong is seen by staff."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.audit.models import AuditEntry
from apps.commerce.flows import audit_settlements, jobs
from apps.commerce.flows.settlement_polling import FIRST_DAYS, USUAL_DAYS, Settlements
from apps.commerce.gateways.payloads import Malformed
from apps.commerce.gateways.razorpay import parsing
from apps.commerce.models import Order, Payment, ProviderJob, RefundSettings, SettlementLine
from apps.commerce.selectors import books
from apps.commerce.services import settlement, settlement_lines
from apps.commerce.states import Job
from apps.commerce.tests.disputed import paid
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person

__all__ = ["paid"]

pytestmark = pytest.mark.django_db(transaction=True)

BILL = 118_00


def fetched(**span: float) -> Settlements:
    done = jobs.fetch_settlements(at=timezone.now() + timedelta(**span))
    assert done is not None
    return done


def counts(done: Settlements) -> tuple[int, int, int]:
    return done.lines, done.different, done.unknown


def test_a_payment_that_was_paid_out_agrees_and_is_stored_once(shop: Shop, paid: str) -> None:
    settlement_id = shop.provider.pay_out()

    assert counts(fetched()) == (1, 0, 0)
    assert counts(fetched()) == (1, 0, 0)

    line = SettlementLine.objects.get()
    assert (line.provider, line.kind, line.provider_line_id) == ("razorpay", "payment", paid)
    assert (line.settlement_id, line.bank_reference) == (settlement_id, f"utr{settlement_id[5:]}")
    assert (line.amount_paise, line.fee_paise, line.net_paise) == (BILL, 236, BILL - 236)
    assert (line.payment, line.difference) == (Payment.objects.get(), "")


def test_a_refund_is_deducted_and_agrees(shop: Shop, paid: str) -> None:
    shop.provider.refund_at_dashboard(paid, 18_00)
    shop.webhook("refund.processed", payment_id=paid, refund_id=next(iter(shop.provider.refunds)))
    shop.provider.pay_out()

    assert counts(fetched()) == (2, 0, 0)

    line = SettlementLine.objects.get(kind="refund")
    assert (line.amount_paise, line.net_paise, line.difference) == (18_00, -18_00, "")
    assert line.refund_attempt is not None
    assert line.refund_attempt.payment.provider_payment_id == paid


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"amount_paise": 100_00, "net_paise": 97_64}, "₹100.00 there, and ₹118.00 here."),
        ({"net_paise": 100_00}, "Paid out ₹100.00, and ₹115.64 by its amount and fee."),
        ({"currency": "USD"}, "In USD, and in INR here."),
        ({"id": "pay_00000000000000"}, "We do not know of this payment."),
        ({"kind": "refund", "id": "rfnd_00000000000000"}, "We do not know of this refund."),
        ({"fee_paise": 5_90, "net_paise": 112_10}, ""),
        ({"fee_paise": 5_91, "net_paise": 112_09}, "A fee of ₹5.91 for ₹118.00 is above 5%."),
        (
            {"kind": "other", "id": "adj_00000000000000", "net_paise": -1_00_000_00},
            "We do not know of a dispute for this.",
        ),
    ],
)
def test_each_difference_is_in_words(shop: Shop, paid: str, changes: dict[str, Any], difference: str) -> None:
    shop.provider.pay_out()
    shop.provider.settled[paid] = replace(shop.provider.settled[paid], **changes)

    assert counts(fetched()) == (1, int(difference != ""), 0)

    assert SettlementLine.objects.get().difference == difference


def test_a_payment_that_is_not_captured_here_differs(shop: Shop, paid: str) -> None:
    Payment.objects.update(status="failed", captured_at=None)
    shop.provider.pay_out()
    fetched()
    assert SettlementLine.objects.get().difference == "Paid out, and not captured here: failed."


def test_a_difference_ends_when_our_books_have_the_payment(shop: Shop, paid: str) -> None:
    """Its line is older than the days that are read again."""
    Payment.objects.update(provider_payment_id="pay_unknownhere123")
    shop.provider.pay_out()
    fetched()
    assert SettlementLine.objects.get().difference == "We do not know of this payment."
    Payment.objects.update(provider_payment_id=paid)

    assert counts(fetched(days=20)) == (0, 0, 0)

    line = SettlementLine.objects.get()
    assert (line.payment, line.difference) == (Payment.objects.get(), "")


def test_a_settlement_that_failed_at_the_bank_is_counted_with_the_next(shop: Shop, paid: str) -> None:
    shop.provider.pay_out()
    fetched()
    shop.provider.settled.clear()
    again = shop.provider.pay_out()
    fetched()
    assert SettlementLine.objects.get().settlement_id == again


def test_lines_that_still_differ_are_not_written_again() -> None:
    SettlementLine.objects.create(
        provider="razorpay",
        kind="payment",
        provider_line_id="pay_unknown",
        settlement_id="setl_1",
        amount_paise=1,
        fee_paise=0,
        tax_paise=0,
        net_paise=1,
        currency="INR",
        settled_at=timezone.now(),
        difference="We do not know of this payment.",
    )
    with CaptureQueriesContext(connection) as queries:
        settlement_lines.compare_again()
    assert not [query for query in queries if query["sql"].startswith("UPDATE")]
    SettlementLine.objects.update(difference="Something else.")
    settlement_lines.compare_again()
    assert SettlementLine.objects.get().difference == "We do not know of this payment."


def test_many_lines_come_in_pages_and_the_comparison_takes_the_same_queries(
    shop: Shop, paid: str, django_assert_num_queries: Any
) -> None:
    shop.provider.pay_out()
    theirs = shop.provider.settled[paid]
    unknown = [f"pay_{number:014}" for number in range(150)]
    shop.provider.settled |= {id: replace(theirs, id=id) for id in unknown}
    assert counts(fetched()) == (151, 150, 0)
    assert SettlementLine.objects.count() == 151
    for lines in ([theirs], [theirs, *(replace(theirs, id=id) for id in unknown)]):
        with django_assert_num_queries(3):
            settlement_lines.compared(provider="razorpay", lines=lines)


# --- refunds that we do not know of ---------------------------------------------------------------


def test_a_late_refund_of_the_dashboard_is_settled_from_its_line(shop: Shop, paid: str) -> None:
    """Its event was lost, and its order is older than what rebuild and verify_books look at."""
    shop.provider.refund_at_dashboard(paid, BILL)
    shop.provider.pay_out()

    assert counts(fetched()) == (2, 0, 0)

    assert Order.objects.get().status == "refunded"
    line = SettlementLine.objects.get(kind="refund")
    assert line.refund_attempt is not None
    assert (line.refund_attempt.provider_refund_id, line.difference) == (line.provider_line_id, "")
    assert not Entitlement.objects.filter(ends_at=None).exists()
    assert list(books.differences()) == []


def test_without_an_answer_the_line_differs_until_a_later_run(shop: Shop, paid: str) -> None:
    fetched()
    shop.provider.refund_at_dashboard(paid, BILL)
    shop.provider.pay_out()
    shop.provider.lose_response("refunds_of")

    assert counts(fetched()) == (2, 1, 1)
    assert Order.objects.get().status == "paid"

    # By then the line is older than the days that are read again.
    assert counts(fetched(days=20)) == (0, 0, 0)
    assert Order.objects.get().status == "refunded"
    assert not SettlementLine.objects.exclude(difference="").exists()


@pytest.mark.parametrize("named", ["", "pay_00000000000000"])
def test_a_refund_of_no_payment_of_ours_stays_a_difference(shop: Shop, paid: str, named: str) -> None:
    made = shop.provider.refund_at_dashboard(paid, BILL)
    shop.provider.pay_out()
    line = replace(shop.provider.settled[made.id], id="rfnd_00000000000000", concerns_id=named)
    shop.provider.settled[made.id] = line

    assert counts(fetched()) == (2, 1, 0)

    assert shop.provider.calls["refunds_of"] == 0
    assert SettlementLine.objects.get(kind="refund").difference == "We do not know of this refund."
    assert Order.objects.get().status == "paid"


def test_one_payment_that_raises_keeps_no_other_refund_unknown(
    shop: Shop, paid: str, other_member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.bought(other_member.api, course_at(100_00))
    (other,) = set(shop.provider.payments) - {paid}
    for payment_id in (paid, other):
        shop.provider.refund_at_dashboard(payment_id, BILL)
    shop.provider.pay_out()
    settle, poisoned = settlement.settle, Payment.objects.get(provider_payment_id=paid).order_id

    def fails(*, order_id: Any, **facts: Any) -> Order:
        if order_id == poisoned:
            raise RuntimeError("nobody foresaw this")
        return settle(order_id=order_id, **facts)

    monkeypatch.setattr(settlement, "settle", fails)

    with pytest.raises(CommandError, match="1 failed: the log says which, and why"):
        _run()

    assert Order.objects.exclude(pk=poisoned).get().status == "refunded"
    assert (Order.objects.get(pk=poisoned).status, ProviderJob.objects.get().failures) == ("paid", 1)


def test_one_line_that_cannot_be_stored_keeps_no_other_from_being_compared(
    shop: Shop, paid: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.provider.pay_out()
    theirs = shop.provider.settled[paid]
    shop.provider.settled["x"] = replace(theirs, id="pay_00000000000000")
    store = settlement_lines.store

    def fails(rows: list[SettlementLine]) -> None:
        if any(row.provider_line_id != paid for row in rows):
            raise RuntimeError("nobody foresaw this")
        store(rows)

    monkeypatch.setattr(settlement_lines, "store", fails)
    done = fetched()
    assert (counts(done), done.failed) == ((1, 0, 0), 1)
    assert SettlementLine.objects.get().provider_line_id == paid


# --- adjustments and fees -------------------------------------------------------------------------


def adjusted(shop: Shop, paid: str, *nets: int, dispute_id: str, currency: str = "INR") -> list[str]:
    """The differences of adjustments with these net amounts."""
    shop.provider.pay_out()
    for number, net in enumerate(nets):
        id = f"adj_{number:014}"
        shop.provider.settled[id] = replace(
            shop.provider.settled[paid],
            id=id,
            kind="other",
            concerns_id=dispute_id,
            currency=currency,
            amount_paise=abs(net),
            fee_paise=0,
            net_paise=net,
        )
    fetched()
    lines = SettlementLine.objects.filter(kind="other").order_by("provider_line_id")
    return list(lines.values_list("difference", flat=True))


def test_a_disputes_deduction_and_its_reversal_agree_once_each(shop: Shop, paid: str) -> None:
    dispute = shop.provider.dispute(paid, amount_paise=100_00)
    jobs.poll_disputes(at=timezone.now())
    again = "The dispute has another line like this one."

    found = adjusted(shop, paid, -100_00, 100_00, -100_00, -99_99, dispute_id=dispute.id)

    assert found == ["", "", again, "₹99.99 there, and the dispute is about ₹100.00."]
    # Later runs read the same lines.
    assert adjusted(shop, paid, -100_00, 100_00, -100_00, -99_99, dispute_id=dispute.id) == found


def test_a_lost_dispute_is_deducted_as_far_as_it_was_lost(shop: Shop, paid: str) -> None:
    dispute = shop.provider.dispute(paid, deducted_paise=50_00, status="lost")
    jobs.poll_disputes(at=timezone.now())
    assert adjusted(shop, paid, -50_00, dispute_id=dispute.id) == [""]


def test_an_adjustment_agrees_once_its_dispute_is_known(shop: Shop, paid: str) -> None:
    dispute = shop.provider.dispute(paid)
    assert adjusted(shop, paid, -BILL, dispute_id=dispute.id) == ["We do not know of a dispute for this."]
    jobs.poll_disputes(at=timezone.now())
    fetched(days=20)
    assert SettlementLine.objects.get(kind="other").difference == ""


def test_finance_sets_the_highest_fee(shop: Shop, paid: str, staff: Person) -> None:
    desk, page = _desk(staff), "/admin/commerce/refundsettings/1/change/"
    RefundSettings.objects.create(second_person_above_paise=500_00)
    shop.provider.pay_out()

    def save(percent: str) -> int:
        form = desk.get(page).context["adminform"].form
        token = re.search(r'name="_loaded" value="([^"]+)"', str(form.loaded_input))
        assert token is not None
        sent = {"second_person_above_paise": "500", "highest_fee_percent": percent, "_loaded": token[1]}
        return desk.post(page, sent).status_code

    assert [save(wrong) for wrong in ("-1", "100.01", "1.999", "x")] == [200] * 4
    assert save("1.99") == 302
    entry = AuditEntry.objects.get(object_type="commerce.refundsettings")
    assert [(each["field"], each["to"]) for each in entry.changes] == [("highest_fee_percent", "1.99")]
    fetched()
    assert SettlementLine.objects.get().difference == "A fee of ₹2.36 for ₹118.00 is above 1.99%."
    assert save("2") == 302
    fetched()
    assert SettlementLine.objects.get().difference == ""
    assert save("1.99") == 302
    # It was within the highest fee when it was compared.
    assert list(audit_settlements.wrongly_compared()) == []


# --- days -----------------------------------------------------------------------------------------


def test_the_first_run_reads_two_months_and_later_ones_a_few_days(shop: Shop) -> None:
    assert fetched().days == FIRST_DAYS + 1
    assert fetched().days == USUAL_DAYS + 1


def test_the_next_run_resumes_at_the_day_without_an_answer(shop: Shop) -> None:
    shop.provider.lose_response("settlement_lines")
    done = fetched()
    assert (done.days, done.unknown) == (0, 1)
    job = ProviderJob.objects.get(job=Job.SETTLEMENTS)
    assert (job.failures, job.result) == (1, "0 days, 0 lines, 0 different, 1 unknown, 0 failed")
    assert job.resume_at == done.resume_at
    assert fetched(days=3).days == FIRST_DAYS + 1
    assert ProviderJob.objects.get(job=Job.SETTLEMENTS).resume_at is None


def test_one_run_at_a_time(shop: Shop) -> None:
    at = timezone.now()
    ProviderJob.objects.create(
        job=Job.SETTLEMENTS,
        holder="00000000-0000-4000-8000-000000000000",
        lease_until=at + timedelta(minutes=1),
    )
    assert jobs.fetch_settlements(at=at) is None
    with pytest.raises(CommandError, match="Another run is in progress"):
        call_command("fetch_settlements")


# --- what staff see -------------------------------------------------------------------------------


def test_a_payment_that_is_not_paid_out_in_time_is_listed(shop: Shop, paid: str, staff: Person) -> None:
    desk = _desk(staff)

    def late() -> int:
        return int(desk.get("/admin/commerce/payment/?payout=late").context["cl"].result_count)

    for age, is_late in ((9, False), (11, True), (59, True), (61, False)):
        Payment.objects.update(captured_at=timezone.now() - timedelta(days=age))
        assert late() == is_late, age
    Payment.objects.update(captured_at=timezone.now() - timedelta(days=11))
    shop.provider.pay_out()
    fetched()
    assert late() == 0


def test_lines_are_found_by_settlement_payment_refund_and_order(shop: Shop, paid: str, staff: Person) -> None:
    shop.provider.refund_at_dashboard(paid, 18_00)
    (refund_id,) = shop.provider.refunds
    shop.webhook("refund.processed", payment_id=paid, refund_id=refund_id)
    settlement_id = shop.provider.pay_out()
    shop.provider.settled["x"] = replace(shop.provider.settled[paid], id="pay_00000000000000")
    fetched()
    desk, number = _desk(staff), Order.objects.get().number

    def found(query: str) -> list[str]:
        rows = desk.get(f"/admin/commerce/settlementline/?{query}").context["cl"].result_list
        return sorted(row.provider_line_id for row in rows)

    assert found(f"q={number}") == sorted([paid, refund_id])
    assert found(f"q={settlement_id}") == sorted([paid, refund_id, "pay_00000000000000"])
    assert found(f"q=utr{settlement_id[5:]}") == sorted([paid, refund_id, "pay_00000000000000"])
    assert found(f"q={refund_id}") == sorted([paid, refund_id])
    assert found("compared=different") == ["pay_00000000000000"]
    line = SettlementLine.objects.get(kind="refund")
    page = desk.get(f"/admin/commerce/settlementline/{line.pk}/change/").content.decode()
    assert number in page
    assert "−₹18.00" in page


def _desk(staff: Person) -> Client:
    client = Client()
    client.force_login(staff.user, backend="apps.accounts.backends.ByPassword")
    return client


# --- the command ----------------------------------------------------------------------------------


def _run(*options: str) -> dict[str, Any]:
    output = StringIO()
    call_command("fetch_settlements", "--json", *options, stdout=output)
    facts: dict[str, Any] = json.loads(output.getvalue())
    return facts


def test_the_command_reports_counts_and_a_dry_run_stores_nothing(shop: Shop, paid: str) -> None:
    shop.provider.pay_out()
    expected = {"lines": 1, "different": 0, "unknown": 0, "failed": 0}
    assert _run("--dry-run") == {"days": USUAL_DAYS + 1, **expected}
    assert (SettlementLine.objects.count(), ProviderJob.objects.count()) == (0, 0)
    assert _run("--days", "0") == {"days": 1, **expected}
    assert SettlementLine.objects.count() == 1
    with pytest.raises(CommandError, match="enter a whole number from 0 to 366"):
        _run("--days", "-1")
    shop.provider.lose_response("settlement_lines")
    with pytest.raises(CommandError, match="did not answer for all days"):
        _run()


# --- Razorpay's JSON ------------------------------------------------------------------------------


def test_a_line_on_hold_is_left_out_and_a_malformed_one_is_no_answer(read_line: Callable[..., Any]) -> None:
    assert read_line(settled=False, settlement_id=None) is None
    line = read_line(type="adjustment", entity_id="adj_00000000000000", credit=0, debit=500)
    assert (line.kind, line.net_paise, line.concerns_id) == ("other", -500, "")
    line = read_line(type="adjustment", entity_id="adj_00000000000000", dispute_id="disp_00000000000000")
    assert line.concerns_id == "disp_00000000000000"
    line = read_line(type="refund", entity_id="rfnd_00000000000000", payment_id="pay_00000000000000")
    assert line.concerns_id == "pay_00000000000000"
    line = read_line(type="reserve_withdrawal", entity_id="DEXrnipqTmWVGE")
    assert (line.kind, line.id) == ("other", "DEXrnipqTmWVGE")
    assert line.settled_at == datetime(2026, 11, 25, 4, 30, tzinfo=UTC)


@pytest.fixture
def read_line() -> Callable[..., Any]:
    body = {
        "entity_id": "pay_DEXrnipqTmWVGE",
        "type": "payment",
        "debit": 0,
        "credit": 97_100,
        "amount": 100_000,
        "currency": "INR",
        "fee": 2_900,
        "tax": 442,
        "settled": True,
        "settled_at": 1_795_581_000,
        "settlement_id": "setl_DGlQ1Rj8os78Ec",
        "settlement_utr": "1568176960vxp0rj",
    }
    return lambda **changes: parsing.settlement_line({**body, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"entity_id": "rfnd_DEXrnipqTmWVGE"},
        {"entity_id": "pay_short"},
        {"entity_id": None},
        {"type": "transfer", "entity_id": "trf/../x"},
        {"type": "refund", "entity_id": "rfnd_DEXrnipqTmWVGE", "payment_id": "rfnd_DEXrnipqTmWVGE"},
        {"type": "adjustment", "dispute_id": 5},
        {"settlement_id": "pay_DEXrnipqTmWVGE"},
        {"amount": "100000"},
        {"credit": -1},
        {"fee": 1.5},
        {"settled_at": None},
        {"type": None},
        {"currency": "rupees"},
    ],
)
def test_a_line_of_another_shape_is_malformed(read_line: Callable[..., Any], changes: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        read_line(**changes)
