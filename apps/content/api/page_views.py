from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.content.selectors import audits, pages, public
from apps.core.api.schema import success
from apps.core.api.views import PublicView


class Page(PublicView):
    """A legal or information page, by the last segment of its path."""

    @extend_schema(operation_id="getPage", responses=success("PageAnswer", data=pages.PageContent))
    def get(self, request: Request, slug: str) -> Response:
        return Response(public.page(slug=slug))


class Audit(PublicView):
    """The yearly compliance audits, newest first."""

    @extend_schema(operation_id="getAudit", responses=success("AuditAnswer", data=list[audits.AuditRow]))
    def get(self, request: Request) -> Response:
        return Response(public.audit())
