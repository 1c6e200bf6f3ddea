from typing import Any

from rest_framework import serializers

from apps.accounts.api.serializers import ProOut, SubscriptionOut


class SubscriptionsOut(serializers.Serializer[Any]):
    subscriptions = SubscriptionOut(many=True)
    pro = ProOut()
