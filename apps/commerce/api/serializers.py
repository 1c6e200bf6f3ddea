from typing import Any

from rest_framework import serializers

from apps.core import sellables
from apps.core.api.fields import ChoiceField, IdField, TextField
from apps.core.api.pagination import DEFAULT_LIMIT, LimitField, PaginationIn, SkipField


class EnrollIn(serializers.Serializer):
    id = IdField()


class CouponIn(serializers.Serializer):
    couponcode = TextField()
    cartId = IdField()


class CouponsIn(serializers.Serializer):
    page = SkipField(required=False, default=1)
    limit = LimitField(required=False, default=DEFAULT_LIMIT)
    productid = IdField(required=False)
    cartId = IdField(required=False, help_text="A cart of the caller; `productid` is not needed then.")

    def validate_page(self, page: int) -> int:
        if page == 0:
            raise serializers.ValidationError("Pages start at 1.")
        return page


class KindField(ChoiceField):
    """One of the kinds that are registered in `apps.core.sellables`."""

    def __init__(self, **kwargs: Any) -> None:
        # Runs for each new serializer: DRF copies a field by constructing it again.
        super().__init__(choices=[sellable.kind for sellable in sellables.all_kinds()], **kwargs)


class OrdersIn(PaginationIn):
    kind = KindField(required=False)
