"""How many calls to an outside party this process makes at a time, so that a slow one cannot take it all."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_A_FEW_WAIT_SECONDS = 1.0
_A_CROWD_WAITS_SECONDS = 0.25


class NoneFree(Exception):
    """Every slot is taken, and nothing moves."""


class Slots:
    """
    A few places, and a short wait for one.

    Who waits holds a thread. While calls come and go all may wait; once nothing has moved for a moment
    only a few may, and these not for long, so that most threads stay with other work.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._free = count
        self._waiting = 0
        self._moved_at = time.monotonic()
        self._moved = threading.Condition()

    @contextmanager
    def one(self) -> Iterator[None]:
        """
        Hold a place for a call.

        :raises NoneFree: if none came free
        """
        self._take()
        try:
            yield
        finally:
            self._give_back()

    def _take(self) -> None:
        with self._moved:
            is_early = self._waiting < max(1, self._count // 2)
            patience = _A_FEW_WAIT_SECONDS if is_early else _A_CROWD_WAITS_SECONDS
            self._waiting += 1
            try:
                while not self._free:
                    left = self._moved_at + patience - time.monotonic()
                    if left <= 0:
                        raise NoneFree
                    self._moved.wait(left)
            finally:
                self._waiting -= 1
            self._free -= 1
            self._moved_at = time.monotonic()

    def _give_back(self) -> None:
        with self._moved:
            self._free += 1
            self._moved_at = time.monotonic()
            self._moved.notify()
