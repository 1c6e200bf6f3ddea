"""After a restored backup: document numbers, lost orders and their buyers."""

import json
import os
import subprocess
import threading
from dataclasses import replace
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.flows import auditing, rebuilding
from apps.commerce.gateways.payloads import BuyerContact
from apps.commerce.gateways.razorpay import parsing
from apps.commerce.management.commands import finish_restore
from apps.commerce.models import CreditNote, Invoice, NumberSeries, Order, Refund
from apps.commerce.selectors import books
from apps.commerce.services import lost_orders, numbers, refunds
from apps.commerce.states import Series
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop, course_at
from apps.commerce.tests.test_reconciling import _lose_the_books as lose_the_books
from apps.commerce.tests.test_reconciling import later
from apps.core import indian_time
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Lines, Person
from apps.core.testing.parallel import in_parallel, waits_for_a_lock
from apps.outbox.models import Message
from apps.outbox.services import messages

pytestmark = pytest.mark.django_db(transaction=True)

YEAR = indian_time.financial_year(timezone.now())


def note_numbers() -> Any:
    return messages.sweep(now=later(minutes=1))


def issued() -> list[str]:
    return sorted(Invoice.objects.values_list("number", flat=True))


def refund_all(order: Order, *, at: datetime) -> Refund:
    return refunds.refund_as_staff(
        order_id=order.pk, line_ids=None, reason="Asked for", by=colleague(), release_coupon=False, at=at
    )


# --- the number in the provider's notes -----------------------------------------------------------


def test_the_invoices_number_is_added_to_the_notes_after_the_commit(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(100_00))
    (before,) = shop.provider.orders.values()
    shop.provider.lose_response("replace_notes")
    assert (note_numbers().deferred, "invoice" in before.notes) == (1, False)

    assert messages.sweep(now=later(hours=1)).deferred == 0

    invoice = Invoice.objects.get()
    (after,) = shop.provider.orders.values()
    assert after.notes == {**before.notes, "invoice": f"{invoice.number} {invoice.issued_at.isoformat()}"}
    assert shop.provider.calls["replace_notes"] == 2


def test_a_provider_that_refuses_the_number_fails_the_message(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(100_00))
    shop.provider.refuse("replace_notes", message="Too many notes.")
    assert note_numbers().failed == 1
    assert Message.objects.get(kind="invoice note").last_error == "Too many notes."


# --- dates in the order of numbers ----------------------------------------------------------------


def test_documents_are_dated_in_the_order_of_their_numbers(shop: Shop, member: Person) -> None:
    first = Order.objects.get(pk=shop.bought(member.api, course_at(100_00))["orderId"])
    second = Order.objects.get(pk=shop.bought(member.api, course_at(200_00))["orderId"])
    # The clock of the process that issues the first one is ahead.
    ahead = timezone.now() + timedelta(minutes=5)
    refund_all(first, at=ahead)
    refund = refund_all(second, at=timezone.now())

    dates = CreditNote.objects.order_by("number").values_list("issued_at", flat=True)
    assert list(dates) == [ahead, ahead]
    assert refund.requested_at < ahead
    assert list(books.differences()) == []
    # Issued by an older release: each with its own time.
    notes = models.QuerySet(CreditNote).filter(refund=refund)
    notes.update(issued_at=refund.requested_at)
    assert list(books.differences()) == []
    notes.update(issued_at=ahead + timedelta(seconds=1))
    assert list(books.invoices.differences()) == [
        f"Credit note {notes.get().number} does not say what refund {refund.pk} and its invoice do."
    ]


# --- numbers after a restore ----------------------------------------------------------------------


def test_a_lost_invoice_is_the_same_again_and_new_ones_have_a_letter(shop: Shop, member: Person) -> None:
    for _ in range(2):
        shop.bought(member.api, course_at(100_00))
    note_numbers()
    shop.bought(member.api, course_at(100_00))
    lost = {row.order_id: (row.number, row.issued_at, row.content) for row in Invoice.objects.all()[1:]}
    assert sorted(number for number, _, _ in lost.values()) == [f"INV{YEAR}-0000001", f"INV{YEAR}-0000002"]
    lose_the_books()
    numbers.begin_letters(after={YEAR: ""}, at=timezone.now())

    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 3
    shop.bought(member.api, course_at(100_00))

    again = {row.order_id: (row.number, row.issued_at, row.content) for row in Invoice.objects.all()}
    assert {pk: again[pk] for pk in lost} == lost
    assert issued()[2:] == [f"INV{YEAR}B-0000001", f"INV{YEAR}B-0000002"]
    audit = auditing.audit(at=later(minutes=1))
    assert audit.differences == []
    assert audit.information == [
        f"Numbers of CRN{YEAR} after 0000000 were issued after the backup; 0 of them are known.",
        f"Numbers of INV{YEAR} after 0000000 were issued after the backup; 2 of them are known.",
    ]


def test_a_noted_number_ahead_of_its_series_begins_the_next_letter(shop: Shop, member: Person) -> None:
    """As if the rebuild of every hour came before the command: nobody else gets these numbers."""
    for _ in range(2):
        shop.bought(member.api, course_at(100_00))
    note_numbers()
    lost = {row.order_id: row.number for row in Invoice.objects.all()}
    for theirs in shop.provider.orders.values():
        # As if staff had written it again in India's time.
        number, _, moment = theirs.notes["invoice"].partition(" ")
        text = f"{number} {datetime.fromisoformat(moment).astimezone(indian_time.INDIA).isoformat()}"
        shop.provider.orders[theirs.id] = replace(theirs, notes={**theirs.notes, "invoice": text})
    lose_the_books()

    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 2
    shop.bought(member.api, course_at(100_00))

    again = {row.order_id: row.number for row in Invoice.objects.all()}
    assert {pk: again.pop(pk) for pk in lost} == lost
    assert list(again.values()) == [f"INV{YEAR}B-0000001"]
    assert list(books.differences()) == []


def test_a_second_restore_begins_after_the_letters_in_the_notes() -> None:
    numbers.begin_letters(after={YEAR: "C"}, at=timezone.now())
    row = NumberSeries.objects.get(series=Series.INVOICE)
    assert (str(row), row.ended) == (f"INV{YEAR}D", {"": 0, "B": 0, "C": 0})
    assert list(books.differences()) == []


@pytest.mark.parametrize(
    "altered",
    [
        "INV{year}-0000001",
        "INV{year}-1 {now}",
        "INV{year}-0000009 yesterday",
        "INV{year}-0000009 2026-11-27T12:00:00",
        "INV1920-0000009 {now}",
        "INV{year}A-0000009 {now}",
        "INV{year}-0000009 {tomorrow}",
        "INV{year}-0000001 {now}",
    ],
)
def test_an_altered_number_in_the_notes_is_not_issued(shop: Shop, member: Person, altered: str) -> None:
    """The last one is a number that another invoice has."""
    shop.bought(member.api, course_at(100_00))
    shop.bought(member.api, course_at(100_00))
    lose_the_books()
    newest, oldest = sorted(shop.provider.orders.values(), key=lambda one: one.created_at)[::-1]
    real = f"INV{YEAR}-0000001 {timezone.now().isoformat()}"
    text = altered.format(year=YEAR, now=timezone.now().isoformat(), tomorrow=later(days=1).isoformat())
    numbers.begin_letters(after={YEAR: ""}, at=timezone.now())
    for theirs, note in ((newest, real), (oldest, text)):
        shop.provider.orders[theirs.id] = replace(theirs, notes={**theirs.notes, "invoice": note})

    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 2

    assert issued() == [f"INV{YEAR}-0000001", f"INV{YEAR}B-0000001"]
    assert list(books.differences()) == []


def test_the_books_find_a_number_that_no_order_notes(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(100_00))
    note_numbers()
    lose_the_books()
    numbers.begin_letters(after={YEAR: ""}, at=timezone.now())
    rebuilding.rebuild_lost_orders(at=later(minutes=1))
    assert list(books.differences()) == []
    Order.objects.update(noted_invoice="")
    assert f"Series INV{YEAR} ends at 0, and the last that was issued is 1." in list(books.differences())
    Order.objects.update(noted_invoice="another")
    order = Order.objects.get()
    assert f"Order {order.number} notes another invoice than it has." in list(books.differences())


# --- a buyer who is newer than the backup ---------------------------------------------------------


def test_a_lost_buyer_is_refunded_in_full_and_notified(shop: Shop, member: Person, sent: Lines) -> None:
    shop.bought(member.api, course_at(100_00))
    User.objects.create_user(mobile="9844444444")
    lose_the_books()
    lost = member.user.pk
    member.user.delete()

    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 1
    messages.sweep(now=later(minutes=1))

    order = Order.objects.select_related("person").get()
    assert (order.status, order.person_id, order.person.is_active) == ("refunded", lost, False)
    assert [refund.amount_paise for refund in shop.provider.refunds.values()] == [118_00]
    assert (order.lines.count(), Invoice.objects.count()) == (1, 0)
    assert (order.billing["name"], order.billing["state"]) == ("", "Kerala")
    told = [(line["template"], line["to"]) for line in sent() if line["template"] == "late_payment"]
    assert told == [("late_payment", "9888877777")]
    assert auditing.audit(at=later(minutes=1)).differences == []
    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 0
    messages.sweep(now=later(hours=9))
    assert len([line for line in sent() if line["template"] == "late_payment"]) == 1


def test_a_lost_buyer_who_registered_again_has_what_they_paid_for(shop: Shop, member: Person) -> None:
    course = course_at(100_00)
    payment = shop.provider.capture(shop.enrolled(member.api, course)["razorPayOrderId"])
    lose_the_books()
    member.user.delete()
    User.objects.create_user(mobile="9844444444")
    again = User.objects.create_user(mobile=member.user.mobile)

    assert shop.confirm_as(logged_in(again), payment).status_code == 200

    order = Order.objects.get()
    assert (order.status, order.person_id, order.billing["name"]) == ("paid", again.pk, "Meera Nair")
    assert shop.provider.refunds == {}
    assert auditing.audit(at=later(minutes=1)).differences == []


@pytest.mark.parametrize(
    ("contact", "email", "expected"),
    [
        ("+919888877777", "payer@example.in", BuyerContact("9888877777", "payer@example.in")),
        ("9888877777", "void@razorpay.com", BuyerContact("9888877777", "")),
        ("+14155550100", None, BuyerContact("", "")),
        (None, None, BuyerContact("", "")),
    ],
)
def test_the_payers_contact_is_parsed(contact: str | None, email: str | None, expected: BuyerContact) -> None:
    assert parsing.contact({"id": "pay_1", "contact": contact, "email": email}) == expected


def test_a_buyer_whom_nobody_can_notify_is_left_to_staff(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(100_00))
    lose_the_books()
    member.user.delete()
    rebuilding.rebuild_lost_orders(at=later(minutes=1))
    shop.provider.contact = BuyerContact("", "")
    assert note_numbers().failed == 1
    error = Message.objects.get(kind="lost buyer notice").last_error
    assert error == "The provider has no number and no email address of the buyer"


# --- two rebuilds at a time -----------------------------------------------------------------------


def rebuild_beside_confirm(shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The rebuild has found no order and waits; the buyer confirms until they wait for it or are done."""
    payment = shop.provider.capture(shop.enrolled(member.api, course_at(100_00))["razorPayOrderId"])
    lose_the_books()
    quote, entered, may_go_on = lost_orders._quote, threading.Event(), threading.Event()

    def first_waits(*args: Any, **kwargs: Any) -> Any:
        if not entered.is_set():
            entered.set()
            assert may_go_on.wait(30)
        return quote(*args, **kwargs)

    monkeypatch.setattr(lost_orders, "_quote", first_waits)

    def act(number: int) -> Any:
        if number == 0:
            return rebuilding.rebuild_lost_orders(at=timezone.now())
        assert entered.wait(30)
        try:
            return shop.confirm_as(member.api, payment).status_code
        finally:
            may_go_on.set()

    def watch(_number: int) -> None:
        while not may_go_on.wait(0.05):
            if waits_for_a_lock():
                may_go_on.set()

    return in_parallel(lambda number: watch(number) if number == 2 else act(number), times=3)[:2]


@pytest.mark.postgresql
def test_a_rebuild_beside_a_confirm_makes_one_order(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    rebuilt, status = rebuild_beside_confirm(shop, member, monkeypatch)
    assert (rebuilt.failed, status) == (0, 200)
    assert (Order.objects.get().status, Invoice.objects.count()) == ("paid", 1)
    assert auditing.audit(at=later(minutes=1)).differences == []


@pytest.mark.postgresql
def test_control_without_the_buyers_lock_one_of_both_fails(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lost_orders, "_lock_buyer", lambda notes, at: User.objects.get(pk=notes.person_id))
    rebuilt, status = rebuild_beside_confirm(shop, member, monkeypatch)
    assert (rebuilt.failed, status) == (1, 200)


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture
def cleared(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """The cache server may have other data than the tests'."""
    cleared = Mock()
    monkeypatch.setattr(finish_restore.cache, "clear", cleared)
    return cleared


def finish(since: datetime, *options: str) -> Any:
    out = StringIO()
    call_command("finish_restore", "--json", "--since", since.isoformat(), *options, stdout=out)
    return json.loads(out.getvalue())


def series() -> list[str]:
    return [str(row) for row in NumberSeries.objects.order_by("series", "year")]


def test_the_command_does_each_step_once(shop: Shop, member: Person, cleared: Mock) -> None:
    since = timezone.now()
    shop.bought(member.api, course_at(100_00))
    note_numbers()
    lose_the_books()
    assert finish(since, "--dry-run") == {"lost_orders": 1, "would_begin": True}
    assert (series(), Order.objects.count(), cleared.call_count) == ([], 0, 0)

    done = finish(since)

    assert done["done"] == [
        "Migrations: none pending.",
        "Caches: cleared.",
        "Found: 1 paid orders at the provider that are not here.",
        f"Numbers: INV{YEAR}B begins; the last known one is INV{YEAR}-0000000.",
        f"Numbers: CRN{YEAR}B begins; the last known one is CRN{YEAR}-0000000.",
        "Lost orders: 1 rebuilt, 0 failed, 0 unknown.",
        "Open orders: 0 polled, 0 settled, 0 unknown, 0 events, 0 refunds, 0 failed.",
        f"Numbers of CRN{YEAR} after 0000000 were issued after the backup; 0 of them are known.",
        f"Numbers of INV{YEAR} after 0000000 were issued after the backup; 1 of them are known.",
        "Books: 1 orders compared, 0 differences.",
    ]
    assert (issued(), cleared.call_count) == ([f"INV{YEAR}-0000001"], 1)
    assert finish(since)["done"][3] == (
        f"Numbers: CRN{YEAR}B, INV{YEAR}B began before this run; no further letter begins."
    )
    assert series() == [f"CRN{YEAR}B", f"INV{YEAR}B"]
    finish(since, "--new-series")
    assert series() == [f"CRN{YEAR}C", f"INV{YEAR}C"]
    assert list(books.differences()) == []


def test_the_command_refuses_what_is_no_restored_backup(shop: Shop, member: Person, cleared: Mock) -> None:
    since = timezone.now()
    shop.bought(member.api, course_at(100_00))
    with pytest.raises(CommandError, match=r"has 1 orders, 1 invoices from after .* Nothing was done"):
        finish(since)
    shop.provider.is_down = True
    with pytest.raises(CommandError, match=r"does not list its orders\. Nothing was done"):
        finish(timezone.now())
    shop.provider.is_down = False
    assert (series(), cleared.call_count) == ([f"INV{YEAR}"], 0)
    finish(since, "--new-series")
    assert series() == [f"CRN{YEAR}B", f"INV{YEAR}B"]


def test_the_command_refuses_an_empty_database(shop: Shop) -> None:
    with pytest.raises(CommandError, match="This database is empty"):
        finish(timezone.now())


@pytest.mark.parametrize("since", ["yesterday", "2026-13-01T10:00", "2999-01-01T10:00"])
def test_the_command_wants_a_past_time(since: str) -> None:
    with pytest.raises(CommandError, match="--since"):
        call_command("finish_restore", "--since", since)


# --- the drill ------------------------------------------------------------------------------------


def on_the_server(program: str, *arguments: str) -> None:
    own = connection.settings_dict
    address = ("--host", own["HOST"], "--port", str(own["PORT"] or 5432), "--username", own["USER"])
    environment = {**os.environ, "PGPASSWORD": own["PASSWORD"] or ""}
    subprocess.run([program, *address, *arguments, own["NAME"]], check=True, env=environment, timeout=60)


def restore(dump: Path) -> None:
    """Into the same database, emptied: making all its tables again would take ten seconds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public'")
        deleted = "".join(f"DELETE FROM {name};" for (name,) in cursor.fetchall())
    # Without triggers: foreign keys go round in circles, and the audit trail lets nobody delete its rows.
    script = f"SET session_replication_role = replica; {deleted}"
    commands = ("--command", script, "--file", str(dump))
    on_the_server("psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--single-transaction", *commands)


@pytest.mark.postgresql
def test_a_restored_dump_ends_with_clean_books(
    shop: Shop, member: Person, cleared: Mock, tmp_path: Path, sent: Lines
) -> None:
    first, second, third = (course_at(paise) for paise in (100_00, 200_00, 300_00))
    shop.bought(member.api, first)
    dump = tmp_path / "rally.sql"
    on_the_server("pg_dump", "--data-only", "--file", str(dump))
    since = timezone.now()
    new_buyer = User.objects.create_user(mobile="9855555555", name="New", state="Goa")
    for api in (member.api, logged_in(new_buyer)):
        shop.bought(api, second)
    note_numbers()
    papers = dict(Invoice.objects.values_list("number", "order"))
    restore(dump)
    assert Order.objects.count() == 1
    assert not User.objects.filter(mobile=new_buyer.mobile).exists()

    done = finish(since)
    shop.bought(member.api, third)
    messages.sweep(now=later(minutes=2))

    assert (done["rebuilt"]["rebuilt"], done["differences"]) == (2, [])
    again = dict(Invoice.objects.values_list("number", "order"))
    assert sorted(again) == [f"INV{YEAR}-0000001", f"INV{YEAR}-0000002", f"INV{YEAR}B-0000001"]
    assert {number: again[number] for number in again.keys() & papers.keys()}.items() <= papers.items()
    lost = Order.objects.get(person=new_buyer.pk)
    assert (lost.status, lost.pk) == ("refunded", papers[f"INV{YEAR}-0000003"])
    assert [refund.amount_paise for refund in shop.provider.refunds.values()] == [236_00]
    assert [line["to"] for line in sent() if line["template"] == "late_payment"] == ["9888877777"]
    assert auditing.audit(at=later(minutes=2)).differences == []
