from typing import Any

from rest_framework import serializers

from apps.core.api.fields import TextField


class DeviceOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    name = serializers.CharField(help_text="Browser and system, such as 'Chrome on Android'.")
    current = serializers.BooleanField(help_text="The browser that asks.")
    lastSeenAt = serializers.DateTimeField(
        allow_null=True, help_text="Noted about once an hour; null if it is not known."
    )
    loggedInAt = serializers.DateTimeField(allow_null=True)


class MobileChangeOut(serializers.Serializer[Any]):
    newNumberEnding = serializers.CharField(help_text="The last two digits.")
    worksFrom = serializers.DateTimeField()


class ProofIn(serializers.Serializer[Any]):
    otp = TextField(trim_whitespace=False, max_length=64)
