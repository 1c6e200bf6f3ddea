"""Reading the books: a fixed number of queries, and lists of limited length."""

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
from apps.commerce.coupon_rules import CouponUsed
from apps.commerce.flows import auditing
from apps.commerce.models import CouponTally, LedgerCheckpoint, Order
from apps.commerce.selectors import books
from apps.commerce.services import expiry
from tests.books.sample_books import SampleBooks
from tests.books.sample_records import edit


def count_queries() -> int:
    with CaptureQueriesContext(connection) as captured:
        assert list(books.differences()) == []
    # On PostgreSQL each batch of a server-side cursor is a query of its own.
    return sum(query["sql"].startswith(("SELECT", "DECLARE")) for query in captured.captured_queries)


def test_more_rows_need_no_more_queries(sample_books: SampleBooks) -> None:
    LedgerCheckpoint._base_manager.all()._raw_delete("default")
    few = count_queries()
    for _ in range(5):
        sample_books.buy(sample_books.buyers[0], "course", sample_books.course())
    assert count_queries() == few


def test_a_long_list_is_truncated_with_a_count(
    shared_books: SampleBooks, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    monkeypatch.setattr(books, "MAX_LISTED", 3)
    monkeypatch.setattr(auditing, "_MAX_LOGGED", 2)
    number = Order.objects.filter(status="paid").count()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE commerce_order SET billing = '{}'")
    differences = auditing.audit(at=timezone.now()).differences
    assert number > 3
    assert len([text for text in differences if "has no billing" in text]) == 3
    assert "more differences like the ones before are not listed." in "".join(differences)
    logged = [record for record in caplog.records if record.message == "books differ"]
    assert len(logged) == 3


def test_the_command_lists_differences_and_fails(shared_books: SampleBooks) -> None:
    out = StringIO()
    call_command("verify_books", stdout=out)
    assert out.getvalue().endswith(" orders compared, 0 differences.\n")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE live_webinar SET seats_taken = seats_taken + 1 WHERE price_paise = 49900")
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_books", json=True, stdout=out)
    [difference] = json.loads(out.getvalue())["differences"]
    assert difference.endswith("counts 3 seats taken, and 2 are booked, held or offered.")


def test_a_deleted_course_is_reported_for_each_buyer(shared_books: SampleBooks) -> None:
    """The order, invoice and entitlement are unchanged, but the buyer gets a 404."""
    order = Order.objects.filter(kind="course", status="paid").latest("placed_at")
    # Bypass the trigger that protects owned courses.
    CourseOwner._base_manager.filter(course=order.item_id)._raw_delete("default")
    Course._base_manager.filter(pk=order.item_id).delete()
    line = order.lines.get()
    assert list(books.differences()) == [f"Line {line.pk} is paid, and what was sold is not there any more."]


def test_a_limit_that_is_set_later_counts_earlier_uses(sample_books: SampleBooks) -> None:
    buyer = sample_books.buyers[2]
    sample_books.place(buyer, "course", sample_books.course(), coupon="TENTH")
    coupon = Order.objects.latest("placed_at").coupon
    assert coupon is not None
    edit(coupon, person_limit=1)
    with pytest.raises(CouponUsed):
        sample_books.place(buyer, "course", sample_books.course(), coupon="TENTH")
    sample_books._advance_clock(minutes=16)
    assert expiry.expire_overdue_orders(at=timezone.now()) > 0
    assert CouponTally.objects.get(coupon=coupon, person=buyer).uses == 0
    sample_books.place(buyer, "course", sample_books.course(), coupon="TENTH")
    assert list(books.differences()) == []
