import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

_lock = threading.Lock()


@contextmanager
def serial_transaction() -> Iterator[None]:
    """
    A write transaction; one runs at a time.

    SQLite allows one writer anyway, but a thread that finds it locked sleeps and polls.
    """
    with _lock, transaction.atomic(durable=True):
        yield
