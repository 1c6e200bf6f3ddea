"""The part of a cart endpoint's body that every kind of sellable shares."""

from typing import Any

from rest_framework import serializers

from apps.core.api.fields import MultilineField, OptionalTextField, PersonNameField, VisibleTextField


class BillingIn(serializers.Serializer[Any]):
    """
    For the invoice of this cart; its state has to be that of its GSTIN.

    A field that is left empty is taken from the profile, as it is when the order is made.
    """

    gstNo = OptionalTextField(max_length=15)
    name = PersonNameField()
    company = VisibleTextField(max_length=120)
    address = MultilineField(max_length=400)
    state = VisibleTextField(max_length=60)
    mobile = OptionalTextField(max_length=10)


class CartIn(serializers.Serializer[Any]):
    # Each sellable's `Routes.body` adds the fields that select the items.

    billingDetails = BillingIn(required=False)
