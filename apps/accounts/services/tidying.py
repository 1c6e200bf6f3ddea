"""Deletes expired codes, counts, messages and sessions."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial

from apps.accounts.models import LoginSession
from apps.accounts.services import codes, lost_numbers, message_attempts, throttles
from apps.core.row_processing import Completed, process_row
from apps.outbox.services import messages


def tidy(*, now: datetime) -> dict[str, int]:
    """Return how many rows of each kind were deleted; kinds that failed are left out. Runs may overlap."""
    steps: Mapping[str, Callable[[], int]] = {
        "codes": partial(codes.delete_expired, now=now),
        "counts": partial(throttles.delete_old, now=now),
        "sessions": lambda: LoginSession.objects.filter(expire_date__lte=now).delete()[0],
        "lost numbers": partial(lost_numbers.delete_old, now=now),
        "messages": partial(messages.delete_old, now=now),
        "logged messages": partial(message_attempts.tidy, now=now),
    }
    done = {name: process_row(step, name=name) for name, step in steps.items()}
    return {name: each.result for name, each in done.items() if isinstance(each, Completed)}
