"""
The port through which anything is sold: commerce knows a thing only as a kind and an id.

The app that owns a thing registers an adapter for its kind in `ready`. Only ids and frozen values cross.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, runtime_checkable
from uuid import UUID

from django.core.exceptions import ImproperlyConfigured
from rest_framework.serializers import Serializer

from apps.core.errors import Conflict

SAC_EDUCATION = "999293"
"""Under which the tax office knows what is sold here: commercial training and coaching."""


class NotSellable(Conflict):
    """That thing cannot be sold to that person now; `code` and `message` say why."""

    code = "not_for_sale"
    message = "This cannot be bought."


class AlreadyOwned(NotSellable):
    code = "already_owned"
    message = "You have this already. It is in My Learnings."


class SoldOut(NotSellable):
    code = "sold_out"
    message = "The last seat was just taken."


@dataclass(frozen=True, slots=True)
class QuotedLine:
    """One thing on the bill: the course, or one of several sessions."""

    item_id: UUID
    title: str
    price_paise: int
    begins: str | None = None
    """When it takes place, as on the wire: whoever agreed to one evening has not agreed to another."""


@dataclass(frozen=True, slots=True)
class Quote:
    """What a selection costs at this moment, before coupon and tax."""

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
    """What the cart's answer shows beside these, under the wire's names."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an order, as the adapter sees it; `id` stays the same whatever is repeated."""

    id: UUID
    order_id: UUID
    buyer_id: UUID
    item_id: UUID
    title: str
    request: Mapping[str, Any]
    access_days: int | None


@dataclass(frozen=True, slots=True)
class Found:
    """A thing on offer; without a price where that depends on the selection."""

    item_id: UUID
    price_paise: int | None


@dataclass(frozen=True, slots=True)
class Delivered:
    """
    What a line of an order became, as the app that owns the thing has it: one row for each line.

    What an app does not keep stays None, and is then not compared with the order.
    """

    line_id: UUID
    person_id: UUID
    stands: bool
    """Whether it opens, or its seat is theirs: neither taken back nor given up."""
    is_held: bool = False
    """A seat that is kept for a payment, and not delivered yet."""
    is_gone: bool = False
    """Its thing is not there any more."""
    order_id: UUID | None = None
    offer_id: UUID | None = None
    """What the order as a whole is of: of a session its program."""
    item_id: UUID | None = None
    delivered_at: datetime | None = None
    taken_back_at: datetime | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Routes:
    """The contract's three paths, and the serializer that reads the cart call's body."""

    cart: str
    enroll: str
    confirm: str
    body: type[Serializer[Any]]


class Sellable(Protocol):
    """
    How the things of one kind are sold; it holds no state.

    `reserve`, `release`, `deliver` and `revoke` join the caller's transaction, and a repeat for the same
    line changes nothing.
    """

    kind: str
    routes: Routes

    def quote(self, *, request: Mapping[str, Any], buyer_id: UUID, at: datetime) -> Quote:
        """:raises NotSellable, NotFound: if it cannot be sold to the buyer, or is not there"""

    def find(self, *, key: str) -> Found | None:
        """The thing on offer with this id or address name."""

    def reserve(self, *, line: Line, until: datetime, at: datetime) -> None:
        """:raises NotSellable: if there is no seat left"""

    def release(self, *, line: Line) -> None: ...

    def deliver(self, *, line: Line, at: datetime) -> None:
        """:raises NotSellable: if the buyer can no longer be given it"""

    def revoke(self, *, line: Line, at: datetime) -> None: ...

    def delivered(self) -> Iterator[Delivered]:
        """Every line that was ever delivered or is held, by rising line id; read as it is used."""

    def receipt(self, *, lines: Sequence[Line]) -> Mapping[str, Any]:
        """The item's part of the confirm call's answer."""

    def addresses(self, *, item_ids: Collection[UUID]) -> Mapping[UUID, str]:
        """The pages where these bought things live; what is gone has none."""


@runtime_checkable
class InOneGo(Protocol):
    """What an adapter of things that are bought by the dozen has as well: the same for many lines at once."""

    def reserve_all(self, *, lines: Sequence[Line], until: datetime, at: datetime) -> None: ...

    def release_all(self, *, lines: Sequence[Line]) -> None: ...

    def deliver_all(self, *, lines: Sequence[Line], at: datetime) -> None: ...


@runtime_checkable
class CanFailToHappen(Protocol):
    """What an adapter of things that may be called off has as well."""

    def owed_for(self, *, line: Line) -> str | None:
        """
        Why the buyer gets the line's money back at their word; None if nothing is owed.

        It joins the caller's transaction, and what it looked at stays so until that ends.
        """


@runtime_checkable
class KeepsBooks(Protocol):
    """What an adapter has as well whose app counts or chains what it sold."""

    def differences(self) -> Iterator[str]:
        """A sentence for each row of the app's own that does not agree with another of its own."""


_registered: dict[str, Sellable] = {}


def register(sellable: Sellable) -> None:
    """:raises ImproperlyConfigured: if its kind has an adapter already"""
    if sellable.kind in _registered:
        raise ImproperlyConfigured(f"Two adapters sell {sellable.kind!r}")
    _registered[sellable.kind] = sellable


def of_kind(kind: str) -> Sellable:
    """:raises LookupError: if nobody sells that kind"""
    return _registered[kind]


def everything() -> Iterator[Sellable]:
    yield from _registered.values()


def reserve(*, kind: str, lines: Sequence[Line], until: datetime, at: datetime) -> None:
    """:raises NotSellable: if one of them cannot be had; what was reserved goes with the transaction"""
    sellable = of_kind(kind)
    if isinstance(sellable, InOneGo):
        sellable.reserve_all(lines=lines, until=until, at=at)
        return
    for line in lines:
        sellable.reserve(line=line, until=until, at=at)


def release(*, kind: str, lines: Sequence[Line]) -> None:
    sellable = of_kind(kind)
    if isinstance(sellable, InOneGo):
        sellable.release_all(lines=lines)
        return
    for line in lines:
        sellable.release(line=line)


def deliver(*, kind: str, lines: Sequence[Line], at: datetime) -> None:
    """:raises NotSellable: if the buyer can no longer be given one of them"""
    sellable = of_kind(kind)
    if isinstance(sellable, InOneGo):
        sellable.deliver_all(lines=lines, at=at)
        return
    for line in lines:
        sellable.deliver(line=line, at=at)


def owed_for(*, kind: str, line: Line) -> str | None:
    """Why a line's money is owed back to its buyer, if it is."""
    sellable = of_kind(kind)
    return sellable.owed_for(line=line) if isinstance(sellable, CanFailToHappen) else None
