from typing import Any

from rest_framework import serializers

from apps.accounts.api.serializers import SubscriptionOut
from apps.catalog.api.serializers import CourseCardOut
from apps.live.api.serializers import PlanOut


class ProPlanOut(PlanOut):
    pass


class BenefitOut(serializers.Serializer[Any]):
    _id = serializers.CharField()
    icon = serializers.CharField(help_text="The address of a drawing.")
    description = serializers.CharField()
    longDescription = serializers.CharField()


class ProSectionOut(serializers.Serializer[Any]):
    _id = serializers.CharField()
    title = serializers.CharField()
    image = serializers.CharField()
    subscriptionPlanIds = ProPlanOut(many=True, help_text="The shortest first.")
    benefits = BenefitOut(many=True)
    courses = CourseCardOut(many=True)


class ProPurchaseOut(serializers.Serializer[Any]):
    _id = serializers.CharField()
    orderId = serializers.CharField()
    sectionId = serializers.CharField(allow_null=True)
    planId = serializers.CharField(allow_null=True)
    planName = serializers.CharField()
    title = serializers.CharField()
    image = serializers.CharField(allow_null=True)
    validityPeriodInDays = serializers.IntegerField()
    boughtAt = serializers.DateTimeField()
    startsAt = serializers.DateTimeField(allow_null=True, help_text="Null: it was refunded or taken away.")
    endsAt = serializers.DateTimeField(allow_null=True, help_text="Null with a start: it never ends.")
    active = serializers.BooleanField()
    refunded = serializers.BooleanField()


class SubscriptionsOut(serializers.Serializer[Any]):
    subscriptions = SubscriptionOut(many=True)
