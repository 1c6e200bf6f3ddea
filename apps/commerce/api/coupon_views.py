from typing import NotRequired

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.commerce import coupon_rules
from apps.commerce.api.serializers import CouponIn, CouponsIn
from apps.commerce.selectors import carts, coupons
from apps.commerce.services import carts as cart_service
from apps.commerce.services import coupon_guesses
from apps.core import ids
from apps.core.api.client_ip import client_ip
from apps.core.api.pagination import Slice
from apps.core.api.schema import failures, success
from apps.core.api.views import ApiView, PublicList


class Coupons(PublicList):
    """
    Public coupons that are usable now.

    With `productid`, those valid for that item, in `data`, the best first; with `cartId`, those that its
    owner can apply to it.
    """

    @extend_schema(
        operation_id="listCoupons",
        parameters=[CouponsIn],
        responses=success(
            "CouponListAnswer",
            items=NotRequired[list[coupons.CouponItem]],
            data=NotRequired[list[coupons.CouponItem]],
            totalCount=int,
        )
        | failures({404: "The cart does not exist or is not the caller's."}),
    )
    def get(self, request: Request) -> Response:
        query = self.read_query(CouponsIn)
        product, cart = query.get("productid"), query.get("cartId")
        page = Slice(skip=(query["page"] - 1) * query["limit"], limit=query["limit"])
        if cart is not None:
            if not request.user.is_authenticated:
                raise carts.UnknownCart()
            rows, total = coupons.list_for_cart(
                page=page,
                cart_id=ids.lookup_id(cart),
                person=self.person,
                at=timezone.now(),
            )
            return Response({"data": rows, "totalCount": total})
        person = self.person if request.user.is_authenticated else None
        rows, total = coupons.list_public(page=page, product_key=product, person=person, at=timezone.now())
        return Response({"items" if product is None else "data": rows, "totalCount": total})


class ApplyCoupon(ApiView):
    """Applies a coupon to the caller's cart, replacing any other."""

    @extend_schema(
        operation_id="applyCoupon",
        request=CouponIn,
        responses=success("AppliedCouponAnswer", data=carts.AppliedCoupon, message=str)
        | failures(
            {
                409: "The coupon is not valid here; `code` says why.",
                410: "The cart has expired.",
                429: "Too many invalid codes by this person or from this network.",
            }
        ),
    )
    def post(self, request: Request) -> Response:
        values, person, now = self.read(CouponIn), self.person, timezone.now()
        coupon_guesses.check_limit(person=person, now=now)
        try:
            cart = cart_service.apply_coupon(
                person=person, cart_id=ids.lookup_id(values["cartId"]), code=values["couponcode"], at=now
            )
        except coupon_rules.CouponUnknown:
            address = client_ip(request._request)
            coupon_guesses.record_wrong_code(person=person, address=address, now=now)
            raise
        return Response({"data": carts.serialize_applied_coupon(cart), "message": "Coupon applied."})


class RemoveCoupon(ApiView):
    """Removes the coupon from the caller's cart."""

    @extend_schema(
        operation_id="removeCoupon",
        request=CouponIn,
        responses=success("RemovedCouponAnswer", data=carts.CartContents, message=str)
        | failures({410: "The cart has expired."}),
    )
    def post(self, request: Request) -> Response:
        values = self.read(CouponIn)
        cart = cart_service.remove_coupon(
            person=self.person,
            cart_id=ids.lookup_id(values["cartId"]),
            code=values["couponcode"],
            at=timezone.now(),
        )
        return Response({"data": carts.serialize(cart), "message": "Coupon removed."})
