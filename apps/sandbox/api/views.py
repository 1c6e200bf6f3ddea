from typing import ClassVar

from django.http import HttpRequest, HttpResponse

from apps.sandbox import clock, snapshots
from apps.sandbox.api import inputs, responses
from apps.sandbox.api.base import ProviderView
from apps.sandbox.selectors import disputes
from apps.sandbox.selectors import orders as placed
from apps.sandbox.selectors import payments as tries
from apps.sandbox.selectors import refunds as returns
from apps.sandbox.services import orders, payments, refunds


class Orders(ProviderView):
    names: ClassVar = {"post": "orders.create", "get": "orders.list"}

    def post(self, request: HttpRequest) -> HttpResponse:
        wanted = inputs.order_request(inputs.json_object(request.body))
        return responses.entity(snapshots.order(orders.place(request=wanted, at=clock.now())))

    def get(self, request: HttpRequest) -> HttpResponse:
        begins, ends = inputs.span(request.GET)
        found = placed.matching(receipt=request.GET.get("receipt"), begins=begins, ends=ends)
        page = list(found[inputs.page(request.GET)])
        items = [snapshots.order(order) for order in page]
        if "payments" in request.GET.getlist("expand[]"):
            payments = tries.of_orders(order_ids=[order.pk for order in page])
            for item, order in zip(items, page, strict=True):
                item["payments"] = snapshots.collection(
                    [snapshots.payment(one) for one in payments[order.pk]]
                )
        return responses.collection(items)


class OneOrder(ProviderView):
    names: ClassVar = {"get": "orders.fetch"}

    def get(self, request: HttpRequest, order_id: str) -> HttpResponse:
        return responses.entity(snapshots.order(placed.with_id(order_id=order_id)))


class OrderPayments(ProviderView):
    names: ClassVar = {"get": "orders.payments"}

    def get(self, request: HttpRequest, order_id: str) -> HttpResponse:
        order = placed.with_id(order_id=order_id)
        found = tries.of_orders(order_ids=[order.pk])[order.pk]
        return responses.collection([snapshots.payment(payment) for payment in found])


class Payments(ProviderView):
    names: ClassVar = {"get": "payments.list"}

    def get(self, request: HttpRequest) -> HttpResponse:
        begins, ends = inputs.span(request.GET)
        found = tries.matching(begins=begins, ends=ends)[inputs.page(request.GET)]
        return responses.collection([snapshots.payment(payment) for payment in found])


class OnePayment(ProviderView):
    names: ClassVar = {"get": "payments.fetch"}

    def get(self, request: HttpRequest, payment_id: str) -> HttpResponse:
        return responses.entity(snapshots.payment(tries.with_id(payment_id=payment_id)))


class Capture(ProviderView):
    names: ClassVar = {"post": "payments.capture"}

    def post(self, request: HttpRequest, payment_id: str) -> HttpResponse:
        data = inputs.json_object(request.body)
        payment = payments.capture(
            payment_id=payment_id,
            amount_paise=inputs.amount(data.get("amount")),
            currency=inputs.currency(data.get("currency", "INR")),
            at=clock.now(),
        )
        return responses.entity(snapshots.payment(payment))


class Refund(ProviderView):
    names: ClassVar = {"post": "refunds.create"}

    def post(self, request: HttpRequest, payment_id: str) -> HttpResponse:
        key = request.headers.get("X-Refund-Idempotency")
        wanted = inputs.refund_request(inputs.json_object(request.body), key=key)
        made = refunds.give_back(payment_id=payment_id, request=wanted, at=clock.now())
        return responses.entity(snapshots.refund(made))


class PaymentRefunds(ProviderView):
    names: ClassVar = {"get": "refunds.list"}

    def get(self, request: HttpRequest, payment_id: str) -> HttpResponse:
        found = returns.of_payment(payment_id=tries.with_id(payment_id=payment_id).pk)
        return responses.collection([snapshots.refund(refund) for refund in found[inputs.page(request.GET)]])


class OneRefund(ProviderView):
    names: ClassVar = {"get": "refunds.fetch"}

    def get(self, request: HttpRequest, refund_id: str, payment_id: str | None = None) -> HttpResponse:
        return responses.entity(snapshots.refund(returns.with_id(refund_id=refund_id)))


class Disputes(ProviderView):
    names: ClassVar = {"get": "disputes.list"}

    def get(self, request: HttpRequest) -> HttpResponse:
        page = disputes.newest_first()[inputs.page(request.GET)]
        return responses.collection([snapshots.dispute(dispute) for dispute in page])
