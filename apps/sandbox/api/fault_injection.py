"""Applies faults to a request."""

import time
from collections.abc import Callable

from django.http import HttpResponse
from django.http.response import HttpResponseBase

from apps.sandbox import faults
from apps.sandbox.api import responses
from apps.sandbox.errors import ProviderError

DEFAULT_TIMEOUT_SECONDS = 12.0
HTML = "<!doctype html><html><head><title>502 Bad Gateway</title></head><body>Bad Gateway</body></html>"


def handle(name: str, respond: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Respond, or fail if a fault rule applies to this request."""
    fault = faults.for_request(name) if name else None
    if fault is None:
        return respond()
    if fault.kind == "latency":
        time.sleep(fault.seconds)
        return respond()
    if fault.kind == "cut_json":
        response = respond()
        return HttpResponse(
            _first_half(response), content_type="application/json", status=response.status_code
        )
    if fault.is_after_effect:
        respond()
    if fault.kind == "timeout":
        time.sleep(fault.seconds or DEFAULT_TIMEOUT_SECONDS)
    return _error_response(fault)


def _first_half(response: HttpResponseBase) -> bytes:
    content = bytes(getattr(response, "content", b""))
    return content[: len(content) // 2]


def _error_response(fault: faults.InjectedFault) -> HttpResponse:
    if fault.kind == "html":
        return HttpResponse(HTML, content_type="text/html", status=502)
    if fault.kind == "rate_limit":
        return responses.error(ProviderError("Request failed. Please try after sometime.", status=429))
    status = 504 if fault.kind == "timeout" else fault.status
    return responses.error(
        ProviderError("The server encountered an error.", status=status, code="SERVER_ERROR")
    )
