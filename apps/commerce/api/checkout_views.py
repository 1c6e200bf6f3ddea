"""
The cart, enroll and confirm endpoints, which every kind of sellable has at paths of its own.

`urls.py` adds each view once per registered sellable: `FillCart.as_view(sellable=...)`. Their operation ids
are `fillCourseCart`, `enrollCourse`, `confirmCourse`, `fillWebinarCart` and so on.
"""

from typing import Annotated, Any, ClassVar, TypedDict, cast

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.commerce.api.provider_fields import ConfirmIn, Enrolment, serialize_enrolment
from apps.commerce.api.serializers import EnrollIn
from apps.commerce.flows import confirming, enrolling
from apps.commerce.flows.confirming import Signed
from apps.commerce.selectors import carts, orders
from apps.commerce.services import carts as cart_service
from apps.commerce.states import OrderStatus
from apps.core import ids
from apps.core.api.schema import ApiSchema, failures, success
from apps.core.api.views import ApiView
from apps.core.json_types import Choices, component
from apps.core.sellables import Sellable

_CHECKING = "We are checking your payment. You need not pay again."
_REFUNDED = "This order was refunded. You will find the refund in your receipts."


@component("PaymentCheckingOut")
class PendingPayment(TypedDict):
    orderId: str
    status: Annotated[str, Choices(["checking", "refunded"])]


class CheckoutSchema(ApiSchema):
    """Describes a checkout view once for each sellable."""

    @property
    def checkout_view(self) -> "CheckoutView":
        return cast(CheckoutView, self.view)

    def get_operation_id(self) -> str:
        return self.checkout_view.operation_id.format(self.checkout_view.kind_name)

    def get_request_serializer(self) -> Any:
        return self.checkout_view.request_serializer()

    def get_response_serializers(self) -> Any:
        return self.checkout_view.response_serializers()


class CheckoutView(ApiView):
    sellable: Sellable = cast(Sellable, None)
    """Set by `as_view(sellable=...)`."""
    operation_id: ClassVar[str]
    schema = CheckoutSchema()

    @property
    def kind_name(self) -> str:
        """'LiveTrading' for liveTrading."""
        kind = self.sellable.kind
        return kind[0].upper() + kind[1:]

    def request_serializer(self) -> type[serializers.Serializer]:
        raise NotImplementedError

    def response_serializers(self) -> dict[int, Any]:
        """What each status answers, for the OpenAPI description."""
        raise NotImplementedError


class FillCart(CheckoutView):
    """Replaces what the caller's cart for that item contains."""

    operation_id = "fill{}Cart"

    def request_serializer(self) -> type[serializers.Serializer]:
        return self.sellable.routes.body

    def response_serializers(self) -> dict[int, Any]:
        return success(f"{self.kind_name}CartAnswer", data=carts.CartContents, message=str) | failures(
            {409: "It cannot be sold to the caller: `already_owned`, `sold_out`, `not_for_sale`, `ended`."}
        )

    def post(self, request: Request) -> Response:
        selection = self.read(self.request_serializer())
        billing = selection.pop("billingDetails", {})
        cart = cart_service.fill(
            person=self.person,
            kind=self.sellable.kind,
            request=selection,
            billing_details=billing,
            at=timezone.now(),
        )
        return Response({"data": carts.serialize(cart), "message": "Your cart is ready."})


class Enroll(CheckoutView):
    """Places the order for a cart. A repeat returns the same order as long as the cart is unchanged."""

    operation_id = "enroll{}"

    def request_serializer(self) -> type[serializers.Serializer]:
        return EnrollIn

    def response_serializers(self) -> dict[int, Any]:
        return success(f"{self.kind_name}EnrollAnswer", data=Enrolment, message=str) | failures(
            {
                409: "`price_changed` and `coupon_used_up` return the current cart in `data`.",
                410: "The cart has expired.",
                502: "The payment provider does not respond; nothing was charged.",
            }
        )

    def post(self, request: Request) -> Response:
        cart_id, person = ids.lookup_id(self.read(EnrollIn)["id"]), self.person
        order = enrolling.enroll(person=person, kind=self.sellable.kind, cart_id=cart_id, at=timezone.now())
        message = "Your order is complete." if order.is_paid else "Your order is ready for payment."
        return Response({"data": serialize_enrolment(order, buyer=person), "message": message})


class Confirm(CheckoutView):
    """Settles an order with the result of the payment window. A repeat returns the same answer."""

    operation_id = "confirm{}"

    def request_serializer(self) -> type[serializers.Serializer]:
        return ConfirmIn

    def response_serializers(self) -> dict[int, Any]:
        return {
            **success(f"{self.kind_name}ConfirmAnswer", data=orders.Confirmation, message=str),
            202: success(
                f"{self.kind_name}CheckingAnswer",
                data=PendingPayment,
                code=str,
                message=str,
            )[200],
        }

    def post(self, request: Request) -> Response:
        fields, person = self.read(ConfirmIn), self.person
        order = confirming.confirm(
            person=person, kind=self.sellable.kind, signed=Signed(**fields), at=timezone.now()
        )
        is_refunded = order.status == OrderStatus.REFUNDED
        if order.is_paid:
            message = _REFUNDED if is_refunded else "Payment received."
            return Response({"data": orders.serialize_confirmation(order, buyer=person), "message": message})
        if is_refunded:
            # The order was never fulfilled: its payment was refunded in full.
            data = {"orderId": str(order.pk), "status": "refunded"}
            return Response({"data": data, "code": "payment_refunded", "message": order.notice}, status=202)
        data = {"orderId": str(order.pk), "status": "checking"}
        return Response({"data": data, "code": "payment_checking", "message": _CHECKING}, status=202)
