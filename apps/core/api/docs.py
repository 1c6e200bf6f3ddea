"""The OpenAPI schema, and a page that shows it."""

from threading import Lock
from typing import Any, ClassVar

from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpResponse
from django.utils.decorators import method_decorator
from drf_spectacular.renderers import OpenApiJsonRenderer2
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.renderers import JSONRenderer, TemplateHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from apps.core.api.views import PublicView


class Schema(PublicView, SpectacularJSONAPIView):
    """OpenAPI 3.1 of every endpoint, built once per process: it is the same for everybody."""

    renderer_classes = [OpenApiJsonRenderer2]
    _rendered: ClassVar[dict[str, bytes]] = {}
    _building = Lock()

    def get(self, request: Request, *_args: Any, **_kwargs: Any) -> HttpResponse:
        urls = settings.ROOT_URLCONF
        # Building takes a second; concurrent requests wait for it.
        with self._building:
            if urls not in self._rendered:
                built = super().get(request)  # type: ignore[no-untyped-call]
                self._rendered[urls] = OpenApiJsonRenderer2().render(built.data)
        return HttpResponse(
            self._rendered[urls],
            content_type=OpenApiJsonRenderer2.media_type,
            headers={"Content-Disposition": 'inline; filename="Rally.json"'},
        )


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
