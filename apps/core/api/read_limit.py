"""
The limit for public reads: searches, lists and feeds, counted in the cache.

It keeps one client from taking the site's time from everybody else, so it is high, it need not be exact, and
while the cache is unreachable nobody is refused. The limits of OTPs, forms and guesses protect money and
people: they are rows of the database (`apps/accounts/services/throttles.py`).
"""

import hashlib
from time import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from apps.core.api.client_ip import client_ip, network_of

Rate = tuple[int, int]
"""Requests, and the seconds in which so many are allowed."""


class ReadLimit(BaseThrottle):
    """A member counts for themself, a visitor with all others of the network."""

    _wait: float | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        member = request.user.pk if request.user.is_authenticated else None
        self._wait = reader_wait(request._request, member=member)
        return self._wait is None

    def wait(self) -> float | None:
        return self._wait


class FeedLimit(ReadLimit):
    """A feed counts by its key: calendar services fetch those of many people from one address."""

    def allow_request(self, request: Request, view: Any) -> bool:
        key = hashlib.sha256(request.query_params.get("key", "").encode(errors="replace")).hexdigest()
        self._wait = _wait(f"feed:{key}", settings.READ_MEMBER_LIMIT)
        return self._wait is None


def reader_wait(request: HttpRequest, *, member: object | None) -> float | None:
    """Count one read. Returns the seconds to wait if there were too many, else None."""
    if member is not None:
        return _wait(f"member:{member}", settings.READ_MEMBER_LIMIT)
    return _wait(f"network:{network_of(client_ip(request))}", settings.READ_ADDRESS_LIMIT)


def _wait(reader: str, rate: Rate) -> float | None:
    # DRF's SimpleRateThrottle stores the time of each request, and reads and writes all of them at each: with
    # 12,000 that is 100 kB each way and 0.5 ms. This is one number for each window.
    limit, seconds = rate
    now = time()
    count = _count(f"reads:{reader}:{int(now // seconds)}", seconds=seconds)
    return seconds - now % seconds if count > limit else None


def _count(key: str, *, seconds: int) -> int:
    try:
        return int(cache.incr(key))
    except ValueError:
        return int(cache.add(key, 1, timeout=seconds))
