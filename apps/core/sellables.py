"""
The interface through which commerce sells items, which it knows only as a kind and an id.

The app that owns a kind registers an adapter for it in `ready`. Only ids and frozen values are passed.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, runtime_checkable
from uuid import UUID

from django.core.exceptions import ImproperlyConfigured

from apps.core.api.carts import CartIn
from apps.core.errors import Conflict

SAC_EDUCATION = "999293"
"""The service accounting code (SAC) for GST: commercial training and coaching."""


class NotSellable(Conflict):
    """The item cannot be sold to this person now; `code` and `message` say why."""

    code = "not_for_sale"
    message = "This is not for sale."


class AlreadyOwned(NotSellable):
    code = "already_owned"
    message = "You already have this. It's in My Learnings."


class SoldOut(NotSellable):
    code = "sold_out"
    message = "The last seat was just taken."


@dataclass(frozen=True, slots=True)
class QuotedLine:
    """One line of the bill: the course, or one of several sessions."""

    item_id: UUID
    title: str
    price_paise: int
    begins: str | None = None
    """Its start, as ISO 8601 in UTC, or several: if one is moved, the buyer has to confirm the cart again."""


@dataclass(frozen=True, slots=True)
class Quote:
    """What a selection costs now, before coupon and tax."""

    item_id: UUID
    title: str
    price_paise: int
    lines: tuple[QuotedLine, ...]
    list_paise: int | None = None
    price_name: str | None = None
    image: str | None = None
    creator: str | None = None
    savings_paise: int | None = None
    access_days: int | None = None
    sac: str = SAC_EDUCATION
    details: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the cart's response, under their JSON names."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an order; `id` is the same in every retry."""

    id: UUID
    order_id: UUID
    buyer_id: UUID
    item_id: UUID
    title: str
    request: Mapping[str, Any]
    access_days: int | None


@dataclass(frozen=True, slots=True)
class Found:
    """An item that is for sale; without a price where that depends on the selection."""

    item_id: UUID
    price_paise: int | None
    title: str


@dataclass(frozen=True, slots=True)
class Delivered:
    """
    What the app that owns the item has stored for a line of an order.

    Fields that the app does not store stay None and are not compared with the order.
    """

    line_id: UUID
    person_id: UUID
    is_active: bool
    """Whether the buyer has access or a seat: neither revoked nor cancelled."""
    is_held: bool = False
    """A seat that is held for a payment, and not delivered yet."""
    is_item_deleted: bool = False
    order_id: UUID | None = None
    offer_id: UUID | None = None
    """What the order as a whole is for: for sessions, their program."""
    item_id: UUID | None = None
    delivered_at: datetime | None = None
    revoked_at: datetime | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Routes:
    """The contract's three paths, and the serializer of the cart endpoint's body."""

    cart: str
    enroll: str
    confirm: str
    body: type[CartIn]


class Sellable(Protocol):
    """
    The adapter for one kind of item. It has no state.

    `reserve`, `release`, `deliver` and `revoke` join the caller's transaction and are idempotent for a line.
    """

    kind: str
    routes: Routes

    def quote(self, *, request: Mapping[str, Any], buyer_id: UUID, at: datetime) -> Quote:
        """:raises NotSellable, NotFound: if it cannot be sold to the buyer, or does not exist"""

    def find(self, *, key: str) -> Found | None:
        """The item with this id or slug, if it is for sale."""

    def reserve(self, *, line: Line, until: datetime, at: datetime) -> None:
        """:raises NotSellable: if there is no seat left"""

    def release(self, *, line: Line, at: datetime) -> None: ...

    def deliver(self, *, line: Line, at: datetime) -> None:
        """:raises NotSellable: if the buyer can no longer be given it"""

    def revoke(self, *, line: Line, at: datetime) -> None: ...

    def delivered(self) -> Iterator[Delivered]:
        """Every line that was ever delivered or is held, by ascending line id, as a stream."""

    def receipt(self, *, lines: Sequence[Line]) -> Mapping[str, Any]:
        """The item's part of the confirm endpoint's response."""

    def paths(self, *, item_ids: Collection[UUID]) -> Mapping[UUID, str]:
        """The pages of these items; deleted items have none."""


@runtime_checkable
class BulkSellable(Protocol):
    """Also implemented by adapters whose items are bought many at a time."""

    def reserve_all(self, *, lines: Sequence[Line], until: datetime, at: datetime) -> None: ...

    def release_all(self, *, lines: Sequence[Line], at: datetime) -> None: ...

    def deliver_all(self, *, lines: Sequence[Line], at: datetime) -> None: ...


@runtime_checkable
class Cancellable(Protocol):
    """Also implemented by adapters whose items staff can cancel."""

    def cancelled(self, *, lines: Sequence[Line]) -> Collection[UUID]:
        """The lines whose item we cancelled, and for which the buyer has chosen nothing else yet."""

    def refund_reason(self, *, line: Line) -> str | None:
        """
        Why the buyer may ask for a refund of the line; None if they may not.

        It joins the caller's transaction and locks what it reads.
        """


@runtime_checkable
class Returnable(Protocol):
    """Also implemented by adapters whose items are refunded if their owner deletes the account unused."""

    def unused(self, *, lines: Sequence[Line], at: datetime) -> Collection[UUID]:
        """
        The lines of which the buyer has used nothing and still could.

        In a transaction it locks what it reads.
        """


@runtime_checkable
class ReportsDifferences(Protocol):
    """Also implemented by adapters whose apps have counters or chains of their own to audit."""

    def differences(self) -> Iterator[str]:
        """A sentence for each of the app's rows that is inconsistent with another."""


_registered: dict[str, Sellable] = {}


def register(sellable: Sellable) -> None:
    """:raises ImproperlyConfigured: if the kind is registered already"""
    if sellable.kind in _registered:
        raise ImproperlyConfigured(f"Two adapters for the kind {sellable.kind!r} are registered")
    _registered[sellable.kind] = sellable


def of_kind(kind: str) -> Sellable:
    """:raises LookupError: if no adapter is registered for the kind"""
    return _registered[kind]


def all_kinds() -> Iterator[Sellable]:
    yield from _registered.values()


def reserve(*, kind: str, lines: Sequence[Line], until: datetime, at: datetime) -> None:
    """:raises NotSellable: if one of them is not available; the caller's transaction rolls the others back"""
    sellable = of_kind(kind)
    if isinstance(sellable, BulkSellable):
        sellable.reserve_all(lines=lines, until=until, at=at)
        return
    for line in lines:
        sellable.reserve(line=line, until=until, at=at)


def release(*, kind: str, lines: Sequence[Line], at: datetime) -> None:
    sellable = of_kind(kind)
    if isinstance(sellable, BulkSellable):
        sellable.release_all(lines=lines, at=at)
        return
    for line in lines:
        sellable.release(line=line, at=at)


def deliver(*, kind: str, lines: Sequence[Line], at: datetime) -> None:
    """:raises NotSellable: if the buyer can no longer be given one of them"""
    sellable = of_kind(kind)
    if isinstance(sellable, BulkSellable):
        sellable.deliver_all(lines=lines, at=at)
        return
    for line in lines:
        sellable.deliver(line=line, at=at)


def unused(*, kind: str, lines: Sequence[Line], at: datetime) -> Collection[UUID]:
    """The lines of which the buyer has used nothing and still could."""
    sellable = of_kind(kind)
    return sellable.unused(lines=lines, at=at) if isinstance(sellable, Returnable) else ()


def cancelled(*, kind: str, lines: Sequence[Line]) -> Collection[UUID]:
    """The lines whose item we cancelled, and for which the buyer has chosen nothing else yet."""
    sellable = of_kind(kind)
    return sellable.cancelled(lines=lines) if isinstance(sellable, Cancellable) else ()


def refund_reason(*, kind: str, line: Line) -> str | None:
    """Why the buyer may ask for a refund of the line, if they may."""
    sellable = of_kind(kind)
    return sellable.refund_reason(line=line) if isinstance(sellable, Cancellable) else None
