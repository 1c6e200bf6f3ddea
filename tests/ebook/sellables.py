"""Sells several ebooks of one series in one order, while copies are left."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from rest_framework import serializers

from apps.core import ids
from apps.core.api.carts import CartIn
from apps.core.api.fields import TextField
from apps.core.errors import NotFound
from apps.core.sellables import AlreadyOwned, Delivered, Found, Line, Quote, QuotedLine, Routes, SoldOut
from tests.ebook.models import Copy, Ebook

HELD, READ, REVOKED, FREE = "held", "read", "revoked", "free"


class UnknownEbook(NotFound):
    code = "ebook_unknown"


class EbookCartIn(CartIn):
    ebookIds = serializers.ListField(child=TextField(max_length=200), min_length=1)


class EbookSellable:
    kind = "ebook"
    routes = Routes(cart="ebook/cart", enroll="ebook/enroll", confirm="ebook/confirm", body=EbookCartIn)

    def quote(self, *, request: Mapping[str, Any], buyer_id: UUID, at: datetime) -> Quote:
        wanted = {ids.lookup_id(text) for text in request["ebookIds"]}
        ebooks = list(Ebook.objects.filter(pk__in=wanted).order_by("title"))
        if len(ebooks) < len(wanted):
            raise UnknownEbook()
        if Copy.objects.filter(reader=buyer_id, ebook__in=wanted, state=READ).exists():
            raise AlreadyOwned()
        return Quote(
            item_id=ebooks[0].series,
            title=f"{len(ebooks)} ebooks",
            price_paise=sum(ebook.price_paise for ebook in ebooks),
            lines=tuple(QuotedLine(ebook.pk, ebook.title, ebook.price_paise) for ebook in ebooks),
        )

    def find(self, *, key: str) -> Found | None:
        ebook = Ebook.objects.filter(series=ids.lookup_id(key)).first()
        return None if ebook is None else Found(ebook.series, None, ebook.title)

    def reserve(self, *, line: Line, until: datetime, at: datetime) -> None:
        copy, _ = Copy.objects.get_or_create(
            line=line.id, defaults={"reader": line.buyer_id, "ebook_id": line.item_id, "state": FREE}
        )
        if copy.state == FREE:
            if not Ebook.objects.filter(pk=line.item_id).take_copy():
                raise SoldOut("The last copy was just taken.")
            Copy.objects.filter(pk=copy.pk).update(state=HELD)

    def release(self, *, line: Line, at: datetime) -> None:
        self._free(line, was=HELD, state=FREE)

    def deliver(self, *, line: Line, at: datetime) -> None:
        Copy.objects.filter(line=line.id, state=HELD).update(state=READ)

    def revoke(self, *, line: Line, at: datetime) -> None:
        self._free(line, was=READ, state=REVOKED)

    def delivered(self) -> Iterator[Delivered]:
        for copy in Copy.objects.exclude(state=FREE).order_by("line"):
            yield Delivered(
                copy.line,
                copy.reader,
                is_active=copy.state == READ,
                is_held=copy.state == HELD,
                item_id=copy.ebook_id,
            )

    def receipt(self, *, lines: Sequence[Line]) -> Mapping[str, Any]:
        return {"ebooks": [{"_id": str(line.item_id), "title": line.title} for line in lines]}

    def paths(self, *, item_ids: Collection[UUID]) -> Mapping[UUID, str]:
        return {item_id: f"/ebooks/{item_id}" for item_id in item_ids}

    def _free(self, line: Line, *, was: str, state: str) -> None:
        if Copy.objects.filter(line=line.id, state=was).update(state=state):
            Ebook.objects.filter(pk=line.item_id).release_copy()
