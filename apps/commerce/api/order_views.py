from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.commerce.api.serializers import OrdersIn
from apps.commerce.selectors import invoices, orders
from apps.commerce.services import refunds
from apps.core import ids, security_headers
from apps.core.api.pagination import requested_slice
from apps.core.api.schema import created, failures, success
from apps.core.api.views import ApiView

_PDF = OpenApiResponse(OpenApiTypes.BINARY, description="The document as PDF.")


class Orders(ApiView):
    """The caller's paid and refunded orders, newest first."""

    @extend_schema(
        operation_id="listOrders",
        parameters=[OrdersIn],
        responses=success("OrderListAnswer", data=list[orders.OrderContents], totalCount=int),
    )
    def get(self, request: Request) -> Response:
        query = self.read_query(OrdersIn)
        rows, total = orders.list_page(
            person=self.person, kind=query.get("kind"), page=requested_slice(query)
        )
        return Response({"data": rows, "totalCount": total})


class OrderDetail(ApiView):
    """One order of the caller, paid or not."""

    @extend_schema(operation_id="getOrder", responses=success("OrderAnswer", data=orders.OrderContents))
    def get(self, request: Request, order_id: str) -> Response:
        order = orders.get_own(order_id=ids.lookup_id(order_id), person=self.person)
        return Response({"data": orders.serialize(order)})


class InvoicePdf(ApiView):
    """The invoice of a paid order."""

    @extend_schema(operation_id="getInvoice", responses={(200, "application/pdf"): _PDF})
    def get(self, request: Request, order_id: str) -> HttpResponse:
        return _pdf_response(invoices.invoice(order_id=ids.lookup_id(order_id), person=self.person))


class CreditNotePdf(ApiView):
    """The credit note of a refund."""

    @extend_schema(operation_id="getCreditNote", responses={(200, "application/pdf"): _PDF})
    def get(self, request: Request, order_id: str, refund_id: str) -> HttpResponse:
        document = invoices.credit_note(
            order_id=ids.lookup_id(order_id), refund_id=ids.lookup_id(refund_id), person=self.person
        )
        return _pdf_response(document)


class RefundLine(ApiView):
    """Refunds a line that we cancelled. A repeat returns the same answer."""

    @extend_schema(
        operation_id="refundLine",
        request=None,
        responses=created("RefundLineAnswer", data=orders.OrderContents, message=str)
        | failures({404: "The caller has not bought this line.", 409: "`not_refundable`: nothing is owed."}),
    )
    def post(self, request: Request, line_id: str) -> Response:
        person = self.person
        order_id = refunds.refund_as_buyer(person=person, line_id=ids.lookup_id(line_id), at=timezone.now())
        order = orders.get_own(order_id=order_id, person=person)
        return Response(
            {
                "data": orders.serialize(order),
                "message": "The full amount will be refunded to your original payment method.",
            },
            status=status.HTTP_201_CREATED,
        )


def _pdf_response(document: invoices.PdfDocument) -> HttpResponse:
    response = HttpResponse(document.pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{document.number}.pdf"'
    security_headers.allow_framing_by_site(response)
    return response
