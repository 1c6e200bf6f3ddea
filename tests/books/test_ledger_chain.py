"""The hash chain of the ledger and its checkpoints find changes that sums do not."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from apps.commerce.flows import auditing
from apps.commerce.models import LedgerCheckpoint, LedgerEntry, Order, Payment
from apps.commerce.selectors import books
from apps.commerce.services import ledger
from apps.commerce.tests.concurrency import (
    WRITERS,
    any_try_fails,
    create_buyers,
    remove_locks,
    run_concurrently,
    unexpected_errors,
)
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.seats import SeatSellable, _tables, seats, show_of
from tests.books.sample_books import SampleBooks

__all__ = ["_tables", "seats"]

DAY = timedelta(days=1)


def execute_sql(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def differences() -> list[str]:
    return list(books.differences())


def test_an_edited_entry_is_reported_even_if_sums_balance(shared_books: SampleBooks) -> None:
    """Whoever edits all rows can make the sums agree, but not the hash chain."""
    sale = list(LedgerEntry.objects.filter(cause__startswith="sale:").order_by("pk")[:3])
    for entry, by in ((sale[0], 2), (sale[1], -2)):
        execute_sql("UPDATE commerce_ledgerentry SET paise = paise + %s WHERE id = %s", by, entry.pk)
    assert (
        f"Ledger entry {sale[0].pk} ({sale[0].cause}) or the one before it is not as it was written."
        in differences()
    )
    assert (
        f"Ledger entry {sale[1].pk} ({sale[1].cause}) or the one before it is not as it was written."
        in differences()
    )


def test_a_deleted_journal_is_reported(shared_books: SampleBooks) -> None:
    entry = LedgerEntry.objects.filter(cause__startswith="refund:").first()
    execute_sql("DELETE FROM commerce_ledgerentry WHERE cause = %s", entry.cause)
    assert f"Journal {entry.cause} is not in the ledger." in differences()


def test_a_completely_deleted_order_is_reported(shared_books: SampleBooks) -> None:
    """Nothing is left to compare, but the checkpoint has the day's count and the number series has a gap."""
    order = Order.objects.filter(kind="mentorship", status="paid").get()
    day = timezone.localtime(order.paid_at).date()
    entries = LedgerEntry.objects.filter(order=order).count()
    before = LedgerCheckpoint.objects.get(day=day).entries
    number = order.invoice.number
    for statement in (
        "DELETE FROM commerce_ledgerentry WHERE order_id = %s",
        "DELETE FROM commerce_invoice WHERE order_id = %s",
        "DELETE FROM commerce_orderline WHERE order_id = %s",
        "DELETE FROM live_booking WHERE mentorship_id IS NOT NULL",
        "UPDATE commerce_order SET paid_at = NULL, paid_by_id = NULL, status = 'expired' WHERE id = %s",
        "DELETE FROM commerce_settlementline WHERE payment_id IN "
        "(SELECT id FROM commerce_payment WHERE order_id = %s)",
        "DELETE FROM commerce_payment WHERE order_id = %s",
        "DELETE FROM commerce_order WHERE id = %s",
    ):
        key = Order._meta.pk.get_db_prep_value(order.pk, connection)
        execute_sql(statement, *([key] if "%s" in statement else []))
    reported = differences()
    expected = (
        f"The ledger of {day} had {before} entries when the day was over, and has {before - entries} now"
    )
    assert f"{expected}, or others." in reported
    assert any(difference.startswith(f"{number} should follow in its series") for difference in reported)


def test_a_checkpoint_is_written_once_for_each_past_day(shared_books: SampleBooks) -> None:
    LedgerCheckpoint._base_manager.all()._raw_delete("default")
    midnight = (timezone.localtime() + DAY).replace(hour=0, minute=0, second=0, microsecond=0)
    assert ledger.write_checkpoints(at=midnight + timedelta(minutes=59)) == []
    made = ledger.write_checkpoints(at=midnight + 3 * DAY + timedelta(hours=1))
    assert [(row.day, row.entries > 0) for row in made] == [
        (midnight.date() + number * DAY, number < 0) for number in (-1, 0, 1, 2)
    ]
    assert ledger.write_checkpoints(at=midnight + 3 * DAY + timedelta(hours=1)) == []
    assert LedgerCheckpoint.objects.count() == 4
    assert differences() == []


def test_a_checkpoint_is_also_logged(shared_books: SampleBooks, caplog: Any) -> None:
    LedgerCheckpoint._base_manager.all()._raw_delete("default")
    caplog.set_level("INFO")
    auditing.audit(at=timezone.now() + DAY)
    [line] = [record for record in caplog.records if record.message == "ledger checkpoint"]
    assert line.facts["digest"] == LedgerCheckpoint.objects.get().digest


# --- races --------------------------------------------------------------------------------------


def race_two_payments(provider: FakeProvider, *, of: int = 1) -> list[Exception]:
    """Two payments of each order, confirmed at the same time: a sale and an overpayment."""
    show, jobs = show_of(2 * of), []
    for buyer in create_buyers(of):
        order = buyer.enroll(buyer.fill(show.pk))
        for _ in range(2):
            payment = provider.capture(str(order.provider_order_id), amount_paise=order.bill_paise)
            jobs.append(partial(buyer.confirm, provider, payment))
    return unexpected_errors(run_concurrently(lambda number: jobs[number](), times=len(jobs)))


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_journals_of_one_order_follow_each_other(provider: FakeProvider, seats: SeatSellable) -> None:
    for _ in range(5):
        assert race_two_payments(provider) == []
    assert differences() == []
    assert Payment.objects.count() == 10


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_control_without_the_orders_lock_the_chain_breaks(
    provider: FakeProvider, seats: SeatSellable, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_locks(monkeypatch)

    def race() -> bool:
        return race_two_payments(provider, of=WRITERS) != [] or differences() != []

    assert any_try_fails(race)
