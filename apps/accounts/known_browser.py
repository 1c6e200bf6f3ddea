"""
A cookie that says which numbers this browser has logged in before.

It opens nothing. It only gives the browser a budget of tries of its own, so that a stranger who burns
the tries of a number does not lock its owner out.
"""

from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

COOKIE = "known"
_SALT = "accounts.known-browser"
_LIFE_SECONDS = 365 * 24 * 3600
_CALLS = "/login/"
_MOST_NUMBERS = 5
"""A family's phone; the oldest is forgotten first."""


def has_logged_in(request: HttpRequest, mobile: str) -> bool:
    return _mark(mobile) in _marks(request)


def remember(request: HttpRequest, response: HttpResponse, mobile: str) -> None:
    marks = [mark for mark in _marks(request) if mark != _mark(mobile)] + [_mark(mobile)]
    response.set_cookie(
        COOKIE,
        signing.dumps(marks[-_MOST_NUMBERS:], salt=_SALT),
        max_age=_LIFE_SECONDS,
        # As the browser knows the address: the API's own host has its calls at its root.
        path=f"{request.path.partition(_CALLS)[0]}{_CALLS}",
        domain=settings.SESSION_COOKIE_DOMAIN,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _marks(request: HttpRequest) -> list[str]:
    try:
        kept: Any = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=_LIFE_SECONDS)
    except signing.BadSignature:
        return []
    return list(kept)


def _mark(mobile: str) -> str:
    return salted_hmac(_SALT, mobile, algorithm="sha256").hexdigest()[:32]
