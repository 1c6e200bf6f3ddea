import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

_turn = threading.Lock()


@contextmanager
def writing() -> Iterator[None]:
    """
    A transaction of its own, one at a time.

    SQLite lets one write at a time anyway, but whoever finds it busy sleeps and looks again.
    """
    with _turn, transaction.atomic(durable=True):
        yield
