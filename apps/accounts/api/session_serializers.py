from typing import Any

from rest_framework import serializers

from apps.core.api.fields import TextField


class DeviceOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    name = serializers.CharField(help_text="Browser and operating system, such as 'Chrome on Android'.")
    current = serializers.BooleanField(help_text="Whether this is the device that made the request.")
    lastSeenAt = serializers.DateTimeField(
        allow_null=True, help_text="Updated about once an hour; null if unknown."
    )
    loggedInAt = serializers.DateTimeField(allow_null=True)


class MobileChangeOut(serializers.Serializer[Any]):
    newNumberEnding = serializers.CharField(help_text="The last two digits of the new number.")
    worksFrom = serializers.DateTimeField()


class ReauthenticationIn(serializers.Serializer[Any]):
    otp = TextField(trim_whitespace=False, max_length=64)
