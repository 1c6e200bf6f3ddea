"""Recomputes bills and compares them with their lines, tax and quotes."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from apps.commerce import pricing, quotes
from apps.commerce.models import Order, OrderLine
from apps.commerce.pricing import Totals
from apps.commerce.selectors import gst_rates
from apps.commerce.selectors.books.iteration import PARSE_ERRORS, batches, group_by_key, merge_by_key
from apps.core import indian_time
from apps.core.sellables import Quote

Rates = list[tuple[date, int]]

_STATES = (("one", "one"), ("one", "other"))
"""A buyer in the supplier's state and one in another: they decide how tax is split."""


def differences() -> Iterator[str]:
    rates = gst_rates.table()
    orders = Order.objects.order_by("pk").only(
        "number",
        "item_id",
        "quote",
        "price_paise",
        "discount_paise",
        "igst_paise",
        "cgst_paise",
        "tax_lines",
        "placed_at",
    )
    lines = OrderLine.objects.order_by("order_id", "position")
    for _, (found, rows) in merge_by_key(
        group_by_key(batches(orders), lambda order: order.pk),
        group_by_key(batches(lines), lambda line: line.order_id),
    ):
        for order in found:
            yield from _order_violations(order, rows, rates)


def _order_violations(order: Order, rows: Sequence[OrderLine], rates: Rates) -> Iterator[str]:
    bill = Totals(order.price_paise, order.discount_paise, order.igst_paise, order.cgst_paise)
    try:
        gst_bp = pricing.gst_bp_of(order.tax_lines)
    except (*PARSE_ERRORS, ArithmeticError):
        yield f"Order {order.number} has tax lines that cannot be read."
        return
    day = indian_time.day_of(order.placed_at)
    # Not only that of the day: an order that was lost and rebuilt later keeps its rate.
    if gst_bp not in (rate for starts_on, rate in rates if starts_on <= day):
        yield f"Order {order.number} has a GST rate that was not in force."
    if bill != pricing.totals(
        price_paise=bill.price_paise, discount_paise=bill.discount_paise, gst_bp=gst_bp
    ):
        yield f"Order {order.number} has a tax that does not follow from its price and discount."
    if not _is_split(order.tax_lines, tax_paise=bill.igst_paise + bill.cgst_paise, gst_bp=gst_bp):
        yield f"Order {order.number} has tax lines that are not its tax."
    try:
        quote = quotes.from_json(order.quote)
        expected = _expected(quote, bill)
    except PARSE_ERRORS:
        yield f"Order {order.number} has a quote that cannot be read."
        return
    if (quote.item_id, quote.price_paise) != (order.item_id, order.price_paise):
        yield f"Order {order.number} has another price or thing than it quotes."
    if len(rows) != len(expected):
        yield f"Order {order.number} has {len(rows)} lines, and {len(expected)} were quoted."
    for row, terms in zip(rows, expected, strict=False):
        if terms != _terms(row):
            yield f"Line {row.pk} of order {order.number} is not as quoted, or not its part of the bill."


def _is_split(kept: Any, *, tax_paise: int, gst_bp: int) -> bool:
    for buyer, supplier in _STATES:
        split = pricing.tax_lines(tax_paise, gst_bp=gst_bp, buyer_state=buyer, supplier_state=supplier)
        if kept == [{"name": line.name, "rate": line.rate, "paise": line.paise} for line in split]:
            return True
    return False


def _expected(quote: Quote, bill: Totals) -> list[tuple[object, ...]]:
    shares = pricing.split_between_lines(bill, prices=[line.price_paise for line in quote.lines])
    return [
        (
            position,
            line.item_id,
            line.title[:200],
            quote.sac,
            line.price_paise,
            share.discount_paise,
            share.tax_paise,
        )
        for position, (line, share) in enumerate(zip(quote.lines, shares, strict=True))
    ]


def _terms(row: OrderLine) -> tuple[object, ...]:
    return (
        row.position,
        row.item_id,
        row.title,
        row.sac,
        row.price_paise,
        row.discount_paise,
        row.tax_paise,
    )
