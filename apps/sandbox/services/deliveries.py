import threading
from collections.abc import Sequence
from datetime import datetime, timedelta

import requests
from django.db.models import F

from apps.sandbox import clock, signatures
from apps.sandbox.models import Event
from apps.sandbox.states import EventStatus
from apps.sandbox.transactions import serial_transaction

TIMEOUT_SECONDS = 5
GIVE_UP_AFTER = timedelta(hours=24)
RETRY_DELAYS = [timedelta(seconds=number) for number in (2, 10, 60, 300, 900, 1800, 3600, 7200, 14400)]

_thread_local = threading.local()


def due_events(*, limit: int, exclude: frozenset[str]) -> Sequence[Event]:
    """Events to send now, oldest first."""
    waiting = Event.objects.due(at=clock.now()).order_by("due_at", "created_at")
    return [event for event in waiting[: limit + len(exclude)] if event.pk not in exclude][:limit]


def deliver(*, event: Event, url: str) -> None:
    """Send one event and record the result."""
    results = [_post(event, url, is_tampered=copy < event.spoilt_copies) for copy in range(event.copies)]
    result = results[-1]
    now = clock.now()
    changes: dict[str, object] = {
        "last_answer": result[:60],
        "spoilt_copies": 0,
        "attempts": F("attempts") + 1,
    }
    if result.startswith("2"):
        changes["status"] = EventStatus.DELIVERED
    elif (retry_at := _next_retry_at(event, now)) is None:
        changes["status"] = EventStatus.GIVEN_UP
    else:
        changes["due_at"] = retry_at
    with serial_transaction():
        Event.objects.filter(pk=event.pk).update(**changes)


def _next_retry_at(event: Event, now: datetime) -> datetime | None:
    retry_at = now + RETRY_DELAYS[min(event.attempts, len(RETRY_DELAYS) - 1)]
    return retry_at if retry_at <= event.created_at + GIVE_UP_AFTER else None


def _post(event: Event, url: str, *, is_tampered: bool) -> str:
    body = event.body.encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Razorpay-Webhook/v1",
        "X-Razorpay-Signature": signatures.sign(body, event.secret),
        "x-razorpay-event-id": event.pk,
    }
    try:
        response = _session().post(
            url,
            data=body.replace(b'"amount": ', b'"amount": 9', 1) if is_tampered else body,
            headers=headers,
            timeout=TIMEOUT_SECONDS,
            allow_redirects=False,
        )
    except requests.RequestException as error:
        return type(error).__name__
    return str(response.status_code)


def _session() -> requests.Session:
    """One session per thread, for keep-alive."""
    session: requests.Session | None = getattr(_thread_local, "session", None)
    if session is None:
        session = _thread_local.session = requests.Session()
        session.trust_env = False
    return session
