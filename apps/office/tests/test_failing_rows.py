"""One row that raises stops no sweep, and staff see which sweep fails."""

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from apps.accounts import tasks as accounts_tasks
from apps.accounts.services import codes, throttles
from apps.commerce import tasks
from apps.commerce.models import Order
from apps.commerce.selectors import books
from apps.commerce.services import expiry
from apps.commerce.tests.shop import Shop, course_at
from apps.core import metrics
from apps.core.testing.fixtures import Person
from apps.office.selectors import health
from apps.office.selectors.home import workers
from apps.outbox.models import FailingSweep

pytestmark = pytest.mark.django_db(transaction=True)


def place(shop: Shop, member: Person, *, unsold: int) -> Order:
    """An order, and so many before it of a kind that is not sold any more."""
    for _ in range(unsold):
        shop.enrolled(member.api, course_at(100_00))
    Order.objects.update(kind="cassette")
    return Order.objects.get(pk=shop.enrolled(member.api, course_at(100_00))["orderId"])


def test_orders_of_a_kind_that_is_not_sold_any_more_keep_nobodys_seats(
    shop: Shop, member: Person, staff: Person
) -> None:
    order = place(shop, member, unsold=2)
    with time_machine.travel(timezone.now() + timedelta(minutes=16), tick=False):
        tasks.expire_holds()

        order.refresh_from_db()
        assert order.status == "expired"
        assert set(Order.objects.exclude(pk=order.pk).values_list("status", flat=True)) == {"awaiting"}
        assert FailingSweep.objects.values_list("sweep", "failed").get() == ("expire_holds", 2)
        found = {one.name: one for one in workers.findings(person=staff.user, now=timezone.now())}
        shown = found["Job 'expire holds'"]
        assert (shown.text, shown.is_alarm) == ("2 failed: the log says which, and why", True)
        verdicts = {one.name: one.text for one in health.examine(at=timezone.now(), verify_books=False)}
        assert verdicts["sweeps"] == "expire_holds: 2 failed"
        metrics.gauges.forget()
        assert 'rally_sweep_failures{sweep="expire_holds"} 2.0' in metrics.exposition().decode()

        output = StringIO()
        with pytest.raises(CommandError, match=r"^2 failed: the log says which, and why\.$"):
            call_command("expire_holds", "--json", stdout=output)
        assert json.loads(output.getvalue()) == {"failed": 2, "orders": 0}

        Order.objects.update(kind="course")
        tasks.expire_holds()
    assert not FailingSweep.objects.exists()
    assert set(Order.objects.values_list("status", flat=True)) == {"expired"}
    assert list(books.differences()) == []


def test_any_number_of_failing_orders_starves_no_other(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They come first in each run: a limit of rows a run would never get past them."""
    monkeypatch.setattr(expiry, "BATCH_SIZE", 1)
    order = place(shop, member, unsold=3)
    assert expiry.expire_overdue_orders(at=timezone.now() + timedelta(minutes=16)) == 1
    order.refresh_from_db()
    assert order.status == "expired"


def test_a_run_that_raises_as_a_whole_is_shown_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**_given: Any) -> int:
        raise RuntimeError("nobody foresaw this")

    monkeypatch.setattr(expiry, "expire_overdue_orders", fails)
    with pytest.raises(RuntimeError):
        tasks.expire_holds.apply(throw=True)
    assert FailingSweep.objects.values_list("sweep", "failed").get() == ("expire_holds", 1)


def test_one_kind_of_old_rows_that_cannot_be_deleted_keeps_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    deleted: list[str] = []

    def fails(**_given: Any) -> int:
        raise RuntimeError("nobody foresaw this")

    def delete(**_given: Any) -> int:
        deleted.append("counts")
        return 0

    monkeypatch.setattr(codes, "delete_expired", fails)
    monkeypatch.setattr(throttles, "delete_old", delete)
    accounts_tasks.tidy()
    assert deleted == ["counts"]
    assert FailingSweep.objects.values_list("sweep", "failed").get() == ("tidy", 1)


def test_only_staff_who_see_messages_see_failing_sweeps(client: Client, member: Person) -> None:
    FailingSweep.objects.create(sweep="expire_holds", failed=1, at=timezone.now())
    assert workers.findings(person=member.user, now=timezone.now()) == []
