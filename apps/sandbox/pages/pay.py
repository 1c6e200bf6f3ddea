"""Pays an order, for the bank's page and for tests."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_POST

from apps.sandbox import clock, faults, ids, signatures
from apps.sandbox.api import fault_injection, inputs, parsing, responses
from apps.sandbox.errors import ProviderError
from apps.sandbox.models import Payment
from apps.sandbox.services import payments

OUTCOMES = ("success", "failure")


@require_POST
def pay(request: HttpRequest) -> HttpResponseBase:
    """Attempt a payment with the given outcome."""
    return fault_injection.handle("pay", lambda: _respond(request))


@require_POST
def pay_in_window(request: HttpRequest) -> HttpResponseBase:
    """The same from the bank's page. A fault rule can keep the checkout's handler from being called."""
    response = _respond(request)
    if response.status_code == 200 and faults.for_request("window", kinds=("lost_handler",)):
        return responses.entity({"lost": True})
    return response


def _respond(request: HttpRequest) -> HttpResponseBase:
    try:
        data = inputs.json_object(request.body)
        order_id = parsing.text(data, "order_id")
        outcome = parsing.text(data, "outcome", among=OUTCOMES)
        do = payments.succeed if outcome == "success" else payments.fail
        return responses.entity(_checkout_response(do(order_id=order_id, at=clock.now())))
    except ids.UnknownId as error:
        error.status = 404
        return responses.error(error)
    except ProviderError as error:
        return responses.error(error)


def _checkout_response(payment: Payment) -> dict[str, object]:
    return {
        "razorpay_order_id": payment.order_id,
        "razorpay_payment_id": payment.pk,
        "razorpay_signature": signatures.sign_payment(order_id=payment.order_id, payment_id=payment.pk),
    }
