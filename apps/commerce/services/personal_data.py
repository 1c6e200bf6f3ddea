"""Export and erasure of the personal data in orders and carts."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.accounts.personal_data import Closing
from apps.accounts.services import trials
from apps.commerce import coupon_rules
from apps.commerce.coupon_rules import CouponHeldByOrder
from apps.commerce.models import Cart, CouponTally, CouponUse, CreditNote, ErasedTally, Invoice, Order
from apps.commerce.selectors import personal_data_export
from apps.commerce.selectors.invoices import ERASED_NAME
from apps.commerce.services import account_closing


def register() -> None:
    """Called once, at start-up."""
    personal_data.register(
        "orders",
        export=personal_data_export.export_orders,
        erase=erase_in_orders,
        closing=Closing(plan=account_closing.plan, carry_out=account_closing.close_purchases),
    )
    personal_data.register("carts", export=personal_data_export.export_carts, erase=erase_in_carts)
    personal_data.register(
        "coupons",
        export=personal_data_export.export_erased_tallies,
        erase=remember_used_coupons,
        is_use=False,
    )


def erase_in_orders(person: User, _at: datetime, /) -> None:
    """Tax law requires orders and invoices to be kept. At most the billed company stays named."""
    for document in _documents(person):
        type(document).objects.replace_buyer(document=document, buyer=_anonymised_buyer(document))
    Order.objects.filter(person=person).update(billing={})


def erase_in_carts(person: User, at: datetime, /) -> None:
    Cart.objects.filter(person=person).update(billing={}, billing_given=None)
    Cart.objects.filter(person=person, closed_at__isnull=True).update(closed_at=at)


def remember_used_coupons(person: User, _at: datetime, /) -> None:
    """
    Count what the person used for the digest of their number, so that a new account cannot use it again.

    An order that is not paid by now never will be: its hold is released, and its use is not counted.
    """
    tallies = CouponTally.objects.filter(person=person, erased_uses__gt=0)
    uses = Counter(dict(tallies.values_list("coupon", "erased_uses")))
    redeemed = CouponUse.objects.filter(order__person=person, redeemed_at__isnull=False)
    uses.update(redeemed.values_list("coupon", flat=True))
    digest = trials.digest_of(person.mobile)
    ErasedTally.objects.bulk_create(
        [ErasedTally(mobile_digest=digest, coupon_id=coupon, uses=count) for coupon, count in uses.items()],
        update_conflicts=True,
        unique_fields=["mobile_digest", "coupon"],
        update_fields=["uses"],
    )
    refusal = coupon_rules.first_purchase_refusal(person=person)
    if refusal is not None and not isinstance(refusal, CouponHeldByOrder):
        ErasedTally.objects.bulk_create([ErasedTally(mobile_digest=digest, uses=1)], ignore_conflicts=True)


def _documents(person: User) -> Iterator[Invoice | CreditNote]:
    yield from Invoice.objects.filter(order__person=person).select_related("order")
    yield from CreditNote.objects.filter(invoice__order__person=person).select_related("invoice__order")


def _anonymised_buyer(document: Invoice | CreditNote) -> Mapping[str, str]:
    """Keeps the state, and for a business its name and GSTIN, which the tax office needs."""
    buyer = document.content["buyer"]
    order = document.order if isinstance(document, Invoice) else document.invoice.order
    is_company = buyer["gstin"] and buyer["name"] == order.billing.get("company")
    return {
        "name": buyer["name"] if is_company else ERASED_NAME,
        "address": "",
        "state": buyer["state"],
        "gstin": buyer["gstin"],
        "email": "",
        "phone": "",
        "contact": "",
    }
