"""Threads that send webhook events to the merchant. The queue is in the database."""

import logging
import threading
from queue import SimpleQueue

from django.db import DatabaseError

from apps.sandbox.models import Event
from apps.sandbox.services import deliveries
from apps.sandbox.wakeup import events_due

logger = logging.getLogger("sandbox")

_SENDER_THREADS = 4
_POLL_SECONDS = 0.5
_BATCH = 16


class WebhookWorkers:
    """Daemon threads: when the process ends, an unfinished delivery is due again at the next start."""

    def __init__(self, *, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._in_progress: set[str] = set()
        self._queue: SimpleQueue[Event] = SimpleQueue()

    def start(self) -> None:
        """Send due events from now on, including those of an earlier run."""
        for work in (self._poll, *[self._send] * _SENDER_THREADS):
            threading.Thread(target=work, daemon=True).start()

    def _poll(self) -> None:
        while True:
            events_due.wait(_POLL_SECONDS)
            events_due.clear()
            with self._lock:
                in_progress = frozenset(self._in_progress)
            if len(in_progress) > _SENDER_THREADS:
                continue  # a sender sets `events_due` when it is done
            try:
                due = deliveries.due_events(limit=_BATCH, exclude=in_progress)
            except DatabaseError:
                logger.exception("cannot read due events")
                continue
            with self._lock:
                self._in_progress.update(event.pk for event in due)
            for event in due:
                self._queue.put(event)

    def _send(self) -> None:
        while True:
            event = self._queue.get()
            try:
                deliveries.deliver(event=event, url=self._url)
            except DatabaseError:
                logger.exception("cannot record a delivery")
            with self._lock:
                self._in_progress.discard(event.pk)
                if len(self._in_progress) <= _SENDER_THREADS:
                    events_due.set()
