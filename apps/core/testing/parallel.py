"""Runs functions in threads, each with its own database connection: together, or in a fixed order."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from typing import Any, ParamSpec, TypeVar

import pytest
from django.db import connection, connections

Params = ParamSpec("Params")
Result = TypeVar("Result")


def in_parallel(job: Callable[[int], object], *, times: int) -> list[object]:
    """Run `job(number)` in that many threads; return what each returned or raised, by its number."""
    barrier = threading.Barrier(times)
    results: list[object] = [None] * times

    def run(number: int) -> None:
        barrier.wait(30)
        try:
            results[number] = job(number)
        except Exception as error:
            results[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return results


def all_after(read: Callable[Params, Result], *, times: int) -> Callable[Params, Result]:
    """For controls: `read`, but no thread continues before that many have read."""
    barrier = threading.Barrier(times)

    def run(*args: Params.args, **kwargs: Params.kwargs) -> Result:
        result = read(*args, **kwargs)
        barrier.wait(30)
        return result

    return run


_WAITING = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


def interleave(
    monkeypatch: pytest.MonkeyPatch,
    *,
    first: Callable[[], object],
    until: tuple[Any, str],
    second: Callable[[], object],
) -> list[object]:
    """
    Run `first` until it calls a function, given by its module and name; there `second` starts, and `first`
    goes on once `second` waits for a lock or has ended. Returns what each returned or raised. On PostgreSQL.

    The order is fixed, so a control without the guard fails each time.
    """
    reached, go_on = threading.Event(), threading.Event()
    function = getattr(*until)

    def stop(*args: Any, **kwargs: Any) -> Any:
        if not reached.is_set():
            reached.set()
            assert go_on.wait(30)
        return function(*args, **kwargs)

    monkeypatch.setattr(*until, stop)
    with ThreadPoolExecutor(2) as threads:
        jobs = [threads.submit(_outcome, first)]
        assert reached.wait(30), jobs[0].result(1)
        jobs.append(threads.submit(_outcome, second))
        while not waits_for_a_lock() and not jobs[1].done():
            wait_for(jobs, timeout=0.02)
        go_on.set()
        return [job.result(60) for job in jobs]


def _outcome(job: Callable[[], object]) -> object:
    try:
        return job()
    except Exception as error:
        return error
    finally:
        connections.close_all()


def waits_for_a_lock() -> bool:
    """Somebody does, in this database: other workers of the tests have their own on the same server."""
    with connection.cursor() as cursor:
        # Otherwise a transaction sees what it saw before.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(_WAITING)
        return bool(cursor.fetchone()[0])
