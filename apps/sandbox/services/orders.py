from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from apps.sandbox.account import account
from apps.sandbox.errors import ProviderError
from apps.sandbox.models import Order
from apps.sandbox.selectors import orders
from apps.sandbox.transactions import serial_transaction


@dataclass(frozen=True)
class OrderRequest:
    amount_paise: int
    currency: str
    receipt: str | None
    notes: Mapping[str, str | int | float | bool]
    receipt_is_unique: bool


@serial_transaction()
def edit(*, order_id: str, notes: Mapping[str, str | int | float | bool]) -> Order:
    """
    Replace the notes of an order, whatever its status.

    :raises ProviderError: if it does not exist
    """
    order = orders.get(order_id=order_id)
    order.notes = dict(notes)
    order.save(update_fields=["notes"])
    return order


@serial_transaction()
def create(*, request: OrderRequest, at: datetime) -> Order:
    """
    Create an order, or return the one with the same unique receipt.

    :raises ProviderError: if the receipt is a repeat and the account rejects those
    """
    fields = {
        "amount_paise": request.amount_paise,
        "currency": request.currency,
        "receipt": request.receipt,
        "notes": dict(request.notes),
        "created_at": at,
    }
    if not (request.receipt and request.receipt_is_unique) or account.receipt_mode == "duplicate":
        order = Order(**fields)
        order.save(force_insert=True)
        return order
    result: tuple[Order, bool] = Order.objects.get_or_create(unique_receipt=request.receipt, defaults=fields)
    order, is_new = result
    if not is_new and account.receipt_mode == "reject":
        raise ProviderError("The receipt has already been taken.", field="receipt")
    return order
