from typing import Any

from rest_framework import serializers

from apps.core.api.fields import UtcDateTimeField


class SubscriptionOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField(source="id")
    active = serializers.BooleanField()
    kind = serializers.ChoiceField(choices=["paid", "trial"])
    planName = serializers.CharField(source="plan_name")
    startsAt = UtcDateTimeField(source="starts_at")
    endsAt = UtcDateTimeField(source="ends_at", allow_null=True)


class UserOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField(source="id")
    name = serializers.CharField()
    email = serializers.CharField()
    mobile = serializers.CharField()
    state = serializers.CharField()
    company = serializers.CharField()
    gstNo = serializers.CharField(source="gst_no")
    address = serializers.CharField()
    canWhatsapp = serializers.BooleanField(source="can_whatsapp")
    activeLearnProSubscriptions = SubscriptionOut(source="subscriptions", many=True)
