import threading
from collections.abc import Sequence
from datetime import datetime, timedelta

import requests
from django.db.models import F

from apps.sandbox import clock, signatures
from apps.sandbox.models import Event
from apps.sandbox.states import EventStatus
from apps.sandbox.transactions import writing

TIMEOUT_SECONDS = 5
LONGEST_TRY = timedelta(hours=24)
PAUSES = [timedelta(seconds=number) for number in (2, 10, 60, 300, 900, 1800, 3600, 7200, 14400)]

_own = threading.local()


def due(*, limit: int, besides: frozenset[str]) -> Sequence[Event]:
    """What is to be told now, oldest first."""
    waiting = Event.objects.due(at=clock.now()).order_by("due_at", "created_at")
    return [event for event in waiting[: limit + len(besides)] if event.pk not in besides][:limit]


def deliver(*, event: Event, address: str) -> None:
    """Tell one event, and note how it went."""
    answers = [_post(event, address, is_spoilt=copy < event.spoilt_copies) for copy in range(event.copies)]
    told = answers[-1]
    now = clock.now()
    changes: dict[str, object] = {"last_answer": told[:60], "spoilt_copies": 0, "attempts": F("attempts") + 1}
    if told.startswith("2"):
        changes["status"] = EventStatus.DELIVERED
    elif (again := _next_try(event, now)) is None:
        changes["status"] = EventStatus.GIVEN_UP
    else:
        changes["due_at"] = again
    with writing():
        Event.objects.filter(pk=event.pk).update(**changes)


def _next_try(event: Event, now: datetime) -> datetime | None:
    again = now + PAUSES[min(event.attempts, len(PAUSES) - 1)]
    return again if again <= event.created_at + LONGEST_TRY else None


def _post(event: Event, address: str, *, is_spoilt: bool) -> str:
    body = event.body.encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Razorpay-Webhook/v1",
        "X-Razorpay-Signature": signatures.signed(body, event.secret),
        "x-razorpay-event-id": event.pk,
    }
    try:
        answer = _session().post(
            address,
            data=body.replace(b'"amount": ', b'"amount": 9', 1) if is_spoilt else body,
            headers=headers,
            timeout=TIMEOUT_SECONDS,
            allow_redirects=False,
        )
    except requests.RequestException as error:
        return type(error).__name__
    return str(answer.status_code)


def _session() -> requests.Session:
    """One for each thread: its connection stays open."""
    session: requests.Session | None = getattr(_own, "session", None)
    if session is None:
        session = _own.session = requests.Session()
        session.trust_env = False
    return session
