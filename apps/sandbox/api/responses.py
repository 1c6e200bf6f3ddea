from collections.abc import Mapping, Sequence

from django.http import HttpResponse, JsonResponse

from apps.sandbox import snapshots
from apps.sandbox.errors import ProviderError


def entity(body: Mapping[str, object], *, status: int = 200) -> HttpResponse:
    return JsonResponse(body, status=status, headers={"Cache-Control": "no-store"})


def collection(items: Sequence[Mapping[str, object]]) -> HttpResponse:
    return entity(snapshots.collection(items))


def error(refusal: ProviderError) -> HttpResponse:
    """The provider's error object; it names a field only where one is at fault."""
    details: dict[str, object] = {
        "code": refusal.code,
        "description": refusal.description,
        "source": refusal.source,
        "step": refusal.step,
        "reason": refusal.reason,
        "metadata": {},
    }
    if refusal.field is not None:
        details["field"] = refusal.field
    response = entity({"error": details}, status=refusal.status)
    if refusal.status == 401:
        response["WWW-Authenticate"] = 'Basic realm="Razorpay"'
    return response
