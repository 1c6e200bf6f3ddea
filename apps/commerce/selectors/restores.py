"""What a database that was restored from a backup looks like."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from apps.accounts.models import User
from apps.commerce.models import CreditNote, Invoice, NumberSeries, Order


def is_empty() -> bool:
    return not User.objects.exists()


def newer_than(since: datetime) -> Mapping[str, int]:
    """Counts of the rows that a backup of that time cannot have; nothing where there are none."""
    counts = {
        "orders": Order.objects.filter(placed_at__gt=since).count(),
        "invoices": Invoice.objects.filter(issued_at__gt=since).count(),
        "credit notes": CreditNote.objects.filter(issued_at__gt=since).count(),
    }
    return {name: count for name, count in counts.items() if count}


def series_begun_after(since: datetime) -> Sequence[str]:
    rows = NumberSeries.objects.filter(began_at__gt=since).order_by("year", "series")
    return [str(row) for row in rows]
