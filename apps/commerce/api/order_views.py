from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.commerce.api.serializers import OrderOut, OrdersIn
from apps.commerce.api.views import person_of
from apps.commerce.selectors import invoices, orders
from apps.commerce.services import refunds
from apps.core import ids, policy
from apps.core.api.paging import asked_slice
from apps.core.api.schema import answer_of, refusals
from apps.core.api.views import ApiView

_PDF = OpenApiResponse(OpenApiTypes.BINARY, description="The document as PDF.")


class Orders(ApiView):
    """What the caller paid or got back, the newest first."""

    @extend_schema(
        operation_id="listOrders",
        parameters=[OrdersIn],
        responses=answer_of(
            "OrderListAnswer", data=OrderOut(many=True), totalCount=serializers.IntegerField()
        ),
    )
    def get(self, request: Request) -> Response:
        asked = self.read_query(OrdersIn)
        rows, total = orders.listed(
            person=person_of(request), kind=asked.get("kind"), asked=asked_slice(asked)
        )
        return Response({"data": rows, "totalCount": total})


class OrderDetail(ApiView):
    """One order of the caller, paid or not."""

    @extend_schema(operation_id="getOrder", responses=answer_of("OrderAnswer", data=OrderOut()))
    def get(self, request: Request, order_id: str) -> Response:
        order = orders.own(order_id=ids.sought(order_id), person=person_of(request))
        return Response({"data": orders.shown(order)})


class InvoicePdf(ApiView):
    """The invoice of a paid order."""

    @extend_schema(operation_id="getInvoice", responses={(200, "application/pdf"): _PDF})
    def get(self, request: Request, order_id: str) -> HttpResponse:
        return _as_pdf(invoices.invoice(order_id=ids.sought(order_id), person=person_of(request)))


class CreditNotePdf(ApiView):
    """The credit note of a refund."""

    @extend_schema(operation_id="getCreditNote", responses={(200, "application/pdf"): _PDF})
    def get(self, request: Request, order_id: str, refund_id: str) -> HttpResponse:
        paper = invoices.credit_note(
            order_id=ids.sought(order_id), refund_id=ids.sought(refund_id), person=person_of(request)
        )
        return _as_pdf(paper)


class RefundLine(ApiView):
    """Gives back what was paid for something that was called off; asking again gives the same answer."""

    @extend_schema(
        operation_id="refundLine",
        request=None,
        responses=answer_of("RefundLineAnswer", data=OrderOut(), message=serializers.CharField())
        | refusals({404: "The caller bought no such line.", 409: "`not_refundable`: nothing is owed."}),
    )
    def post(self, request: Request, line_id: str) -> Response:
        person = person_of(request)
        order_id = refunds.by_buyer(person=person, line_id=ids.sought(line_id), at=timezone.now())
        order = orders.own(order_id=order_id, person=person)
        return Response(
            {"data": orders.shown(order), "message": "Your money is on its way back to where it came from."}
        )


def _as_pdf(paper: invoices.Paper) -> HttpResponse:
    response = HttpResponse(paper.pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{paper.number}.pdf"'
    policy.let_the_site_frame(response)
    return response
