"""Writing down every movement of money twice: where it comes from and where it goes."""

from collections.abc import Mapping
from datetime import datetime

from apps.commerce.models import LedgerEntry, Order, Payment, Refund
from apps.commerce.states import Account

_TAX_ACCOUNTS = {"CGST": Account.TAX_CGST, "SGST": Account.TAX_SGST, "IGST": Account.TAX_IGST}


class Unbalanced(AssertionError):
    """A journal whose entries do not sum to zero is never written."""


def book_sale(*, order: Order, at: datetime) -> None:
    """A captured payment that fulfils its order."""
    parts = {_TAX_ACCOUNTS[line["name"]]: -line["paise"] for line in order.tax_lines}
    taxable = order.price_paise - order.discount_paise
    _write(
        order=order,
        cause=f"sale:{order.pk}",
        at=at,
        parts={Account.GATEWAY: order.bill_paise, Account.SALES: -taxable, **parts},
    )


def book_surplus(*, payment: Payment, at: datetime) -> None:
    """Money that came and is not for anything: it is the buyer's."""
    paise = payment.amount_paise
    _write(
        order=payment.order,
        cause=f"surplus:{payment.pk}",
        at=at,
        parts={Account.GATEWAY: paise, Account.BUYERS: -paise},
    )


def book_refund(*, refund: Refund, taxable_paise: int, tax: Mapping[str, int], at: datetime) -> None:
    """A sale taken back: its money is the buyer's from now on."""
    parts = {_TAX_ACCOUNTS[name]: paise for name, paise in tax.items()}
    _write(
        order=refund.order,
        cause=f"refund:{refund.pk}",
        at=at,
        parts={Account.SALES: taxable_paise, **parts, Account.BUYERS: -refund.amount_paise},
    )


def book_paid_back(*, refund: Refund, at: datetime) -> None:
    """The provider has given a buyer their money back."""
    paise = refund.amount_paise
    _write(
        order=refund.order,
        cause=f"paid-back:{refund.pk}",
        at=at,
        parts={Account.BUYERS: paise, Account.GATEWAY: -paise},
    )


def _write(*, order: Order, cause: str, at: datetime, parts: Mapping[Account, int]) -> None:
    if sum(parts.values()) != 0:
        raise Unbalanced(cause)
    LedgerEntry.objects.bulk_create(
        [
            LedgerEntry(order=order, cause=cause, at=at, account=account, paise=paise)
            for account, paise in parts.items()
            if paise
        ]
    )
