"""When a coupon is valid for a purchase, and what it takes off."""

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet, Value

from apps.accounts.models import User
from apps.accounts.services import trials
from apps.commerce import pricing
from apps.commerce.models import Cart, Coupon, CouponTally, CouponUse, ErasedTally, Order
from apps.commerce.states import CouponKind, OrderStatus
from apps.core.errors import Conflict
from apps.core.formatting import indian_number


class CouponRefused(Conflict):
    """A coupon that is not valid here; each reason has its own code."""


class CouponUnknown(CouponRefused):
    code = "coupon_unknown"
    message = "There is no coupon with that code."


class CouponExpired(CouponRefused):
    code = "coupon_expired"
    message = "This coupon has expired."


class CouponNotYetValid(CouponRefused):
    code = "coupon_not_yet_valid"
    message = "This coupon is not valid yet."


class CouponUsedUp(CouponRefused):
    code = "coupon_used_up"
    message = "This coupon has been used up."


class CouponUsed(CouponRefused):
    code = "coupon_used"
    message = "You have used this coupon already."


class CouponNotForItem(CouponRefused):
    code = "coupon_not_for_item"
    message = "This coupon is not valid for your cart."


class CouponFirstPurchase(CouponRefused):
    code = "coupon_first_purchase"
    message = "This coupon is valid on your first purchase only."


class CouponHeldByOrder(CouponFirstPurchase):
    message = (
        "Another order of yours already has a first-purchase discount. Please pay for it, or try again "
        "once it has expired."
    )


class CouponMinimum(CouponRefused):
    code = "coupon_minimum"

    def __init__(self, minimum_paise: int) -> None:
        rupees, paise = divmod(minimum_paise, 100)
        price = f"{indian_number(rupees)}.{paise:02}" if paise else indian_number(rupees)
        super().__init__(f"This coupon needs a price of ₹{price} or more.")


def require_usable(*, coupon: Coupon, cart: Cart, own_hold: bool, at: datetime) -> None:
    """
    Refuse a coupon that is not valid for this cart; with `own_hold` the buyer already holds one use.

    :raises CouponRefused: with a code for each reason
    """
    require_valid(coupon=coupon, kind=cart.kind, item_id=cart.item_id, price_paise=cart.price_paise, at=at)
    held, limit = 1 if own_hold else 0, coupon.person_limit
    if limit is not None and _uses_by_person(coupon, cart.person) - held >= limit:
        raise CouponUsed()
    if coupon.total_limit is not None and coupon.uses - held >= coupon.total_limit:
        raise CouponUsedUp()


def require_first_purchase(*, coupon: Coupon, person: User, cart_id: UUID) -> None:
    """:raises CouponFirstPurchase: if the coupon is for first purchases, and this would not be one"""
    if coupon.is_first_purchase and (refusal := first_purchase_refusal(person=person, cart_id=cart_id)):
        raise refusal


def first_purchase_refusal(*, person: User, cart_id: UUID | None = None) -> CouponFirstPurchase | None:
    """Why a purchase would not be the person's first; the hold of the cart's own order does not count."""
    paid = Order.objects.filter(person=person, status=OrderStatus.PAID).order_by()
    erased = erased_tallies(person).filter(coupon__isnull=True)
    if paid.values_list(Value(1)).union(erased.values_list(Value(1))).exists():
        return CouponFirstPurchase()
    uses = CouponUse.objects.filter(first_purchase_of=person, released_at__isnull=True)
    held_by = uses.values_list("order__cart", "redeemed_at").first()
    if held_by is None or (held_by[0] == cart_id and held_by[1] is None):
        return None
    return CouponHeldByOrder() if held_by[1] is None else CouponFirstPurchase()


def erased_tallies(person: User) -> QuerySet[ErasedTally]:
    """What erased accounts with the person's mobile number used."""
    return ErasedTally.objects.filter(mobile_digest=trials.digest_of(person.mobile))


def require_valid(*, coupon: Coupon, kind: str, item_id: UUID, price_paise: int, at: datetime) -> None:
    """
    The same without its limits, which taking a use enforces.

    :raises CouponRefused: with a code for each reason
    """
    if not coupon.is_active:
        raise CouponUnknown()
    if coupon.ends_at is not None and coupon.ends_at <= at:
        raise CouponExpired()
    if coupon.starts_at is not None and coupon.starts_at > at:
        raise CouponNotYetValid()
    if not coupon.is_valid_for(kind=kind, item_id=item_id):
        raise CouponNotForItem()
    if price_paise < coupon.minimum_paise:
        raise CouponMinimum(coupon.minimum_paise)


def discount(*, coupon: Coupon, price_paise: int) -> int:
    """The discount in paise, never more than the price."""
    if coupon.kind == CouponKind.FLAT:
        return min(coupon.flat_paise or 0, price_paise)
    off = pricing.percent_of(price_paise, coupon.percent or 0)
    return off if coupon.cap_paise is None else min(off, coupon.cap_paise)


def _uses_by_person(coupon: Coupon, person: User) -> int:
    """Those of an erased account count before the person's first use, which adds them to their tally."""
    own = CouponTally.objects.filter(coupon=coupon, person=person).values_list("uses")
    erased = erased_tallies(person).filter(coupon=coupon).values_list("uses")
    return max((uses for (uses,) in own.union(erased)), default=0)
