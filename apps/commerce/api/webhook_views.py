from typing import Any, cast

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from apps.commerce.flows import webhooks
from apps.core.api.schema import ApiSchema, success
from apps.core.api.views import ApiView


class WebhookSchema(ApiSchema):
    """Describes the webhook once for each gateway."""

    def get_operation_id(self) -> str:
        return f"receive{cast(ProviderWebhook, self.view).provider.capitalize()}Event"

    def get_request_serializer(self) -> Any:
        return OpenApiTypes.OBJECT

    def get_response_serializers(self) -> Any:
        return success("EventAnswer", message=serializers.CharField())


class ProviderWebhook(ApiView):
    """The payment provider's webhook. Events are verified by the signature over the raw body."""

    provider: str = ""
    """Set by `as_view(provider=...)`."""
    authentication_classes = ()
    permission_classes = (AllowAny,)
    checks_csrf = False
    schema = WebhookSchema()

    def post(self, request: Request) -> Response:
        # A wrong signature is refused there.
        webhooks.receive(
            provider=self.provider, body=request._request.body, headers=request.headers, at=timezone.now()
        )
        return Response({"message": "Received."})
