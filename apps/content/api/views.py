from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.content.api.serializers import SiteOut
from apps.content.selectors import public
from apps.core.api.schema import answer_of
from apps.core.api.views import PublicView


class Site(PublicView):
    """Who runs the site: contact, registration, regulator, company, links and disclaimers."""

    @extend_schema(operation_id="getSite", responses=answer_of("SiteAnswer", data=SiteOut()))
    def get(self, request: Request) -> Response:
        return Response(public.site())
