"""Refunds above a sum wait until a second person approves them."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.commerce.models import Order, Refund, RefundRequest, RefundSettings
from apps.commerce.selectors import books
from apps.commerce.services import refund_requests, refunds
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person
from tests.ebook.fixtures import EbookShop, ebooks

__all__ = ["ebooks"]

pytestmark = pytest.mark.django_db(transaction=True)

CAN_ASK = ("view_order", "refund_order", "view_refund")
CAN_DECIDE = (*CAN_ASK, "approve_refund")


def clerk(name: str, *permissions: str) -> Client:
    person = User.objects.create_user(mobile=f"98{len(name):02}444444", name=name, is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def asker() -> Client:
    return clerk("Asha", *CAN_DECIDE)


@pytest.fixture
def decider() -> Client:
    return clerk("Kabir", *CAN_DECIDE)


def limit(rupees: int | None) -> None:
    paise = None if rupees is None else rupees * 100
    RefundSettings.objects.update_or_create(defaults={"second_person_above_paise": paise})


def bought(shop: Shop, person: Person, rupees: int = 1000) -> Order:
    return Order.objects.get(pk=shop.bought(person.api, course_at(rupees * 100))["orderId"])


def url(order: Order, action: str) -> str:
    return f"/admin/commerce/order/{order.pk}/{action}/"


def send(client: Client, order: Order, button: str, *lines: Any) -> list[str]:
    chosen = [str(line.pk) for line in lines or order.lines.all()]
    data = {"lines": chosen, "reason": "Bought by mistake", button: "1"}
    return notes(client.post(url(order, "refund"), data, follow=True))


def decide(client: Client, row: RefundRequest, action: str, **data: str) -> list[str]:
    return notes(client.post(f"/admin/commerce/refundrequest/{row.pk}/{action}/", data, follow=True))


def notes(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def requested(client: Client, order: Order) -> RefundRequest:
    send(client, order, "requested")
    return RefundRequest.objects.get()


@pytest.mark.parametrize(("rupees", "status"), [(None, "refunded"), (1180, "refunded"), (1179, "paid")])
def test_a_refund_above_the_sum_is_not_made_by_one_person(
    shop: Shop, member: Person, asker: Client, rupees: int | None, status: str
) -> None:
    order = bought(shop, member)
    limit(rupees)
    shown = send(asker, order, "confirmed")
    order.refresh_from_db()
    assert order.status == status
    if status == "paid":
        assert shown == [refunds.SecondPersonNeeded.message]
        assert not Refund.objects.exists()


def test_it_is_requested_shown_and_approved_by_somebody_else(
    shop: Shop, member: Person, asker: Client, decider: Client
) -> None:
    order = bought(shop, member)
    limit(1000)
    form = {"lines": [str(line.pk) for line in order.lines.all()], "reason": "Bought by mistake"}
    page = asker.post(url(order, "refund"), form).content.decode()
    assert 'name="requested" value="Request refund of ₹1,180.00"' in page
    assert 'name="confirmed"' not in page

    shown = send(asker, order, "requested")
    assert shown == ["Requested a refund of ₹1,180.00. Another person must approve it."]
    row = RefundRequest.objects.get()
    assert (row.status, row.amount_paise, row.requested_by.name) == ("waiting", 1180_00, "Asha")
    assert not Refund.objects.exists()
    mine, theirs = (client.get(url(order, "change")).content.decode() for client in (asker, decider))
    assert "Withdraw request" in mine
    assert "Approve and refund" not in mine
    assert "Approve and refund ₹1,180.00" in theirs
    assert ">Refund<" not in theirs

    assert decide(decider, row, "approve") == ["Approved and refunded ₹1,180.00."]
    row.refresh_from_db()
    entry = AuditEntry.objects.get(object_type="commerce.order", note="Approved and refunded ₹1,180.00.")
    changed = {change["field"]: (change["from"], change["to"]) for change in entry.changes}
    assert (entry.person, changed["status"]) == (row.decided_by, ("Paid", "Refunded"))
    refund = Refund.objects.get()
    order.refresh_from_db()
    assert (row.status, row.refund, order.status) == ("approved", refund, "refunded")
    assert refund.requested_by == "Asha, approved by Kabir"
    assert refund.amount_paise == 1180_00
    assert list(books.differences()) == []
    page = decider.get(url(order, "change")).content.decode()
    assert "Request to refund ₹1,180.00 approved" in page


def test_nobody_approves_their_own_request(shop: Shop, member: Person, asker: Client) -> None:
    order = bought(shop, member)
    limit(0)
    row = requested(asker, order)
    assert decide(asker, row, "approve") == [refund_requests.OwnRequest.message]
    assert not Refund.objects.exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        RefundRequest.objects.update(
            status="approved", decided_by=row.requested_by, decided_at=timezone.now()
        )


def test_approving_needs_its_own_permission(shop: Shop, member: Person, asker: Client) -> None:
    order = bought(shop, member)
    limit(0)
    row = requested(asker, order)
    other = clerk("Ravindra", *CAN_ASK)
    for action in ("approve", "decline"):
        assert other.post(f"/admin/commerce/refundrequest/{row.pk}/{action}/").status_code == 403
    assert asker.get(f"/admin/commerce/refundrequest/{row.pk}/approve/").status_code == 405


def test_a_second_decision_changes_nothing(
    shop: Shop, member: Person, asker: Client, decider: Client
) -> None:
    order = bought(shop, member)
    limit(0)
    row = requested(asker, order)
    decide(decider, row, "approve")
    for action in ("approve", "decline"):
        assert decide(decider, row, action) == [refund_requests.AlreadyDecided.message]
    assert Refund.objects.count() == 1


@pytest.mark.parametrize(("who", "status"), [("asker", "withdrawn"), ("decider", "declined")])
def test_a_request_is_declined_or_withdrawn_and_made_again(
    shop: Shop, member: Person, asker: Client, decider: Client, who: str, status: str
) -> None:
    order = bought(shop, member)
    limit(0)
    row = requested(asker, order)
    assert send(asker, order, "requested") == [refunds.RefundWaits.message]
    decide({"asker": asker, "decider": decider}[who], row, "decline", note="Not owed\x00")
    row.refresh_from_db()
    assert (row.status, row.decision_note) == (status, "Not owed")
    assert not Refund.objects.exists()
    assert send(asker, order, "requested")[0].startswith("Requested a refund")


def test_the_sum_is_checked_again_when_it_is_approved(
    shop: Shop, member: Person, asker: Client, decider: Client
) -> None:
    order = bought(shop, member)
    limit(0)
    row = requested(asker, order)
    (payment_id,) = shop.provider.payments
    theirs = shop.provider.refund_at_dashboard(payment_id, 180_00)
    shop.webhook("refund.processed", payment_id=payment_id, refund_id=theirs.id)

    assert decide(decider, row, "approve") == [refund_requests.SumChanged.message]
    row.refresh_from_db()
    assert row.status == "waiting"
    assert not Refund.objects.filter(cause="staff").exists()
    assert list(books.differences()) == []


def test_parts_add_up(ebooks: EbookShop, member: Person, asker: Client) -> None:
    candles, waves = ebooks.ebook("Candles", rupees=100), ebooks.ebook("Waves", rupees=50)
    order = Order.objects.get(pk=ebooks.buy(member.api, candles, waves)["orderId"])
    first, second = order.lines.all()
    limit(150)
    assert send(asker, order, "confirmed", first) == ["Refunded ₹118.00."]
    assert send(asker, order, "confirmed", second) == [refunds.SecondPersonNeeded.message]


def test_finance_sets_the_sum(shop: Shop, member: Person) -> None:
    client = clerk("Priyanka", "view_refundsettings", "add_refundsettings", "change_refundsettings")
    page = "/admin/commerce/refundsettings/add/"
    assert client.post(page, {"second_person_above_paise": "25000"}).status_code == 302
    assert RefundSettings.objects.get().second_person_above_paise == 25_000_00
    assert client.get(page).status_code == 403
    for wrong in ("-1", "x", "9" * 30, "1.999"):
        response = client.post(
            "/admin/commerce/refundsettings/1/change/", {"second_person_above_paise": wrong}
        )
        assert response.status_code == 200
    assert RefundSettings.objects.get().second_person_above_paise == 25_000_00


def save_sum(client: Client, rupees: str) -> list[str]:
    page = "/admin/commerce/refundsettings/1/change/"
    form = client.get(page).context["adminform"].form
    token = re.search(r'name="_loaded" value="([^"]+)"', str(form.loaded_input))
    assert token is not None
    data = {"second_person_above_paise": rupees, "_loaded": token[1]}
    return [str(one) for one in client.post(page, data, follow=True).context["messages"]]


CAN_SET = (*CAN_DECIDE, "view_refundsettings", "change_refundsettings")


@pytest.mark.parametrize("raised", ["50000", ""])
def test_whoever_raises_the_sum_does_not_refund_alone(shop: Shop, member: Person, raised: str) -> None:
    own, colleague, third = (clerk(name, *CAN_SET) for name in ("Asha", "Kabir", "Meenakshi"))
    limit(500)
    orders = [bought(shop, member) for _ in range(3)]
    shown = save_sum(own, raised)
    assert "For your own refunds ₹500.00 per order counts until somebody else saves this." in shown
    # Saving again, or in two steps, frees nobody.
    save_sum(own, "600")
    save_sum(own, raised)
    assert send(own, orders[0], "confirmed") == [refunds.SecondPersonNeeded.message]
    chosen = {"lines": [str(line.pk) for line in orders[0].lines.all()], "reason": "Bought by mistake"}
    assert own.post(url(orders[0], "refund"), chosen).context["needs_second_person"]
    assert send(colleague, orders[1], "confirmed") == ["Refunded ₹1,180.00."]
    page = third.get("/admin/commerce/refundsettings/1/change/").content.decode()
    assert "Asha" in page
    assert "₹500.00" in page
    save_sum(third, raised)
    assert send(own, orders[0], "confirmed") == ["Refunded ₹1,180.00."]


def test_a_sum_that_is_lowered_again_binds_everybody_alike(shop: Shop, member: Person) -> None:
    own = clerk("Asha", *CAN_SET)
    limit(5000)
    save_sum(own, "50000")
    save_sum(own, "5000")
    row = RefundSettings.objects.get()
    assert (row.raised_by, row.sum_before_paise) == (None, None)
    assert send(own, bought(shop, member), "confirmed") == ["Refunded ₹1,180.00."]


def test_staff_who_need_no_second_person_refund_nothing_beside_a_request_that_waits(
    shop: Shop, member: Person, asker: Client
) -> None:
    order = bought(shop, member)
    limit(0)
    requested(asker, order)
    limit(None)
    with pytest.raises(refunds.RefundWaits):
        refunds.refund_as_staff(
            order_id=order.pk,
            line_ids=None,
            reason="Bought by mistake",
            by=member.user,
            release_coupon=False,
            at=timezone.now(),
        )
    assert not Refund.objects.exists()
