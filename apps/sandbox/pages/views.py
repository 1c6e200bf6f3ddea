import base64
import hashlib
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

STYLE = (Path(__file__).parent / "style.css").read_text(encoding="utf-8")
STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return page(request, "index")


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Alive, and no more than that: it asks nothing of the database."""
    return HttpResponse("ok\n", content_type="text/plain", headers={"Cache-Control": "no-store"})


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - passed by name
    return page(request, "not_found", status=404)


def page(request: HttpRequest, name: str, *, status: int = 200) -> HttpResponse:

    response = render(request, f"sandbox/{name}.html", {"style": STYLE}, status=status)
    response["Content-Security-Policy"] = POLICY
    response["Cache-Control"] = "no-store"
    return response
