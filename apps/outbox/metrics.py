"""Metrics of the outbox, from its indexes of unfinished messages."""

from collections.abc import Mapping

from django.db.models import Count
from django.utils import timezone

from apps.core import metrics
from apps.outbox.models import FailingSweep, Heartbeat, Message
from apps.outbox.states import OPEN, Status


def register() -> None:
    """Called once, at start-up."""
    metrics.register("rally_outbox_messages", "Unfinished messages", ("status",), _messages)
    metrics.register("rally_outbox_age_seconds", "How long the oldest due message waits", (), _age)
    metrics.register("rally_worker_age_seconds", "How long ago a worker last ran", ("worker",), _workers)
    metrics.register(
        "rally_sweep_failures", "Rows that failed in a sweep's last run", ("sweep",), _failing_sweeps
    )


def _messages() -> Mapping[tuple[str, ...], float]:
    shown = {Status.WAITING: "queued", Status.SENDING: "sending", Status.FAILED: "failed"}
    rows = Message.objects.filter(status__in=(*OPEN, Status.FAILED)).order_by().values_list("status")
    counts = dict(rows.annotate(count=Count("pk")))
    return {(name,): counts.get(status, 0) for status, name in shown.items()}


def _age() -> Mapping[tuple[str, ...], float]:
    now = timezone.now()
    oldest = Message.objects.due_at(now).order_by("due_at").values_list("due_at", flat=True).first()
    return {(): 0.0 if oldest is None else (now - oldest).total_seconds()}


def _workers() -> Mapping[tuple[str, ...], float]:
    """A worker that never ran has no value."""
    now = timezone.now()
    return {
        (worker,): (now - at).total_seconds() for worker, at in Heartbeat.objects.values_list("worker", "at")
    }


def _failing_sweeps() -> Mapping[tuple[str, ...], float]:
    """A sweep without failures has no value."""
    return {(sweep,): failed for sweep, failed in FailingSweep.objects.values_list("sweep", "failed")}
