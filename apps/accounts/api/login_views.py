from django.contrib.auth import login
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts import known_browser, login_cookies
from apps.accounts.api.login_serializers import (
    CodeStatusOut,
    SendCodeIn,
    SentCodeOut,
    TrialIn,
    TrialOut,
    VerifyCodeIn,
)
from apps.accounts.api.requests import person_of
from apps.accounts.api.serializers import UserOut
from apps.accounts.selectors import profile
from apps.accounts.services import codes, logins, trials
from apps.accounts.states import OtpStatus
from apps.core import ids
from apps.core.api.client_ip import client_ip
from apps.core.api.schema import failures, success
from apps.core.api.views import ApiView, PublicView

BY_CODE = "apps.accounts.backends.ByCode"
SENT_COOKIE = "otp_sent"

_NEWS = {
    OtpStatus.LATE: gettext_noop(
        "Your OTP is taking longer than usual. You can wait for it or request another."
    ),
    OtpStatus.FAILED: gettext_noop("OTP send failed. Check the number, or try again in a few minutes."),
}


class SendCode(PublicView):
    """Sends a login OTP. The response is the same for numbers with and without an account."""

    @extend_schema(
        operation_id="sendCode",
        request=SendCodeIn,
        responses=success("SendCodeAnswer", data=SentCodeOut(), message=serializers.CharField())
        | failures(
            {
                429: "Too soon after the last OTP, or over the limit of the number or IP address.",
                503: "OTPs cannot be sent to anybody at present.",
            }
        ),
    )
    def post(self, request: Request) -> Response:
        fields = self.read(SendCodeIn)
        issued = codes.send(
            mobile=fields["mobile"],
            can_whatsapp=fields["canWhatsapp"],
            is_known=known_browser.has_logged_in(request._request, fields["mobile"]),
            address=client_ip(request._request),
            now=timezone.now(),
        )
        data = {
            "resendAfter": int(issued.resend_after.total_seconds()),
            "expiresIn": int(issued.expires_in.total_seconds()),
        }
        response = Response({"data": data, "message": "We have sent you an OTP."})
        response.set_cookie(
            SENT_COOKIE,
            str(issued.message_id),
            max_age=data["expiresIn"],
            **login_cookies.attributes(request._request),
        )
        return response


class CodeStatus(ApiView):
    """
    Whether the OTP was sent that this browser requested last.

    It is found by the cookie that only this browser got, so nobody learns anything about a number of somebody
    else.
    """

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="codeStatus",
        responses=success("CodeStatusAnswer", data=CodeStatusOut(), message=serializers.CharField())
        | failures({404: "This browser requested none, or long ago."}),
    )
    def get(self, request: Request) -> Response:
        message_id = ids.lookup_id(request.COOKIES.get(SENT_COOKIE, ""))
        status = codes.sending_status(message_id=message_id, now=timezone.now())
        return Response({"data": {"status": status}, "message": gettext(_NEWS.get(status, ""))})


class VerifyCode(PublicView):
    """Logs in with the latest OTP of a number, and creates an account if the number is new."""

    @extend_schema(
        operation_id="verifyCode",
        request=VerifyCodeIn,
        responses=success("VerifyCodeAnswer", data=UserOut(), message=serializers.CharField())
        | failures({429: "Five failed attempts for this OTP, or too many wrong OTPs for this number."}),
    )
    def post(self, request: Request) -> Response:
        fields = self.read(VerifyCodeIn)
        now = timezone.now()
        person = logins.log_in(
            mobile=fields["mobile"],
            otp=fields["otp"],
            is_known=known_browser.has_logged_in(request._request, fields["mobile"]),
            address=client_ip(request._request),
            now=now,
        )
        login(request._request, person, backend=BY_CODE)
        response = Response(
            {
                "data": UserOut(profile.user_data(person=person, at=now)).data,
                "message": "You are logged in.",
            }
        )
        known_browser.remember(request._request, response, person.mobile)
        return response


class FreeTrial(PublicView):
    """Registers a number for the free trial, which starts at its next login."""

    @extend_schema(
        operation_id="askForTrial",
        request=TrialIn,
        responses=success("FreeTrialAnswer", data=TrialOut(), message=serializers.CharField())
        | failures({429: "Over the limit of the IP address."}),
    )
    def post(self, request: Request) -> Response:
        mobile = self.read(TrialIn)["mobile"]
        trials.register(
            mobile=mobile,
            address=client_ip(request._request),
            person=person_of(request),
            now=timezone.now(),
        )
        data = {"mobile": f"91{mobile}", "registered": True}
        return Response({"data": data, "message": "Log in with this number to start your free trial."})
