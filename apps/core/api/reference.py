"""The description of the API, for machines and for people."""

from typing import Any

from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.renderers import OpenApiJsonRenderer2
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.renderers import JSONRenderer, TemplateHTMLRenderer
from rest_framework.response import Response

from apps.core.api.views import PublicView


class Schema(PublicView, SpectacularJSONAPIView):
    """OpenAPI 3.1 of every call."""

    renderer_classes = [OpenApiJsonRenderer2]


# The reader's own style sheet is inline, and so are its icons.
@method_decorator(csp_update({"style-src": ["'unsafe-inline'"], "img-src": ["data:"]}), name="dispatch")
class ReadingRoom(PublicView, SpectacularSwaggerSplitView):
    """The same, readable and tried out in the browser; its files are the site's own."""

    renderer_classes = [TemplateHTMLRenderer]

    def handle_exception(self, exc: Exception) -> Response:
        response = super().handle_exception(exc)
        # A refusal is the contract's object here as well.
        self.request.accepted_renderer = JSONRenderer()
        self.request.accepted_media_type = JSONRenderer.media_type
        return response

    def _cache_control(self, response: Any) -> str:
        # Its script holds the reader's CSRF token.
        return "private, no-store"
