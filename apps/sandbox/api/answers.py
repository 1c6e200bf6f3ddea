from collections.abc import Mapping, Sequence

from django.http import HttpResponse, JsonResponse

from apps.sandbox.errors import ProviderError
from apps.sandbox.models import Order


def entity(body: Mapping[str, object], *, status: int = 200) -> HttpResponse:
    return JsonResponse(body, status=status, headers={"Cache-Control": "no-store"})


def collection(items: Sequence[Mapping[str, object]]) -> HttpResponse:
    return entity({"entity": "collection", "count": len(items), "items": items})


def error(refusal: ProviderError) -> HttpResponse:
    """The provider's error object; it names a field only where one is at fault."""
    details: dict[str, object] = {
        "code": "BAD_REQUEST_ERROR",
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


def order(order: Order) -> dict[str, object]:
    return {
        "id": order.id,
        "entity": "order",
        "amount": order.amount_paise,
        "amount_paid": order.amount_paid_paise,
        "amount_due": order.amount_due_paise,
        "currency": order.currency,
        "receipt": order.receipt,
        "offer_id": None,
        "status": order.status,
        "attempts": order.attempts,
        "notes": order.notes or [],  # the provider writes an empty object as a list
        "created_at": int(order.created_at.timestamp()),
    }
