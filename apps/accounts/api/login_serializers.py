import re
from typing import Any

from django.utils.translation import gettext_noop
from rest_framework import serializers

from apps.accounts.models.user import MOBILE
from apps.accounts.states import OtpStatus
from apps.core.api.fields import FlagField, TextField

_OPTIONAL_COUNTRY_CODE = re.compile(rf"(?:\+?91)?({MOBILE.pattern})")
_COUNTRY_CODE = re.compile(rf"\+?91({MOBILE.pattern})")


class MobileField(TextField):
    """An Indian mobile number, with or without the country code; the value is its ten digits."""

    default_error_messages = {
        "not_mobile": gettext_noop("Enter a 10-digit mobile number that starts with 6, 7, 8 or 9.")
    }
    pattern = _OPTIONAL_COUNTRY_CODE

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, max_length=13, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        match = self.pattern.fullmatch(super().to_internal_value(data))
        if match is None:
            self.fail("not_mobile")
        return match[1]


class MobileWithCountryCodeField(MobileField):
    pattern = _COUNTRY_CODE


class SendCodeIn(serializers.Serializer[Any]):
    mobile = MobileField()
    canWhatsapp = FlagField(required=False, default=False)


class SentCodeOut(serializers.Serializer[Any]):
    resendAfter = serializers.IntegerField(help_text="Seconds until another OTP can be requested.")
    expiresIn = serializers.IntegerField(help_text="Seconds until the OTP expires.")


class CodeStatusOut(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=OtpStatus.values)


class VerifyCodeIn(serializers.Serializer[Any]):
    mobile = MobileField()
    otp = TextField(trim_whitespace=False, max_length=64)


class TrialIn(serializers.Serializer[Any]):
    mobile = MobileWithCountryCodeField(help_text="With the country code 91 in front.")


class TrialOut(serializers.Serializer[Any]):
    mobile = serializers.CharField()
    registered = serializers.BooleanField()
