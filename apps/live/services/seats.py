"""Taking and releasing seats by one conditional update, so that two requests cannot get the last seat."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import F

from apps.core.sellables import NotSellable, SoldOut
from apps.live.models import Mentorship, ProgramSession, Webinar
from apps.live.models.base import HAS_FREE_SEAT

BookableItem = Webinar | Mentorship | ProgramSession


class ItemCancelled(NotSellable):
    code = "called_off"
    message = "This was cancelled."


def take(item: BookableItem) -> None:
    """
    Take a seat of the item. Joins the caller's transaction.

    :raises SoldOut, ItemCancelled: if there is no seat
    """
    take_all(of=type(item), ids=[item.pk])


def take_all(*, of: type[BookableItem], ids: Collection[UUID]) -> None:
    """
    Take a seat of each of these items, in as many statements as for one. Joins the caller's transaction,
    which must be rolled back if this raises.

    :raises SoldOut, ItemCancelled: if one of them has no seat
    """
    _lock_in_order(of, ids)
    available = of.objects.filter(HAS_FREE_SEAT, pk__in=ids, cancelled_at__isnull=True)
    if available.update(seats_taken=F("seats_taken") + 1) < len(ids):
        is_cancelled = of.objects.filter(pk__in=ids, cancelled_at__isnull=False).exists()
        raise ItemCancelled() if is_cancelled else SoldOut()


def release(item: BookableItem) -> None:
    release_all(of=type(item), ids=[item.pk])


def release_all(*, of: type[BookableItem], ids: Collection[UUID]) -> None:
    """Release a seat of each of these items. Joins the caller's transaction."""
    if ids:
        _lock_in_order(of, ids)
        of.objects.filter(pk__in=ids, seats_taken__gt=0).update(seats_taken=F("seats_taken") - 1)


def lock_items(*, of: type[BookableItem], ids: Collection[UUID]) -> None:
    """Until the caller's transaction ends, nobody can reschedule or cancel these items."""
    list(of.objects.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True).values_list("pk"))


def _lock_in_order(of: type[BookableItem], ids: Collection[UUID]) -> None:
    """Concurrent requests for several of the same items lock them in the same order: no deadlock."""
    if len(ids) > 1:
        lock_items(of=of, ids=ids)
