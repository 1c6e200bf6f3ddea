"""Deletes expired codes, counts, messages and sessions."""

from datetime import datetime

from apps.accounts.models import LoginSession
from apps.accounts.services import codes, throttles
from apps.outbox.services import messages


def tidy(*, now: datetime) -> dict[str, int]:
    """Return how many rows of each kind were deleted. Safe to run concurrently."""
    sessions, _ = LoginSession.objects.filter(expire_date__lte=now).delete()
    return {
        "codes": codes.delete_expired(now=now),
        "counts": throttles.delete_old(now=now),
        "sessions": sessions,
        "messages": messages.delete_old(now=now),
    }
