"""
A signed cookie with digests of the numbers that have logged in from this browser.

It gives no access. It only gives the browser its own limit of tries, so that a stranger who uses up the
tries of a number does not lock its owner out.
"""

from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from apps.accounts import login_cookies

COOKIE = "known"
_SALT = "accounts.known-browser"
_LIFE_SECONDS = 365 * 24 * 3600
_MAX_NUMBERS = 5
"""A family may share a phone. The oldest number is dropped first."""


def has_logged_in(request: HttpRequest, mobile: str) -> bool:
    return _mark(mobile) in _marks(request)


def remember(request: HttpRequest, response: HttpResponse, mobile: str) -> None:
    marks = [mark for mark in _marks(request) if mark != _mark(mobile)] + [_mark(mobile)]
    response.set_cookie(
        COOKIE,
        signing.dumps(marks[-_MAX_NUMBERS:], salt=_SALT),
        max_age=_LIFE_SECONDS,
        **login_cookies.attributes(request),
    )


def _marks(request: HttpRequest) -> list[str]:
    try:
        marks: Any = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=_LIFE_SECONDS)
    except signing.BadSignature:
        return []
    return list(marks)


def _mark(mobile: str) -> str:
    return salted_hmac(_SALT, mobile, algorithm="sha256").hexdigest()[:32]
