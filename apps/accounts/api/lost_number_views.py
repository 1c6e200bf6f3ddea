from typing import Any

from django.core.validators import EmailValidator
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.login_serializers import MobileField
from apps.accounts.services import lost_numbers, mobile_changes
from apps.accounts.services.lost_numbers import LostNumberForm
from apps.core.api.client_ip import client_ip
from apps.core.api.fields import MultilineField, VisibleTextField
from apps.core.api.schema import created, failures, success
from apps.core.api.views import PublicView

_REQUIRED = {"required": True, "allow_blank": False}


class LostNumberIn(serializers.Serializer[Any]):
    name = VisibleTextField(max_length=80, **_REQUIRED)
    oldMobile = MobileField()
    newMobile = MobileField()
    email = VisibleTextField(
        max_length=254, validators=[EmailValidator("Enter a valid email address.")], **_REQUIRED
    )
    proof = MultilineField(max_length=1000, **_REQUIRED)


class StopMobileChangeIn(serializers.Serializer[Any]):
    token = VisibleTextField(max_length=200, **_REQUIRED)


class ReportLostNumber(PublicView):
    """Asks staff to change the number of an account. The response is the same for all numbers."""

    @extend_schema(
        operation_id="reportLostNumber",
        request=LostNumberIn,
        responses=created("LostNumberAnswer", message=serializers.CharField())
        | failures({429: "Over the limit of the number or the IP address."}),
    )
    def post(self, request: Request) -> Response:
        fields = self.read(LostNumberIn)
        form = LostNumberForm(
            name=fields["name"],
            old_mobile=fields["oldMobile"],
            new_mobile=fields["newMobile"],
            email=fields["email"],
            proof=fields["proof"],
        )
        lost_numbers.receive(form=form, address=client_ip(request._request), now=timezone.now())
        message = "We have received your request. We will reply by email."
        return Response({"message": message}, status=status.HTTP_201_CREATED)


class StopMobileChange(PublicView):
    """Stops a change of number with the link from its notice, without a login."""

    @extend_schema(
        operation_id="stopMobileChangeByLink",
        request=StopMobileChangeIn,
        responses=success("StopMobileChangeByLinkAnswer", message=serializers.CharField())
        | failures({404: "The link is not valid.", 409: "The change was applied or has ended."}),
    )
    def post(self, request: Request) -> Response:
        mobile_changes.stop_by_link(
            token=self.read(StopMobileChangeIn)["token"],
            address=client_ip(request._request),
            at=timezone.now(),
        )
        return Response({"message": "The change is stopped. You keep your number."})
