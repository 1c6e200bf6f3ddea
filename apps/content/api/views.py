from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.content.selectors import public, site
from apps.core.api.schema import success
from apps.core.api.views import PublicView


class Site(PublicView):
    """Who runs the site: contact, registration, regulator, company, links and disclaimers."""

    @extend_schema(operation_id="getSite", responses=success("SiteAnswer", data=site.SiteFacts))
    def get(self, request: Request) -> Response:
        return Response(public.site())
