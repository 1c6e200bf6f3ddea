"""The read-only records in the admin: search, filters, permissions and constant query counts."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.gateways.payloads import WebhookEvent
from apps.commerce.models import (
    CreditNote,
    GatewayEvent,
    Invoice,
    LedgerEntry,
    Order,
    Payment,
    Refund,
)
from apps.commerce.services import events, refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing import proof
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Person

MODELS = (Order, Payment, Refund, Invoice, CreditNote, LedgerEntry, GatewayEvent)
NAMES = tuple(model._meta.model_name for model in MODELS)


def refunded(shop: Shop, person: Person) -> Order:
    """An order with everything: an event, a payment, an invoice, a refund and its credit note."""
    enrolled = shop.enrolled(person.api, course_at(100_00))
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    shop.webhook("payment.captured", payment_id=payment.id)
    order = Order.objects.get(pk=enrolled["orderId"])
    refunds.refund_as_staff(
        order_id=order.pk,
        line_ids=None,
        reason="Asked",
        by=colleague("Asha"),
        release_coupon=False,
        at=timezone.now(),
    )
    return Order.objects.get(pk=order.pk)


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def rows(client: Client, address: str) -> int:
    response = client.get(address)
    assert response.status_code == 200, address
    return len(response.context["cl"].result_list)


def cost(client: Client, address: str) -> int:
    """Number of SELECT statements; the session's last use is written only once a minute."""
    with CaptureQueriesContext(connection) as queries:
        page(client, address)
    return sum(query["sql"].startswith("SELECT") for query in queries)


@pytest.mark.django_db(transaction=True)
def test_records_are_read_only(admin_client: Client, shop: Shop, member: Person) -> None:
    refunded(shop, member)
    for model, name in zip(MODELS, NAMES, strict=True):
        row = model.objects.first()
        list_address, own = f"/admin/commerce/{name}/", f"/admin/commerce/{name}/{row.pk}/"
        html = page(admin_client, list_address)
        assert 'name="action"' not in html
        assert f"{list_address}add/" not in html
        shown = page(admin_client, f"{own}change/")
        assert 'name="_save"' not in shown
        assert "deletelink" not in shown
        assert admin_client.get(f"{list_address}add/").status_code == 403
        assert admin_client.post(f"{own}delete/", {"post": "yes"}).status_code == 403
        assert admin_client.post(list_address, {"action": "delete_selected"}).status_code in (200, 302)
        assert model.objects.filter(pk=row.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_records_are_found_by_every_name_of_their_order(
    admin_client: Client, shop: Shop, member: Person, other_member: Person
) -> None:
    order, other = refunded(shop, member), refunded(shop, other_member)
    refund = order.refunds.get()
    for place, name in enumerate(NAMES):
        everything = rows(admin_client, f"/admin/commerce/{name}/")
        terms = (
            order.number,
            order.number.lower(),
            order.number.removeprefix("RA-"),
            order.number.replace("-", " "),
            f" {member.user.mobile} ",
            "+91 98111 11111",
            "0 98111-11111",
            "०९८१११ १११११",
            order.provider_order_id,
            order.paid_by.provider_payment_id,
            refund.attempts.get().provider_refund_id,
            order.invoice.number,
            refund.credit_note.number,
            str(order.pk),
            str(order.lines.get().pk),
            str(refund.pk),
        )
        # In a short run each term is tried on a quarter of the lists.
        for term in terms if proof.IS_WHOLE else terms[place % 4 :: 4]:
            address = f"/admin/commerce/{name}/?q={term.replace('+', '%2B')}"
            assert rows(admin_client, address) * 2 == everything, (name, term)
        assert rows(admin_client, f"/admin/commerce/{name}/?q=nobody") == 0
    event = GatewayEvent.objects.get(order=other)
    assert rows(admin_client, f"/admin/commerce/gatewayevent/?q={event.event_id}") == 1


@pytest.mark.django_db(transaction=True)
def test_filters_narrow_the_lists(admin_client: Client, shop: Shop, member: Person) -> None:
    refunded(shop, member)
    shop.enrolled(member.api, course_at(200_00))
    an_hour_ago = quote((timezone.now() - timedelta(hours=1)).isoformat())
    for name, query, expected in (
        ("order", "status__exact=refunded", 1),
        ("order", "status__exact=awaiting", 1),
        ("order", "kind=course", 2),
        ("order", "kind=pro", 0),
        ("order", f"placed_at__gte={an_hour_ago}", 2),
        ("order", f"placed_at__lt={an_hour_ago}", 0),
        ("payment", "status__exact=captured", 1),
        ("refund", "status__exact=failed", 0),
        ("refund", "cause__exact=staff", 1),
        ("ledgerentry", "account__exact=sales", 2),
        ("gatewayevent", "status__exact=received", 0),
    ):
        assert rows(admin_client, f"/admin/commerce/{name}/?{query}") == expected, (name, query)


@pytest.mark.django_db
def test_many_rows_cost_as_many_queries_as_one(
    admin_client: Client, shop: Shop, member: Person, committed: Any
) -> None:
    with committed():
        refunded(shop, member)
    addresses = [f"/admin/commerce/{name}/" for name in NAMES]
    for address in addresses:
        page(admin_client, address)
    before = {address: cost(admin_client, address) for address in addresses}
    more = proof.count(49)
    for number in range(more):
        person = User.objects.create_user(mobile=f"90000000{number:02}", state="Goa")
        with committed():
            refunded(shop, Person(person, logged_in(person)))
    assert rows(admin_client, addresses[0]) == 1 + more

    assert {address: cost(admin_client, address) for address in addresses} == before
    assert max(before.values()) <= 8


@pytest.mark.django_db(transaction=True)
def test_the_order_page_has_a_constant_query_count(admin_client: Client, shop: Shop, member: Person) -> None:
    order = refunded(shop, member)
    address = f"/admin/commerce/order/{order.pk}/change/"
    page(admin_client, address)
    before = cost(admin_client, address)
    for _ in range(3):
        late = shop.provider.capture(order.provider_order_id, amount_paise=order.bill_paise)
        shop.webhook("payment.captured", payment_id=late.id)
    assert order.payments.count() == order.refunds.count() == 4

    assert cost(admin_client, address) == before
    assert before <= 23


@pytest.mark.django_db(transaction=True)
def test_every_list_is_ordered_by_an_index(admin_client: Client) -> None:
    for model, name in zip(MODELS, NAMES, strict=True):
        listed = admin_client.get(f"/admin/commerce/{name}/").context["cl"]
        ordering = list(dict.fromkeys(listed.queryset.query.order_by))
        indexes = [list(index.fields) for index in model._meta.indexes]
        # No two documents have the same time: each waits for the number before its own.
        indexes += [[f"-{field.name}", "-id"] for field in model._meta.fields if field.db_index]
        assert ordering in indexes, (name, ordering)


# --- the webhook inbox ----------------------------------------------------------------------------


def interrupted_event(shop: Shop, person: Person) -> GatewayEvent:
    """An event that was stored by a process that died before processing it."""
    enrolled = shop.enrolled(person.api, course_at(100_00))
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    body, _ = shop.provider.webhook("payment.captured", payment_id=payment.id)
    received = WebhookEvent(id="cut-short", kind="payment.captured", payload=json.loads(body))
    event = events.store(provider="razorpay", received=received, at=timezone.now())
    assert event is not None
    return event


@pytest.mark.django_db(transaction=True)
def test_an_interrupted_event_is_retried_once(admin_client: Client, shop: Shop, member: Person) -> None:
    event = interrupted_event(shop, member)
    own = f"/admin/commerce/gatewayevent/{event.pk}/"
    html = page(admin_client, f"{own}change/")
    assert f"{own}retry/" in html
    assert "&quot;event&quot;: &quot;payment.captured&quot;," in html

    first = admin_client.post(f"{own}retry/", follow=True)
    again = admin_client.post(f"{own}retry/", follow=True)

    assert [str(message) for message in first.context["messages"]] == ["Processed: handled."]
    assert [str(message) for message in again.context["messages"]] == [
        "This event has already been processed."
    ]
    order = Order.objects.get()
    assert (order.status, Invoice.objects.count()) == ("paid", 1)
    assert f"{own}retry/" not in page(admin_client, f"{own}change/")
    assert LogEntry.objects.filter(object_id__in=[str(event.pk), str(order.pk)]).count() == 2


@pytest.mark.django_db(transaction=True)
def test_retrying_an_event_needs_the_change_permission(shop: Shop, member: Person) -> None:
    event = interrupted_event(shop, member)
    person = User.objects.create_user(mobile="9844444444", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename="view_gatewayevent"))
    client = Client()
    client.force_login(person)
    own = f"/admin/commerce/gatewayevent/{event.pk}/"

    assert ">Retry<" not in page(client, f"{own}change/")
    assert client.post(f"{own}retry/").status_code == 403
    assert Order.objects.get().status == "awaiting"
