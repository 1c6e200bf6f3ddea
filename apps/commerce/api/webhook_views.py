from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from apps.commerce.flows import webhooks
from apps.core.api.schema import success
from apps.core.api.views import ApiView


class RazorpayWebhook(ApiView):
    """The payment provider's webhook. Events are verified by the signature over the raw body."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    checks_csrf = False

    @extend_schema(
        operation_id="receiveRazorpayEvent",
        request=OpenApiTypes.OBJECT,
        responses=success("EventAnswer", message=serializers.CharField()),
    )
    def post(self, request: Request) -> Response:
        # A wrong signature is refused there.
        webhooks.receive(
            body=request._request.body,
            signature=request.headers.get("X-Razorpay-Signature", ""),
            event_id=request.headers.get("x-razorpay-event-id", ""),
            at=timezone.now(),
        )
        return Response({"message": "Received."})
