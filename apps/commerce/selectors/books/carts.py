"""Compares carts with their quotes."""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from apps.commerce import quotes
from apps.commerce.models import Cart
from apps.commerce.selectors.books.iteration import PARSE_ERRORS, batches


def differences() -> Iterator[str]:
    bare = Cart.objects.filter(discount_paise__gt=0, coupon__isnull=True).order_by("pk")
    for pk in batches(bare.values_list("pk", flat=True)):
        yield f"Cart {pk} has a discount and no coupon."
    rows = Cart.objects.order_by("pk").values_list("pk", "item_id", "price_paise", "quote")
    for pk, item_id, price_paise, quote in batches(rows):
        if not _is_quoted(quote, item_id=item_id, price_paise=price_paise):
            yield f"Cart {pk} has another price or thing than it quotes."


def _is_quoted(kept: Mapping[str, Any], *, item_id: UUID, price_paise: int) -> bool:
    try:
        quote = quotes.from_json(kept)
        return (quote.item_id, quote.price_paise, sum(line.price_paise for line in quote.lines)) == (
            item_id,
            price_paise,
            price_paise,
        )
    except PARSE_ERRORS:
        return False
