"""Removing what has served: codes, counts and messages of long ago, sessions that are over."""

from datetime import datetime

from apps.accounts.models import LoginSession
from apps.accounts.services import codes, throttles
from apps.outbox.services import messages


def tidy(*, now: datetime) -> dict[str, int]:
    """Remove it, and say how much of what; two at once are harmless."""
    sessions, _ = LoginSession.objects.filter(expire_date__lte=now).delete()
    return {
        "codes": codes.forget_expired(now=now),
        "counts": throttles.forget_old(now=now),
        "sessions": sessions,
        "messages": messages.forget_old(now=now),
    }
