"""What happens to every request, whatever answers it."""

import logging
import re
import time
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from threading import BoundedSemaphore
from typing import ClassVar

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import FieldError, SuspiciousOperation, ValidationError
from django.db import DataError, InterfaceError, OperationalError, ProgrammingError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from apps.core import errors, failures, health, server
from apps.core.api.address import is_api_host
from apps.core.ids import new_id
from apps.core.logs import request_id, without_numbers
from apps.core.policy import ADMIN_POLICY, ERROR_POLICY

logger = logging.getLogger("rally.request")

type_of_handler = Callable[[HttpRequest], HttpResponse]

_SWALLOWED = server.BUFFERED_BYTES
"""A refused body up to this size is read all the same."""

_PIECE = 64 * 1024

_USABLE_ID = re.compile(r"[A-Za-z0-9-]{8,64}")

LONGEST_ADDRESS = 2048
"""Characters of path and query, as they are sent."""


class RequestLog:
    """
    Gives each request an id, sends it back, and writes one line about it without its query.

    Our own proxy may have named the request already. Nobody else is believed: an id that strangers choose
    would let them write lines that look like another request's.
    """

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "") if settings.BEHIND_PROXY else ""
        is_usable = _USABLE_ID.fullmatch(given) and without_numbers(given) == given
        name = given if is_usable else str(new_id())
        token = request_id.set(name)
        started = time.perf_counter()
        try:
            response = self.get_response(request)
            response["X-Request-ID"] = name
            facts = {
                "method": request.method,
                "path": request.path[:LONGEST_ADDRESS],
                "status": response.status_code,
                "ms": round((time.perf_counter() - started) * 1000, 1),
            }
            logger.info("request", extra={"facts": facts})
            return response
        finally:
            request_id.reset(token)


class PermissionsPolicy:
    """Writes the header on whatever is answered: pages, API, files, errors and refusals."""

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Permissions-Policy"] = settings.PERMISSIONS_POLICY
        return response


class RequestLimits:
    """
    Refuses an address that no link of ours has the length of, before anything reads it.

    So is what the server has found too slow or too large already.
    """

    _BY_SERVER: ClassVar = {
        server.BODY_TOO_SLOW: errors.BodyTooSlow,
        server.HEADERS_TOO_LARGE: errors.HeadersTooLarge,
    }

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refusal = self._BY_SERVER.get(request.META.get(server.REFUSAL, ""))
        if self._is_too_long(request):
            refusal = errors.AddressTooLong
        if refusal is None:
            return self.get_response(request)
        response = failures.answer(request, refusal())
        response["Content-Security-Policy"] = ERROR_POLICY
        response["X-Content-Type-Options"] = "nosniff"
        return response

    @staticmethod
    def _is_too_long(request: HttpRequest) -> bool:
        decoded = len(request.META.get("PATH_INFO", "")) + len(request.META.get("QUERY_STRING", ""))
        # Each letter is encoded as one character or as three: the second look reads a short text only.
        return decoded > LONGEST_ADDRESS or len(request.get_full_path()) > LONGEST_ADDRESS


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
        if is_api_host(request) and not path.startswith("/api/"):
            path = "/api" + path
        if path.startswith("/api/"):
            request.path_info = path[:-1] if path.endswith("/") and path != "/api/" else path
        return self.get_response(request)


class BodyLimit:
    """
    Refuses a body that is too large before anything else looks at the request.

    Of the API's endpoints none is left unread. In the admin the larger limit holds here; that it is for
    staff alone is for `StaffBodyLimit` to say, which knows who is asking.
    """

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if self._is_too_large(request, limit=self._limit(request.path_info)):
            self._swallow(request)
            return failures.answer(request, errors.TooLarge())
        response = self.get_response(request)
        if request.path_info.startswith("/api/"):
            # A refusal looks at no body. A connection with an unread rest is cut after the answer, under
            # whatever they ask next.
            with suppress(OSError):
                while request.read(_PIECE):
                    pass
        return response

    @staticmethod
    def _limit(path: str) -> int:
        if path.startswith("/api/"):
            return int(settings.API_BODY_LIMIT)
        return int(settings.STAFF_BODY_LIMIT if path.startswith("/admin/") else settings.PAGE_BODY_LIMIT)

    @staticmethod
    def _swallow(request: HttpRequest) -> None:
        """Read what is small enough to have arrived, so that the caller's next request finds a connection."""
        length = request.META.get("CONTENT_LENGTH", "")
        left = int(length) if _is_number(length) else 0
        if left > _SWALLOWED:
            return
        with suppress(OSError):
            while left > 0 and (piece := request.META["wsgi.input"].read(min(left, _PIECE))):
                left -= len(piece)

    def _is_too_large(self, request: HttpRequest, *, limit: int) -> bool:
        length = request.META.get("CONTENT_LENGTH")
        if not length:
            limit = min(limit, settings.PAGE_BODY_LIMIT)
            return self._measured(request, limit=limit) > limit
        return not _is_number(length) or int(length) > limit

    @staticmethod
    def _measured(request: HttpRequest, *, limit: int) -> int:
        """The length of a body that came in chunks; Django itself would take it for empty."""
        if "chunked" not in request.headers.get("Transfer-Encoding", "").lower():
            return 0
        body = request.META["wsgi.input"].read(limit + 1)
        request.META["CONTENT_LENGTH"] = str(len(body))
        request._stream = BytesIO(body)
        return len(body)


class StaffBodyLimit:
    """Lets nobody but staff send what is larger than a form, before the admin or the CSRF check reads it."""

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if int(length) > settings.PAGE_BODY_LIMIT and not admin.site.has_permission(request):
            return failures.answer(request, errors.TooLarge())
        return self.get_response(request)


class StreamLimit:
    """
    Lets so many answers be sent in pieces at a time, and no more: the next one waits with its caller.

    A server that gives each a thread of its own keeps half of them for everybody else.
    """

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response
        self._places: dict[bool, BoundedSemaphore] = {
            True: BoundedSemaphore(settings.FILE_STREAMS),
            False: BoundedSemaphore(max(1, settings.WEB_THREADS // 2)),
        }

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not response.streaming or self._is_short(response):
            return response
        places = self._places[server.NO_THREAD_WAITS in request.META]
        if not places.acquire(blocking=False):
            response.close()
            return failures.answer(request, errors.Unavailable())
        response._resource_closers.append(places.release)  # type: ignore[attr-defined]
        return response

    @staticmethod
    def _is_short(response: HttpResponse) -> bool:
        length = response.get("Content-Length", "")
        return _is_number(length) and int(length) <= server.BUFFERED_BYTES


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


class MalformedAdminInput:
    """
    Answers 400 where the admin breaks over what somebody typed into its address or its forms.

    Django's admin takes values from the address to the database as they are: a NUL, the year 99999 or a
    number past 64 bits raise whatever the first reader raises. The transaction of the page is undone by then.
    """

    _BROKEN_BY_INPUT = (
        DataError,
        FieldError,
        LookupError,
        OverflowError,
        # A range of other than two values.
        ProgrammingError,
        RecursionError,
        SuspiciousOperation,
        TypeError,
        UnicodeError,
        ValidationError,
        ValueError,
    )

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        is_admin = request.path_info.startswith("/admin/")
        if not is_admin or not isinstance(exception, self._BROKEN_BY_INPUT):
            return None
        # A mistake of ours looks the same, so its place is logged; what Django itself refuses is none.
        is_refusal = isinstance(exception, SuspiciousOperation)
        logger.warning(
            "malformed input in the admin",
            exc_info=None if is_refusal else exception,
            extra={"facts": {"exception": type(exception).__name__}},
        )
        return failures.answer(
            request, errors.Invalid(message="Part of this address or form cannot be read.")
        )


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
