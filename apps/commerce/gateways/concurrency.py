"""Limits concurrent requests to an external service, so that a slow one cannot block all threads."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_FEW_WAITING_SECONDS = 1.0
_MANY_WAITING_SECONDS = 0.25


class NoFreeSlot(Exception):
    """All slots stayed taken."""


class Slots:
    """
    A limited number of slots, and a short wait for one.

    Waiting blocks a thread. While requests finish, all threads may wait; once none has finished for a while,
    only a few may, and not for long, so that most threads stay available.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._free = count
        self._waiting = 0
        self._changed_at = time.monotonic()
        self._changed = threading.Condition()

    @contextmanager
    def slot(self) -> Iterator[None]:
        """
        Take a slot for a request.

        :raises NoFreeSlot: if none becomes free
        """
        self._acquire()
        try:
            yield
        finally:
            self._release()

    def _acquire(self) -> None:
        with self._changed:
            is_early = self._waiting < max(1, self._count // 2)
            patience = _FEW_WAITING_SECONDS if is_early else _MANY_WAITING_SECONDS
            self._waiting += 1
            try:
                while not self._free:
                    left = self._changed_at + patience - time.monotonic()
                    if left <= 0:
                        raise NoFreeSlot
                    self._changed.wait(left)
            finally:
                self._waiting -= 1
            self._free -= 1
            self._changed_at = time.monotonic()

    def _release(self) -> None:
        with self._changed:
            self._free += 1
            self._changed_at = time.monotonic()
            self._changed.notify()
