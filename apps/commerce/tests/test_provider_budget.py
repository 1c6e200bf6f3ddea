"""A silent provider costs a run its budget of time, and no more."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest

from apps.commerce.flows import jobs
from apps.commerce.gateways import budget
from apps.commerce.gateways.outcomes import Unknown
from apps.commerce.gateways.razorpay.gateway import RazorpayGateway
from apps.commerce.models import GatewayEvent, Order, ProviderJob
from apps.commerce.services import refund_attempts
from apps.commerce.states import EventStatus, Job
from apps.commerce.tests.due import all_due, soon
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person
from apps.outbox.models import Message
from apps.outbox.states import Status

pytestmark = pytest.mark.django_db(transaction=True)


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


@pytest.mark.usefixtures("later")
def test_a_silent_provider_is_asked_about_each_kind_and_no_longer_than_the_budget(
    shop: Shop, member: Person, silent: list[socket.socket], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    all_due(shop, member, orders=8)
    monkeypatch.undo()  # the real wrapper, over a real wire
    monkeypatch.setattr("apps.outbox.dispatcher.submit", lambda _job: None)
    settings.PROVIDER_TIMEOUT_SECONDS = 0.9
    began = time.monotonic()

    done = jobs.reconcile(at=soon(), seconds=4)

    assert time.monotonic() - began < 4.5
    assert done is not None
    assert (done.refunds, done.events, done.settled, done.failed) == (1, 1, 0, 0)
    assert 3 <= done.polled <= 5
    assert len(silent) >= 3
    row = ProviderJob.objects.get(job=Job.RECONCILE)
    assert (row.holder, row.failures, row.succeeded_at) == (None, 1, None)
    # Those for whom there was no time are the first of the next run.
    waiting = Order.objects.due_for_polling(at=soon())
    assert waiting.count() == 8 - done.polled


def test_the_timeout_of_a_call_is_what_is_left_of_the_budget(
    silent: list[socket.socket], settings: Any
) -> None:
    settings.PROVIDER_TIMEOUT_SECONDS = 5
    began = time.monotonic()
    with budget.limit(0.4):
        assert RazorpayGateway().fetch_payment(payment_id="pay_00000000000001") == Unknown("timeout")
        assert time.monotonic() - began < 1
        assert RazorpayGateway().fetch_payment(payment_id="pay_00000000000001") == Unknown("timeout")
    assert time.monotonic() - began < 1


@pytest.mark.usefixtures("later")
def test_an_event_is_answered_in_time_though_the_provider_is_silent(
    shop: Shop, member: Person, silent: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    for _ in range(2):
        payment = shop.provider.capture(enrolled["razorPayOrderId"])
    monkeypatch.undo()
    monkeypatch.setattr("apps.outbox.dispatcher.submit", lambda _job: None)
    began = time.monotonic()
    assert shop.webhook("payment.captured", payment_id=payment.id).status_code == 200
    assert time.monotonic() - began < 5
    assert len(silent) >= 1
    assert GatewayEvent.objects.get().status == EventStatus.RECEIVED


def test_a_budget_inside_another_is_never_the_larger_one() -> None:
    with budget.limit(10):
        with budget.limit(60):
            assert budget.seconds_left() <= 10
        with budget.limit(1):
            assert budget.seconds_left() <= 1
        assert budget.seconds_left() > 9
    assert budget.seconds_left() == float("inf")


@pytest.mark.usefixtures("later")
def test_refunds_end_with_their_time_and_keep_their_tries(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_due(shop, member, orders=0)
    monkeypatch.setitem(jobs.BUDGETS, Job.REFUNDS, timedelta(0))
    jobs.send_refunds(at=soon())
    message = Message.objects.get(kind=refund_attempts.KIND)
    assert (message.status, message.attempts) == (Status.WAITING, 0)
