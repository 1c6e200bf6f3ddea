from typing import Any

from rest_framework import serializers

from apps.accounts.api.serializers import SubscriptionOut


class SubscriptionsOut(serializers.Serializer[Any]):
    subscriptions = SubscriptionOut(many=True)
