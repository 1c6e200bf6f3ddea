"""What a site without guards does: what was seen is believed when it is written, as naive code does it."""

import time
from collections.abc import Collection
from uuid import UUID

from apps.commerce.models.cart import CartQuerySet
from apps.commerce.models.coupon import CouponQuerySet
from apps.commerce.selectors import coupons
from apps.core.sellables import SoldOut
from apps.live.services import seats

_A_MOMENT = 0.02


def _take_seats(*, of: type[seats.Thing], ids: Collection[UUID]) -> None:
    seen = {thing.pk: thing for thing in of.objects.filter(pk__in=ids)}
    if any(thing.capacity is not None and thing.taken >= thing.capacity for thing in seen.values()):
        raise SoldOut()
    time.sleep(_A_MOMENT)
    for thing_id, thing in seen.items():
        of.objects.filter(pk=thing_id).update(taken=thing.taken + 1)


def _take_a_use(self: CouponQuerySet) -> bool:
    seen = self.get()
    if seen.total_limit is not None and seen.uses >= seen.total_limit:
        return False
    time.sleep(_A_MOMENT)
    return bool(self.update(uses=seen.uses + 1))


def _unlocked(self: CartQuerySet) -> CartQuerySet:
    return self.all()


def take_away() -> None:
    seats.take_all = _take_seats
    CouponQuerySet.take_use = _take_a_use  # type: ignore[method-assign]
    CartQuerySet.locked = _unlocked  # type: ignore[method-assign]
    # The same look at the coupon, a step earlier.
    coupons.require_usable = lambda **_: None
