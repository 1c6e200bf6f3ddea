"""What happens to every request, whatever answers it."""

import logging
import re
import time
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from apps.core import errors, failures
from apps.core.ids import new_id
from config.logs import request_id

logger = logging.getLogger("rally.request")

type_of_handler = Callable[[HttpRequest], HttpResponse]

_USABLE_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


class RequestLog:
    """Gives each request an id, sends it back, and writes one line about it without its query."""

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        name = given if _USABLE_ID.fullmatch(given) else str(new_id())
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


class ApiAddress:
    """
    Lets every call answer with and without a trailing slash, and at the root of the API's own host.

    Both are settled here, by the address alone, so that routes and views know one spelling only.
    A body that is too large is refused before anything else looks at the request.
    """

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info
        if self._is_api_host(request) and not path.startswith("/api/"):
            path = "/api" + path
        if path.startswith("/api/"):
            request.path_info = path[:-1] if path.endswith("/") and path != "/api/" else path
            if self._is_too_large(request):
                return failures.as_json(errors.TooLarge())
        return self.get_response(request)

    @staticmethod
    def _is_api_host(request: HttpRequest) -> bool:
        api_host = settings.API_HOST
        if not api_host:
            return False
        host = request.headers.get("Host", "").lower()
        return host == api_host or host.partition(":")[0] == api_host

    @staticmethod
    def _is_too_large(request: HttpRequest) -> bool:
        length = request.META.get("CONTENT_LENGTH") or "0"
        return not length.isdigit() or int(length) > settings.API_BODY_LIMIT


class Unavailable:
    """Answers 503 while the database is away, instead of an error that looks like our mistake."""

    def __init__(self, get_response: type_of_handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        except (OperationalError, InterfaceError):
            return self._refused(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, OperationalError | InterfaceError):
            return self._refused(request)
        return None

    @staticmethod
    def _refused(request: HttpRequest) -> HttpResponse:
        logger.exception("database not reached")
        response = failures.answer(request, errors.Unavailable())
        response["Retry-After"] = "30"
        assert response.status_code == HTTPStatus.SERVICE_UNAVAILABLE
        return response
