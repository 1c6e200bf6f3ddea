"""Selling Pro through the common cart: the periods that are bought, and refunds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Entitlement, TrialLead
from apps.accounts.services import trials
from apps.audit.services import trail
from apps.commerce.models import CreditNote, Invoice, Order
from apps.commerce.selectors import books
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.live.tests.factories import NOW
from apps.pro.models import Subscription
from apps.pro.tests.factories import PlanFactory, ProSectionFactory
from tests.pro.pro_shop import BASE, DAY, ProShop, ReturningMember, paid_days, pro

__all__ = ["pro"]

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db(transaction=True)]

PURCHASES = "/api/learnprosection/booked/V1/pro"
SUBSCRIPTIONS = "/api/learnprosection/user/subscriptions/pro"


@pytest.fixture
def member(member: Person) -> ReturningMember:
    return ReturningMember(member.user)


def subscriptions(person: ReturningMember) -> list[dict[str, Any]]:
    return list(person.api.get("/api/user").json()["data"]["activeLearnProSubscriptions"])


def error_of(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def test_buying_pro_from_cart_to_subscription(pro: ProShop, member: ReturningMember) -> None:
    cart = pro.fill(member.api, 365).json()["data"]
    assert (cart["kind"], cart["itemId"], cart["title"]) == ("pro", str(pro.section.pk), "Rally Pro")
    assert cart["plan"] == {"actualPrice": 18000, "discountedPrice": 7999, "priceName": "365 days"}
    assert (cart["igst"], cart["cgst"], cart["billTotal"]) == (719.91, 719.91, 9438.82)

    data = pro.buy(member.api, 365)

    assert (data["kind"], data["amount"], data["courseId"]) == ("pro", 943_882, None)
    assert data["receipt"]["href"] == "/my-learnings"
    assert [line["title"] for line in data["receipt"]["lines"]] == ["Rally Pro: 365 days"]
    assert subscriptions(member) == [
        {
            "_id": str(Entitlement.objects.get().pk),
            "active": True,
            "kind": "paid",
            "planName": "365 days",
            "startsAt": "2026-11-21T09:30:00Z",
            "endsAt": "2027-11-21T09:30:00Z",
            "via": "purchase",
            "status": "active",
            "nextChangeAt": "2027-11-21T09:30:00Z",
        }
    ]
    assert member.api.get(SUBSCRIPTIONS).json()["data"]["subscriptions"] == subscriptions(member)
    assert Invoice.objects.count() == 1
    assert list(books.differences()) == []


def test_the_purchases_endpoint(pro: ProShop, member: ReturningMember, other_member: ReturningMember) -> None:
    first = pro.buy(member.api, 90)
    pro.buy(member.api, 30)
    pro.refund(first)
    later, earlier = member.api.get(PURCHASES).json()["data"]
    assert later == {
        "_id": str(Subscription.objects.get(days=30).pk),
        "orderId": str(Order.objects.get(item_id=pro.section.pk, status="paid").pk),
        "sectionId": str(pro.section.pk),
        "planId": str(pro.plan(30).pk),
        "planName": "30 days",
        "title": "Rally Pro",
        "image": f"/covers/wide/75/{pro.section.pk}.svg",
        "validityPeriodInDays": 30,
        "boughtAt": "2026-11-21T09:30:00Z",
        "startsAt": "2026-11-21T09:30:00Z",
        "endsAt": "2026-12-21T09:30:00Z",
        "active": True,
        "refunded": False,
        "status": "active",
        "nextChangeAt": "2026-12-21T09:30:00Z",
    }
    assert (earlier["planName"], earlier["refunded"], earlier["active"]) == ("90 days", True, False)
    assert (earlier["status"], earlier["nextChangeAt"]) == ("refunded", None)
    assert (earlier["startsAt"], earlier["endsAt"]) == (None, None)
    assert other_member.api.get(PURCHASES).json() == {"data": []}


def test_more_purchases_need_no_more_queries(
    pro: ProShop, member: ReturningMember, django_assert_num_queries: Any
) -> None:
    api = member.api

    def count() -> None:
        api.get("/api/user")  # fill the user cache
        for path, queries in ((PURCHASES, 1), (SUBSCRIPTIONS, 0)):
            with django_assert_num_queries(queries):
                api.get(path)

    pro.buy(api, 30)
    count()
    for _ in range(3):
        pro.buy(api, 30)
    count()


def test_of_two_plans_paid_in_two_tabs_one_is_delivered(pro: ProShop, member: ReturningMember) -> None:
    """The tabs share a cart: the first payment is delivered, the other refunded."""
    first, second = (pro.enroll(member.api, days).json()["data"]["razorPayOrderId"] for days in (30, 90))
    assert pro.confirm(member.api, second).status_code == 200
    pro.confirm(member.api, first)
    assert paid_days(member.user) == [(0, 90)]
    assert [refund.amount_paise for refund in pro.provider.refunds.values()] == [943_882]
    assert list(books.differences()) == []


def test_a_further_purchase_starts_where_the_last_one_ends(
    pro: ProShop, member: ReturningMember, clock: Any
) -> None:
    pro.buy(member.api, 90)
    clock.shift(10 * DAY)
    pro.buy(member.api, 365)
    pro.buy(member.api, 30)
    assert paid_days(member.user) == [(0, 90), (90, 455), (455, 485)]
    assert [(each["planName"], each["active"]) for each in subscriptions(member)] == [
        ("90 days", True),
        ("30 days", False),
        ("365 days", False),
    ]


def test_after_the_end_a_new_period_starts_immediately(
    pro: ProShop, member: ReturningMember, clock: Any
) -> None:
    pro.buy(member.api, 30)
    clock.move_to(NOW + 30 * DAY)  # the exact second at which the first one ends
    assert subscriptions(member)[0]["active"] is False
    pro.buy(member.api, 90)
    clock.shift(DAY)
    assert paid_days(member.user) == [(0, 30), (30, 120)]


@pytest.mark.parametrize(("passed", "active"), [(-1, True), (0, False), (1, False)])
def test_pro_ends_on_the_second(
    pro: ProShop, member: ReturningMember, clock: Any, passed: int, active: bool
) -> None:
    pro.buy(member.api, 30)
    clock.move_to(NOW + 30 * DAY + timedelta(seconds=passed))
    assert [each["active"] for each in subscriptions(member)] == [active]
    [bought] = member.api.get(PURCHASES).json()["data"]
    assert bought["active"] is active


def test_the_next_period_is_active_in_the_second_the_last_one_ends(
    pro: ProShop, member: ReturningMember, clock: Any
) -> None:
    pro.buy(member.api, 30)
    pro.buy(member.api, 90)
    for second, name in ((-1, "30 days"), (0, "90 days"), (1, "90 days")):
        clock.move_to(NOW + 30 * DAY + timedelta(seconds=second))
        first, other = subscriptions(member)
        assert (first["planName"], first["active"], other["active"]) == (name, True, False)


def test_a_purchase_during_a_trial_starts_immediately_and_ends_the_trial(
    pro: ProShop, member: ReturningMember, clock: Any
) -> None:
    digest = trials.digest_of(member.user.mobile)
    TrialLead.objects.create(
        mobile=member.user.mobile, mobile_digest=digest, asked_at=NOW, address="127.0.0.1"
    )
    trials.start_if_waiting(person=member.user, now=NOW)
    clock.shift(2 * DAY)
    pro.buy(member.api, 30)
    assert paid_days(member.user) == [(2, 32)]
    paid, trial = subscriptions(member)
    assert (paid["kind"], paid["active"]) == ("paid", True)
    assert (trial["kind"], trial["active"], trial["endsAt"]) == ("trial", False, "2026-11-23T09:30:00Z")


def test_a_purchase_starts_after_an_entitlement_from_staff(pro: ProShop, member: ReturningMember) -> None:
    Entitlement.objects.create(
        person=member.user, scope="pro", source="staff", label="Gift", starts_at=NOW, ends_at=NOW + 7 * DAY
    )
    pro.buy(member.api, 30)
    assert paid_days(member.user) == [(0, 7), (7, 37)]


def test_a_purchase_is_refunded_if_pro_never_ends(pro: ProShop, member: ReturningMember) -> None:
    enrolled = pro.enroll(member.api, 30).json()["data"]
    given = Entitlement.objects.create(
        person=member.user, scope="pro", source="staff", label="Gift", starts_at=NOW, ends_at=None
    )
    trail.record_applied(person_id=member.user.pk, row=given, note="Granted", at=NOW)
    assert error_of(pro.fill(member.api, 30)) == (409, "already_owned")
    pro.confirm(member.api, enrolled["razorPayOrderId"])
    assert len(paid_days(member.user)) == 1
    assert sum(refund.amount_paise for refund in pro.provider.refunds.values()) == 943_882
    assert list(books.differences()) == []


# --- changes while it is in the cart ------------------------------------------------------------


def test_a_plan_withdrawn_while_in_the_cart_is_refused(pro: ProShop, member: ReturningMember) -> None:
    cart = pro.fill(member.api, 30).json()["data"]
    pro.plan(30).delete()
    pro.plans.clear()
    assert error_of(member.api.post(f"{BASE}/enroll", {"id": cart["_id"]})) == (404, "plan_unknown")
    cart = pro.fill(member.api, 30).json()["data"]
    plan = pro.plan(30)
    plan.is_published = False
    plan.save()
    assert error_of(member.api.post(f"{BASE}/enroll", {"id": cart["_id"]})) == (409, "not_for_sale")
    assert error_of(pro.fill(member.api, 30)) == (409, "not_for_sale")
    assert Order.objects.count() == 0


@pytest.mark.parametrize(
    "change",
    [
        {"discounted_price_paise": 6_999_00},
        {"discounted_price_paise": 8_999_00},
        {"validity_days": 20},
        {"price_name": "A month"},
    ],
)
def test_a_plan_changed_while_in_the_cart_is_quoted_again(
    pro: ProShop, member: ReturningMember, change: dict[str, Any]
) -> None:
    cart = pro.fill(member.api, 30).json()["data"]
    plan = pro.plan(30)
    for name, value in change.items():
        setattr(plan, name, value)
    plan.save()
    refused = member.api.post(f"{BASE}/enroll", {"id": cart["_id"]})
    assert error_of(refused) == (409, "price_changed")
    fresh = refused.json()["data"]
    assert fresh["_id"] == cart["_id"]
    assert fresh["plan"]["priceName"] == plan.price_name
    assert fresh["plan"]["discountedPrice"] * 100 == plan.discounted_price_paise
    assert Order.objects.count() == 0
    assert member.api.post(f"{BASE}/enroll", {"id": cart["_id"]}).status_code == 200


def test_an_enrolled_plan_is_delivered_even_if_deleted(pro: ProShop, member: ReturningMember) -> None:
    enrolled = pro.enroll(member.api, 30).json()["data"]
    pro.plan(30).delete()
    assert pro.confirm(member.api, enrolled["razorPayOrderId"]).status_code == 200
    assert paid_days(member.user) == [(0, 30)]
    [bought] = member.api.get(PURCHASES).json()["data"]
    assert (bought["planId"], bought["title"], bought["image"]) == (None, "Pro", None)


def test_another_plan_replaces_the_one_in_the_cart(pro: ProShop, member: ReturningMember) -> None:
    first, second = pro.fill(member.api, 30).json()["data"], pro.fill(member.api, 90).json()["data"]
    assert first["_id"] == second["_id"]
    assert second["plan"]["priceName"] == "90 days"


def test_unknown_or_mismatched_ids_are_refused(pro: ProShop, member: ReturningMember) -> None:
    plan = pro.plan(30)
    elsewhere = PlanFactory(section=ProSectionFactory(is_published=False))
    for section, other, code in (
        (plan.section_id, new_id(), "plan_unknown"),
        (plan.section_id, "none", "plan_unknown"),
        (plan.section_id, elsewhere.pk, "plan_unknown"),
        (elsewhere.section_id, elsewhere.pk, "pro_section_unknown"),
        ("none", plan.pk, "pro_section_unknown"),
    ):
        response = member.api.post(f"{BASE}/cart", {"sectionId": str(section), "planId": str(other)})
        assert error_of(response) == (404, code)
    response = member.api.post(f"{BASE}/cart", {"sectionId": 5})
    assert (response.status_code, sorted(response.json()["errors"])) == (400, ["planId", "sectionId"])


# --- refunds ------------------------------------------------------------------------------------


def test_a_refund_removes_its_own_days_only(pro: ProShop, member: ReturningMember, clock: Any) -> None:
    first, second, _third = (pro.buy(member.api, days) for days in (90, 365, 30))
    clock.shift(10 * DAY)
    pro.refund(second)
    assert paid_days(member.user) == [(0, 90), (90, 120)]
    pro.refund(first)
    assert paid_days(member.user) == [(10, 40)]
    assert [(each["planName"], each["active"]) for each in subscriptions(member)] == [
        ("30 days", True),
        ("90 days", False),
    ]
    assert CreditNote.objects.count() == 2
    assert list(books.differences()) == []


def test_refunding_an_ended_period_moves_nothing(pro: ProShop, member: ReturningMember, clock: Any) -> None:
    first = pro.buy(member.api, 30)
    pro.buy(member.api, 90)
    clock.shift(40 * DAY)
    pro.refund(first)
    assert paid_days(member.user) == [(30, 120)]
    [running] = [each for each in subscriptions(member) if each["active"]]
    assert running["planName"] == "90 days"


def test_refunding_the_only_period_ends_pro_immediately(
    pro: ProShop, member: ReturningMember, clock: Any
) -> None:
    bought = pro.buy(member.api, 30)
    clock.shift(DAY)
    pro.refund(bought)
    assert paid_days(member.user) == []
    assert subscriptions(member)[0]["active"] is False
    pro.buy(member.api, 30)
    assert paid_days(member.user) == [(1, 31)]


def test_a_refund_in_the_second_of_the_purchase(pro: ProShop, member: ReturningMember) -> None:
    first = pro.buy(member.api, 30)
    pro.buy(member.api, 90)
    pro.refund(first)
    assert paid_days(member.user) == [(0, 90)]
    assert [each["planName"] for each in subscriptions(member)] == ["90 days"]
    assert list(books.differences()) == []


# --- erasure and idempotency --------------------------------------------------------------------


def test_the_download_lists_it_and_erasure_keeps_the_books(pro: ProShop, member: ReturningMember) -> None:
    bought = pro.buy(member.api, 30)
    [listed] = member.api.get("/api/user/data").json()["subscriptions"]
    assert listed == {
        "_id": str(Subscription.objects.get().pk),
        "orderId": bought["orderId"],
        "plan": "30 days",
        "days": 30,
        "boughtAt": "2026-11-21T09:30:00Z",
        "takenBackAt": None,
    }
    assert member.api.post("/api/user/erase", {"mobile": member.user.mobile}).status_code == 200
    assert Subscription.objects.count() == 1
    assert list(books.differences()) == []


def test_a_second_confirm_adds_no_days(pro: ProShop, member: ReturningMember) -> None:
    enrolled = pro.enroll(member.api, 30).json()["data"]
    payment = pro.provider.capture(enrolled["razorPayOrderId"])
    responses = [member.api.post(f"{BASE}/confirm", pro.provider.confirmation(payment)) for _ in range(2)]
    assert [response.status_code for response in responses] == [200, 200]
    assert responses[0].json() == responses[1].json()
    assert paid_days(member.user) == [(0, 30)]
    assert timezone.now() == NOW
