"""What a fault does to a call."""

import time
from collections.abc import Callable

from django.http import HttpResponse
from django.http.response import HttpResponseBase

from apps.sandbox import faults
from apps.sandbox.api import responses
from apps.sandbox.errors import ProviderError

DEFAULT_TIMEOUT_SECONDS = 12.0
HTML = "<!doctype html><html><head><title>502 Bad Gateway</title></head><body>Bad Gateway</body></html>"


def call(name: str, answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Answer, unless a rule of the tests strikes this call."""
    turn = faults.of_call(name) if name else None
    if turn is None:
        return answer()
    if turn.kind == "latency":
        time.sleep(turn.seconds)
        return answer()
    if turn.kind == "cut_json":
        whole = answer()
        return HttpResponse(_half_of(whole), content_type="application/json", status=whole.status_code)
    if turn.is_after_effect:
        answer()
    if turn.kind == "timeout":
        time.sleep(turn.seconds or DEFAULT_TIMEOUT_SECONDS)
    return _failure(turn)


def _half_of(response: HttpResponseBase) -> bytes:
    content = bytes(getattr(response, "content", b""))
    return content[: len(content) // 2]


def _failure(turn: faults.Turn) -> HttpResponse:
    if turn.kind == "html":
        return HttpResponse(HTML, content_type="text/html", status=502)
    if turn.kind == "rate_limit":
        return responses.error(ProviderError("Request failed. Please try after sometime.", status=429))
    status = 504 if turn.kind == "timeout" else turn.status
    return responses.error(
        ProviderError("The server encountered an error.", status=status, code="SERVER_ERROR")
    )
