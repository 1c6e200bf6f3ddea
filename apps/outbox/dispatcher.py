"""
A few threads that send at once what was just committed, so that nobody waits for the next sweep.

Nothing depends on them: what does not fit, or is still waiting when the process ends, is dropped here
and found by the sweep.
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

type_of_job = Callable[[], object]

THREADS = 2
LONGEST_QUEUE = 100
PATIENCE_SECONDS = 10.0
"""How long the end of the process waits for what is being sent: as long as a provider may take."""


class Dispatcher:
    def __init__(self, *, threads: int, longest_queue: int) -> None:
        self._size = threads
        self._jobs: queue.Queue[tuple[str, type_of_job] | None] = queue.Queue(longest_queue + threads)
        self._longest_queue = longest_queue
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._is_closed = False

    def submit(self, job: type_of_job) -> None:
        """Run the job soon, or never; the caller does not wait either way."""
        with self._lock:
            if self._is_closed or self._jobs.qsize() >= self._longest_queue:
                return
            self._jobs.put_nowait((request_id.get(), job))
            if len(self._threads) < self._size:
                self._start_thread()

    def close(self, *, patience: float = PATIENCE_SECONDS) -> None:
        """Let what is running finish, and drop the rest."""
        with self._lock:
            self._is_closed = True
            self._drop_waiting()
            for _ in self._threads:
                self._jobs.put_nowait(None)
        deadline = time.monotonic() + patience
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _start_thread(self) -> None:
        thread = threading.Thread(target=self._work, name=f"outbox-{len(self._threads)}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _drop_waiting(self) -> None:
        while True:
            try:
                self._jobs.get_nowait()
            except queue.Empty:
                return

    def _work(self) -> None:
        while entry := self._jobs.get():
            name, job = entry
            token = request_id.set(name)
            try:
                job()
            except Exception:
                logger.exception("message not dispatched")
            finally:
                request_id.reset(token)
                # A thread between two jobs holds no connection: a pool or a restarted server wants it back.
                connections.close_all()


_dispatcher = Dispatcher(threads=THREADS, longest_queue=LONGEST_QUEUE)
atexit.register(_dispatcher.close)


def submit(job: type_of_job) -> None:
    """Run the job soon in one of this process's threads, or drop it if they are busy."""
    _dispatcher.submit(job)
