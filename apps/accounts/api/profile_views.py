from collections.abc import Sequence

from django.contrib.auth import logout
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts import personal_data, reauthentication
from apps.accounts.api.profile_serializers import (
    ClosingRefundOut,
    ConfirmEmailIn,
    ConsentOut,
    DetailsIn,
    EraseIn,
    MessageOut,
)
from apps.accounts.api.serializers import UserOut
from apps.accounts.personal_data import ClosingRefund
from apps.accounts.selectors import consents, exported, message_log, profile
from apps.accounts.services import email_confirmations, erasure, profiles, security_log, sessions
from apps.accounts.states import ConsentKind
from apps.core import business_constants, retention
from apps.core.api.client_ip import client_ip
from apps.core.api.pagination import PaginationIn, requested_slice
from apps.core.api.schema import failures, success
from apps.core.api.views import ApiView, PublicView
from apps.core.formatting import short_price

NEEDS_OTP = "No OTP was entered in this session recently (`code` is `proof_needed`)."


_CONSENT_FIELDS = {"canWhatsapp": ConsentKind.WHATSAPP, "engagementConsent": ConsentKind.ENGAGEMENT}


class ChangeDetails(ApiView):
    """Updates the caller's profile details. The mobile number cannot be changed here."""

    @extend_schema(
        operation_id="changeDetails",
        request=DetailsIn,
        responses=success("DetailsAnswer", data=UserOut(), message=serializers.CharField())
        | failures({403: NEEDS_OTP, 429: "Over the day's limit of new email addresses or of consents."}),
    )
    def put(self, request: Request) -> Response:
        fields, person, now = self.read(DetailsIn), self.person, timezone.now()
        profiles.change(
            person=person,
            details=profiles.Details(
                name=fields.get("name"),
                email=fields.get("email"),
                state=fields.get("state"),
                company=fields.get("company"),
                gst_no=fields.get("gstNo"),
                address=fields.get("address"),
            ),
            choices={kind: fields[name] for name, kind in _CONSENT_FIELDS.items() if name in fields},
            has_reauthenticated=reauthentication.is_recent(request._request, now=now),
            network_address=client_ip(request._request),
            at=now,
        )
        data = UserOut(profile.user_data(person=person, at=now)).data
        return Response({"data": data, "message": "Your details have been saved."})


class EmailConfirmation(ApiView):
    """Sends the link again that confirms the caller's email address."""

    @extend_schema(
        operation_id="resendEmailConfirmation",
        request=None,
        responses=success("EmailConfirmationAnswer", message=serializers.CharField())
        | failures(
            {409: "There is no address, or it is confirmed.", 429: "Over the day's limit of new addresses."}
        ),
    )
    def post(self, request: Request) -> Response:
        email_confirmations.resend_link(person=self.person, at=timezone.now())
        return Response({"message": "We've sent you a new link."})


class ConfirmEmail(PublicView):
    """Confirms an email address with the link that was sent to it, without a login."""

    @extend_schema(
        operation_id="confirmEmail",
        request=ConfirmEmailIn,
        responses=success("ConfirmEmailAnswer", message=serializers.CharField())
        | failures({404: "The link has expired, or the account has another address by now."}),
    )
    def post(self, request: Request) -> Response:
        email_confirmations.confirm(
            token=self.read(ConfirmEmailIn)["token"],
            address=client_ip(request._request),
            at=timezone.now(),
        )
        return Response({"message": "Your email address is confirmed."})


class Consents(ApiView):
    """The caller's consent history, given and withdrawn, newest first."""

    @extend_schema(
        operation_id="listConsents",
        parameters=[PaginationIn],
        responses=success(
            "ConsentListAnswer", data=ConsentOut(many=True), totalCount=serializers.IntegerField()
        ),
    )
    def get(self, request: Request) -> Response:
        window = requested_slice(self.read_query(PaginationIn))
        entries = consents.list_for(person=self.person)
        page = entries[window.skip : window.end] if window.limit else []
        return Response({"data": ConsentOut(page, many=True).data, "totalCount": entries.count()})


class ConsentFile(ApiView):
    """The caller's whole consent history, with the words of each entry, as a JSON file."""

    @extend_schema(
        operation_id="downloadConsents",
        responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "The entries, newest first; times are in UTC.")},
    )
    def get(self, request: Request) -> Response:
        return Response(
            {"consents": exported.consents(self.person)},
            headers={"Content-Disposition": 'attachment; filename="rally-consents.json"'},
        )


class Messages(ApiView):
    """The messages that were sent to the caller within a year, by any channel, newest first."""

    @extend_schema(
        operation_id="listMessages",
        parameters=[PaginationIn],
        responses=success(
            "MessageListAnswer", data=MessageOut(many=True), totalCount=serializers.IntegerField()
        ),
    )
    def get(self, request: Request) -> Response:
        page = requested_slice(self.read_query(PaginationIn))
        rows, count = message_log.list_for(person=self.person, page=page)
        return Response({"data": MessageOut(rows, many=True).data, "totalCount": count})


class PersonalData(ApiView):
    """Everything we hold about the caller, as a JSON file."""

    @extend_schema(
        operation_id="downloadPersonalData",
        responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "The data by section; times are in UTC.")},
    )
    def get(self, request: Request) -> Response:
        person = self.person
        security_log.write(
            "personal data exported",
            mobile=person.mobile,
            address=client_ip(request._request),
            person_id=person.pk,
        )
        return Response(
            personal_data.export(person=person),
            headers={"Content-Disposition": 'attachment; filename="rally-data.json"'},
        )


class Erase(ApiView):
    """Permanently deletes the caller's account and logs them out."""

    @extend_schema(
        operation_id="eraseAccount",
        request=EraseIn,
        responses=success("EraseAnswer", data=ClosingRefundOut(many=True), message=serializers.CharField())
        | failures(
            {
                403: NEEDS_OTP,
                409: "This is a staff account (`code` is `staff_account`).",
            }
        ),
    )
    def post(self, request: Request) -> Response:
        mobile, now = self.read(EraseIn)["mobile"], timezone.now()
        refunds = erasure.erase(
            person=self.person,
            mobile=mobile,
            has_reauthenticated=reauthentication.is_recent(request._request, now=now),
            address=client_ip(request._request),
            at=now,
        )
        logout(request._request)
        return Response({"data": ClosingRefundOut(refunds, many=True).data, "message": _erased(refunds)})


class ErasureRefunds(ApiView):
    """What deleting the caller's account would refund now, and how long closed grievances stay."""

    @extend_schema(
        operation_id="listErasureRefunds",
        responses=success(
            "ErasureRefundsAnswer",
            data=ClosingRefundOut(many=True),
            grievancesKept=serializers.CharField(help_text="'5 years'."),
        ),
    )
    def get(self, request: Request) -> Response:
        refunds = personal_data.planned_refunds(person=self.person, at=timezone.now())
        return Response(
            {
                "data": ClosingRefundOut(refunds, many=True).data,
                "grievancesKept": retention.grievance_period(),
            }
        )


class LogoutEverywhere(ApiView):
    """Logs the caller out on all devices, including this one."""

    @extend_schema(
        operation_id="logoutEverywhere",
        request=None,
        responses=success("LogoutEverywhereAnswer", message=serializers.CharField()),
    )
    def post(self, request: Request) -> Response:
        sessions.log_out_everywhere(person=self.person, address=client_ip(request._request))
        logout(request._request)
        return Response({"message": "You are logged out on all your devices."})


def _erased(refunds: Sequence[ClosingRefund]) -> str:
    total = sum(refund.amount_paise for refund in refunds)
    if not total:
        return "Your account is deleted."
    return (
        f"Your account is deleted. {short_price(total)} will be refunded to your original payment method "
        f"within {business_constants.texts()['refund_promise']}."
    )
