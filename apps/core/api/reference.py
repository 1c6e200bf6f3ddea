"""The description of the API, for machines and for people."""

from typing import Any

from django.utils.decorators import method_decorator
from csp.decorators import csp_update
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.renderers import TemplateHTMLRenderer

from apps.core.api.views import PublicView


class Schema(PublicView, SpectacularJSONAPIView):
    """OpenAPI 3.1 of every call."""


@method_decorator(csp_update({"style-src": ["'unsafe-inline'"], "img-src": ["data:"]}), name="dispatch")
class ReadingRoom(PublicView, SpectacularSwaggerSplitView):
    """The same, readable and tried out in the browser; its files are the site's own."""

    renderer_classes = [TemplateHTMLRenderer]

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        return super().finalize_response(request, response, *args, **kwargs)
