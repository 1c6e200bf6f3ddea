"""
Taking and releasing seats by one conditional update, so that two requests cannot get the last seat.

A released seat goes to the first on the waiting list, if there is one (`seat_offers`).
"""

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import F

from apps.core.sellables import NotSellable, SoldOut
from apps.live.models import Mentorship, ProgramSession, Webinar
from apps.live.models.base import HAS_FREE_SEAT
from apps.live.selectors import waiting
from apps.live.services import seat_offers

BookableItem = Webinar | Mentorship | ProgramSession

lock_items = seat_offers.lock_items


class ItemCancelled(NotSellable):
    code = "called_off"
    message = "This was cancelled."


class OfferEnded(SoldOut):
    code = "offer_ended"
    message = "The time to take your seat has run out, and no other seat is free."


def take(item: BookableItem, *, person_id: UUID, at: datetime) -> None:
    """
    Take a seat of the item. Joins the caller's transaction.

    :raises SoldOut, ItemCancelled: if there is no seat
    """
    take_all(of=type(item), ids=[item.pk], person_id=person_id, at=at)


def take_all(*, of: type[BookableItem], ids: Collection[UUID], person_id: UUID, at: datetime) -> None:
    """
    Take a seat of each of these items, in as many statements as for one. Joins the caller's transaction,
    which must be rolled back if this raises. A seat that the person was offered is already counted.

    :raises SoldOut, ItemCancelled: if one of them has no seat
    """
    claimed = seat_offers.claim(of=of, ids=ids, person_id=person_id, at=at)
    others = [item_id for item_id in ids if item_id not in claimed]
    _lock_in_order(of, others)
    available = of.objects.filter(HAS_FREE_SEAT, pk__in=others, cancelled_at__isnull=True)
    if others and available.update(seats_taken=F("seats_taken") + 1) < len(others):
        is_cancelled = of.objects.filter(pk__in=others, cancelled_at__isnull=False).exists()
        raise ItemCancelled() if is_cancelled else sold_out(of=of, ids=others, person_id=person_id)


def sold_out(*, of: type[BookableItem], ids: Collection[UUID], person_id: UUID) -> SoldOut:
    """Why there is no seat for this person."""
    was_offered = waiting.was_offered(column=of.booking_field, among=ids, person_id=person_id)
    return OfferEnded() if was_offered else SoldOut()


def release(item: BookableItem, *, at: datetime) -> None:
    release_all(of=type(item), ids=[item.pk], at=at)


def release_all(*, of: type[BookableItem], ids: Collection[UUID], at: datetime) -> None:
    """Release a seat of each of these items. Joins the caller's transaction."""
    if ids:
        release_to_take_again(of=of, ids=ids)
        seat_offers.offer_free_seats(of=of, ids=ids, at=at)


def release_to_take_again(*, of: type[BookableItem], ids: Collection[UUID]) -> None:
    """Release seats that the caller takes again in the same transaction: nobody else is offered them."""
    _lock_in_order(of, ids)
    seat_offers.add_taken(of, Counter(ids), sign=-1)


def _lock_in_order(of: type[BookableItem], ids: Collection[UUID]) -> None:
    """Concurrent requests for several of the same items lock them in the same order: no deadlock."""
    if len(ids) > 1:
        lock_items(of=of, ids=ids)
