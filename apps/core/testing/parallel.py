"""Races for real: many threads that start at the same moment, each with its own connection."""

import threading
from collections.abc import Callable

from django.db import connections


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
