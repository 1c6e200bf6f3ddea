"""Publishing and new prices for many things at once; each app brings its own models (decision 0081)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from uuid import UUID

from django.db import models, transaction

from apps.content.listed_price import ListedPrice
from apps.core import indian_time, price_fields, publishing
from apps.core.formatting import short_price
from apps.core.publishing import Facts, FactsOf

_SMALLEST_PAISE = 100
"""The payment provider takes no less."""
_LARGEST_PAISE = 100_00_000_00
_MEANWHILE = "The price was changed to {price} in the meantime. Nothing was overwritten."


@dataclass(frozen=True, slots=True)
class PublishLine:
    row: Any
    refused: str
    """Why not; empty if it can be published."""
    outcome: str
    """'Published', or from when on."""

    @property
    def name(self) -> str:
        return str(self.row)


@dataclass(frozen=True, slots=True)
class PriceKind:
    """How a model keeps its price."""

    field: str
    struck_field: str = ""
    last_day_field: str = ""
    """The column with the last day of the struck price."""
    is_struck_required: bool = False
    """True for plans, whose usual price may also be the price."""
    is_whole_rupees: bool = False
    has_confirmations: bool = True
    """Whether it is a `PublishableModel`."""
    confirm: Callable[[Any, int], None] | None = None
    """Confirms a new price of a row on the `PublishableModel` to which it belongs."""
    refuses: Callable[[Any, int], str] = lambda _row, _new: ""
    """What else its app refuses."""
    name: Callable[[Any], str] = str
    """Which row it is, for whoever reads only that."""
    related: tuple[str, ...] = ()
    """What the name, the refusal and `published_with` read of other rows."""
    published_with: Callable[[Any], tuple[models.Model, ...]] = lambda row: (row,)
    """The rows that are published when people can see the price."""

    def rows(self, of: type[models.Model], ids: Collection[UUID]) -> Any:
        return of._default_manager.select_related(*self.related).filter(pk__in=ids).order_by("pk")

    @property
    def fields(self) -> tuple[str, ...]:
        """The columns of an offer, in its order."""
        return tuple(name for name in (self.field, self.struck_field, self.last_day_field) if name)

    def offer_of(self, row: Any) -> ListedPrice:
        return ListedPrice(*(getattr(row, name) for name in self.fields))

    def values(self, offer: ListedPrice) -> dict[str, Any]:
        return dict(zip(self.fields, (offer.paise, offer.struck_paise, offer.last_day), strict=False))


def plan_kind(
    owner: str,
    *,
    refuses: Callable[[Any, int], str],
    published_with: Callable[[Any], tuple[models.Model, ...]],
    confirm: Callable[[Any, int], None] | None = None,
) -> PriceKind:
    """How plans keep their price; `owner` is the field of what they belong to."""
    return PriceKind(
        "discounted_price_paise",
        "actual_price_paise",
        is_struck_required=True,
        has_confirmations=False,
        confirm=confirm,
        refuses=refuses,
        name=lambda plan: f"{getattr(plan, owner)}: {plan}",
        related=(owner,),
        published_with=published_with,
    )


_priced: dict[str, tuple[type[models.Model], PriceKind]] = {}


def register_price(of: type[models.Model], kind: PriceKind) -> None:
    """In `AppConfig.ready`: a model whose prices can be proposed."""
    _priced[of._meta.label_lower] = (of, kind)


def priced_model(label: str) -> type[models.Model]:
    return _priced[label][0]


def price_kind(of: type[models.Model]) -> PriceKind:
    return _priced[of._meta.label_lower][1]


@dataclass(frozen=True, slots=True)
class NewStruck:
    """Another struck price; without an amount there is none any more."""

    paise: int | None = None
    last_day: date | None = None


@dataclass(frozen=True, slots=True)
class NewPrice:
    """An amount, or a change in per cent; and a struck price, if that changes as well."""

    paise: int | None = None
    percent: Decimal | None = None
    is_free_confirmed: bool = False
    struck: NewStruck | None = None

    def of(self, old: ListedPrice) -> ListedPrice:
        struck = (old.struck_paise, old.last_day)
        if self.struck is not None:
            struck = (self.struck.paise, self.struck.last_day)
        return ListedPrice(self._paise(old.paise), *struck)

    def _paise(self, old: int) -> int:
        """Percentages are rounded to whole rupees."""
        if self.paise is not None or self.percent is None:
            return old if self.paise is None else self.paise
        rupees = Decimal(old) * (100 + self.percent) / 10_000
        return int(rupees.quantize(Decimal(1), rounding=ROUND_HALF_UP)) * 100


@dataclass(frozen=True, slots=True)
class PriceLine:
    row: Any
    name: str
    old: ListedPrice
    new: ListedPrice
    refused: str


def publish_plan(rows: Sequence[Any], *, facts_of: FactsOf, at: datetime) -> list[PublishLine]:
    facts = facts_of(rows)
    return [
        PublishLine(
            row,
            _publish_refusal(row, facts[row.pk], day=indian_time.day_of(at)),
            publishing.public_from(row, at=at),
        )
        for row in rows
    ]


def _publish_refusal(row: Any, facts: Facts, *, day: date) -> str:
    if row.is_published:
        return "It is already published."
    missing = publishing.missing(row, facts, day=day)
    return f"Missing: {'; '.join(missing)}." if missing else ""


@transaction.atomic(durable=True)
def publish(
    *, of: type[models.Model], ids: Sequence[UUID], facts_of: FactsOf, at: datetime
) -> list[PublishLine]:
    """Publish those that are complete. The others stay as they are and come back with the reason."""
    lines = publish_plan(_locked(of, ids), facts_of=facts_of, at=at)
    ready = [line.row.pk for line in lines if not line.refused]
    of._default_manager.filter(pk__in=ready, is_published=False).update(is_published=True)
    return lines


def price_plan(rows: Sequence[Any], *, kind: PriceKind, new: NewPrice) -> list[PriceLine]:
    return [_price_line(row, kind=kind, new=new) for row in rows]


def _price_line(row: Any, *, kind: PriceKind, new: NewPrice) -> PriceLine:
    old = kind.offer_of(row)
    offer = new.of(old)
    return PriceLine(row, kind.name(row), old, offer, _price_refusal(row, old, offer, kind=kind, new=new))


def _price_refusal(row: Any, old: ListedPrice, offer: ListedPrice, *, kind: PriceKind, new: NewPrice) -> str:
    price, struck = offer.paise, offer.struck_paise
    if offer == old:
        return "It already has this price."
    if price == 0 != old.paise and not new.is_free_confirmed:
        return "The price would be 0. Confirm that it is free for everybody."
    if 0 < price < _SMALLEST_PAISE or price > _LARGEST_PAISE:
        return f"A price is 0, or from ₹1 to {short_price(_LARGEST_PAISE)}."
    if too_large := price_fields.refusal(price):
        return too_large
    if kind.is_whole_rupees and price % 100:
        return "The price must be in whole rupees."
    if struck is None:
        return "It needs a usual price." if kind.is_struck_required else kind.refuses(row, price)
    if kind.is_struck_required and struck < price:
        return f"The usual price ({short_price(struck)}) must not be below the price."
    if not kind.is_struck_required and struck <= price:
        return f"The original price ({short_price(struck)}) must be above the price."
    if struck > _LARGEST_PAISE:
        return f"A price is 0, or from ₹1 to {short_price(_LARGEST_PAISE)}."
    return kind.refuses(row, price)


@transaction.atomic(durable=True)
def change_prices(
    *, of: type[models.Model], shown: Mapping[UUID, ListedPrice], kind: PriceKind, new: NewPrice
) -> list[PriceLine]:
    """
    Set the prices that staff saw in the preview; `shown` has the old one of each row.

    A row whose price is another one by now keeps it.
    """
    return change_prices_in_transaction(of=of, shown=shown, kind=kind, new=new)


def change_prices_in_transaction(
    *, of: type[models.Model], shown: Mapping[UUID, ListedPrice], kind: PriceKind, new: NewPrice
) -> list[PriceLine]:
    """`change_prices` as a step of its caller's transaction."""
    if kind.confirm is not None:
        # Before their parts, as the form of a program does: in the other order two people block each other.
        for name in kind.related:
            owner: Any = of._meta.get_field(name).related_model
            _locked(owner, list(of._default_manager.filter(pk__in=shown).values_list(name, flat=True)))
    rows = kind.rows(of, shown).select_for_update(of=("self",), no_key=True)
    lines = price_plan(list(rows), kind=kind, new=new)
    return [_change_price(require_shown(line, shown[line.row.pk]), of=of, kind=kind) for line in lines]


def require_shown(line: PriceLine, shown: ListedPrice) -> PriceLine:
    """Refuse a row that has another price than the preview showed."""
    if line.old == shown:
        return line
    return replace(line, refused=_MEANWHILE.format(price=line.old))


def _change_price(line: PriceLine, *, of: type[models.Model], kind: PriceKind) -> PriceLine:
    if line.refused:
        return line
    confirmed = {"confirmed_prices": [line.new.paise], "free_confirmed": line.new.paise == 0}
    values = {**kind.values(line.new), **(confirmed if kind.has_confirmations else {})}
    # SQLite has no row locks: the condition holds there too.
    unchanged = of._default_manager.filter(pk=line.row.pk, **kind.values(line.old))
    if unchanged.update(**values) != 1:
        return replace(line, refused="The price was changed in the meantime.")
    if kind.confirm is not None:
        kind.confirm(line.row, line.new.paise)
    return line


def _locked(of: type[models.Model], ids: Sequence[UUID]) -> list[Any]:
    """By key, so that two members of staff wait for each other instead of blocking both."""
    return list(
        of._default_manager.select_for_update(of=("self",), no_key=True).filter(pk__in=ids).order_by("pk")
    )
