from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from apps.sandbox.api import answers, inputs
from apps.sandbox.api.base import ProviderView
from apps.sandbox.selectors import orders as placed
from apps.sandbox.services import orders


class Orders(ProviderView):
    def post(self, request: HttpRequest) -> HttpResponse:
        wanted = inputs.order_request(inputs.json_object(request.body))
        return answers.entity(answers.order(orders.place(request=wanted, at=timezone.now())))

    def get(self, request: HttpRequest) -> HttpResponse:
        found = placed.matching(receipt=request.GET.get("receipt"))
        return answers.collection([answers.order(order) for order in found[inputs.page(request.GET)]])


class OneOrder(ProviderView):
    def get(self, request: HttpRequest, order_id: str) -> HttpResponse:
        return answers.entity(answers.order(placed.with_id(order_id=order_id)))


class OrderPayments(ProviderView):
    def get(self, request: HttpRequest, order_id: str) -> HttpResponse:
        placed.with_id(order_id=order_id)
        return answers.collection([])
