from django.contrib.auth import login
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts import known_browser
from apps.accounts.api.login_serializers import SendIn, SentOut, TrialIn, TrialOut, VerifyIn
from apps.accounts.api.serializers import UserOut
from apps.accounts.models import User
from apps.accounts.selectors import profile
from apps.accounts.services import codes, logins, trials
from apps.core.api.address import client_address
from apps.core.api.schema import answer_of, refusals
from apps.core.api.views import PublicView

BY_CODE = "apps.accounts.backends.ByCode"


class SendCode(PublicView):
    """Sends a login code to a number, the same for numbers with and without an account."""

    @extend_schema(
        operation_id="sendCode",
        request=SendIn,
        responses=answer_of("SendCodeAnswer", data=SentOut(), message=serializers.CharField())
        | refusals({429: "Sooner than 15 seconds, or past what one number or address may ask for."}),
    )
    def post(self, request: Request) -> Response:
        asked = self.read(SendIn)
        issued = codes.send(
            mobile=asked["mobile"],
            can_whatsapp=asked["canWhatsapp"],
            is_known=known_browser.has_logged_in(request._request, asked["mobile"]),
            address=client_address(request._request),
            now=timezone.now(),
        )
        data = {
            "resendAfter": int(issued.resend_after.total_seconds()),
            "expiresIn": int(issued.expires_in.total_seconds()),
        }
        return Response({"data": data, "message": "We have sent you a code."})


class VerifyCode(PublicView):
    """Logs in whoever has the newest code of a number, and signs the number up if it is new."""

    @extend_schema(
        operation_id="verifyCode",
        request=VerifyIn,
        responses=answer_of("VerifyCodeAnswer", data=UserOut(), message=serializers.CharField())
        | refusals({429: "The code was tried five times, or too many codes of the number were wrong."}),
    )
    def post(self, request: Request) -> Response:
        asked = self.read(VerifyIn)
        now = timezone.now()
        person = logins.log_in(
            mobile=asked["mobile"],
            otp=asked["otp"],
            is_known=known_browser.has_logged_in(request._request, asked["mobile"]),
            address=client_address(request._request),
            now=now,
        )
        login(request._request, person, backend=BY_CODE)
        answer = Response(
            {
                "data": UserOut(profile.of_person(person=person, at=now)).data,
                "message": "You are logged in.",
            }
        )
        known_browser.remember(request._request, answer, person.mobile)
        return answer


class FreeTrial(PublicView):
    """Notes that a number wants the free trial, which its next login starts."""

    @extend_schema(
        operation_id="askForTrial",
        request=TrialIn,
        responses=answer_of("FreeTrialAnswer", data=TrialOut(), message=serializers.CharField())
        | refusals({429: "Past what one address may ask for."}),
    )
    def post(self, request: Request) -> Response:
        mobile = self.read(TrialIn)["mobile"]
        trials.register(
            mobile=mobile,
            address=client_address(request._request),
            person=request.user if isinstance(request.user, User) else None,
            now=timezone.now(),
        )
        data = {"mobile": f"91{mobile}", "registered": True}
        return Response({"data": data, "message": "Log in with this number to start your free trial."})
