"""
The official SDK over an HTTP session of our own.

The SDK drops the status of a response, has no total timeout, parses HTML as JSON and prints. So this session
reads the response first, within a total timeout, and separates refusals from unknown outcomes; the SDK sees
only JSON objects.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http.cookiejar import DefaultCookiePolicy
from importlib.metadata import version
from threading import local
from typing import Any, TypeVar

import razorpay
import requests
from django.conf import settings
from requests.adapters import HTTPAdapter
from urllib3.exceptions import HTTPError, ReadTimeoutError

from apps.commerce.gateways import budget
from apps.commerce.gateways.concurrency import NoFreeSlot, Slots
from apps.commerce.gateways.outcomes import Done, Outcome, Refused, Unknown
from apps.commerce.gateways.payloads import Malformed

T = TypeVar("T")

_CONNECT_SECONDS = 3.0
_MAX_RESPONSE_BYTES = 8 * 1024 * 1024
_CHUNK_BYTES = 64 * 1024
# Asks to retry, or is still processing the same request: neither is a refusal.
_RETRYABLE_STATUSES = {408, 409, 425, 429}
# Any other refusal is about our key or account.
_REQUEST_REFUSED_STATUSES = {400, 404}
_MAX_MESSAGE_LENGTH = 300

_clock = local()


@contextmanager
def shared_timeout() -> Iterator[None]:
    """All requests made inside share one timeout, which the thread's budget limits too."""
    if getattr(_clock, "ends_at", None) is not None:
        yield
        return
    _clock.ends_at = min(time.monotonic() + settings.PROVIDER_TIMEOUT_SECONDS, budget.ends_at())
    try:
        yield
    finally:
        _clock.ends_at = None


class ProviderRefusal(Exception):
    """The provider refused the request."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.message)
        self.refused = refused


class NoUsableResponse(Exception):
    """No valid response came."""


def call_api(call: Callable[[Any], object], read: Callable[[object], T]) -> Outcome[T]:
    """Make one SDK call, which gets the client, and parse its response."""
    client, slots = (
        _client(settings.RAZORPAY_BASE_URL, *_credentials()),
        _slots(settings.PROVIDER_CONCURRENCY),
    )
    try:
        with shared_timeout(), slots.slot():
            return Done(read(call(client)))
    except NoFreeSlot:
        return Unknown("busy")
    except ProviderRefusal as error:
        return error.refused
    except NoUsableResponse as error:
        return Unknown(str(error))
    except Malformed as error:
        return Unknown(f"malformed: {error}")


def _credentials() -> tuple[str, str]:
    return settings.RAZORPAY_KEY_ID, settings.RAZORPAY_KEY_SECRET


@cache
def _slots(count: int) -> Slots:
    return Slots(count)


@cache
def _client(base_url: str, key_id: str, key_secret: str) -> Any:
    """One client per process, so that connections are reused."""
    client = razorpay.Client(session=_Session(), auth=(key_id, key_secret), base_url=base_url)
    # The SDK reads its own version from disk with each request.
    known = version("razorpay")
    client._get_version = lambda: known
    return client


class _Session(requests.Session):
    """Shared by all threads: it never changes after construction."""

    def __init__(self) -> None:
        super().__init__()
        self.trust_env = False
        self.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        adapter = HTTPAdapter(pool_maxsize=64)
        self.mount("https://", adapter)
        self.mount("http://", adapter)

    def request(self, *arguments: Any, **options: Any) -> "_Response":  # type: ignore[override]
        left = _seconds_left()
        connect = min(_CONNECT_SECONDS, left / 3)
        options |= {"timeout": (connect, left - connect), "allow_redirects": False, "stream": True}
        try:
            response = super().request(*arguments, **options)
            try:
                return _Response(response.status_code, _read_body(response))
            finally:
                response.close()
        except (requests.RequestException, HTTPError, OSError) as error:
            is_timeout = isinstance(error, TimeoutError | requests.Timeout | ReadTimeoutError)
            raise NoUsableResponse("timeout" if is_timeout else "connection") from error


class _Response:
    """The part of a response that the SDK reads. The constructor raises unless it is a success."""

    def __init__(self, status: int, body: bytes) -> None:
        self.status_code = status
        if status >= 500 or status in _RETRYABLE_STATUSES:
            raise NoUsableResponse(f"status {status}")
        try:
            self._data: Any = json.loads(body)
        except (ValueError, RecursionError):
            raise NoUsableResponse(f"no JSON, status {status}") from None
        if status >= 400:
            raise _refusal(status, self._data)
        if status != 200 or not isinstance(self._data, dict):
            raise NoUsableResponse(f"unexpected response, status {status}")

    def json(self) -> Any:
        return self._data


def _refusal(status: int, data: Any) -> ProviderRefusal | NoUsableResponse:
    error = data.get("error") if isinstance(data, dict) else None
    if not isinstance(error, dict):
        # Not from the provider: a proxy in between answered.
        return NoUsableResponse(f"unexpected response, status {status}")
    message = str(error.get("description") or "")[:_MAX_MESSAGE_LENGTH]
    is_about_us = status not in _REQUEST_REFUSED_STATUSES
    return ProviderRefusal(
        Refused(code=str(error.get("code") or ""), message=message, is_about_us=is_about_us)
    )


def _read_body(response: requests.Response) -> bytes:
    """The whole body within the timeout, however slowly it arrives."""
    connection = getattr(response.raw, "connection", None)
    sock = getattr(connection, "sock", None)
    body = bytearray()
    while len(body) <= _MAX_RESPONSE_BYTES:
        if sock is not None and sock.fileno() >= 0:
            sock.settimeout(_seconds_left())
        chunk = response.raw.read1(_CHUNK_BYTES, decode_content=True)
        if not chunk:
            return bytes(body)
        body += chunk
        _seconds_left()
    raise NoUsableResponse("too long")


def _seconds_left() -> float:
    left: float = _clock.ends_at - time.monotonic()
    if left <= 0:
        raise NoUsableResponse("timeout")
    return left
