"""The threads that send at once: bounded, droppable, and tidy with their connections."""

import threading
from collections.abc import Iterator

import pytest
from django.db import connection, connections

from apps.core.logs import request_id
from apps.outbox.dispatcher import Dispatcher


@pytest.fixture
def dispatcher() -> Iterator[Dispatcher]:
    made = Dispatcher(threads=1, longest_queue=2)
    yield made
    made.close()


class Gate:
    """A job that waits until the test lets it go on."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.opened = threading.Event()

    def __call__(self) -> None:
        self.entered.set()
        assert self.opened.wait(10)


def test_a_job_runs_in_another_thread_under_the_id_of_its_request(dispatcher: Dispatcher) -> None:
    done = threading.Event()
    seen: list[tuple[str, bool]] = []

    def job() -> None:
        seen.append((request_id.get(), threading.current_thread() is threading.main_thread()))
        done.set()

    token = request_id.set("request-of-the-buyer")
    dispatcher.submit(job)
    request_id.reset(token)
    assert done.wait(10)
    assert seen == [("request-of-the-buyer", False)]


def test_what_does_not_fit_is_dropped_without_a_wait(dispatcher: Dispatcher) -> None:
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


def test_a_job_that_fails_ends_no_thread(dispatcher: Dispatcher, caplog: pytest.LogCaptureFixture) -> None:
    done = threading.Event()
    dispatcher.submit(lambda: 1 // 0)
    dispatcher.submit(done.set)
    assert done.wait(10)
    assert [record.getMessage() for record in caplog.records] == ["message not dispatched"]


def test_closing_lets_the_running_job_finish_and_drops_the_rest() -> None:
    dispatcher, gate, ran = Dispatcher(threads=1, longest_queue=2), Gate(), []
    dispatcher.submit(gate)
    assert gate.entered.wait(10)
    dispatcher.submit(lambda: ran.append("waiting"))
    closer = threading.Thread(target=dispatcher.close)
    closer.start()
    closer.join(0.1)
    assert closer.is_alive(), "it did not wait for the running job"
    gate.opened.set()
    closer.join(10)
    dispatcher.submit(lambda: ran.append("after the end"))
    assert not closer.is_alive()
    assert not any(thread.is_alive() for thread in dispatcher._threads)
    assert ran == []


def test_closing_does_not_wait_for_ever() -> None:
    dispatcher, gate = Dispatcher(threads=1, longest_queue=1), Gate()
    dispatcher.submit(gate)
    assert gate.entered.wait(10)
    dispatcher.close(patience=0.05)
    assert dispatcher._threads[0].is_alive()
    gate.opened.set()
    dispatcher._threads[0].join(10)
    assert not dispatcher._threads[0].is_alive()


def test_no_more_threads_than_allowed() -> None:
    dispatcher, gates = Dispatcher(threads=2, longest_queue=10), [Gate(), Gate(), Gate()]
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
def test_a_job_that_used_the_database_leaves_no_connection_open(dispatcher: Dispatcher) -> None:
    used: list[bool] = []
    left: list[bool] = []
    done = threading.Event()

    def use() -> None:
        connection.ensure_connection()
        used.append(connection.connection is not None)

    def look() -> None:
        left.append(connections["default"].connection is not None)
        done.set()

    dispatcher.submit(use)
    dispatcher.submit(look)
    assert done.wait(10)
    assert (used, left) == ([True], [False])
