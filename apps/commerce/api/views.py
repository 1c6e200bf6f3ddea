"""The cart, enroll and confirm calls of every kind that is sold."""

from typing import Any, ClassVar, cast

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.commerce.api.serializers import (
    CartOut,
    CheckingOut,
    ConfirmedOut,
    ConfirmIn,
    EnrolledOut,
    EnrollIn,
    WithBillingIn,
)
from apps.commerce.flows import confirming, enrolling
from apps.commerce.flows.confirming import Signed
from apps.commerce.gateways import razorpay
from apps.commerce.models import Order
from apps.commerce.selectors import carts, orders
from apps.commerce.services import carts as filling
from apps.commerce.states import OrderStatus
from apps.core import ids
from apps.core.api.schema import answer_of, refusals
from apps.core.api.views import ApiView
from apps.core.sellables import Sellable

_CHECKING = "We are checking your payment. You need not pay again."
_REFUNDED = "This order was refunded. You will find the refund in your receipts."


class FillCart(ApiView):
    """Puts a selection into the caller's cart for that thing, in place of what it held."""

    sellable: ClassVar[Sellable]
    body: ClassVar[type[serializers.Serializer]]

    def post(self, request: Request) -> Response:
        told = self.read(self.body)
        billing = told.pop("billingDetails", {})
        cart = filling.fill(
            person=person_of(request),
            kind=self.sellable.kind,
            request=told,
            billing_details=billing,
            at=timezone.now(),
        )
        return Response({"data": carts.shown(cart), "message": "Your cart is ready."})


class Enroll(ApiView):
    """Makes the order of a cart; the same one while nothing about it changes."""

    sellable: ClassVar[Sellable]

    def post(self, request: Request) -> Response:
        told, person = self.read(EnrollIn), person_of(request)
        order = enrolling.enroll(
            person=person, kind=self.sellable.kind, cart_id=ids.sought(told["id"]), at=timezone.now()
        )
        if order.is_paid:
            answer = {**orders.confirmed(order, buyer=person), "paid": True}
            return Response(
                {"data": {"razorPayOrderId": None, "amountToBePaid": 0, **answer}, "message": "It is yours."}
            )
        return Response({"data": _to_pay(order, person), "message": "Your order is ready to be paid."})


class Confirm(ApiView):
    """Settles an order by what the provider's window handed over; a repeat gives the same answer."""

    sellable: ClassVar[Sellable]

    def post(self, request: Request) -> Response:
        told, person = self.read(ConfirmIn), person_of(request)
        signed = Signed(
            order_id=told["razorPayOrderId"],
            payment_id=told["razorPayPaymentId"],
            signature=told["razorPaySignature"],
        )
        order = confirming.confirm(person=person, kind=self.sellable.kind, signed=signed, at=timezone.now())
        is_refunded = order.status == OrderStatus.REFUNDED
        if order.is_paid:
            message = _REFUNDED if is_refunded else "Payment received."
            return Response({"data": orders.confirmed(order, buyer=person), "message": message})
        if is_refunded:
            # It never opened anything: its money went back as it came.
            data = {"orderId": str(order.pk), "status": "refunded"}
            return Response({"data": data, "code": "payment_refunded", "message": order.notice}, status=202)
        data = {"orderId": str(order.pk), "status": "checking"}
        return Response({"data": data, "code": "payment_checking", "message": _CHECKING}, status=202)


def cart_view(sellable: Sellable) -> type[ApiView]:
    name = _named(sellable)
    body = type(f"{name}CartIn", (WithBillingIn, sellable.routes.body), {})
    view = type(f"Fill{name}Cart", (FillCart,), {"sellable": sellable, "body": body})
    return _described(
        view,
        operation_id=f"fill{name}Cart",
        request=body,
        responses=answer_of(f"{name}CartAnswer", data=CartOut(), message=serializers.CharField())
        | refusals(
            {409: "It cannot be sold to the caller: `already_owned`, `sold_out`, `not_for_sale`, `ended`."}
        ),
    )


def enroll_view(sellable: Sellable) -> type[ApiView]:
    name = _named(sellable)
    view = type(f"Enroll{name}", (Enroll,), {"sellable": sellable})
    return _described(
        view,
        operation_id=f"enroll{name}",
        request=EnrollIn,
        responses=answer_of(f"{name}EnrollAnswer", data=EnrolledOut(), message=serializers.CharField())
        | refusals(
            {
                409: "`price_changed` and `coupon_used_up` bring the cart as it is now in `data`.",
                410: "The cart has expired.",
                502: "The payment provider does not answer; nothing was charged.",
            }
        ),
    )


def confirm_view(sellable: Sellable) -> type[ApiView]:
    name = _named(sellable)
    view = type(f"Confirm{name}", (Confirm,), {"sellable": sellable})
    return _described(
        view,
        operation_id=f"confirm{name}",
        request=ConfirmIn,
        responses={
            **answer_of(f"{name}ConfirmAnswer", data=ConfirmedOut(), message=serializers.CharField()),
            202: answer_of(
                f"{name}CheckingAnswer",
                data=CheckingOut(),
                code=serializers.CharField(),
                message=serializers.CharField(),
            )[200],
        },
    )


def person_of(request: Request) -> User:
    return cast(User, request.user)


def _described(view: type[ApiView], **told: Any) -> type[ApiView]:
    return extend_schema_view(post=extend_schema(**told))(view)


def _named(sellable: Sellable) -> str:
    return sellable.kind[0].upper() + sellable.kind[1:]


def _to_pay(order: Order, person: User) -> dict[str, Any]:
    return {
        "orderId": str(order.pk),
        "razorPayOrderId": order.provider_order_id,
        "amountToBePaid": order.bill_paise,
        "currency": razorpay.CURRENCY,
        "keyId": razorpay.key_id(),
        "checkoutScript": settings.CHECKOUT_SCRIPT,
        "prefill": {"name": person.name, "email": person.email, "contact": f"+91{person.mobile}"},
    }
