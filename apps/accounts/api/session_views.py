from typing import cast

from django.contrib.auth import logout
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts import recent_proof
from apps.accounts.api.session_serializers import DeviceOut, MobileChangeOut, ProofIn
from apps.accounts.models import User
from apps.accounts.models.session import SessionStore
from apps.accounts.selectors import devices, mobile_changes
from apps.accounts.services import logins, sessions
from apps.accounts.services import mobile_changes as changing
from apps.core import ids
from apps.core.api.address import client_address
from apps.core.api.schema import answer_of, refusals
from apps.core.api.views import ApiView


class Devices(ApiView):
    """Where the caller is logged in: this browser first, then the one used last."""

    @extend_schema(
        operation_id="listDevices",
        responses=answer_of(
            "DeviceListAnswer", data=DeviceOut(many=True), totalCount=serializers.IntegerField()
        ),
    )
    def get(self, request: Request) -> Response:
        key = request._request.session.session_key
        rows = devices.of_person(person=_person(request), session_key=key, at=timezone.now())
        return Response({"data": rows, "totalCount": len(rows)})


class Device(ApiView):
    """Logs one of the caller's devices out."""

    @extend_schema(
        operation_id="logOutDevice",
        responses=answer_of("DeviceAnswer", message=serializers.CharField()),
    )
    def delete(self, request: Request, device_id: str) -> Response:
        sought, key = ids.sought(device_id), request._request.session.session_key
        if key is not None and sought == SessionStore.device_id_of(key):
            logout(request._request)
        else:
            address = client_address(request._request)
            sessions.log_out_device(person=_person(request), device_id=sought, address=address)
        return Response({"message": "That device is logged out."})


class Proof(ApiView):
    """Proves with a new OTP, sent to the caller's own number, that it is still them; good for 10 minutes."""

    @extend_schema(
        operation_id="proveAgain",
        request=ProofIn,
        responses=answer_of("ProofAnswer", message=serializers.CharField())
        | refusals({429: "The code was tried five times, or too many codes of the number were wrong."}),
    )
    def post(self, request: Request) -> Response:
        otp, now = self.read(ProofIn)["otp"], timezone.now()
        address = client_address(request._request)
        logins.prove(person=_person(request), otp=otp, address=address, now=now)
        recent_proof.note(request._request, now=now)
        return Response({"message": "Thank you. You can go on."})


class MobileChange(ApiView):
    """The change of the caller's number that staff have asked for and that waits."""

    @extend_schema(
        operation_id="getMobileChange",
        responses=answer_of("MobileChangeAnswer", data=MobileChangeOut(allow_null=True)),
    )
    def get(self, request: Request) -> Response:
        return Response({"data": mobile_changes.waiting_for(person=_person(request))})

    @extend_schema(
        operation_id="stopMobileChange",
        responses=answer_of("StopMobileChangeAnswer", message=serializers.CharField()),
    )
    def delete(self, request: Request) -> Response:
        changing.stop(person=_person(request), address=client_address(request._request), at=timezone.now())
        return Response({"message": "Your number stays as it is."})


def _person(request: Request) -> User:
    return cast(User, request.user)  # the frame has let nobody else in
