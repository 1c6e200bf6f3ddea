from collections.abc import Mapping, Sequence

from django.http import HttpResponse, JsonResponse

from apps.sandbox import serializers
from apps.sandbox.errors import ProviderError


def entity(body: Mapping[str, object], *, status: int = 200) -> HttpResponse:
    return JsonResponse(body, status=status, headers={"Cache-Control": "no-store"})


def collection(items: Sequence[Mapping[str, object]]) -> HttpResponse:
    return entity(serializers.collection(items))


def error(problem: ProviderError) -> HttpResponse:
    """The provider's error object; `field` only where one field is wrong."""
    details: dict[str, object] = {
        "code": problem.code,
        "description": problem.description,
        "source": problem.source,
        "step": problem.step,
        "reason": problem.reason,
        "metadata": {},
    }
    if problem.field is not None:
        details["field"] = problem.field
    response = entity({"error": details}, status=problem.status)
    if problem.status == 401:
        response["WWW-Authenticate"] = 'Basic realm="Razorpay"'
    return response
