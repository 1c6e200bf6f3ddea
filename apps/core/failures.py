"""How a refusal looks to whoever asked: the contract's JSON object for calls, a page for people."""

import sys
from http import HTTPStatus
from typing import Any

from csp.exceptions import CSPNonceError
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.csrf import csrf_exempt

from apps.core import errors
from apps.core.api.address import is_api_host
from apps.core.logs import request_id


class CsrfFailed(errors.Forbidden):
    code = "csrf"
    message = "Your page is out of date. Please load it again and repeat the last step."


class UnknownCall(errors.NotFound):
    message = "There is no such call."


class Unexpected(errors.DomainError):
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    code = "unexpected"
    message = "Something went wrong on our side. We have been told."


def body(error: errors.DomainError) -> dict[str, Any]:
    answer: dict[str, Any] = {"message": error.message, "code": error.code}
    if error.status == HTTPStatus.BAD_REQUEST and isinstance(error, errors.Invalid):
        answer["errors"] = error.errors
    if error.data is not None:
        answer["data"] = error.data
    return answer


def headers(error: errors.DomainError) -> dict[str, str]:
    if isinstance(error, errors.Throttled):
        return {"Retry-After": str(error.retry_after)}
    if error.status == HTTPStatus.SERVICE_UNAVAILABLE:
        return {"Retry-After": "30"}
    return {}


def as_json(error: errors.DomainError) -> JsonResponse:
    response = JsonResponse(body(error), status=error.status, headers=headers(error))
    response["Cache-Control"] = "private, no-store"
    return response


def answer(request: HttpRequest, error: errors.DomainError) -> HttpResponse:
    if request.path_info.startswith("/api/") or request.path_info == "/api" or is_api_host(request):
        return as_json(error)
    context = {"status": int(error.status), "message": error.message, "request_id": request_id.get()}
    response = HttpResponse(_page(request, context), status=error.status)
    for name, value in headers(error).items():
        response[name] = value
    response["Cache-Control"] = "private, no-store"
    return response


def _page(request: HttpRequest, context: dict[str, object]) -> str:
    try:
        return render_to_string("error.html", context, request)
    except CSPNonceError:
        # The failure came after the policy was written, too late to allow the page its style.
        return render_to_string("error.html", context)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    return answer(request, CsrfFailed())


# An unknown call is unknown to everybody: nobody needs a token to learn that.
@csrf_exempt
def unknown_call(_request: HttpRequest, **_kwargs: Any) -> HttpResponse:
    return as_json(UnknownCall())


def malformed(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    return answer(request, errors.Invalid())


def unexpected(request: HttpRequest) -> HttpResponse:
    """What nobody foresaw; but a database that is away is no mistake of ours, wherever it was missed."""
    if isinstance(sys.exception(), OperationalError | InterfaceError):
        return answer(request, errors.Unavailable())
    return answer(request, Unexpected())
