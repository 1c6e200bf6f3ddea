"""Seeds the demo coupons."""

from datetime import datetime, timedelta
from typing import Any

from apps.commerce.models import Coupon
from apps.commerce.states import CouponKind


def seed(now: datetime) -> str:
    known = set(Coupon.objects.values_list("code", flat=True))
    missing = [Coupon(**fields) for fields in _coupons(now) if fields["code"] not in known]
    Coupon.objects.bulk_create(missing)
    return f"{len(missing)} of {len(_coupons(now))} coupons added"


def _coupons(now: datetime) -> list[dict[str, Any]]:
    percent, flat = CouponKind.PERCENT, CouponKind.FLAT
    return [
        _listed("WELCOME10", "10% off everything", kind=percent, percent=10),
        _listed(
            "FLAT500", "₹500 off on ₹2,000 or more", kind=flat, flat_paise=500_00, minimum_paise=2_000_00
        ),
        _listed("ONCE100", "100% off, one use per person", kind=percent, percent=100, person_limit=1),
        _listed("LASTONE", "25% off, first buyer only", kind=percent, percent=25, total_limit=1),
        _listed(
            "OLD20", "20% off, ended yesterday", kind=percent, percent=20, ends_at=now - timedelta(days=1)
        ),
        {**_listed("HIDDEN15", "15% off for invited learners", kind=percent, percent=15), "is_listed": False},
    ]


def _listed(code: str, description: str, **terms: Any) -> dict[str, Any]:
    return {"code": code, "short_description": description, "is_listed": True, **terms}
