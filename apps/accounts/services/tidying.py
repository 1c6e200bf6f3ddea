"""Deletes expired codes, counts, messages and sessions."""

from datetime import datetime

from apps.accounts.models import LoginSession
from apps.accounts.services import codes, lost_numbers, message_attempts, throttles
from apps.outbox.services import messages


def tidy(*, now: datetime) -> dict[str, int]:
    """Return how many rows of each kind were deleted. Safe to run concurrently."""
    sessions, _ = LoginSession.objects.filter(expire_date__lte=now).delete()
    return {
        "codes": codes.delete_expired(now=now),
        "counts": throttles.delete_old(now=now),
        "sessions": sessions,
        "lost numbers": lost_numbers.delete_unmatched(now=now),
        "messages": messages.delete_old(now=now),
        "logged messages": message_attempts.tidy(now=now),
    }
