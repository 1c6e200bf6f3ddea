"""The page of an order, and what staff may do there."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Entitlement, User
from apps.audit.models import AuditEntry
from apps.commerce.models import Coupon, CreditNote, Order, Refund
from apps.commerce.selectors import books
from apps.commerce.services import refunds
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person
from apps.outbox.models import Message
from apps.outbox.services import messages
from tests.ebook.fixtures import EbookShop, ebooks

__all__ = ["ebooks"]

pytestmark = pytest.mark.django_db(transaction=True)

LIST = "/admin/commerce/order/"
CHANGE = ("view_order", "change_order", "refund_order", "view_refund", "view_invoice", "view_creditnote")


def clerk(*permissions: str) -> Client:
    """Staff with these permissions, in a browser whose posts are checked for their token."""
    person = User.objects.create_user(mobile="9844444444", name="Asha", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    assert person.user_permissions.count() == len(permissions)
    client = Client()
    client.force_login(person)
    return client


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def of(order: Order, action: str = "change") -> str:
    return f"{LIST}{order.pk}/{action}/"


def bought(shop: Shop, person: Person, **values: Any) -> Order:
    data = shop.bought(person.api, course_at(1000_00, **values))
    return Order.objects.get(pk=data["orderId"])


def bought_with(shop: Shop, person: Person, code: str) -> Order:
    cart = shop.cart(person.api, course_at(1000_00))
    person.api.post("/api/coupon/apply-coupon", {"couponcode": code, "cartId": cart["_id"]})
    enrolled = shop.enroll(person.api, cart)
    shop.confirm(person.api, enrolled["razorPayOrderId"])
    return Order.objects.get(pk=enrolled["orderId"])


def chosen(*lines: Any, **more: str) -> dict[str, Any]:
    return {"lines": [str(line.pk) for line in lines], "reason": "Bought by mistake", **more}


def notes(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def log(order: Order) -> list[tuple[str, str]]:
    rows = LogEntry.objects.filter(object_id=str(order.pk)).order_by("action_time")
    return [(str(row.user), row.get_change_message()) for row in rows]


# --- the page -------------------------------------------------------------------------------------


def test_the_page_shows_buyer_bill_documents_and_timeline(shop: Shop, member: Person) -> None:
    order = bought(shop, member, title="Candles")
    messages.sweep(now=timezone.now())
    client = clerk(*CHANGE, "view_payment")
    html = page(client, of(order))

    for text in (
        "Candles (Course)",
        "Meera Nair",
        "meera@example.in",
        "IGST 18%",
        "₹1,180.00",
        order.provider_order_id,
        order.paid_by.provider_payment_id,
        order.invoice.number,
        "Payment captured",
        "Sale booked",
        "Email: receipt",
    ):
        assert text in html, text
    assert f"/admin/commerce/payment/{order.paid_by_id}/change/" in html
    assert "/admin/outbox/message/" not in html  # not theirs to see
    assert "/admin/accounts/user/" not in html

    pdf = client.get(f"/admin/commerce/invoice/{order.invoice.pk}/pdf/")
    assert (pdf["Content-Type"], pdf.content[:5]) == ("application/pdf", b"%PDF-")
    assert pdf["Content-Disposition"] == f'inline; filename="{order.invoice.number}.pdf"'


def test_an_unknown_order_and_pages_without_permission(shop: Shop, member: Person) -> None:
    order = bought(shop, member)
    client = clerk("view_order")

    assert client.get(f"{LIST}{order.cart_id}/refund/").status_code == 404
    assert client.get(f"/admin/commerce/invoice/{order.invoice.pk}/pdf/").status_code == 403
    assert order.invoice.number not in page(client, of(order)).split(">Timeline<")[0]
    assert clerk_without_any().get(of(order)).status_code == 403
    assert member.api.get(of(order)).status_code == 302  # to the login of the staff


def clerk_without_any() -> Client:
    person = User.objects.create_user(mobile="9855555555", is_staff=True)
    client = Client()
    client.force_login(person)
    return client


def test_view_permission_alone_shows_no_button_and_allows_no_action(shop: Shop, member: Person) -> None:
    order = bought(shop, member)
    client = clerk("view_order", "view_refund")
    html = page(client, of(order))

    assert "Poll the provider now" not in html
    assert ">Refund<" not in html
    assert client.get(of(order, "refund")).status_code == 403
    form = chosen(*order.lines.all(), confirmed="1")
    assert client.post(of(order, "refund"), form).status_code == 403
    assert client.post(of(order, "poll")).status_code == 403
    assert not Refund.objects.exists()


def test_orders_are_read_only_and_actions_need_post(admin_client: Client, shop: Shop, member: Person) -> None:
    order = bought(shop, member)
    assert admin_client.get(f"{LIST}add/").status_code == 403
    assert admin_client.post(of(order, "delete"), {"post": "yes"}).status_code == 403
    assert admin_client.get(of(order, "poll")).status_code == 405
    assert 'name="action"' not in page(admin_client, LIST)

    admin_client.post(of(order), {"status": "expired", "bill_paise": "1"})
    order.refresh_from_db()
    assert (order.status, order.bill_paise) == ("paid", 1180_00)

    careful = Client(enforce_csrf_checks=True)
    careful.force_login(User.objects.get(mobile="9833333333"))
    assert careful.post(of(order, "poll")).status_code == 403


# --- refunds --------------------------------------------------------------------------------------


def test_an_order_is_refunded_in_full_after_a_summary(shop: Shop, member: Person) -> None:
    order, client = bought(shop, member), clerk(*CHANGE)
    assert "checked" in page(client, of(order, "refund"))

    shown = client.post(of(order, "refund"), chosen(*order.lines.all()))
    assert "₹1,180.00" in shown.content.decode()
    assert "Meera Nair loses access to this" in shown.content.decode()
    assert not Refund.objects.exists()

    done = client.post(of(order, "refund"), chosen(*order.lines.all(), confirmed="1"), follow=True)

    assert notes(done) == ["Refunded ₹1,180.00."]
    order.refresh_from_db()
    refund = Refund.objects.get()
    assert (order.status, refund.status, refund.requested_by) == ("refunded", "processed", "Asha")
    assert not Entitlement.objects.get().is_valid_at(timezone.now())
    assert log(order) == [("Asha", "Refunded ₹1,180.00.")]
    assert ">Refund<" not in page(client, of(order))
    assert CreditNote.objects.get().number in page(client, of(order))
    assert list(books.differences()) == []


def test_a_partial_refund_at_the_dashboard_reduces_the_amount(shop: Shop, member: Person) -> None:
    order, client = bought(shop, member), clerk(*CHANGE)
    (payment_id,) = shop.provider.payments
    theirs = shop.provider.refund_at_dashboard(payment_id, 180_00)
    shop.webhook("refund.processed", payment_id=payment_id, refund_id=theirs.id)

    shown = client.post(of(order, "refund"), chosen(*order.lines.all())).content.decode()
    assert "Part of the payment was refunded earlier: ₹1,000.00 is left." in shown
    assert 'value="Refund ₹1,000.00"' in shown

    done = client.post(of(order, "refund"), chosen(*order.lines.all(), confirmed="1"), follow=True)
    assert notes(done) == ["Refunded ₹1,000.00."]


def test_a_second_click_changes_nothing(shop: Shop, member: Person) -> None:
    order, client = bought(shop, member), clerk(*CHANGE)
    form = chosen(*order.lines.all(), confirmed="1")
    client.post(of(order, "refund"), form)
    again = client.post(of(order, "refund"), form, follow=True)

    assert notes(again)[-1:] == ["This was already refunded. Nothing was changed."]
    assert Refund.objects.count() == 1
    assert len(log(order)) == 1


def test_two_concurrent_clicks_make_one_refund(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other click's refund lands after this one has read the order."""
    order, client = bought(shop, member), clerk(*CHANGE)
    refund_as_staff = refunds.refund_as_staff

    def after_the_other(**given: Any) -> Any:
        refund_as_staff(**given)
        return refund_as_staff(**given)

    monkeypatch.setattr(refunds, "refund_as_staff", after_the_other)
    done = client.post(of(order, "refund"), chosen(*order.lines.all(), confirmed="1"), follow=True)

    assert notes(done) == ["This was already refunded. Nothing was changed."]
    assert Refund.objects.count() == 1
    entry = AuditEntry.objects.get(kind="action")
    assert (entry.note, entry.changes) == ("Form 'refund' sent, and refused", [])


def test_one_line_of_several_is_refunded(ebooks: EbookShop, member: Person) -> None:
    candles, waves = ebooks.ebook("Candles", rupees=100), ebooks.ebook("Waves", rupees=50)
    order = Order.objects.get(pk=ebooks.buy(member.api, candles, waves)["orderId"])
    first, second = order.lines.all()
    client = clerk(*CHANGE)

    shown = client.post(of(order, "refund"), chosen(second)).content.decode()
    assert "₹59.00" in shown
    assert "Candles" not in shown.split("<form")[-2]
    done = client.post(of(order, "refund"), chosen(second, confirmed="1"), follow=True)

    assert notes(done) == ["Refunded ₹59.00."]
    html = page(client, of(order))
    assert html.count("<td>Refunded</td>") == html.count("<td>Delivered</td>") == 1
    order.refresh_from_db()
    assert order.status == "paid"

    # An outdated form shows the summary again and refunds nothing.
    stale = client.post(of(order, "refund"), chosen(first, second, confirmed="1"))
    assert notes(stale) == ["Part of this has been refunded in the meantime. Please review the rest."]
    assert "₹118.00" in stale.content.decode()
    assert Refund.objects.count() == 1
    client.post(of(order, "refund"), chosen(first, confirmed="1"))
    order.refresh_from_db()
    assert order.status == "refunded"
    assert list(books.differences()) == []


@pytest.mark.parametrize(("ticked", "uses"), [(False, 1), (True, 0)])
def test_a_coupon_use_stays_counted_unless_staff_release_it(
    shop: Shop, member: Person, ticked: bool, uses: int
) -> None:
    shop.coupon("ONCE", total_limit=1)
    order, client = bought_with(shop, member, "ONCE"), clerk(*CHANGE)
    more = {"release_coupon": "on"} if ticked else {}
    shown = client.post(of(order, "refund"), chosen(*order.lines.all(), **more)).content.decode()
    assert ("The use of ONCE will be released" in shown) is ticked
    assert ("release_coupon" in shown) is ticked

    client.post(of(order, "refund"), chosen(*order.lines.all(), confirmed="1", **more))

    assert Coupon.objects.get().uses == uses
    assert list(books.differences()) == []


def test_a_missing_or_unknown_value_has_an_error_message(shop: Shop, member: Person) -> None:
    order, client = bought(shop, member), clerk(*CHANGE)
    for form, message in (
        ({"reason": "Why"}, "Select what to refund."),
        ({"lines": [str(order.lines.get().pk)]}, "Enter a reason. The buyer will see it."),
        ({"lines": ["nothing"], "reason": "Why", "confirmed": "1"}, "Select from these lines."),
    ):
        assert message in client.post(of(order, "refund"), form).content.decode()
    assert not Refund.objects.exists()


def test_an_unpaid_order_cannot_be_refunded(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    order, client = Order.objects.get(pk=enrolled["orderId"]), clerk(*CHANGE)
    assert ">Refund<" not in page(client, of(order))

    for ask in (
        client.get(of(order, "refund"), follow=True),
        client.post(of(order, "refund"), chosen(*order.lines.all(), confirmed="1"), follow=True),
    ):
        assert notes(ask)[-1:] == ["There is nothing left to refund on this order."]
    assert not Refund.objects.exists()


def test_a_free_order_is_refunded_without_money(shop: Shop, member: Person) -> None:
    shop.coupon("ALL", percent=100)
    cart = shop.cart(member.api, course_at(1000_00))
    member.api.post("/api/coupon/apply-coupon", {"couponcode": "ALL", "cartId": cart["_id"]})
    order = Order.objects.get(pk=shop.enroll(member.api, cart)["orderId"])
    client = clerk(*CHANGE)
    shown = client.post(of(order, "refund"), chosen(*order.lines.all())).content.decode()
    assert "No money is refunded: nothing was paid." in shown

    done = client.post(of(order, "refund"), chosen(*order.lines.all(), confirmed="1"), follow=True)
    assert notes(done) == ["Refunded ₹0.00."]
    sent = Message.objects.filter(kind="commerce notice").order_by("pk")
    assert [(row.payload["template"], row.status) for row in sent] == [
        ("receipt", "waiting"),
        ("order_cancelled", "sent"),
    ]
    assert list(books.differences()) == []


def test_a_failed_refund_is_retried(shop: Shop, member: Person) -> None:
    order, client = bought(shop, member), clerk(*CHANGE)
    shop.provider.refuse("refund", message="Not enough balance.")
    client.post(of(order, "refund"), chosen(*order.lines.all(), confirmed="1"))
    refund = Refund.objects.get()
    assert refund.status == "failed"
    again = f"/admin/commerce/refund/{refund.pk}/retry/"
    assert again in page(client, of(order))
    assert again in page(client, f"/admin/commerce/refund/{refund.pk}/change/")
    assert client.get(again).status_code == 405

    done = client.post(again, follow=True)

    assert notes(done)[-1:] == ["Retried the refund of ₹1,180.00."]
    refund.refresh_from_db()
    assert (refund.status, refund.attempts.count()) == ("processed", 2)
    assert again not in page(client, of(order))
    assert log(order)[-1] == ("Asha", "Retried the refund of ₹1,180.00.")
    refused = client.post(again, follow=True)
    assert notes(refused)[-1:] == ["Only a failed refund can be retried."]
    assert list(books.differences()) == []


# --- polling the provider -------------------------------------------------------------------------


def test_polling_settles_what_the_provider_knows(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    order, client = Order.objects.get(pk=enrolled["orderId"]), clerk(*CHANGE)
    shop.provider.capture(enrolled["razorPayOrderId"])  # and no webhook came

    done = client.post(of(order, "poll"), follow=True)
    assert notes(done) == ["Provider polled. Status changed from Awaiting payment to Paid."]
    again = client.post(of(order, "poll"), follow=True)
    assert notes(again) == ["Provider polled. Status unchanged: Paid."]
    assert log(order) == [("Asha", "Polled the provider.")] * 2
    assert "Polled the provider." in page(client, of(order)).split(">Timeline<")[1]


def test_an_unreachable_provider_changes_nothing(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    order, client = Order.objects.get(pk=enrolled["orderId"]), clerk(*CHANGE)
    shop.provider.is_down = True

    done = client.post(of(order, "poll"), follow=True)
    assert notes(done)[0].startswith("The payment provider is not responding.")
    order.refresh_from_db()
    assert order.status == "awaiting"


def test_an_order_that_never_reached_the_provider_says_so(shop: Shop, member: Person) -> None:
    cart = shop.cart(member.api, course_at(100_00))
    shop.provider.lose_response("create_order")
    assert member.api.post("/api/course/enrollCourseV1", {"id": cart["_id"]}).status_code == 502
    order, client = Order.objects.get(), clerk(*CHANGE)

    done = client.post(of(order, "poll"), follow=True)
    assert notes(done)[0].startswith("The provider has no record of this order")
