"""A row that raises is named and waits, and the others go on."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from apps.commerce.flows import auditing, jobs, provider_sync, rebuilding, reconciling, refunding, webhooks
from apps.commerce.gateways.outcomes import Done, Unknown
from apps.commerce.gateways.payloads import ProviderOrder
from apps.commerce.gateways.razorpay.gateway import RazorpayGateway
from apps.commerce.models import GatewayEvent, Order, ProviderJob, Refund, RefundAttempt
from apps.commerce.states import EventStatus, Job
from apps.commerce.tests.due import all_due, event, soon
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.usefixtures("later")
def test_rows_that_raise_are_named_counted_and_wait_while_the_others_go_on(
    shop: Shop,
    member: Person,
    other_member: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    all_due(shop, member, orders=0)
    for person in (member, other_member):
        shop.provider.capture(shop.enrolled(person.api, course_at(100_00))["razorPayOrderId"])
    poisoned, other = Order.objects.filter(paid_at=None).order_by("next_poll_at")
    event("another")
    poll_order, process_event = provider_sync.poll_order, webhooks.process_event

    def looks(*, order: Order, at: Any) -> Order | None:
        if order.pk == poisoned.pk:
            raise RuntimeError("nobody foresaw this")
        return poll_order(order=order, at=at)

    def acts(*, event: GatewayEvent, at: Any) -> None:
        if event.event_id == "cut-short":
            raise RuntimeError("nor this")
        process_event(event=event, at=at)

    def pursues(*, attempt: RefundAttempt) -> bool:
        raise RuntimeError("nor that")

    monkeypatch.setattr(provider_sync, "poll_order", looks)
    monkeypatch.setattr(webhooks, "process_event", acts)
    monkeypatch.setattr(refunding, "send_attempt", pursues)

    done = jobs.reconcile(at=soon(minutes=16))

    assert done is not None
    assert (done.polled, done.settled, done.failed) == (2, 1, 3)
    assert Order.objects.get(pk=other.pk).status == "paid"
    assert GatewayEvent.objects.get(event_id="another").status == EventStatus.IGNORED
    named = {
        record.facts["row"] for record in caplog.records if hasattr(record, "facts") and "row" in record.facts
    }
    assert named == {poisoned.number, "cut-short", Refund.objects.get().order.number}
    again = jobs.reconcile(at=soon(minutes=17))
    assert again is not None
    assert (again.polled, again.events) == (0, 0)
    assert Order.objects.due_for_polling(at=soon(minutes=77)).get() == poisoned


@pytest.mark.usefixtures("later")
def test_what_a_clock_that_ran_ahead_put_off_is_polled(shop: Shop, member: Person) -> None:
    all_due(shop, member, orders=1)
    ahead = soon(days=8)
    Order.objects.filter(paid_at=None).update(next_poll_at=ahead)
    RefundAttempt.objects.update(next_poll_at=ahead)
    GatewayEvent.objects.update(retry_at=ahead)

    done = jobs.reconcile(at=soon(minutes=16))

    assert done is not None
    assert (done.polled, done.refunds, done.events) == (1, 1, 1)


def test_events_that_fail_keep_no_new_one_from_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    GatewayEvent.objects.bulk_create(
        [
            GatewayEvent(
                provider="razorpay",
                event_id=f"old-{n}",
                kind="x",
                payload={},
                received_at=soon(minutes=-10),
            )
            for n in range(reconciling.BATCH_SIZE)
        ]
    )
    event("new")
    acted: list[str] = []

    def fails(*, event: GatewayEvent, at: Any) -> None:
        acted.append(event.event_id)
        raise RuntimeError("nobody foresaw this")

    monkeypatch.setattr(webhooks, "process_event", fails)
    reconciling.reconcile(at=soon())
    assert "new" not in acted
    reconciling.reconcile(at=soon(seconds=20))
    assert acted.count("new") == 1
    # Later each time: 2, 4, 8 minutes, and once an hour in the end.
    GatewayEvent.objects.exclude(event_id="new").delete()
    for minutes in range(1, 16):
        reconciling.reconcile(at=soon(minutes=minutes, seconds=30))
    assert acted.count("new") == 4


def test_a_lost_order_that_raises_does_not_stop_the_rebuild(
    shop: Shop, member: Person, other_member: Person, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    course = course_at(100_00)
    for api in (member.api, other_member.api):
        shop.provider.capture(shop.enrolled(api, course)["razorPayOrderId"])
    # The provider lists the newest first: that one raises.
    first, poisoned = Order.objects.order_by("placed_at")
    with_refunds, known = provider_sync.with_refunds, rebuilding._find_order

    def fails(theirs: Any) -> Order | None:
        if theirs.receipt == str(poisoned.pk):
            raise RuntimeError("nobody foresaw this")
        return known(theirs)

    monkeypatch.setattr(rebuilding, "_find_order", fails)
    done = jobs.rebuild(at=soon(minutes=1))
    assert done is not None
    assert (done.rebuilt, done.failed, done.resume_at) == (1, 1, None)
    assert Order.objects.get(pk=first.pk).status == "paid"
    assert str(poisoned.pk) in [
        record.facts["row"] for record in caplog.records if hasattr(record, "facts") and "row" in record.facts
    ]
    row = ProviderJob.objects.get(job=Job.REBUILD)
    assert (row.failures, row.result) == (1, "1 rebuilt, 1 failed, 0 unknown")
    assert with_refunds is provider_sync.with_refunds


def test_a_rebuild_that_ran_out_of_time_goes_on_where_it_was(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = soon(hours=-20).replace(microsecond=0)
    asked: list[tuple[Any, Any]] = []
    at = soon()

    def pages(*, begins: Any, ends: Any) -> Iterator[Any]:
        asked.append((begins, ends))
        if ends != place:
            yield Done([(_theirs(place), [])])
            yield Unknown("timeout")
        else:
            yield Done([])

    monkeypatch.setattr(RazorpayGateway, "orders_between", staticmethod(pages))
    cut = jobs.rebuild(at=at)
    assert cut is not None
    assert (cut.unknown, cut.resume_at) == (1, place)
    whole = jobs.rebuild(at=at + timedelta(hours=1))
    assert whole is not None
    assert whole.resume_at is None
    jobs.rebuild(at=at + timedelta(hours=2))
    assert [ends for _begins, ends in asked] == [at, place, at + timedelta(hours=2)]


def _theirs(created_at: Any) -> Any:
    return ProviderOrder(
        id="order_00000000000001",
        amount_paise=100,
        currency="INR",
        receipt=str(uuid4()),
        status="created",
        notes={},
        created_at=created_at,
    )


def test_an_order_that_cannot_be_compared_is_a_difference_and_the_others_are_compared(
    shop: Shop, member: Person, other_member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    for api in (member.api, other_member.api):
        shop.bought(api, course_at(100_00))
    poisoned, other = shop.provider.orders.values()

    def fails(_order: Order, theirs: Any, *_told: Any) -> list[str]:
        if theirs.id == poisoned.id:
            raise RuntimeError("nobody foresaw this")
        return [f"compared {theirs.id}"]

    monkeypatch.setattr(auditing, "_compare_order_and_payments", fails)
    audit = jobs.verify_books(at=soon(minutes=1))
    assert audit is not None
    assert sorted(audit.differences) == sorted(
        [
            f"The provider's order {poisoned.id} could not be compared; the log says why.",
            f"compared {other.id}",
        ]
    )
