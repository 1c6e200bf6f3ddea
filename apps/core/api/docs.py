"""The OpenAPI schema, and a page that shows it."""

import json
from functools import cache
from typing import Any

from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpResponse
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.renderers import JSONRenderer, TemplateHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from apps.core.api.views import PublicView


class Schema(PublicView):
    """
    OpenAPI 3.1 of every endpoint: the file that `make schema` writes, which is the same for everybody.

    Building it from the code would keep a busy machine's first reader waiting for seconds.
    """

    def get(self, _request: Request) -> HttpResponse:
        return HttpResponse(
            _document(),
            content_type="application/json",
            headers={"Content-Disposition": 'inline; filename="Rally.json"'},
        )


@cache
def _document() -> bytes:
    text = (settings.BASE_DIR / "docs" / "openapi.json").read_text(encoding="utf-8")
    document = json.loads(text)
    document["components"]["securitySchemes"]["session"]["name"] = settings.SESSION_COOKIE_NAME
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


# Swagger UI has inline styles and icons.
@method_decorator(csp_update({"style-src": ["'unsafe-inline'"], "img-src": ["data:"]}), name="dispatch")
class ApiDocs(PublicView, SpectacularSwaggerSplitView):
    """Swagger UI, served from the site's own files."""

    renderer_classes = [TemplateHTMLRenderer]

    def handle_exception(self, exc: Exception) -> Response:
        response = super().handle_exception(exc)
        # Errors are JSON here as well.
        self.request.accepted_renderer = JSONRenderer()
        self.request.accepted_media_type = JSONRenderer.media_type
        return response

    def _cache_control(self, response: Any) -> str:
        # The page's script contains the CSRF token.
        return "private, no-store"
