"""Which sweeps fail: staff see it on the home page of the admin, and Prometheus in the metrics."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone

from apps.core.row_processing import count_failures
from apps.outbox.models import FailingSweep


@contextmanager
def watch(sweep: str) -> Iterator[None]:
    """Record how many rows fail inside. A run that raises counts as a further one."""
    with count_failures() as failures:
        try:
            yield
        except Exception:
            _record(sweep, failed=failures.count + 1)
            raise
    if failures.count or FailingSweep.objects.filter(pk=sweep).exists():
        _record(sweep, failed=failures.count)


@transaction.atomic(durable=True)
def _record(sweep: str, *, failed: int) -> None:
    if failed:
        FailingSweep.objects.update_or_create(sweep=sweep, defaults={"failed": failed, "at": timezone.now()})
    else:
        FailingSweep.objects.filter(pk=sweep).delete()
