"""Races for real: many threads that start at the same moment, each with its own connection."""

import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import connections

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def in_parallel(job: Callable[[int], object], *, times: int) -> list[object]:
    """Run the job in that many threads, each told its number; return what they returned or raised."""
    barrier = threading.Barrier(times)
    results: list[object] = []

    def run(number: int) -> None:
        barrier.wait(30)
        try:
            results.append(job(number))
        except Exception as error:
            results.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return results


def all_after(read: Callable[Given, Answer], *, times: int) -> Callable[Given, Answer]:
    """For controls: the same reading, but no thread goes on before that many of them have read."""
    barrier = threading.Barrier(times)

    def run(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        answer = read(*args, **kwargs)
        barrier.wait(30)
        return answer

    return run
