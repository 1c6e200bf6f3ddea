from typing import cast

from django.contrib.auth import logout
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts import personal_data, recent_proof
from apps.accounts.api.profile_serializers import ConsentOut, DetailsIn, EraseIn
from apps.accounts.api.serializers import UserOut
from apps.accounts.models import User
from apps.accounts.selectors import consents, profile
from apps.accounts.services import erasure, profiles, sessions
from apps.core.api.address import client_address
from apps.core.api.paging import SliceIn, asked_slice
from apps.core.api.schema import answer_of, refusals
from apps.core.api.views import ApiView

NEEDS_PROOF = "No OTP was entered in this session in the last 10 minutes (`code` is `proof_needed`)."


class ChangeDetails(ApiView):
    """Changes what the caller tells of themselves; their number is not changed here."""

    @extend_schema(
        operation_id="changeDetails",
        request=DetailsIn,
        responses=answer_of("DetailsAnswer", data=UserOut(), message=serializers.CharField())
        | refusals({403: NEEDS_PROOF}),
    )
    def put(self, request: Request) -> Response:
        told, person, now = self.read(DetailsIn), _person(request), timezone.now()
        profiles.change(
            person=person,
            details=profiles.Details(
                name=told.get("name"),
                email=told.get("email"),
                state=told.get("state"),
                company=told.get("company"),
                gst_no=told.get("gstNo"),
                address=told.get("address"),
            ),
            can_whatsapp=told.get("canWhatsapp"),
            is_proved=recent_proof.is_fresh(request._request, now=now),
            network_address=client_address(request._request),
            at=now,
        )
        data = UserOut(profile.of_person(person=person, at=now)).data
        return Response({"data": data, "message": "Your details are saved."})


class Consents(ApiView):
    """What the caller has agreed to and taken back, newest first."""

    @extend_schema(
        operation_id="listConsents",
        parameters=[SliceIn],
        responses=answer_of(
            "ConsentListAnswer", data=ConsentOut(many=True), totalCount=serializers.IntegerField()
        ),
    )
    def get(self, request: Request) -> Response:
        asked = asked_slice(self.read_query(SliceIn))
        entries = consents.of_person(person=_person(request))
        page = entries[asked.skip : asked.end] if asked.limit else []
        return Response({"data": ConsentOut(page, many=True).data, "totalCount": entries.count()})


class PersonalData(ApiView):
    """All that is kept of the caller, as a file."""

    @extend_schema(
        operation_id="downloadPersonalData",
        responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "What is kept, by section; moments in UTC.")},
    )
    def get(self, request: Request) -> Response:
        return Response(
            personal_data.exported(person=_person(request)),
            headers={"Content-Disposition": 'attachment; filename="rally-data.json"'},
        )


class Erase(ApiView):
    """Erases the caller's account for good and logs them out."""

    @extend_schema(
        operation_id="eraseAccount",
        request=EraseIn,
        responses=answer_of("EraseAnswer", message=serializers.CharField())
        | refusals({403: NEEDS_PROOF, 409: "The account belongs to the staff (`code` is `staff_account`)."}),
    )
    def post(self, request: Request) -> Response:
        mobile, now = self.read(EraseIn)["mobile"], timezone.now()
        erasure.erase(
            person=_person(request),
            mobile=mobile,
            is_proved=recent_proof.is_fresh(request._request, now=now),
            address=client_address(request._request),
            at=now,
        )
        logout(request._request)
        return Response({"message": "Your account is deleted."})


class LogoutEverywhere(ApiView):
    """Ends the caller's sessions in all browsers, this one included."""

    @extend_schema(
        operation_id="logoutEverywhere",
        request=None,
        responses=answer_of("LogoutEverywhereAnswer", message=serializers.CharField()),
    )
    def post(self, request: Request) -> Response:
        sessions.log_out_everywhere(person=_person(request), address=client_address(request._request))
        logout(request._request)
        return Response({"message": "You are logged out on all your devices."})


def _person(request: Request) -> User:
    return cast(User, request.user)  # the frame has let nobody else in
