"""Middleware for every request."""

import logging
import re
import time
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from threading import BoundedSemaphore
from typing import Any, ClassVar

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.contrib import admin
from django.contrib.messages.middleware import MessageMiddleware
from django.core.exceptions import FieldError, SuspiciousOperation, ValidationError
from django.db import DataError, ProgrammingError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.functional import cached_property
from django_otp.middleware import OTPMiddleware

from apps.core import error_responses, errors, health, metrics, server
from apps.core.api.client_ip import is_api_host
from apps.core.ids import new_id
from apps.core.logs import mask_mobiles, request_id
from apps.core.security_headers import ERROR_POLICY, REPORTING_ENDPOINTS, admin_policy

logger = logging.getLogger("rally.request")

GetResponse = Callable[[HttpRequest], HttpResponse]

_DRAIN_LIMIT = server.BUFFERED_BYTES
"""A refused body up to this size is read, so that the connection can be reused."""

_CHUNK_SIZE = 64 * 1024

_USABLE_ID = re.compile(r"[A-Za-z0-9-]{8,64}")

MAX_URL_LENGTH = 2048
"""Characters of path and query string, as sent."""

_ODD_PATH = re.compile(
    # Dot segments, which browsers and `URL` remove, also if they are encoded twice.
    r"(?i)/(?:\.|%(?:25)*2e){1,2}(?:/|$)"
    # What is no text or ends lines, and bytes that are no UTF-8, replaced by the server or left encoded.
    r"|[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffd]|%[89a-f][0-9a-f]"
)


class Middleware:
    """The base of what follows."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class RequestLog(Middleware):
    """
    Gives each request an id, returns it as X-Request-ID, and logs one line without the query string.

    An id from our own reverse proxy is kept. One from a client is not: it could imitate another request's.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "") if settings.BEHIND_PROXY else ""
        is_usable = _USABLE_ID.fullmatch(given) and mask_mobiles(given) == given
        name = given if is_usable else str(new_id())
        token = request_id.set(name)
        started = time.perf_counter()
        try:
            response = self.get_response(request)
            response["X-Request-ID"] = name
            seconds = time.perf_counter() - started
            facts = {
                "method": request.method,
                "path": request.path[:MAX_URL_LENGTH],
                "status": response.status_code,
                "ms": round(seconds * 1000, 1),
            }
            logger.info("request", extra={"facts": facts})
            metrics.record_request(request, status=response.status_code, seconds=seconds)
            return response
        finally:
            request_id.reset(token)


class PermissionsPolicy(Middleware):
    """Sets the Permissions-Policy header on every response, errors included."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Permissions-Policy"] = settings.PERMISSIONS_POLICY
        return response


class RequestLimits(Middleware):
    """
    Refuses URLs that are too long, and what the server could not read or has no thread for.

    A page whose path browsers and routers read in different ways is not found, whatever would match it. For
    the API such a part of a path is an id that does not exist.
    """

    _BY_SERVER: ClassVar = {
        server.BODY_TOO_SLOW: errors.BodyTooSlow,
        server.HEADERS_TOO_LARGE: errors.HeadersTooLarge,
        server.BUSY: errors.Unavailable,
    }

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refusal = self._BY_SERVER.get(request.META.get(server.REFUSAL, ""))
        decoded = len(request.META.get("PATH_INFO", "")) + len(request.META.get("QUERY_STRING", ""))
        # Encoded, a character is one or three: only a short URL is encoded again.
        if decoded > MAX_URL_LENGTH or len(request.get_full_path()) > MAX_URL_LENGTH:
            refusal = errors.UrlTooLong
        if refusal is None:
            path = request.path_info
            if _ODD_PATH.search(path) and not (path.startswith("/api/") or is_api_host(request)):
                request.path_info = server.NO_SUCH_PATH
            return self.get_response(request)
        response = error_responses.respond(request, refusal())
        response["Content-Security-Policy"] = ERROR_POLICY
        response["X-Content-Type-Options"] = "nosniff"
        return response


class Health(Middleware):
    """
    Serves /healthz, /readyz and /metrics for any Host header.

    Monitoring connects by IP address, which the host check of the middleware that follows would refuse.
    """

    _CHECKS: ClassVar = {"/healthz": health.healthz, "/readyz": health.readyz, "/metrics": metrics.view}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        check = self._CHECKS.get(request.path_info, self.get_response)
        return check(request)


class ApiUrls(Middleware):
    """
    Serves every endpoint with and without a trailing slash, and at the root of API_HOST.

    It rewrites the path, so that URL patterns and views need only one form.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info
        if is_api_host(request) and not path.startswith("/api/"):
            path = "/api" + path
        if path.startswith("/api/"):
            request.path_info = path[:-1] if path.endswith("/") and path != "/api/" else path
        return self.get_response(request)


class BodyLimit(Middleware):
    """
    Refuses a body that is too large, before anything reads it.

    Below /admin the limit here is that of staff; `StaffBodyLimit`, which knows the user, applies the other.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if self._is_too_large(request, limit=self._limit(request.path_info)):
            self._drain(request)
            return error_responses.respond(request, errors.TooLarge())
        response = self.get_response(request)
        if request.path_info.startswith("/api/"):
            # An error response leaves the body unread, and the server closes a connection with unread data.
            with suppress(OSError):
                while request.read(_CHUNK_SIZE):
                    pass
        return response

    @staticmethod
    def _limit(path: str) -> int:
        if path.startswith("/api/"):
            return int(settings.API_BODY_LIMIT)
        return int(settings.STAFF_BODY_LIMIT if path.startswith("/admin/") else settings.PAGE_BODY_LIMIT)

    @staticmethod
    def _drain(request: HttpRequest) -> None:
        """Read a small refused body, so that the client can reuse the connection."""
        length = request.META.get("CONTENT_LENGTH", "")
        left = int(length) if _is_number(length) else 0
        if left > _DRAIN_LIMIT:
            return
        with suppress(OSError):
            while left > 0 and (chunk := request.META["wsgi.input"].read(min(left, _CHUNK_SIZE))):
                left -= len(chunk)

    def _is_too_large(self, request: HttpRequest, *, limit: int) -> bool:
        length = request.META.get("CONTENT_LENGTH")
        if not length:
            limit = min(limit, settings.PAGE_BODY_LIMIT)
            return self._chunked_length(request, limit=limit) > limit
        return not _is_number(length) or int(length) > limit

    @staticmethod
    def _chunked_length(request: HttpRequest, *, limit: int) -> int:
        """The length of a body with chunked encoding, which Django would take for empty."""
        if "chunked" not in request.headers.get("Transfer-Encoding", "").lower():
            return 0
        body = request.META["wsgi.input"].read(limit + 1)
        request.META["CONTENT_LENGTH"] = str(len(body))
        request._stream = BytesIO(body)
        return len(body)


class StaffBodyLimit(Middleware):
    """Lets only staff send large bodies to the admin, before the admin or the CSRF check reads them."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if int(length) > settings.PAGE_BODY_LIMIT and not admin.site.has_permission(request):
            return error_responses.respond(request, errors.TooLarge())
        return self.get_response(request)


class StreamLimit(Middleware):
    """Limits concurrent streaming responses: one more is a 503."""

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self._semaphore = BoundedSemaphore(settings.FILE_STREAMS)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not response.streaming or self._is_short(response):
            return response
        if not self._semaphore.acquire(blocking=False):
            response.close()
            return error_responses.respond(request, errors.Unavailable())
        response._resource_closers.append(self._semaphore.release)  # type: ignore[attr-defined]
        return response

    @staticmethod
    def _is_short(response: HttpResponse) -> bool:
        length = response.get("Content-Length", "")
        return _is_number(length) and int(length) <= server.BUFFERED_BYTES


def _is_number(length: str) -> bool:
    return length.isascii() and length.isdigit() and len(length) <= 12


class FailedRequest(Middleware):
    """
    Responds with 503 or 507 instead of 500 while the database cannot be reached or the disk is full, and
    with 400 where malformed input in a URL or a form makes the admin raise.

    Django's admin passes query parameters to the database unchecked: a NUL, the year 99999 or a number
    above 64 bits raise different exceptions. The transaction is rolled back by then.
    """

    _INPUT_ERRORS = (
        DataError,
        FieldError,
        LookupError,
        OverflowError,
        # A range without two values.
        ProgrammingError,
        RecursionError,
        SuspiciousOperation,
        TypeError,
        UnicodeError,
        ValidationError,
        ValueError,
    )

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        is_admin = request.path_info.startswith("/admin/")
        if not is_admin or not isinstance(exception, self._INPUT_ERRORS):
            error = error_responses.of_failed_dependency(exception)
            return None if error is None else error_responses.respond(request, error)
        # A bug looks the same, so the traceback is logged, except for what Django refuses itself.
        is_refusal = isinstance(exception, SuspiciousOperation)
        logger.warning(
            "malformed input in the admin",
            exc_info=None if is_refusal else exception,
            extra={"facts": {"exception": type(exception).__name__}},
        )
        return error_responses.respond(
            request, errors.Invalid(message="Part of this URL or form is not valid.")
        )


class Compression(GZipMiddleware):
    """Compresses responses except media: they are compressed, and ranges must keep their length."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.path_info.startswith("/media/"):
            return response
        return super().process_response(request, response)


class OutsideApi:
    """Mixin for a middleware that no endpoint needs."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith("/api/"):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]


class Authenticator(OutsideApi, OTPMiddleware):  # type: ignore[misc]
    """Only the admin, and the files that its pages show, ask whether staff used their authenticator."""


class Messages(OutsideApi, MessageMiddleware):
    """Only pages of the admin show them."""


class SecurityPolicy(CSPMiddleware):
    """Builds the Content-Security-Policy of most endpoints once."""

    @cached_property
    def _policy(self) -> str:
        return build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        has_own = any(vars(self.get_policy_parts(request, response)).values())
        if has_own or settings.DEBUG or not request.path_info.startswith("/api/"):
            response["Reporting-Endpoints"] = REPORTING_ENDPOINTS
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self._policy)
        return response


class AdminSecurityPolicy(Middleware):
    """Gives the admin a stricter Content-Security-Policy than the site has."""

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self.policy = admin_policy(media_origin=settings.MEDIA_ENDPOINT)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path_info.startswith("/admin/"):
            response._csp_config = self.policy  # type: ignore[attr-defined]
        return response
