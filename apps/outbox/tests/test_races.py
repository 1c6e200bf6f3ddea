"""Real commits and threads: each message is sent once, and none is lost."""

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from apps.core.testing.parallel import in_parallel
from apps.outbox import dispatcher, handlers
from apps.outbox.dispatcher import Dispatcher
from apps.outbox.models import Message
from apps.outbox.services import messages
from apps.outbox.services.messages import OutsideTransaction
from apps.outbox.states import Status
from apps.outbox.tests.conftest import Recorder
from apps.outbox.tests.factories import NOON, MessageFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def real_dispatcher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Dispatcher]:
    instance = Dispatcher(threads=2, max_queue=3)
    monkeypatch.setattr(dispatcher, "submit", instance.submit)
    yield instance
    instance.close()


class CountingHandler:
    """Counts runs per message; each takes long enough for a concurrent sweep to interfere."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()
        self._lock = threading.Lock()
        self._delay = threading.Event()

    def __call__(self, payload: Mapping[str, Any], /) -> None:
        with self._lock:
            self.counts[payload["n"]] += 1
        self._delay.wait(0.002)


def test_parallel_sweeps_deliver_each_message_once() -> None:
    handler = CountingHandler()
    handlers.register("greeting", handler)
    for n in range(20):
        MessageFactory(payload={"n": n})
    results = in_parallel(lambda _number: messages.sweep(now=NOON).sent, times=4)
    assert handler.counts == Counter(range(20))
    assert sum(result for result in results if isinstance(result, int)) == 20
    assert len([result for result in results if isinstance(result, int)]) == 4
    assert Message.objects.filter(status=Status.SENT, attempts=1).count() == 20


def test_one_of_many_workers_sends_a_message() -> None:
    handler = CountingHandler()
    handlers.register("greeting", handler)
    message = MessageFactory(payload={"n": 1})
    results = in_parallel(lambda _number: messages.deliver(message_id=message.pk, now=NOON), times=6)
    assert Counter(results) == {messages.Outcome.SENT: 1, messages.Outcome.NOT_OURS: 5}
    assert handler.counts == {1: 1}


def test_a_committed_message_is_sent_by_another_thread(
    greeting: Recorder, real_dispatcher: Dispatcher
) -> None:
    done = threading.Event()
    threads: list[threading.Thread] = []

    def record_thread() -> None:
        threads.append(threading.current_thread())
        done.set()

    greeting.before = record_thread
    with transaction.atomic(durable=True):
        message = messages.enqueue(kind="greeting", payload={"name": "Meera"})
        assert not done.wait(0.05)
    assert done.wait(10)
    real_dispatcher.close()
    message.refresh_from_db()
    assert threads[0] is not threading.current_thread()
    assert (message.status, greeting.payloads) == (Status.SENT, [{"name": "Meera"}])


def test_enqueue_outside_a_transaction_is_refused(greeting: Recorder) -> None:
    with pytest.raises(OutsideTransaction, match="greeting"):
        messages.enqueue(kind="greeting", payload={})
    assert Message.objects.count() == 0


def test_deliver_inside_a_transaction_is_refused(greeting: Recorder) -> None:
    message = MessageFactory()
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        messages.deliver(message_id=message.pk, now=NOON)
    assert greeting.payloads == []


def test_the_handler_runs_outside_any_transaction(greeting: Recorder) -> None:
    inside: list[bool] = []
    greeting.before = lambda: inside.append(connection.in_atomic_block)
    messages.deliver(message_id=MessageFactory().pk, now=NOON)
    assert inside == [False]


def test_a_full_queue_loses_nothing(greeting: Recorder, real_dispatcher: Dispatcher) -> None:
    busy, resume = threading.Barrier(3), threading.Event()

    def wait() -> None:
        busy.wait(10)
        assert resume.wait(10)

    for _ in range(2):
        real_dispatcher.submit(wait)
    busy.wait(10)
    for n in range(6):
        with transaction.atomic(durable=True):
            messages.enqueue(kind="greeting", payload={"n": n})
    resume.set()
    while Message.objects.filter(status=Status.SENT).count() < 3:
        threading.Event().wait(0.01)
    real_dispatcher.close()
    assert sorted(payload["n"] for payload in greeting.payloads) == [0, 1, 2]
    assert messages.sweep(now=timezone.now()).sent == 3
    assert sorted(payload["n"] for payload in greeting.payloads) == [0, 1, 2, 3, 4, 5]


def test_a_failing_dispatch_does_not_affect_the_commit(
    greeting: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "submit", lambda _job: 1 // 0)
    with transaction.atomic(durable=True):
        messages.enqueue(kind="greeting", payload={})
    assert messages.sweep(now=timezone.now()).sent == 1
