"""
A small thread pool that dispatches messages right after their commit, without waiting for the next sweep.

It is best effort: a job that does not fit in the queue, or is still queued when the process exits, is
dropped here, and the next sweep sends the message.
"""

import atexit
import logging
import queue
import threading
import time
from collections.abc import Callable

from django.db import connections

from apps.core.logs import request_id

logger = logging.getLogger(__name__)

Job = Callable[[], object]

THREADS = 2
MAX_QUEUE = 100
CLOSE_TIMEOUT_SECONDS = 10.0
"""How long the process waits for running jobs when it exits: as long as a provider call may take."""


class Dispatcher:
    def __init__(self, *, threads: int, max_queue: int) -> None:
        self._max_threads = threads
        self._jobs: queue.Queue[tuple[str, Job] | None] = queue.Queue(max_queue + threads)
        self._max_queue = max_queue
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._is_closed = False

    def submit(self, job: Job) -> None:
        """Queue the job without blocking; it is dropped if the queue is full."""
        with self._lock:
            if self._is_closed or self._jobs.qsize() >= self._max_queue:
                return
            self._jobs.put_nowait((request_id.get(), job))
            if len(self._threads) < self._max_threads:
                thread = threading.Thread(target=self._work, name=f"outbox-{len(self._threads)}", daemon=True)
                self._threads.append(thread)
                thread.start()

    def close(self, *, timeout: float = CLOSE_TIMEOUT_SECONDS) -> None:
        """Let running jobs finish and drop the queued ones."""
        with self._lock:
            self._is_closed = True
            self._drop_queued()
            for _ in self._threads:
                self._jobs.put_nowait(None)
        deadline = time.monotonic() + timeout
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _drop_queued(self) -> None:
        while True:
            try:
                self._jobs.get_nowait()
            except queue.Empty:
                return

    def _work(self) -> None:
        while entry := self._jobs.get():
            submitter_request_id, job = entry
            token = request_id.set(submitter_request_id)
            try:
                job()
            except Exception:
                logger.exception("message not dispatched")
            finally:
                request_id.reset(token)
                # An idle thread keeps no connection: the pool needs it, or the server may have restarted.
                connections.close_all()


_dispatcher = Dispatcher(threads=THREADS, max_queue=MAX_QUEUE)
atexit.register(_dispatcher.close)


def submit(job: Job) -> None:
    """Run the job in a thread of this process, or drop it if the queue is full."""
    _dispatcher.submit(job)
