from typing import ClassVar

from django.http import HttpRequest, HttpResponse

from apps.sandbox import clock, serializers
from apps.sandbox.api import inputs, responses
from apps.sandbox.api.base import ProviderView
from apps.sandbox.selectors import disputes, settlements
from apps.sandbox.selectors import orders as order_queries
from apps.sandbox.selectors import payments as payment_queries
from apps.sandbox.selectors import refunds as refund_queries
from apps.sandbox.services import orders, payments, refunds


class Orders(ProviderView):
    names: ClassVar = {"post": "orders.create", "get": "orders.list"}

    def post(self, request: HttpRequest) -> HttpResponse:
        parsed = inputs.order_request(inputs.json_object(request.body))
        return responses.entity(serializers.order(orders.create(request=parsed, at=clock.now())))

    def get(self, request: HttpRequest) -> HttpResponse:
        begins, ends = inputs.time_range(request.GET)
        found = order_queries.filter_by(receipt=request.GET.get("receipt"), begins=begins, ends=ends)
        page = list(found[inputs.page(request.GET)])
        items = [serializers.order(order) for order in page]
        if "payments" in request.GET.getlist("expand[]"):
            payments = payment_queries.by_order(order_ids=[order.pk for order in page])
            for item, order in zip(items, page, strict=True):
                item["payments"] = serializers.collection(
                    [serializers.payment(one) for one in payments[order.pk]]
                )
        return responses.collection(items)


class OrderDetail(ProviderView):
    names: ClassVar = {"get": "orders.fetch", "patch": "orders.edit"}

    def get(self, request: HttpRequest, order_id: str) -> HttpResponse:
        return responses.entity(serializers.order(order_queries.get(order_id=order_id)))

    def patch(self, request: HttpRequest, order_id: str) -> HttpResponse:
        notes = inputs.order_edit(inputs.json_object(request.body))
        return responses.entity(serializers.order(orders.edit(order_id=order_id, notes=notes)))


class OrderPayments(ProviderView):
    names: ClassVar = {"get": "orders.payments"}

    def get(self, request: HttpRequest, order_id: str) -> HttpResponse:
        order = order_queries.get(order_id=order_id)
        found = payment_queries.by_order(order_ids=[order.pk])[order.pk]
        return responses.collection([serializers.payment(payment) for payment in found])


class Payments(ProviderView):
    names: ClassVar = {"get": "payments.list"}

    def get(self, request: HttpRequest) -> HttpResponse:
        begins, ends = inputs.time_range(request.GET)
        found = payment_queries.filter_by(begins=begins, ends=ends)[inputs.page(request.GET)]
        return responses.collection([serializers.payment(payment) for payment in found])


class PaymentDetail(ProviderView):
    names: ClassVar = {"get": "payments.fetch"}

    def get(self, request: HttpRequest, payment_id: str) -> HttpResponse:
        return responses.entity(serializers.payment(payment_queries.get(payment_id=payment_id)))


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
        return responses.entity(serializers.payment(payment))


class Refund(ProviderView):
    names: ClassVar = {"post": "refunds.create"}

    def post(self, request: HttpRequest, payment_id: str) -> HttpResponse:
        key = request.headers.get("X-Refund-Idempotency")
        parsed = inputs.refund_request(inputs.json_object(request.body), key=key)
        refund = refunds.create(payment_id=payment_id, request=parsed, at=clock.now())
        return responses.entity(serializers.refund(refund))


class PaymentRefunds(ProviderView):
    names: ClassVar = {"get": "refunds.list"}

    def get(self, request: HttpRequest, payment_id: str) -> HttpResponse:
        found = refund_queries.for_payment(payment_id=payment_queries.get(payment_id=payment_id).pk)
        return responses.collection(
            [serializers.refund(refund) for refund in found[inputs.page(request.GET)]]
        )


class RefundDetail(ProviderView):
    names: ClassVar = {"get": "refunds.fetch"}

    def get(self, request: HttpRequest, refund_id: str, payment_id: str | None = None) -> HttpResponse:
        return responses.entity(serializers.refund(refund_queries.get(refund_id=refund_id)))


class Disputes(ProviderView):
    names: ClassVar = {"get": "disputes.list"}

    def get(self, request: HttpRequest) -> HttpResponse:
        page = disputes.newest_first()[inputs.page(request.GET)]
        return responses.collection([serializers.dispute(dispute) for dispute in page])


class SettledLines(ProviderView):
    names: ClassVar = {"get": "settlements.recon"}

    def get(self, request: HttpRequest) -> HttpResponse:
        found = settlements.lines(day=inputs.day(request.GET), at=clock.now())
        return responses.collection(found[inputs.page(request.GET)])
