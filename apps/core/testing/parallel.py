"""Runs a function in threads that start together, each with its own database connection."""

import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import connections

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
