"""The part of a cart endpoint's body that every kind of sellable shares."""

from typing import Any

from rest_framework import serializers

from apps.core.api.fields import TextField


class BillingIn(serializers.Serializer[Any]):
    """A field that is left empty is taken from the profile."""

    gstNo = TextField(required=False, allow_blank=True, max_length=15)
    name = TextField(required=False, allow_blank=True, max_length=80)
    company = TextField(required=False, allow_blank=True, max_length=120)
    address = TextField(required=False, allow_blank=True, max_length=400)
    state = TextField(required=False, allow_blank=True, max_length=60)
    mobile = TextField(required=False, allow_blank=True, max_length=10)


class CartIn(serializers.Serializer[Any]):
    # Each sellable's `Routes.body` adds the fields that select the items.

    billingDetails = BillingIn(required=False)
