"""What the bank's page does, and what tests may do in its place."""

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
    """One try to pay an order, with the outcome that is asked for."""
    return fault_injection.call("pay", lambda: _answer(request))


@require_POST
def pay_in_window(request: HttpRequest) -> HttpResponseBase:
    """The same from the bank's page, whose word to the window a test may lose."""
    response = _answer(request)
    if response.status_code == 200 and faults.of_call("window", kinds=("lost_handler",)):
        return responses.entity({"lost": True})
    return response


def _answer(request: HttpRequest) -> HttpResponseBase:
    try:
        data = inputs.json_object(request.body)
        order_id = parsing.text(data, "order_id")
        outcome = parsing.text(data, "outcome", among=OUTCOMES)
        do = payments.succeed if outcome == "success" else payments.fail
        return responses.entity(_told(do(order_id=order_id, at=clock.now())))
    except ids.UnknownId as unknown:
        unknown.status = 404
        return responses.error(unknown)
    except ProviderError as refusal:
        return responses.error(refusal)


def _told(payment: Payment) -> dict[str, object]:
    return {
        "razorpay_order_id": payment.order_id,
        "razorpay_payment_id": payment.pk,
        "razorpay_signature": signatures.of_payment(order_id=payment.order_id, payment_id=payment.pk),
    }
