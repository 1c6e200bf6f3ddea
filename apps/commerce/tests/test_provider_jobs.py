"""What is scheduled and calls the provider: one run at a time, each row in peace, nothing waits for it."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from importlib import import_module
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as project
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from apps.commerce.flows import auditing, jobs, looking, rebuilding, reconciling, refunding, webhooks
from apps.commerce.gateways import budget
from apps.commerce.gateways import razorpay as gateway
from apps.commerce.gateways.outcomes import Unknown
from apps.commerce.models import GatewayEvent, Order, ProviderJob, Refund, RefundAttempt
from apps.commerce.models.provider_job import ProviderJobQuerySet
from apps.commerce.services import provider_jobs, refund_attempts, refunds
from apps.commerce.states import EventStatus, Job
from apps.commerce.tests.crowd import WRITERS, at_once, goes_wrong, unforeseen
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person
from apps.outbox.models import Message
from apps.outbox.states import DONE, Status

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def admin_user(staff: Person) -> Any:
    return staff.user


def soon(**span: float) -> Any:
    return timezone.now() + timedelta(**span)


def event(name: str, **values: Any) -> GatewayEvent:
    return GatewayEvent.objects.create(
        **{
            "event_id": name,
            "kind": "payment.captured",
            "payload": {"payload": {}},
            "received_at": soon(minutes=-5),
            **values,
        }
    )


def all_due(shop: Shop, member: Person, *, orders: int = 1) -> None:
    """An order, an event and a refund that the provider must be asked about."""
    shop.bought(member.api, course_at(100_00))
    refunds.by_staff(
        order_id=Order.objects.get().pk,
        line_ids=None,
        reason="Asked for",
        by="Staff",
        gives_coupon_back=False,
        at=soon(minutes=-30),
    )
    for _ in range(orders):
        shop.enrolled(member.api, course_at(100_00))
    Order.objects.filter(paid_at=None).update(look_at=soon(minutes=-1))
    event("cut-short")


# --- a queue of its own ---------------------------------------------------------------------------


def scheduled(*, queue: str) -> list[Any]:
    """The tasks of beat that Celery routes to this queue."""
    names = {entry["task"] for entry in project.CELERY_BEAT_SCHEDULE.values()}
    own = {name: route["queue"] for name, route in project.CELERY_TASK_ROUTES.items()}
    chosen = sorted(name for name in names if own.get(name, project.CELERY_TASK_DEFAULT_QUEUE) == queue)
    parts = [name.rpartition(".") for name in chosen]
    return [getattr(import_module(module), function) for module, _dot, function in parts]


@pytest.mark.usefixtures("later")
def test_no_task_outside_the_providers_queue_calls_the_provider(shop: Shop, member: Person) -> None:
    all_due(shop, member)
    called = shop.provider.calls.total()
    for task in scheduled(queue="rally"):
        task()
    assert shop.provider.calls.total() == called
    assert Message.objects.get(kind=refund_attempts.KIND).status == Status.WAITING

    for task in scheduled(queue="provider"):
        task()

    assert shop.provider.calls.total() >= called + 3
    assert Message.objects.get(kind=refund_attempts.KIND).status in DONE
    assert {task.name for task in scheduled(queue="provider")} == set(project.CELERY_TASK_ROUTES)


# --- one run at a time ----------------------------------------------------------------------------


def test_a_second_run_finds_the_first_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    inner: list[object] = []
    monkeypatch.setattr(reconciling, "run", lambda **_: inner.append(jobs.reconcile(at=soon())))
    with pytest.raises(AttributeError):
        jobs.reconcile(at=soon())
    assert inner == [None]
    row = ProviderJob.objects.get(job=Job.RECONCILE)
    assert (row.holder, row.lease_until, row.failures) == (None, None, 1)


def test_a_killed_run_gives_way_when_its_lease_is_over_and_counts_as_a_failure() -> None:
    at = soon()
    killed = provider_jobs.take(job=Job.REBUILD, at=at, lease=timedelta(minutes=6))
    assert killed is not None
    assert jobs.rebuild(at=at + timedelta(minutes=5, seconds=59)) is None
    assert provider_jobs.take(job=Job.REBUILD, at=at + timedelta(minutes=6), lease=timedelta(minutes=6))
    assert ProviderJob.objects.get(job=Job.REBUILD).failures == 1

    # It was not dead after all: what it says at its end is no news of the run that has the lease now.
    provider_jobs.finish(
        job=Job.REBUILD, holder=killed, at=at, has_failed=False, result="late", resume_at=None
    )
    row = ProviderJob.objects.get(job=Job.REBUILD)
    assert (row.result, row.failures, row.holder is None) == ("", 1, False)


def race_for_the_lease() -> int:
    ProviderJob.objects.update_or_create(job=Job.RECONCILE, defaults={"holder": None, "lease_until": None})
    at = soon()
    outcomes = at_once(
        lambda _: provider_jobs.take(job=Job.RECONCILE, at=at, lease=timedelta(minutes=2)), times=WRITERS
    )
    assert unforeseen(outcomes) == []
    return sum(outcome is not None for outcome in outcomes)


@pytest.mark.slow
def test_of_many_runs_at_once_one_has_the_lease() -> None:
    assert race_for_the_lease() == 1


@pytest.mark.slow
@pytest.mark.postgresql
def test_control_what_is_seen_and_then_written_lets_several_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def take(self: ProviderJobQuerySet, *, job: Job, holder: Any, at: Any, lease: timedelta) -> bool:
        if self.get(job=job).holder is not None:
            return False
        time.sleep(0.02)
        self.filter(job=job).update(holder=holder, lease_until=at + lease)
        return True

    monkeypatch.setattr(ProviderJobQuerySet, "take", take)
    assert goes_wrong(lambda: race_for_the_lease() > 1)


# --- a budget of time -----------------------------------------------------------------------------


@pytest.fixture
def silent(settings: Any) -> Iterator[list[socket.socket]]:
    """A provider that takes every connection and never answers; the connections it has taken."""
    taken: list[socket.socket] = []
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        settings.RAZORPAY_BASE_URL = f"http://127.0.0.1:{server.getsockname()[1]}"

        def accept() -> None:
            while True:
                try:
                    taken.append(server.accept()[0])
                except OSError:
                    return

        threading.Thread(target=accept, daemon=True).start()
        yield taken
    for connection in taken:
        connection.close()


@pytest.mark.slow
@pytest.mark.usefixtures("later")
def test_a_silent_provider_is_asked_about_each_kind_and_no_longer_than_the_budget(
    shop: Shop, member: Person, silent: list[socket.socket], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    all_due(shop, member, orders=8)
    monkeypatch.undo()  # the real wrapper, over a real wire
    monkeypatch.setattr("apps.outbox.hand.over", lambda _job: None)
    settings.PROVIDER_TIMEOUT_SECONDS = 0.9
    began = time.monotonic()

    done = jobs.reconcile(at=soon(), seconds=4)

    assert time.monotonic() - began < 4.5
    assert done is not None
    assert (done.refunds, done.events, done.settled, done.failed) == (1, 1, 0, 0)
    assert 3 <= done.looked <= 5
    assert len(silent) >= 3
    row = ProviderJob.objects.get(job=Job.RECONCILE)
    assert (row.holder, row.failures, row.succeeded_at) == (None, 1, None)
    # Those for whom there was no time are the first of the next run.
    waiting = Order.objects.to_look_at(at=soon())
    assert waiting.count() == 8 - done.looked


def test_the_timeout_of_a_call_is_what_is_left_of_the_budget(
    silent: list[socket.socket], settings: Any
) -> None:
    settings.PROVIDER_TIMEOUT_SECONDS = 5
    began = time.monotonic()
    with budget.of(0.4):
        assert gateway.fetch_payment(payment_id="pay_00000000000001") == Unknown("timeout")
        assert time.monotonic() - began < 1
        assert gateway.fetch_payment(payment_id="pay_00000000000001") == Unknown("timeout")
    assert time.monotonic() - began < 1


@pytest.mark.slow
@pytest.mark.usefixtures("later")
def test_an_event_is_answered_in_time_though_the_provider_is_silent(
    shop: Shop, member: Person, silent: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    for _ in range(2):
        payment = shop.provider.capture(enrolled["razorPayOrderId"])
    monkeypatch.undo()
    monkeypatch.setattr("apps.outbox.hand.over", lambda _job: None)
    began = time.monotonic()
    assert shop.webhook("payment.captured", payment_id=payment.id).status_code == 200
    assert time.monotonic() - began < 5
    assert len(silent) >= 1
    assert GatewayEvent.objects.get().status == EventStatus.RECEIVED


def test_a_budget_inside_another_is_never_the_larger_one() -> None:
    with budget.of(10):
        with budget.of(60):
            assert budget.left() <= 10
        with budget.of(1):
            assert budget.left() <= 1
        assert budget.left() > 9
    assert budget.left() == float("inf")


@pytest.mark.usefixtures("later")
def test_refunds_end_with_their_time_and_keep_their_tries(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_due(shop, member, orders=0)
    monkeypatch.setitem(jobs.BUDGETS, Job.REFUNDS, timedelta(0))
    jobs.send_refunds(at=soon())
    message = Message.objects.get(kind=refund_attempts.KIND)
    assert (message.status, message.attempts) == (Status.WAITING, 0)


# --- each row in peace ----------------------------------------------------------------------------


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
    poisoned, other = Order.objects.filter(paid_at=None).order_by("look_at")
    event("another")
    at_order, act_on = looking.at_order, webhooks.act_on

    def looks(*, order: Order, at: Any) -> Order | None:
        if order.pk == poisoned.pk:
            raise RuntimeError("nobody foresaw this")
        return at_order(order=order, at=at)

    def acts(*, event: GatewayEvent, at: Any) -> None:
        if event.event_id == "cut-short":
            raise RuntimeError("nor this")
        act_on(event=event, at=at)

    def pursues(*, attempt: RefundAttempt) -> bool:
        raise RuntimeError("nor that")

    monkeypatch.setattr(looking, "at_order", looks)
    monkeypatch.setattr(webhooks, "act_on", acts)
    monkeypatch.setattr(refunding, "pursue", pursues)

    done = jobs.reconcile(at=soon(minutes=16))

    assert done is not None
    assert (done.looked, done.settled, done.failed) == (2, 1, 3)
    assert Order.objects.get(pk=other.pk).status == "paid"
    assert GatewayEvent.objects.get(event_id="another").status == EventStatus.IGNORED
    named = {
        record.facts["row"] for record in caplog.records if hasattr(record, "facts") and "row" in record.facts
    }
    assert named == {poisoned.number, "cut-short", Refund.objects.get().order.number}
    again = jobs.reconcile(at=soon(minutes=17))
    assert again is not None
    assert (again.looked, again.events) == (0, 0)
    assert Order.objects.to_look_at(at=soon(minutes=77)).get() == poisoned


def test_events_that_fail_keep_no_new_one_from_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    GatewayEvent.objects.bulk_create(
        [
            GatewayEvent(event_id=f"old-{n}", kind="x", payload={}, received_at=soon(minutes=-10))
            for n in range(reconciling.AT_ONCE)
        ]
    )
    event("new")
    acted: list[str] = []

    def fails(*, event: GatewayEvent, at: Any) -> None:
        acted.append(event.event_id)
        raise RuntimeError("nobody foresaw this")

    monkeypatch.setattr(webhooks, "act_on", fails)
    reconciling.run(at=soon())
    assert "new" not in acted
    reconciling.run(at=soon(seconds=20))
    assert acted.count("new") == 1
    # Later each time: 2, 4, 8 minutes, and once an hour in the end.
    GatewayEvent.objects.exclude(event_id="new").delete()
    for minutes in range(1, 16):
        reconciling.run(at=soon(minutes=minutes, seconds=30))
    assert acted.count("new") == 4


def test_a_lost_order_that_raises_does_not_stop_the_rebuild(
    shop: Shop, member: Person, other_member: Person, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    course = course_at(100_00)
    for api in (member.api, other_member.api):
        shop.provider.capture(shop.enrolled(api, course)["razorPayOrderId"])
    # The provider lists the newest first: that one raises.
    first, poisoned = Order.objects.order_by("placed_at")
    with_refunds, known = looking.with_refunds, rebuilding._known

    def fails(theirs: Any) -> Order | None:
        if theirs.receipt == str(poisoned.pk):
            raise RuntimeError("nobody foresaw this")
        return known(theirs)

    monkeypatch.setattr(rebuilding, "_known", fails)
    done = jobs.rebuild(at=soon(minutes=1))
    assert done is not None
    assert (done.rebuilt, done.failed, done.resume_at) == (1, 1, None)
    assert Order.objects.get(pk=first.pk).status == "paid"
    assert str(poisoned.pk) in [
        record.facts["row"] for record in caplog.records if hasattr(record, "facts") and "row" in record.facts
    ]
    row = ProviderJob.objects.get(job=Job.REBUILD)
    assert (row.failures, row.result) == (1, "1 rebuilt, 1 failed, 0 unknown")
    assert with_refunds is looking.with_refunds


def test_a_rebuild_that_ran_out_of_time_goes_on_where_it_was(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = soon(hours=-20).replace(microsecond=0)
    asked: list[tuple[Any, Any]] = []
    at = soon()

    def pages(*, begins: Any, ends: Any) -> Iterator[Any]:
        asked.append((begins, ends))
        if ends != place:
            yield gateway.Done([(_theirs(place), [])])
            yield Unknown("timeout")
        else:
            yield gateway.Done([])

    monkeypatch.setattr(gateway, "orders_between", pages)
    cut = jobs.rebuild(at=at)
    assert cut is not None
    assert (cut.unknown, cut.resume_at) == (1, place)
    whole = jobs.rebuild(at=at + timedelta(hours=1))
    assert whole is not None
    assert whole.resume_at is None
    jobs.rebuild(at=at + timedelta(hours=2))
    assert [ends for _begins, ends in asked] == [at, place, at + timedelta(hours=2)]


def _theirs(created_at: Any) -> Any:
    return gateway.ProviderOrder(
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

    monkeypatch.setattr(auditing, "_compared", fails)
    audit = jobs.verify_books(at=soon(minutes=1))
    assert audit is not None
    assert sorted(audit.differences) == sorted(
        [
            f"The provider's order {poisoned.id} could not be compared; the log says why.",
            f"compared {other.id}",
        ]
    )


# --- failures are seen ----------------------------------------------------------------------------


def test_failures_in_a_row_raise_an_alert_and_staff_see_them(
    shop: Shop, member: Person, admin_client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    shop.enrolled(member.api, course_at(100_00))
    shop.provider.is_dark = True
    for hour in range(1, 4):
        assert "provider job keeps failing" not in caplog.text
        Order.objects.update(look_at=soon())
        jobs.reconcile(at=soon(hours=hour))
    assert "provider job keeps failing" in caplog.text
    page = admin_client.get("/admin/commerce/providerjob/").content.decode()
    assert '<td class="field-failures">3</td>' in page
    assert "1 looked, 0 settled, 1 unknown, 0 events, 0 refunds, 0 failed" in page
    assert admin_client.get("/admin/commerce/providerjob/reconcile/change/").status_code == 200
    assert admin_client.get("/admin/commerce/providerjob/add/").status_code == 403

    shop.provider.is_dark = False
    Order.objects.update(look_at=soon())
    jobs.reconcile(at=soon(hours=4))
    row = ProviderJob.objects.get(job=Job.RECONCILE)
    assert (row.failures, row.succeeded_at is None) == (0, False)


def test_the_commands_count_failures_and_say_when_another_run_is_at_work(shop: Shop) -> None:
    out = StringIO()
    call_command("reconcile_payments", "--rebuild", stdout=out)
    assert out.getvalue() == "0 looked, 0 settled, 0 unknown, 0 events, 0 refunds, 0 failed, 0 rebuilt\n"
    for job in (Job.RECONCILE, Job.VERIFY_BOOKS):
        assert provider_jobs.take(job=job, at=soon(), lease=timedelta(minutes=2))
    for command in ("reconcile_payments", "verify_books"):
        with pytest.raises(CommandError, match="Another run is under way"):
            call_command(command, stdout=out)
    call_command("reconcile_payments", "--dry-run", stdout=out)
