"""How long a session lives: from its beginning, and since it was last used."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from apps.accounts import devices
from apps.accounts.models.session import DEVICE, IDLE_LIMIT, PROVED, SEEN, STARTED

STAFF_BACKEND = "apps.accounts.backends.ByPassword"


@dataclass(frozen=True, slots=True)
class Ages:
    absolute: timedelta
    idle: timedelta
    noted_every: timedelta
    """How often its use is written down: a write with every request would be one too many."""


LEARNER = Ages(timedelta(days=14), IDLE_LIMIT, timedelta(hours=1))
STAFF = Ages(timedelta(hours=12), timedelta(minutes=30), timedelta(minutes=1))


class SessionAge:
    """Ends a session that is too old or was left alone too long, before anybody asks whose it is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Without a cookie there is nothing to read, and the answer must not vary by cookie.
        if request.session.session_key is not None:
            _keep_or_end(request, now=timezone.now())
        return self.get_response(request)


def begin_at_login(*, request: HttpRequest, **_signal: Any) -> None:
    """Receives `user_logged_in`: every login, by whatever door, begins a session of a new name and age."""
    session = request.session
    if STARTED in session:
        # Django renames a session only when its person changes; here the same one logged in once more.
        session.cycle_key()
    now = timezone.now()
    # Whoever logs in has just proved who they are.
    session[STARTED] = session[SEEN] = session[PROVED] = now.timestamp()
    session[DEVICE] = devices.name_of(request)
    # A moment, not a length: its cookie and its row end then, however often it is saved.
    session.set_expiry(now + _ages(session).absolute)


def _keep_or_end(request: HttpRequest, *, now: datetime) -> None:
    session = request.session
    if BACKEND_SESSION_KEY not in session:
        return
    ages = _ages(session)
    age = _since(session.get(STARTED), now=now)
    idle = _since(session.get(SEEN), now=now)
    if age >= ages.absolute or idle >= ages.idle:
        session.flush()
    elif idle >= ages.noted_every:
        session[SEEN] = now.timestamp()
        # Browsers update themselves, and sessions from before this was noted have no name yet.
        session[DEVICE] = devices.name_of(request)


def _since(noted: float | None, *, now: datetime) -> timedelta:
    """How long ago that was; a session that does not say is older than any may be."""
    return timedelta.max if noted is None else timedelta(seconds=now.timestamp() - noted)


def _ages(session: SessionBase) -> Ages:
    return STAFF if session.get(BACKEND_SESSION_KEY) == STAFF_BACKEND else LEARNER
