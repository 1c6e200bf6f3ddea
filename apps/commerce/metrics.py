"""Metrics of orders and payments, from indexes of what is new or open."""

from collections.abc import Mapping
from datetime import timedelta

from django.db.models import Count
from django.utils import timezone

from apps.commerce.models import Order, Payment, ProviderJob
from apps.commerce.states import UNPAID, PaymentStatus
from apps.core import metrics

_RECENT = timedelta(hours=24)


def register() -> None:
    """Called once, at start-up."""
    metrics.register("rally_payments", "Payments of the last 24 hours", ("status",), _payments)
    metrics.register("rally_open_orders", "Orders that await their payment", ("status",), _open_orders)
    metrics.register(
        "rally_provider_job_success_age_seconds",
        "How long ago a job that calls the provider last succeeded",
        ("job",),
        _jobs,
    )


def _payments() -> Mapping[tuple[str, ...], float]:
    recent = Payment.objects.filter(first_seen_at__gte=timezone.now() - _RECENT)
    counts = dict(recent.order_by().values_list("status").annotate(count=Count("pk")))
    return {(status.value,): counts.get(status.value, 0) for status in PaymentStatus}


def _open_orders() -> Mapping[tuple[str, ...], float]:
    waiting = Order.objects.filter(status__in=UNPAID, next_poll_at__isnull=False)
    counts = dict(waiting.order_by().values_list("status").annotate(count=Count("pk")))
    return {(status,): counts.get(status, 0) for status in map(str, UNPAID)}


def _jobs() -> Mapping[tuple[str, ...], float]:
    now = timezone.now()
    rows = ProviderJob.objects.values_list("job", "succeeded_at")
    return {(job,): (now - at).total_seconds() for job, at in rows if at is not None}
