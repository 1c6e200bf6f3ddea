"""The dispatcher: its queue is bounded, it drops what does not fit, and it closes its connections."""

import threading
from collections.abc import Iterator

import pytest
from django.db import connection, connections

from apps.core.logs import request_id
from apps.outbox.dispatcher import Dispatcher


@pytest.fixture
def dispatcher() -> Iterator[Dispatcher]:
    dispatcher = Dispatcher(threads=1, max_queue=2)
    yield dispatcher
    dispatcher.close()


class Gate:
    """A job that blocks until the test opens it."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.opened = threading.Event()

    def __call__(self) -> None:
        self.entered.set()
        assert self.opened.wait(10)


def test_a_job_runs_in_another_thread_with_the_request_id(dispatcher: Dispatcher) -> None:
    done = threading.Event()
    seen: list[tuple[str, bool]] = []

    def job() -> None:
        seen.append((request_id.get(), threading.current_thread() is threading.main_thread()))
        done.set()

    token = request_id.set("buyer-request")
    dispatcher.submit(job)
    request_id.reset(token)
    assert done.wait(10)
    assert seen == [("buyer-request", False)]


def test_jobs_beyond_the_queue_limit_are_dropped_without_blocking(dispatcher: Dispatcher) -> None:
    gate, ran = Gate(), []
    dispatcher.submit(gate)
    assert gate.entered.wait(10)
    for number in (1, 2, 3):
        dispatcher.submit(lambda number=number: ran.append(number))
    gate.opened.set()
    last = threading.Event()
    while not last.is_set():
        dispatcher.submit(last.set)
        last.wait(0.01)
    assert ran == [1, 2]


def test_a_failing_job_does_not_end_its_thread(
    dispatcher: Dispatcher, caplog: pytest.LogCaptureFixture
) -> None:
    done = threading.Event()
    dispatcher.submit(lambda: 1 // 0)
    dispatcher.submit(done.set)
    assert done.wait(10)
    assert [record.getMessage() for record in caplog.records] == ["message not dispatched"]


def test_closing_finishes_the_running_job_and_drops_queued_ones() -> None:
    dispatcher, gate, ran = Dispatcher(threads=1, max_queue=2), Gate(), []
    dispatcher.submit(gate)
    assert gate.entered.wait(10)
    dispatcher.submit(lambda: ran.append("queued"))
    closer = threading.Thread(target=dispatcher.close)
    closer.start()
    closer.join(0.1)
    assert closer.is_alive(), "close() did not wait for the running job"
    gate.opened.set()
    closer.join(10)
    dispatcher.submit(lambda: ran.append("after closing"))
    assert not closer.is_alive()
    assert not any(thread.is_alive() for thread in dispatcher._threads)
    assert ran == []


def test_closing_has_a_timeout() -> None:
    dispatcher, gate = Dispatcher(threads=1, max_queue=1), Gate()
    dispatcher.submit(gate)
    assert gate.entered.wait(10)
    dispatcher.close(timeout=0.05)
    assert dispatcher._threads[0].is_alive()
    gate.opened.set()
    dispatcher._threads[0].join(10)
    assert not dispatcher._threads[0].is_alive()


def test_the_number_of_threads_is_limited() -> None:
    dispatcher, gates = Dispatcher(threads=2, max_queue=10), [Gate(), Gate(), Gate()]
    for gate in gates:
        dispatcher.submit(gate)
    assert gates[0].entered.wait(10)
    assert gates[1].entered.wait(10)
    assert not gates[2].entered.wait(0.05)
    for gate in gates:
        gate.opened.set()
    assert gates[2].entered.wait(10)
    dispatcher.close()
    assert len(dispatcher._threads) == 2


@pytest.mark.django_db(transaction=True)
def test_database_connections_are_closed_after_a_job(dispatcher: Dispatcher) -> None:
    used: list[bool] = []
    left: list[bool] = []
    done = threading.Event()

    def use() -> None:
        connection.ensure_connection()
        used.append(connection.connection is not None)

    def check() -> None:
        left.append(connections["default"].connection is not None)
        done.set()

    dispatcher.submit(use)
    dispatcher.submit(check)
    assert done.wait(10)
    assert (used, left) == ([True], [False])
