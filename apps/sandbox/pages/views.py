import base64
import hashlib
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.sandbox.models import Order
from apps.sandbox.pages.rupees import format_rupees

FILES = Path(__file__).parent / "files"
STYLE = (FILES / "style.css").read_text(encoding="utf-8")
SCRIPTS = {name: (FILES / name).read_bytes() for name in ("checkout.js", "frame.js", "bank.js")}
STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; img-src data:; script-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return page(request, "index")


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """The process is alive; the database is not checked."""
    return HttpResponse("ok\n", content_type="text/plain", headers={"Cache-Control": "no-store"})


@require_safe
def script(_request: HttpRequest, name: str) -> HttpResponse:
    """A script of the checkout window."""
    return HttpResponse(
        SCRIPTS[name],
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache"},
    )


@require_safe
def frame(request: HttpRequest) -> HttpResponse:
    """The checkout form, which checkout.js shows in an iframe."""
    order = Order.objects.filter(pk=request.GET.get("order_id", "")).first()
    if order is None:
        return page(request, "frame_unknown")
    return page(request, "frame", order=order, amount=format_rupees(order.amount_paise))


@require_safe
def bank(request: HttpRequest) -> HttpResponse:
    """The bank's pop-up."""
    order = Order.objects.filter(pk=request.GET.get("order_id", "")).first()
    if order is None:
        return page(request, "not_found", status=404)
    return page(request, "bank", order=order, amount=format_rupees(order.amount_paise))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - passed by name
    return page(request, "not_found", status=404)


def page(request: HttpRequest, name: str, *, status: int = 200, **values: object) -> HttpResponse:
    response = render(request, f"sandbox/{name}.html", {"style": STYLE, **values}, status=status)
    response["Content-Security-Policy"] = POLICY
    response["Cache-Control"] = "no-store"
    return response
