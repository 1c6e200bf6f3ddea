"""The threads that bring events to the merchant; what there is to bring is in the database."""

import logging
import threading
from queue import SimpleQueue

from django.db import DatabaseError

from apps.sandbox.models import Event
from apps.sandbox.services import deliveries
from apps.sandbox.wakeup import bell

logger = logging.getLogger("sandbox")

_CARRIERS = 4
_LOOK_SECONDS = 0.5
_BATCH = 16


class Carriers:
    """Daemons all: an end of the process interrupts them, and what they were at is due at the next start."""

    def __init__(self, *, address: str) -> None:
        self._address = address
        self._lock = threading.Lock()
        self._under_way: set[str] = set()
        self._at_hand: SimpleQueue[Event] = SimpleQueue()

    def start(self) -> None:
        """Bring events from now on, those of an earlier run too."""
        for work in (self._look, *[self._carry] * _CARRIERS):
            threading.Thread(target=work, daemon=True).start()

    def _look(self) -> None:
        while True:
            bell.wait(_LOOK_SECONDS)
            bell.clear()
            with self._lock:
                taken = frozenset(self._under_way)
            if len(taken) > _CARRIERS:
                continue  # enough to do; who finishes rings
            try:
                due = deliveries.due(limit=_BATCH, besides=taken)
            except DatabaseError:
                logger.exception("events were not read")
                continue
            with self._lock:
                self._under_way.update(event.pk for event in due)
            for event in due:
                self._at_hand.put(event)

    def _carry(self) -> None:
        while True:
            event = self._at_hand.get()
            try:
                deliveries.deliver(event=event, address=self._address)
            except DatabaseError:
                logger.exception("a delivery was not noted")
            with self._lock:
                self._under_way.discard(event.pk)
                if len(self._under_way) <= _CARRIERS:
                    bell.set()
