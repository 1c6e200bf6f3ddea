"""How the books are read: in a fixed number of statements, and told in bounded lists."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.catalog.models import Course, CourseOwner
from apps.commerce.flows import auditing
from apps.commerce.models import CouponTally, LedgerCheckpoint, Order
from apps.commerce.selectors import books
from apps.commerce.selectors.coupons import CouponUsed
from apps.commerce.services import expiry
from tests.books.world import World


def statements() -> int:
    with CaptureQueriesContext(connection) as captured:
        assert list(books.differences()) == []
    # On PostgreSQL a batch is fetched by a statement of its own.
    return sum(query["sql"].startswith(("SELECT", "DECLARE")) for query in captured.captured_queries)


def test_more_rows_take_no_more_statements(world: World) -> None:
    LedgerCheckpoint._base_manager.all()._raw_delete("default")
    few = statements()
    for _ in range(5):
        world.bought(world.buyers[0], "course", world.course())
    assert statements() == few


@pytest.mark.slow
def test_a_long_list_is_cut_and_counted(world: World, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    monkeypatch.setattr(books, "LISTED", 3)
    monkeypatch.setattr(auditing, "_LOGGED", 2)
    number = Order.objects.filter(status="paid").count()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE commerce_order SET billing = '{}'")
    differences = auditing.run(at=timezone.now()).differences
    assert number > 3
    assert len([text for text in differences if "has no billing" in text]) == 3
    assert "more differences like the ones before are not listed." in "".join(differences)
    logged = [record for record in caplog.records if record.message == "books differ"]
    assert len(logged) == 3


def test_the_command_names_each_difference_and_fails(world: World) -> None:
    out = StringIO()
    call_command("verify_books", stdout=out)
    assert out.getvalue().endswith(" orders compared, 0 differences.\n")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE live_webinar SET taken = taken + 1 WHERE price_paise > 0")
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_books", json=True, stdout=out)
    [difference] = json.loads(out.getvalue())["differences"]
    assert difference.endswith("counts 3 seats taken, and 2 are booked or held.")


def test_a_course_that_is_gone_is_named_for_each_who_bought_it(world: World) -> None:
    """The order, its bill and its entitlement are all as they were: its buyer gets a 404."""
    order = Order.objects.filter(kind="course", status="paid").latest("placed_at")
    # Past what keeps the database from it.
    CourseOwner._base_manager.filter(course=order.item_id)._raw_delete("default")
    Course._base_manager.filter(pk=order.item_id).delete()
    line = order.lines.get()
    assert list(books.differences()) == [f"Line {line.pk} is paid, and what was sold is not there any more."]


def test_a_limit_that_is_set_later_knows_who_used_the_coupon_before(world: World) -> None:
    buyer = world.buyers[2]
    world.place(buyer, "course", world.course(), coupon="TENTH")
    coupon = Order.objects.latest("placed_at").coupon
    assert coupon is not None
    type(coupon).objects.filter(pk=coupon.pk).update(person_limit=1)
    with pytest.raises(CouponUsed):
        world.place(buyer, "course", world.course(), coupon="TENTH")
    world._passes(minutes=16)
    assert expiry.run(at=timezone.now()) > 0
    assert CouponTally.objects.get(coupon=coupon, person=buyer).uses == 0
    world.place(buyer, "course", world.course(), coupon="TENTH")
    assert list(books.differences()) == []
