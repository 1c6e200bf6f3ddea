"""The hash chain of the ledger and its checkpoints notice what sums alone do not."""

from __future__ import annotations

import importlib
from datetime import timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from apps.commerce.flows import auditing
from apps.commerce.gateways.fake import FakeProvider
from apps.commerce.models import LedgerCheckpoint, LedgerEntry, Order, Payment
from apps.commerce.selectors import books
from apps.commerce.services import ledger
from apps.commerce.tests.crowd import WRITERS, a_crowd, at_once, goes_wrong, unforeseen, unlocked
from apps.commerce.tests.seats import SeatSellable, _tables, seats, show_of
from tests.books.world import World

__all__ = ["_tables", "seats"]

DAY = timedelta(days=1)


def written(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def found() -> list[str]:
    return list(books.differences())


def test_an_entry_that_was_edited_and_balances_is_named(world: World) -> None:
    """Sums, and what happened, can be made to agree by somebody who edits all of it; the chain cannot."""
    sale = list(LedgerEntry.objects.filter(cause__startswith="sale:").order_by("pk")[:3])
    for entry, by in ((sale[0], 2), (sale[1], -2)):
        written("UPDATE commerce_ledgerentry SET paise = paise + %s WHERE id = %s", by, entry.pk)
    assert (
        f"Ledger entry {sale[0].pk} ({sale[0].cause}) or the one before it is not as it was written."
        in found()
    )
    assert (
        f"Ledger entry {sale[1].pk} ({sale[1].cause}) or the one before it is not as it was written."
        in found()
    )


def test_a_journal_that_is_deleted_whole_is_named(world: World) -> None:
    entry = LedgerEntry.objects.filter(cause__startswith="refund:").first()
    written("DELETE FROM commerce_ledgerentry WHERE cause = %s", entry.cause)
    assert f"Journal {entry.cause} is not in the ledger." in found()


def test_an_order_that_is_deleted_whole_is_missed_by_the_day(world: World) -> None:
    """Nothing of it is left to compare: the checkpoint knows how much the day had, the series its number."""
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
        "DELETE FROM commerce_payment WHERE order_id = %s",
        "DELETE FROM commerce_order WHERE id = %s",
    ):
        key = Order._meta.pk.get_db_prep_value(order.pk, connection)
        written(statement, *([key] if "%s" in statement else []))
    differences = found()
    told = f"The ledger of {day} had {before} entries when the day was over, and has {before - entries} now"
    assert f"{told}, or others." in differences
    assert any(difference.startswith(f"{number} should follow in its series") for difference in differences)


def test_a_checkpoint_is_written_once_for_each_day_that_is_over(world: World) -> None:
    LedgerCheckpoint._base_manager.all()._raw_delete("default")
    midnight = (timezone.localtime() + DAY).replace(hour=0, minute=0, second=0, microsecond=0)
    assert ledger.write_checkpoints(at=midnight + timedelta(minutes=59)) == []
    made = ledger.write_checkpoints(at=midnight + 3 * DAY + timedelta(hours=1))
    assert [(row.day, row.entries > 0) for row in made] == [
        (midnight.date() + number * DAY, number < 0) for number in (-1, 0, 1, 2)
    ]
    assert ledger.write_checkpoints(at=midnight + 3 * DAY + timedelta(hours=1)) == []
    assert LedgerCheckpoint.objects.count() == 4
    assert found() == []


def test_a_run_writes_the_checkpoint_into_the_log_as_well(world: World, caplog: Any) -> None:
    LedgerCheckpoint._base_manager.all()._raw_delete("default")
    caplog.set_level("INFO")
    auditing.run(at=timezone.now() + DAY)
    [line] = [record for record in caplog.records if record.message == "ledger checkpoint"]
    assert line.facts["digest"] == LedgerCheckpoint.objects.get().digest


def test_what_was_written_before_there_was_a_chain_is_chained(world: World) -> None:
    """Also where a new release wrote entries of the same order while the migration waited."""
    migration = importlib.import_module("apps.commerce.migrations.0011_fill_ledger_chain")
    before = dict(LedgerEntry.objects.values_list("pk", "digest"))
    written("UPDATE commerce_ledgerentry SET position = NULL, digest = ''")
    assert any("is in no chain" in difference for difference in found())
    then = MigrationLoader(connection).project_state([("commerce", "0011_fill_ledger_chain")])
    migration.fill(then.apps, SimpleNamespace(connection=connection))
    LedgerCheckpoint._base_manager.all()._raw_delete("default")
    assert found() == []
    assert dict(LedgerEntry.objects.values_list("pk", "digest")) == before


# --- several at once ---------------------------------------------------------------------------------


def two_journals(provider: FakeProvider, *, of: int = 1) -> list[Exception]:
    """Each order's sale and the surplus of its second payment, by two channels at the same moment."""
    show, acts = show_of(2 * of), []
    for buyer in a_crowd(of):
        order = buyer.enroll(buyer.fill(show.pk))
        for _ in range(2):
            payment = provider.capture(str(order.provider_order_id), amount_paise=order.bill_paise)
            acts.append(partial(buyer.confirm, provider, payment))
    return unforeseen(at_once(lambda number: acts[number](), times=len(acts)))


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_journals_of_one_order_follow_each_other(provider: FakeProvider, seats: SeatSellable) -> None:
    for _ in range(5):
        assert two_journals(provider) == []
    assert found() == []
    assert Payment.objects.count() == 10


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_without_the_orders_row_they_do_not(
    provider: FakeProvider, seats: SeatSellable, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlocked(monkeypatch)

    def race() -> bool:
        return two_journals(provider, of=WRITERS) != [] or found() != []

    assert goes_wrong(race)
