"""DRF's exception handler: turns what a view raised into the contract's error object."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, UnreadablePostError
from rest_framework import exceptions as framework
from rest_framework.response import Response

from apps.core import error_responses, errors


class MethodNotAllowed(errors.DomainError):
    status = 405
    code = "method_not_allowed"
    message = "Method not allowed"


def exception_handler(exception: Exception, context: Mapping[str, Any]) -> Response | None:
    error = _as_domain_error(exception)
    if error is None:
        return None
    headers = error_responses.headers(error)
    if error.status == errors.NotLoggedIn.status:
        headers["WWW-Authenticate"] = "Session"
    if isinstance(error, MethodNotAllowed):
        headers["Allow"] = ", ".join(context["view"].allowed_methods)
    return Response(error_responses.body(error), status=error.status, headers=headers)


def _as_domain_error(exception: Exception) -> errors.DomainError | None:
    match exception:
        case errors.DomainError():
            return exception
        case framework.ValidationError():
            return errors.Invalid(_by_field(exception.detail))
        case framework.ParseError():
            return errors.Invalid(message="The request body must be a JSON object.")
        case framework.NotAuthenticated() | framework.AuthenticationFailed():
            return errors.NotLoggedIn()
        case framework.PermissionDenied() | PermissionDenied():
            return errors.Forbidden()
        case framework.MethodNotAllowed():
            return MethodNotAllowed()
        case framework.NotFound() | Http404():
            return errors.NotFound()
        case framework.Throttled():
            return errors.Throttled(retry_after=max(1, round(getattr(exception, "wait", None) or 1)))
        case RequestDataTooBig():
            return errors.TooLarge()
        case SuspiciousOperation() | UnreadablePostError():
            return errors.Invalid()
    return error_responses.of_failed_dependency(exception)


def _by_field(detail: Any, prefix: str = "") -> dict[str, list[str]]:
    """Flatten DRF's nested details: `billingDetails.gstNo` is a field inside another."""
    if isinstance(detail, Mapping):
        found: dict[str, list[str]] = {}
        for name, inner in detail.items():
            found.update(_by_field(inner, f"{prefix}.{name}" if prefix else str(name)))
        return found
    if isinstance(detail, Sequence) and not isinstance(detail, str):
        if any(isinstance(part, Mapping | list) for part in detail):
            found = {}
            for index, part in enumerate(detail):
                found.update(_by_field(part, f"{prefix}.{index}") if part else {})
            return found
        return {prefix or "body": [str(part) for part in detail]}
    return {prefix or "body": [str(detail)]}
