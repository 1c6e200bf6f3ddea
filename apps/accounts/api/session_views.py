from django.contrib.auth import logout
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts import reauthentication
from apps.accounts.api.session_serializers import DeviceOut, MobileChangeOut, ReauthenticationIn
from apps.accounts.models.session import SessionStore
from apps.accounts.selectors import devices
from apps.accounts.selectors import mobile_changes as pending_changes
from apps.accounts.services import logins, mobile_changes, sessions
from apps.core import ids
from apps.core.api.client_ip import client_ip
from apps.core.api.schema import failures, success
from apps.core.api.views import ApiView


class Devices(ApiView):
    """The devices where the caller is logged in: this one first, then the most recently used."""

    @extend_schema(
        operation_id="listDevices",
        responses=success(
            "DeviceListAnswer", data=DeviceOut(many=True), totalCount=serializers.IntegerField()
        ),
    )
    def get(self, request: Request) -> Response:
        key = request._request.session.session_key
        rows = devices.list_for(person=self.person, session_key=key, at=timezone.now())
        return Response({"data": rows, "totalCount": len(rows)})


class Device(ApiView):
    """Logs out one of the caller's devices."""

    @extend_schema(
        operation_id="logOutDevice",
        responses=success("DeviceAnswer", message=serializers.CharField()),
    )
    def delete(self, request: Request, device_id: str) -> Response:
        wanted_id, key = ids.lookup_id(device_id), request._request.session.session_key
        if key is not None and wanted_id == SessionStore.device_id_of(key):
            logout(request._request)
        else:
            address = client_ip(request._request)
            sessions.log_out_device(person=self.person, device_id=wanted_id, address=address)
        return Response({"message": "The device has been logged out."})


class Proof(ApiView):
    """Reauthenticates the caller for a short time with an OTP sent to their own number."""

    @extend_schema(
        operation_id="reauthenticate",
        request=ReauthenticationIn,
        responses=success("ReauthenticationAnswer", message=serializers.CharField())
        | failures({429: "Five failed attempts for this OTP, or too many wrong OTPs for this number."}),
    )
    def post(self, request: Request) -> Response:
        otp, now = self.read(ReauthenticationIn)["otp"], timezone.now()
        address = client_ip(request._request)
        logins.reauthenticate(person=self.person, otp=otp, address=address, now=now)
        reauthentication.record(request._request, now=now)
        return Response({"message": "Thank you. You can continue."})


class MobileChange(ApiView):
    """The pending change of the caller's mobile number that staff requested."""

    @extend_schema(
        operation_id="getMobileChange",
        responses=success("MobileChangeAnswer", data=MobileChangeOut(allow_null=True)),
    )
    def get(self, request: Request) -> Response:
        return Response({"data": pending_changes.pending_for(person=self.person)})

    @extend_schema(
        operation_id="stopMobileChange",
        responses=success("StopMobileChangeAnswer", message=serializers.CharField()),
    )
    def delete(self, request: Request) -> Response:
        mobile_changes.stop(person=self.person, address=client_ip(request._request), at=timezone.now())
        return Response({"message": "The change has been cancelled. You keep your number."})
