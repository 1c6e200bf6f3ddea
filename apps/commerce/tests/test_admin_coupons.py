"""Coupons in the admin."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import escape

from apps.accounts.models import User
from apps.commerce.admin.coupons import CouponAdmin
from apps.commerce.models import Coupon, Order
from apps.commerce.services import refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import parse

pytestmark = pytest.mark.django_db

LIST = "/admin/commerce/coupon/"


def form(**changed: Any) -> dict[str, Any]:
    return {
        "code": "diwali",
        "short_description": "10% off for Diwali",
        "is_active": "on",
        "kind": "percent",
        "percent": "10",
        "cap_paise": "1499.50",
        "flat_paise": "",
        "minimum_paise": "0",
        "item_ids": "",
        "total_limit": "",
        "person_limit": "",
        **changed,
    }


def coupon(code: str = "TEN", **terms: Any) -> Coupon:
    return Coupon.objects.create(code=code, **{"short_description": code, "percent": 10, **terms})


def errors(response: Any) -> Any:
    assert response.status_code == 200
    return response.context["adminform"].form.errors


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def test_a_coupon_is_added_in_rupees_for_kinds_and_items(admin_client: Client) -> None:
    course = course_at(100_00, weburlname="candles")
    response = admin_client.post(
        f"{LIST}add/", form(kinds=["course"], item_ids=f"/courses/candles\n{course.pk}", person_limit="1")
    )

    assert response.status_code == 302
    made = Coupon.objects.get()
    assert (made.code, made.cap_paise, made.person_limit, made.uses) == ("DIWALI", 1_499_50, 1, 0)
    assert (made.kinds, made.item_ids) == (["course"], [str(course.pk)])
    assert "Course, 1 selected" in page(admin_client, LIST)
    assert "10%, up to ₹1,499.50" in page(admin_client, LIST)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"percent": ""}, {"percent": ["Enter a percentage."]}),
        ({"percent": "101"}, {"percent": ["Ensure this value is less than or equal to 100."]}),
        ({"kind": "flat"}, {"flat_paise": ["Enter an amount above zero."]}),
        ({"kind": "flat", "flat_paise": "0"}, {"flat_paise": ["Enter an amount above zero."]}),
        ({"code": "a b"}, {"code": ["Use 3 to 30 letters, digits, hyphens or underscores."]}),
        ({"code": "taken"}, {"code": ["Coupon with this Code already exists."]}),
        (
            {"item_ids": "nowhere"},
            {"item_ids": ["No item on sale that this coupon is valid for matches 'nowhere'."]},
        ),
        (
            {"kinds": ["bread"]},
            {"kinds": ["Select a valid choice. bread is not one of the available choices."]},
        ),
        (
            {
                "starts_at_0": "2026-12-02",
                "starts_at_1": "10:00:00",
                "ends_at_0": "2026-12-01",
                "ends_at_1": "10:00:00",
            },
            {"ends_at": ["The end must be after the start."]},
        ),
    ],
)
def test_invalid_values_have_error_messages(
    admin_client: Client, changed: dict[str, Any], expected: dict[str, Any]
) -> None:
    coupon("TAKEN")
    assert errors(admin_client.post(f"{LIST}add/", form(**changed))) == expected
    assert Coupon.objects.count() == 1


def test_a_limit_below_the_uses_has_an_error_message(admin_client: Client) -> None:
    used = coupon(uses=3)
    response = admin_client.post(f"{LIST}{used.pk}/change/", form(total_limit="2"))

    assert errors(response) == {"total_limit": ["It has already been used 3 times."]}


def test_uses_counted_during_an_edit_are_kept(admin_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    edited = coupon(uses=3)
    _use_when_posted(monkeypatch, edited)
    assert admin_client.post(f"{LIST}{edited.pk}/change/", form(total_limit="9")).status_code == 302

    edited.refresh_from_db()
    assert (edited.uses, edited.total_limit, edited.code) == (4, 9, "DIWALI")


def test_a_limit_overtaken_during_an_edit_has_an_error_message(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited = coupon(uses=3)
    _use_when_posted(monkeypatch, edited)
    response = admin_client.post(f"{LIST}{edited.pk}/change/", form(total_limit="3"))

    assert errors(response) == {"total_limit": ["It has already been used 4 times."]}
    edited.refresh_from_db()
    assert edited.total_limit is None


def _use_when_posted(monkeypatch: pytest.MonkeyPatch, used: Coupon) -> None:
    """A buyer takes a use between Django's reading of the row and the form's."""
    get_form = CouponAdmin.get_form

    def after_a_use(*given: Any, **named: Any) -> Any:
        Coupon.objects.filter(pk=used.pk).update(uses=F("uses") + 1)
        return get_form(*given, **named)

    monkeypatch.setattr(CouponAdmin, "get_form", after_a_use)


def test_an_item_that_went_off_sale_can_stay_selected(admin_client: Client) -> None:
    course = course_at(100_00, is_published=False)
    edited = coupon(item_ids=[str(course.pk)])
    response = admin_client.post(f"{LIST}{edited.pk}/change/", form(item_ids=str(course.pk)))

    assert response.status_code == 302


def test_the_page_names_the_items_that_the_form_knows_by_id(admin_client: Client) -> None:
    sold, gone = course_at(100_00, title="Candles"), course_at(100_00, title="Gaps", is_published=False)
    edited = coupon(item_ids=[str(sold.pk), str(gone.pk)])
    shown = parse(page(admin_client, f"{LIST}{edited.pk}/change/")).one("div", class_="form-row field-items")
    assert shown.text == "These are: Candles, one that is not on sale"


def test_uses_are_read_only(admin_client: Client) -> None:
    edited = coupon(uses=2, total_limit=5)
    assert 'name="uses"' not in page(admin_client, f"{LIST}{edited.pk}/change/")
    admin_client.post(f"{LIST}{edited.pk}/change/", form(uses="0", total_limit="5"))
    edited.refresh_from_db()
    assert edited.uses == 2
    assert "2 of 5" in page(admin_client, LIST)


def test_the_list_shows_the_figures_of_each_coupon(
    admin_client: Client, shop: Shop, member: Person, other_member: Person
) -> None:
    shop.coupon("TEN")
    bought = [buy_with(shop, person, "TEN", rupees=1000) for person in (member, other_member)]
    shop.enroll(member.api, with_coupon(shop, member, "TEN", rupees=500))  # never paid
    refunds.refund_as_staff(
        order_id=bought[1].pk,
        line_ids=None,
        reason="Asked",
        by=colleague(),
        release_coupon=False,
        at=timezone.now(),
    )

    row = page(admin_client, LIST)
    assert "2 (1 refunded)" in row
    assert "₹200.00" in row
    assert "₹2,124.00" in row
    used = Coupon.objects.get()
    assert "discount given ₹200.00, revenue ₹2,124.00" in page(admin_client, f"{LIST}{used.pk}/change/")
    paid = f"/admin/commerce/order/?coupon__id__exact={used.pk}&paid_at__isnull=False"
    for address in (LIST, f"{LIST}{used.pk}/change/"):
        assert f'href="{escape(paid)}"' in page(admin_client, address)
    assert page(admin_client, paid).count("field-number") == 2


def test_a_used_coupon_can_be_deactivated_but_not_deleted(
    admin_client: Client, shop: Shop, member: Person
) -> None:
    used, unused = shop.coupon("TEN"), shop.coupon("NEVER")
    buy_with(shop, member, "TEN", rupees=1000)

    assert admin_client.post(f"{LIST}{used.pk}/delete/", {"post": "yes"}).status_code == 403
    assert "deletelink" not in page(admin_client, f"{LIST}{used.pk}/change/")
    assert "deletelink" in page(admin_client, f"{LIST}{unused.pk}/change/")
    assert 'name="action"' not in page(admin_client, LIST)
    assert admin_client.post(f"{LIST}{unused.pk}/delete/", {"post": "yes"}).status_code == 302

    off = form(code="TEN", cap_paise="")
    del off["is_active"]
    assert admin_client.post(f"{LIST}{used.pk}/change/", off).status_code == 302
    assert list(Coupon.objects.values_list("code", "is_active")) == [("TEN", False)]


def test_a_coupon_on_a_cart_cannot_be_deleted(admin_client: Client, shop: Shop, member: Person) -> None:
    """The cart would keep a discount without a coupon."""
    used = shop.coupon("TEN")
    with_coupon(shop, member, "TEN", rupees=1000)

    assert admin_client.post(f"{LIST}{used.pk}/delete/", {"post": "yes"}).status_code == 403


def test_view_permission_alone_changes_nothing() -> None:
    edited = coupon(total_limit=5, kinds=["course"])
    person = User.objects.create_user(mobile="9844444444", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename="view_coupon"))
    client = Client()
    client.force_login(person)

    assert 'name="_save"' not in page(client, f"{LIST}{edited.pk}/change/")
    assert "addlink" not in page(client, LIST)
    assert client.post(f"{LIST}{edited.pk}/change/", form()).status_code == 403
    assert client.get(f"{LIST}add/").status_code == 403


def test_the_list_can_be_searched_and_filtered(admin_client: Client) -> None:
    coupon("DIWALI10", is_listed=True)
    coupon("HOLI", is_active=False, ends_at=timezone.now() + timedelta(days=1))

    assert "HOLI" not in page(admin_client, f"{LIST}?q=diwali")
    assert "DIWALI10" not in page(admin_client, f"{LIST}?is_active__exact=0")
    assert "HOLI" not in page(admin_client, f"{LIST}?is_listed__exact=1")


def test_fifty_coupons_cost_as_many_queries_as_one(admin_client: Client) -> None:
    coupon("ONE")
    page(admin_client, LIST)  # the session's first use is noted
    with CaptureQueriesContext(
        connection,
    ) as one:
        page(admin_client, LIST)
    for number in range(49):
        coupon(f"MORE{number}")
    with CaptureQueriesContext(connection) as fifty:
        page(admin_client, LIST)

    assert len(one) == len(fifty)


def with_coupon(shop: Shop, person: Person, code: str, *, rupees: int) -> dict[str, Any]:
    cart = shop.cart(person.api, course_at(rupees * 100))
    answer = person.api.post("/api/coupon/apply-coupon", {"couponcode": code, "cartId": cart["_id"]})
    assert answer.status_code == 200, answer.json()
    return cart


def buy_with(shop: Shop, person: Person, code: str, *, rupees: int) -> Order:
    enrolled = shop.enroll(person.api, with_coupon(shop, person, code, rupees=rupees))
    assert shop.confirm(person.api, enrolled["razorPayOrderId"]).status_code == 200
    return Order.objects.get(pk=enrolled["orderId"])
