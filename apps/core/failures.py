"""How a refusal looks to whoever asked: the contract's JSON object for calls, a page for people."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from apps.core import errors
from config.logs import request_id


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
    return answer


def headers(error: errors.DomainError) -> dict[str, str]:
    return {"Retry-After": str(error.retry_after)} if isinstance(error, errors.Throttled) else {}


def as_json(error: errors.DomainError) -> JsonResponse:
    response = JsonResponse(body(error), status=error.status, headers=headers(error))
    response["Cache-Control"] = "private, no-store"
    return response


def answer(request: HttpRequest, error: errors.DomainError) -> HttpResponse:
    if request.path_info.startswith("/api/") or request.path_info == "/api":
        return as_json(error)
    context = {"status": int(error.status), "message": error.message, "request_id": request_id.get()}
    return render(request, "error.html", context, status=error.status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return answer(request, CsrfFailed())


def unknown_call(request: HttpRequest, **_kwargs: Any) -> HttpResponse:
    return as_json(UnknownCall())


def unexpected(request: HttpRequest) -> HttpResponse:
    return answer(request, Unexpected())
