"""Codes in bulk: how they are generated, changed, used and downloaded."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.commerce.models import Coupon, CouponBatch
from apps.commerce.selectors import coupon_batches as selectors
from apps.commerce.services import coupon_batches
from apps.commerce.tests.shop import Shop, course_at
from apps.core.errors import Invalid
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

LIST, COUPONS = "/admin/commerce/couponbatch/", "/admin/commerce/coupon/"


def form(**changed: Any) -> dict[str, Any]:
    return {
        "prefix": "diwali",
        "size": "25",
        "short_description": "Diwali for colleges",
        "is_active": "on",
        "kind": "percent",
        "percent": "10",
        "cap_paise": "",
        "flat_paise": "",
        "minimum_paise": "0",
        "item_ids": "",
        **changed,
    }


def batch(size: int = 3, **terms: Any) -> CouponBatch:
    made = CouponBatch(prefix="COLLEGE", size=size, short_description="College", percent=10, **terms)
    coupon_batches.generate(batch=made)
    return made


def text(response: Any) -> str:
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return str(content.decode())


def test_a_batch_is_added_with_its_codes(admin_client: Client, staff: Person) -> None:
    assert admin_client.post(f"{LIST}add/", form(is_first_purchase="on")).status_code == 302

    made = CouponBatch.objects.get()
    codes = list(made.coupons.values_list("code", flat=True))
    assert (made.prefix, made.size, made.created_by) == ("DIWALI", 25, staff.user)
    assert len(set(codes)) == 25
    assert all(re.fullmatch(r"DIWALI-[A-HJ-NP-Z2-9]{10}", code) for code in codes)
    shared = made.coupons.values_list("percent", "total_limit", "is_listed", "is_first_purchase")
    assert list(shared.order_by().distinct()) == [(10, 1, False, True)]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"prefix": "9ER"}, {"prefix": ["Use 2 to 15 letters and digits, a letter first."]}),
        ({"prefix": "A-B"}, {"prefix": ["Use 2 to 15 letters and digits, a letter first."]}),
        ({"prefix": "college"}, {"prefix": ["Coupon batch with this Prefix already exists."]}),
        ({"size": "0"}, {"size": ["Enter a number from 1 to 10000."]}),
        ({"size": "10001"}, {"size": ["Enter a number from 1 to 10000."]}),
        ({"size": "many"}, {"size": ["Enter a whole number."]}),
        ({"percent": ""}, {"percent": ["Enter a percentage."]}),
        ({"kind": "flat"}, {"flat_paise": ["Enter an amount above zero."]}),
    ],
)
def test_invalid_values_have_error_messages(
    admin_client: Client, changed: dict[str, Any], expected: dict[str, Any]
) -> None:
    batch()
    response = admin_client.post(f"{LIST}add/", form(**changed))
    assert response.status_code == 200
    assert response.context["adminform"].form.errors == expected
    assert (CouponBatch.objects.count(), Coupon.objects.count()) == (1, 3)


@pytest.mark.parametrize("size", [0, 100_001])
def test_a_size_out_of_range_generates_nothing(size: int) -> None:
    with pytest.raises(Invalid):
        batch(size)
    assert (CouponBatch.objects.count(), Coupon.objects.count()) == (0, 0)


def test_changed_terms_are_those_of_all_codes(admin_client: Client) -> None:
    made = batch()
    changed = form(percent="20", is_active="", prefix="OTHER", size="9")
    assert admin_client.post(f"{LIST}{made.pk}/change/", changed).status_code == 302

    made.refresh_from_db()
    assert (made.prefix, made.size, made.percent) == ("COLLEGE", 3, 20)
    assert list(made.coupons.order_by().values_list("percent", "is_active").distinct()) == [(20, False)]


def test_a_code_that_was_ended_alone_stays_ended(admin_client: Client) -> None:
    made = batch()
    ended = made.coupons.all()[0]
    assert admin_client.post(f"{COUPONS}{ended.pk}/change/", {"is_active": ""}).status_code == 302
    changed = form(prefix="COLLEGE", size="3", percent="20")
    assert admin_client.post(f"{LIST}{made.pk}/change/", changed).status_code == 302

    ended.refresh_from_db()
    assert (ended.is_active, ended.percent) == (False, 20)
    assert made.coupons.filter(is_active=True).count() == 2


def test_each_code_can_be_used_once(
    shop: Shop, admin_client: Client, member: Person, other_member: Person
) -> None:
    made = batch()
    used, held, unused = made.coupons.order_by("code").values_list("code", flat=True)
    course = course_at(100_00)
    apply = "/api/coupon/apply-coupon"
    cart = shop.cart(member.api, course)
    assert member.api.post(apply, {"couponcode": used, "cartId": cart["_id"]}).status_code == 200
    paid = shop.enroll(member.api, cart)
    shop.confirm(member.api, paid["razorPayOrderId"])
    other = shop.cart(other_member.api, course)
    refused = other_member.api.post(apply, {"couponcode": used, "cartId": other["_id"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "coupon_used_up")
    assert other_member.api.post(apply, {"couponcode": held, "cartId": other["_id"]}).status_code == 200
    open_order = shop.enroll(other_member.api, other)

    response = admin_client.get(f"{LIST}{made.pk}/codes.csv")
    assert response.headers["Content-Disposition"] == 'attachment; filename="codes-COLLEGE.csv"'
    assert text(response).splitlines() == [
        "code,status,order",
        f"{used},redeemed,{paid['orderNumber']}",
        f"{held},held,{open_order['orderNumber']}",
        f"{unused},unused,",
    ]
    assert "2 of 3" in text(admin_client.get(LIST))
    assert "2 of 3 used" in text(admin_client.get(f"{LIST}{made.pk}/change/"))


def test_the_list_of_coupons_shows_codes_by_batch_or_search(admin_client: Client) -> None:
    made = batch()
    Coupon.objects.create(code="TEN", short_description="Ten", percent=10)
    code = made.coupons.values_list("code", flat=True)[0]
    for query, rows in (("", 1), (f"?batch__id__exact={made.pk}", 3), (f"?q={code}", 1)):
        assert len(admin_client.get(COUPONS + query).context["cl"].result_list) == rows, query


def test_what_a_code_shares_with_its_batch_is_read_only(admin_client: Client) -> None:
    code = batch().coupons.all()[0]
    page = admin_client.get(f"{COUPONS}{code.pk}/change/")
    assert list(page.context["adminform"].form.fields) == ["is_active"]


def test_only_staff_with_the_permission_download_codes(client: Client, staff: Person) -> None:
    made = batch()
    staff.user.is_superuser = False
    staff.user.save()
    client.force_login(staff.user, backend="apps.accounts.backends.ByPassword")
    staff.user.user_permissions.add(Permission.objects.get(codename="view_couponbatch"))
    assert client.get(f"{LIST}{made.pk}/change/").status_code == 200
    assert client.get(f"{LIST}{made.pk}/codes.csv").status_code == 403

    staff.user.user_permissions.add(Permission.objects.get(codename="download_codes"))
    client.force_login(staff.user, backend="apps.accounts.backends.ByPassword")
    assert client.get(f"{LIST}{made.pk}/codes.csv").status_code == 200


@pytest.mark.parametrize("address", ["nowhere", "00000000-0000-0000-0000-000000000000", "%00"])
def test_an_unknown_batch_has_no_codes(admin_client: Client, address: str) -> None:
    assert admin_client.get(f"{LIST}{address}/codes.csv").status_code in (400, 404)


def test_a_download_makes_as_many_queries_for_50_codes_as_for_one() -> None:
    counts = []
    for prefix, size in (("ONE", 1), ("FIFTY", 50)):
        made = CouponBatch(prefix=prefix, size=size, short_description="College", percent=10)
        coupon_batches.generate(batch=made)
        with CaptureQueriesContext(connection) as queries:
            assert "".join(selectors.csv_of_codes(batch=made)).count("unused") == size
        counts.append(len(queries))
    assert counts == [2, 2]
