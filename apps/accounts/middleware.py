"""Expiry of sessions: by age and by idle time."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from apps.accounts import deadlines, devices
from apps.accounts.models.session import DEVICE, REAUTHENTICATED, SEEN, STARTED

STAFF_BACKEND = "apps.accounts.backends.ByPassword"


@dataclass(frozen=True, slots=True)
class SessionLimits:
    absolute: timedelta
    idle: timedelta
    refresh_every: timedelta
    """How often the last use is saved, to avoid a write with each request."""


STAFF = SessionLimits(timedelta(hours=12), timedelta(minutes=30), timedelta(minutes=1))


class SessionAge:
    """Ends sessions that are too old or idle for too long, before the user is loaded."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Without a cookie don't touch the session, or the response would vary by cookie.
        if request.session.session_key is not None:
            _expire_or_refresh(request, now=timezone.now())
        return self.get_response(request)


def start_session(*, request: HttpRequest, **_signal: Any) -> None:
    """Receiver of `user_logged_in`: every login starts a session with a new key and age."""
    session = request.session
    if STARTED in session:
        # Django changes the key only if the user changes; here the same user has logged in again.
        session.cycle_key()
    now = timezone.now()
    # A login counts as a reauthentication.
    session[STARTED] = session[SEEN] = session[REAUTHENTICATED] = now.timestamp()
    session[DEVICE] = devices.name_of(request)
    # A fixed time instead of a duration: saving the session does not extend it.
    session.set_expiry(now + _limits(session).absolute)


def _expire_or_refresh(request: HttpRequest, *, now: datetime) -> None:
    session = request.session
    if BACKEND_SESSION_KEY not in session:
        return
    limits = _limits(session)
    age = _time_since(session.get(STARTED), now=now)
    idle = _time_since(session.get(SEEN), now=now)
    if age >= limits.absolute or idle >= limits.idle:
        session.flush()
    elif idle >= limits.refresh_every:
        session[SEEN] = now.timestamp()
        # Browsers get updated, and older sessions may have no device name.
        session[DEVICE] = devices.name_of(request)


def _time_since(timestamp: float | None, *, now: datetime) -> timedelta:
    """Return the time since the timestamp; a session without one counts as expired."""
    return timedelta.max if timestamp is None else timedelta(seconds=now.timestamp() - timestamp)


def _limits(session: SessionBase) -> SessionLimits:
    if session.get(BACKEND_SESSION_KEY) == STAFF_BACKEND:
        return STAFF
    return SessionLimits(deadlines.LOGIN_LIFETIME, deadlines.LOGIN_IDLE_LIMIT, timedelta(hours=1))
