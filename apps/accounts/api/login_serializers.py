import re
from typing import Any

from rest_framework import serializers

from apps.accounts.models.user import MOBILE
from apps.core.api.fields import FlagField, TextField

_SPELLED = re.compile(rf"(?:\+?91)?({MOBILE.pattern})")
_WITH_COUNTRY = re.compile(rf"\+?91({MOBILE.pattern})")


class MobileField(TextField):
    """An Indian mobile number as plain digits, with or without the country's code; gives its ten digits."""

    default_error_messages = {"not_mobile": "Enter a 10-digit mobile number that starts with 6, 7, 8 or 9."}
    spelled = _SPELLED

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, max_length=13, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        found = self.spelled.fullmatch(super().to_internal_value(data))
        if found is None:
            self.fail("not_mobile")
        return found[1]


class MobileWithCountryField(MobileField):
    spelled = _WITH_COUNTRY


class SendIn(serializers.Serializer[Any]):
    mobile = MobileField()
    canWhatsapp = FlagField(required=False, default=False)


class SentOut(serializers.Serializer[Any]):
    resendAfter = serializers.IntegerField(help_text="Seconds until another code may be asked for.")
    expiresIn = serializers.IntegerField(help_text="Seconds until the code is of no use.")


class VerifyIn(serializers.Serializer[Any]):
    mobile = MobileField()
    otp = TextField(trim_whitespace=False, max_length=64)


class TrialIn(serializers.Serializer[Any]):
    mobile = MobileWithCountryField(help_text="With 91 in front.")


class TrialOut(serializers.Serializer[Any]):
    mobile = serializers.CharField()
    registered = serializers.BooleanField()
