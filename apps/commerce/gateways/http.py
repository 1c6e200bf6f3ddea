"""
The official SDK on a wire of our own.

The SDK loses the status of an answer, waits for ever, reads HTML as JSON and prints. So the session under
it reads the answer first, within a time that covers all of it, and tells apart what was refused from what
nobody knows; the SDK sees only answers that are JSON objects.
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

from apps.commerce.gateways import budget, payloads
from apps.commerce.gateways.concurrency import NoneFree, Slots
from apps.commerce.gateways.outcomes import Done, Outcome, Refused, Unknown

T = TypeVar("T")

_CONNECT_SECONDS = 3.0
_LARGEST_ANSWER = 8 * 1024 * 1024
_CHUNK = 64 * 1024
# It asks to come back, or is still at work on the same request: neither is a no.
_PASSING = {408, 409, 425, 429}
_LONGEST_MESSAGE = 300

_clock = local()


@contextmanager
def in_time() -> Iterator[None]:
    """All calls made inside share the time of one, and end with the thread's budget."""
    if getattr(_clock, "ends_at", None) is not None:
        yield
        return
    _clock.ends_at = min(time.monotonic() + settings.PROVIDER_TIMEOUT_SECONDS, budget.ends_at())
    try:
        yield
    finally:
        _clock.ends_at = None


class Said(Exception):
    """The provider's own no."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.message)
        self.refused = refused


class NotKnown(Exception):
    """No answer that could be believed."""


def ask(call: Callable[[Any], object], read: Callable[[object], T]) -> Outcome[T]:
    """Make one call of the SDK, which gets its client, and read what came back."""
    client, slots = _client_of(settings.RAZORPAY_BASE_URL, *_key()), _slots(settings.PROVIDER_SLOTS)
    try:
        with in_time(), slots.one():
            return Done(read(call(client)))
    except NoneFree:
        return Unknown("busy")
    except Said as no:
        return no.refused
    except NotKnown as error:
        return Unknown(str(error))
    except payloads.Malformed as error:
        return Unknown(f"malformed: {error}")


def _key() -> tuple[str, str]:
    return settings.RAZORPAY_KEY_ID, settings.RAZORPAY_KEY_SECRET


@cache
def _slots(count: int) -> Slots:
    return Slots(count)


@cache
def _client_of(base_url: str, key_id: str, key_secret: str) -> Any:
    """One client a process: its connections stay open from call to call."""
    client = razorpay.Client(session=_Session(), auth=(key_id, key_secret), base_url=base_url)
    # The SDK looks its own version up on the disk with each call.
    known = version("razorpay")
    client._get_version = lambda: known
    return client


class _Session(requests.Session):
    """Shared by all threads: nothing in it changes after it is made."""

    def __init__(self) -> None:
        super().__init__()
        self.trust_env = False
        self.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        adapter = HTTPAdapter(pool_maxsize=64)
        self.mount("https://", adapter)
        self.mount("http://", adapter)

    def request(self, *arguments: Any, **options: Any) -> "_Answer":  # type: ignore[override]
        left = _seconds_left()
        connect = min(_CONNECT_SECONDS, left / 3)
        options |= {"timeout": (connect, left - connect), "allow_redirects": False, "stream": True}
        try:
            response = super().request(*arguments, **options)
            try:
                return _Answer(response.status_code, _body(response))
            finally:
                response.close()
        except (requests.RequestException, HTTPError, OSError) as error:
            raise NotKnown(_kind_of(error)) from error


class _Answer:
    """What the SDK reads of an answer; making one raises what is no success."""

    def __init__(self, status: int, body: bytes) -> None:
        self.status_code = status
        if status >= 500 or status in _PASSING:
            raise NotKnown(f"status {status}")
        try:
            self._said: Any = json.loads(body)
        except (ValueError, RecursionError):
            raise NotKnown(f"no JSON, status {status}") from None
        if status >= 400:
            raise _refusal(status, self._said)
        if status != 200 or not isinstance(self._said, dict):
            raise NotKnown(f"unknown answer, status {status}")

    def json(self) -> Any:
        return self._said


def _refusal(status: int, said: Any) -> Said | NotKnown:
    error = said.get("error") if isinstance(said, dict) else None
    if not isinstance(error, dict):
        # Not the provider's words: something in between answered.
        return NotKnown(f"unknown answer, status {status}")
    message = str(error.get("description") or "")[:_LONGEST_MESSAGE]
    return Said(Refused(status=status, code=str(error.get("code") or ""), message=message))


def _body(response: requests.Response) -> bytes:
    """All of the answer, however slowly it drips, or none."""
    connection = getattr(response.raw, "connection", None)
    sock = getattr(connection, "sock", None)
    whole = bytearray()
    while len(whole) <= _LARGEST_ANSWER:
        if sock is not None and sock.fileno() >= 0:
            sock.settimeout(_seconds_left())
        part = response.raw.read1(_CHUNK, decode_content=True)
        if not part:
            return bytes(whole)
        whole += part
        _seconds_left()
    raise NotKnown("too long")


def _seconds_left() -> float:
    left: float = _clock.ends_at - time.monotonic()
    if left <= 0:
        raise NotKnown("timeout")
    return left


def _kind_of(error: Exception) -> str:
    is_late = isinstance(error, TimeoutError | requests.Timeout | ReadTimeoutError)
    return "timeout" if is_late else "connection"
