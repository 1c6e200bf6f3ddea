from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.commerce.api.serializers import AppliedCouponOut, CartOut, CouponIn, CouponItemOut, CouponsIn
from apps.commerce.api.views import person_of
from apps.commerce.selectors import carts, coupons
from apps.commerce.services import carts as filling
from apps.commerce.services import coupon_guesses
from apps.core import ids
from apps.core.api.address import client_address
from apps.core.api.paging import Slice
from apps.core.api.schema import answer_of, refusals
from apps.core.api.views import ApiView, PublicView


class Coupons(PublicView):
    """Coupons for everybody that can be used now; with `productid`, in `data`, those that fit that thing."""

    @extend_schema(
        operation_id="listCoupons",
        parameters=[CouponsIn],
        responses=answer_of(
            "CouponListAnswer",
            items=CouponItemOut(many=True, required=False),
            data=CouponItemOut(many=True, required=False),
            totalCount=serializers.IntegerField(),
        ),
    )
    def get(self, request: Request) -> Response:
        asked = self.read_query(CouponsIn)
        product = asked.get("productid")
        page = Slice(skip=(asked["page"] - 1) * asked["limit"], limit=asked["limit"])
        rows, total = coupons.listed(asked=page, product_key=product, at=timezone.now())
        return Response({"items" if product is None else "data": rows, "totalCount": total})


class ApplyCoupon(ApiView):
    """Lays a coupon on the caller's cart, in place of the one it has."""

    @extend_schema(
        operation_id="applyCoupon",
        request=CouponIn,
        responses=answer_of("AppliedCouponAnswer", data=AppliedCouponOut(), message=serializers.CharField())
        | refusals(
            {
                409: "The coupon does not work here; `code` says why.",
                410: "The cart has expired.",
                429: "Too many codes that do not exist, by this person or from this network.",
            }
        ),
    )
    def post(self, request: Request) -> Response:
        told, person, now = self.read(CouponIn), person_of(request), timezone.now()
        address = client_address(request._request)
        coupon_guesses.require_room(person=person, address=address, now=now)
        try:
            cart = filling.apply_coupon(
                person=person, cart_id=ids.sought(told["cartId"]), code=told["couponcode"], at=now
            )
        except coupons.CouponUnknown:
            coupon_guesses.note_wrong(person=person, address=address, now=now)
            raise
        return Response({"data": carts.applied_shown(cart), "message": "The coupon is applied."})


class RemoveCoupon(ApiView):
    """Takes the coupon off the caller's cart."""

    @extend_schema(
        operation_id="removeCoupon",
        request=CouponIn,
        responses=answer_of("RemovedCouponAnswer", data=CartOut(), message=serializers.CharField())
        | refusals({410: "The cart has expired."}),
    )
    def post(self, request: Request) -> Response:
        told = self.read(CouponIn)
        cart = filling.remove_coupon(
            person=person_of(request),
            cart_id=ids.sought(told["cartId"]),
            code=told["couponcode"],
            at=timezone.now(),
        )
        return Response({"data": carts.shown(cart), "message": "The coupon is removed."})
