"""What happens to every request, whatever answers it."""

import logging
import re
import time
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from typing import ClassVar

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from apps.core import errors, failures, health
from apps.core.ids import new_id
from apps.core.logs import request_id, without_numbers
from apps.core.policy import ADMIN_POLICY

logger = logging.getLogger("rally.request")

type_of_handler = Callable[[HttpRequest], HttpResponse]

_SWALLOWED = 8 * 1024 * 1024
"""How much of a body that is refused is read all the same."""

_PIECE = 64 * 1024

_USABLE_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


class RequestLog:
    """Gives each request an id, sends it back, and writes one line about it without its query."""

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        is_usable = _USABLE_ID.fullmatch(given) and without_numbers(given) == given
        name = given if is_usable else str(new_id())
        token = request_id.set(name)
        started = time.perf_counter()
        try:
            response = self.get_response(request)
            response["X-Request-ID"] = name
            facts = {
                "method": request.method,
                "path": request.path,
                "status": response.status_code,
                "ms": round((time.perf_counter() - started) * 1000, 1),
            }
            logger.info("request", extra={"facts": facts})
            return response
        finally:
            request_id.reset(token)


class Health:
    """
    Answers whether the process lives and can serve, whatever host name it is asked by.

    Whoever watches asks by address; the host check that follows would send them away.
    """

    _CHECKS: ClassVar = {"/healthz": health.healthz, "/readyz": health.readyz}

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        check = self._CHECKS.get(request.path_info, self.get_response)
        return check(request)


class ApiAddress:
    """
    Lets every call answer with and without a trailing slash, and at the root of the API's own host.

    Both are settled here, by the address alone, so that routes and views know one spelling only.
    """

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info
        if self._is_api_host(request) and not path.startswith("/api/"):
            path = "/api" + path
        if path.startswith("/api/"):
            request.path_info = path[:-1] if path.endswith("/") and path != "/api/" else path
        return self.get_response(request)

    @staticmethod
    def _is_api_host(request: HttpRequest) -> bool:
        api_host = settings.API_HOST
        if not api_host:
            return False
        host = request.headers.get("Host", "").lower()
        return host == api_host or host.partition(":")[0] == api_host


class BodyLimit:
    """Refuses a body that is too large before anything else looks at the call, and leaves none unread."""

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith("/api/"):
            return self.get_response(request)
        if self._is_too_large(request):
            self._swallow(request)
            return failures.as_json(errors.TooLarge())
        response = self.get_response(request)
        # A refusal looks at no body. A connection with an unread rest is cut after the answer, under
        # whatever they ask next.
        with suppress(OSError):
            while request.read(_PIECE):
                pass
        return response

    @staticmethod
    def _swallow(request: HttpRequest) -> None:
        """Read what the caller is still sending, within reason."""
        length = request.META.get("CONTENT_LENGTH", "")
        left = min(int(length), _SWALLOWED) if _is_number(length) else 0
        while left > 0 and (piece := request.META["wsgi.input"].read(min(left, _PIECE))):
            left -= len(piece)

    def _is_too_large(self, request: HttpRequest) -> bool:
        length = request.META.get("CONTENT_LENGTH")
        if not length:
            return self._measured(request) > settings.API_BODY_LIMIT
        return not _is_number(length) or int(length) > settings.API_BODY_LIMIT

    @staticmethod
    def _measured(request: HttpRequest) -> int:
        """The length of a body that came in chunks; Django itself would take it for empty."""
        if "chunked" not in request.headers.get("Transfer-Encoding", "").lower():
            return 0
        body = request.META["wsgi.input"].read(settings.API_BODY_LIMIT + 1)
        request.META["CONTENT_LENGTH"] = str(len(body))
        request._stream = BytesIO(body)
        return len(body)


def _is_number(length: str) -> bool:
    return length.isascii() and length.isdigit() and len(length) <= 12


class Unavailable:
    """Answers 503 while the database is away, instead of an error that looks like our mistake."""

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        logger.error("database not reached", exc_info=exception)
        return failures.answer(request, errors.Unavailable())


class Compression(GZipMiddleware):
    """Packs answers; files are packed already, and of a part of one the length is promised."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.path_info.startswith("/media/"):
            return response
        return super().process_response(request, response)


class StaffPolicy:
    """Gives the staff screens a policy of their own: nothing from elsewhere, no inline script at all."""

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path_info.startswith("/admin/"):
            response._csp_config = ADMIN_POLICY  # type: ignore[attr-defined]
        return response
