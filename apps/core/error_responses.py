"""Error responses: the contract's JSON object for API endpoints, an HTML page for everything else."""

import logging
import sys
from dataclasses import dataclass
from errno import ENOSPC
from http import HTTPStatus
from typing import Any

from csp.exceptions import CSPNonceError
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.csrf import csrf_exempt

from apps.core import errors
from apps.core.api.client_ip import is_api_host
from apps.core.logs import request_id

logger = logging.getLogger(__name__)


class CsrfFailed(errors.Forbidden):
    code = "csrf"
    message = gettext_noop("This page is out of date. Please reload it and try again.")


class Unexpected(errors.DomainError):
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    code = "unexpected"
    message = gettext_noop("Something went wrong on our side. We have been notified.")


def of_failed_dependency(exception: BaseException | None) -> errors.DomainError | None:
    """The error to respond with if the database cannot be reached or the disk is full; both are logged."""
    if isinstance(exception, OperationalError | InterfaceError):
        logger.error("database not reached", exc_info=exception)
        return errors.Unavailable()
    if isinstance(exception, OSError) and exception.errno == ENOSPC:
        logger.error("disk full", exc_info=exception)
        return errors.OutOfSpace()
    return None


def body(error: errors.DomainError) -> dict[str, Any]:
    content: dict[str, Any] = {"message": gettext(error.message), "code": error.code}
    if error.status == HTTPStatus.BAD_REQUEST and isinstance(error, errors.Invalid):
        content["errors"] = {
            field: [gettext(text) for text in texts] for field, texts in error.errors.items()
        }
    if error.data is not None:
        content["data"] = error.data
    return content


def headers(error: errors.DomainError) -> dict[str, str]:
    if isinstance(error, errors.Throttled | errors.Unavailable) and error.retry_after is not None:
        return {"Retry-After": str(error.retry_after)}
    return {}


def as_json(error: errors.DomainError) -> JsonResponse:
    response = JsonResponse(body(error), status=error.status, headers=headers(error))
    response["Cache-Control"] = "private, no-store"
    return response


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What the page says around the error's message."""

    title: str
    link: str
    link_text: str


UNEXPECTED_PAGE = ErrorPage("Unexpected Application Error!", "/", "Go to the home page")


def respond(
    request: HttpRequest, error: errors.DomainError, *, page: ErrorPage = UNEXPECTED_PAGE
) -> HttpResponse:
    """JSON below /api and on the API's host, else a page."""
    if request.path_info.startswith("/api/") or request.path_info == "/api" or is_api_host(request):
        return as_json(error)
    context = {
        "status": int(error.status),
        "message": error.message,
        "request_id": request_id.get(),
        "page": page,
    }
    response = HttpResponse(_render_page(request, context), status=error.status)
    for name, value in headers(error).items():
        response[name] = value
    response["Cache-Control"] = "private, no-store"
    return response


def _render_page(request: HttpRequest, context: dict[str, object]) -> str:
    try:
        return render_to_string("error.html", context, request)
    except CSPNonceError:
        # The error came after the policy header was written: the page goes without its style.
        return render_to_string("error.html", context)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    return respond(request, CsrfFailed())


# Without a CSRF check: an unknown endpoint is a 404 with and without a token.
@csrf_exempt
def unknown_endpoint(_request: HttpRequest, **_kwargs: Any) -> HttpResponse:
    return as_json(errors.NotFound())


def malformed(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    return respond(request, errors.Invalid())


def unexpected(request: HttpRequest) -> HttpResponse:
    """The handler of uncaught exceptions, also of those that middleware raised."""
    return respond(request, of_failed_dependency(sys.exception()) or Unexpected())
