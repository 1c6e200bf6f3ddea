"""A show with seats, sold by an adapter of the tests' own: what a race may oversell."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, models
from django.db.models import F
from pytest_django import DjangoDbBlocker

from apps.core import sellables
from apps.core.api.carts import CartIn
from apps.core.api.fields import TextField
from apps.core.ids import new_id
from apps.core.sellables import AlreadyOwned, Delivered, Found, Line, Quote, QuotedLine, Routes, SoldOut

PRICE_PAISE = 100_00
BILL_PAISE = 118_00


class Show(models.Model):
    id = models.UUIDField(primary_key=True, default=new_id)
    capacity = models.PositiveIntegerField()
    booked = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "commerce_tests"


class Seat(models.Model):
    """One line's seat: held, then perhaps delivered, and free again once it is released."""

    line_id = models.UUIDField(primary_key=True)
    show = models.ForeignKey(Show, models.PROTECT, related_name="seats")
    buyer_id = models.UUIDField()
    is_held = models.BooleanField(default=True)
    is_delivered = models.BooleanField(default=False)

    class Meta:
        app_label = "commerce_tests"


def take_seat(*, show_id: UUID) -> bool:
    """The guard: one conditional update, which no concurrent request passes."""
    free = Show.objects.filter(pk=show_id, booked__lt=F("capacity"))
    return free.update(booked=F("booked") + 1) == 1


class SeatCartIn(CartIn):
    id = TextField(max_length=200)


class SeatSellable:
    kind = "seat"
    routes = Routes(cart="seat/cart", enroll="seat/enroll", confirm="seat/confirm", body=SeatCartIn)

    def quote(self, *, request: Mapping[str, Any], buyer_id: UUID, at: datetime) -> Quote:
        show_id = UUID(request["id"])
        if Seat.objects.filter(show=show_id, buyer_id=buyer_id, is_held=True, is_delivered=True).exists():
            raise AlreadyOwned()
        lines = (QuotedLine(show_id, "A seat", PRICE_PAISE),) * request.get("seats", 1)
        return Quote(item_id=show_id, title="Seats", price_paise=PRICE_PAISE * len(lines), lines=lines)

    def find(self, *, key: str) -> Found | None:
        return None

    def reserve(self, *, line: Line, until: datetime, at: datetime) -> None:
        """:raises SoldOut: if there is no seat left"""
        if Seat.objects.filter(pk=line.id, is_held=True).exists():
            return
        if not take_seat(show_id=line.item_id):
            raise SoldOut()
        seat = Seat(line_id=line.id, show_id=line.item_id, buyer_id=line.buyer_id)
        Seat.objects.bulk_create(
            [seat], update_conflicts=True, unique_fields=["line_id"], update_fields=["is_held"]
        )

    def release(self, *, line: Line, at: datetime) -> None:
        self._let_go(Seat.objects.filter(pk=line.id, is_delivered=False), line)

    def deliver(self, *, line: Line, at: datetime) -> None:
        """:raises SoldOut: if the seat was released"""
        if Seat.objects.filter(pk=line.id, is_held=True).update(is_delivered=True) != 1:
            raise SoldOut()

    def revoke(self, *, line: Line, at: datetime) -> None:
        self._let_go(Seat.objects.filter(pk=line.id, is_delivered=True), line)

    def delivered(self) -> Iterator[Delivered]:
        for seat in Seat.objects.filter(is_delivered=True).order_by("line_id"):
            yield Delivered(seat.line_id, seat.buyer_id, is_active=seat.is_held, item_id=seat.show_id)

    def receipt(self, *, lines: Sequence[Line]) -> Mapping[str, Any]:
        return {}

    def paths(self, *, item_ids: Collection[UUID]) -> Mapping[UUID, str]:
        return {}

    def _let_go(self, seats: models.QuerySet[Seat], line: Line) -> None:
        if seats.filter(is_held=True).update(is_held=False):
            Show.objects.filter(pk=line.item_id).update(booked=F("booked") - 1)


def show_of(capacity: int) -> Show:
    return Show.objects.create(capacity=capacity)


@pytest.fixture(scope="session")
def _tables(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Tables without an app: no migration makes them, and no flush empties them."""
    with django_db_blocker.unblock():
        _drop()
        with connection.schema_editor() as editor:
            editor.create_model(Show)
            editor.create_model(Seat)
    yield
    with django_db_blocker.unblock():
        _drop()


def _drop() -> None:
    known = connection.introspection.table_names()
    with connection.schema_editor() as editor:
        for model in (Seat, Show):
            if model._meta.db_table in known:
                editor.delete_model(model)


@pytest.fixture
def seats(db: None, _tables: None, monkeypatch: pytest.MonkeyPatch) -> SeatSellable:
    Seat.objects.all().delete()
    Show.objects.all().delete()
    sellable = SeatSellable()
    monkeypatch.setitem(sellables._registered, sellable.kind, sellable)
    return sellable
