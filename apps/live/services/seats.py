"""Seats: taken and given back by one conditional update, so that no two rivals have the last one."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import F

from apps.core.sellables import NotSellable, SoldOut
from apps.live.models import Mentorship, ProgramSession, Webinar
from apps.live.models.offers import HAS_ROOM

Thing = Webinar | Mentorship | ProgramSession


class CalledOff(NotSellable):
    code = "called_off"
    message = "This was called off."


def take(thing: Thing) -> None:
    """
    Take one of the thing's seats; joins the caller's transaction.

    :raises SoldOut, CalledOff: if there is none to be had
    """
    take_all(of=type(thing), ids=[thing.pk])


def take_all(*, of: type[Thing], ids: Collection[UUID]) -> None:
    """
    Take a seat in each of these things, in as many statements as for one; joins the caller's transaction,
    which must end if this raises.

    :raises SoldOut, CalledOff: if one of them has none
    """
    _in_turn(of, ids)
    free = of.objects.filter(HAS_ROOM, pk__in=ids, called_off_at__isnull=True)
    if free.update(taken=F("taken") + 1) < len(ids):
        is_off = of.objects.filter(pk__in=ids, called_off_at__isnull=False).exists()
        raise CalledOff() if is_off else SoldOut()


def give_back(thing: Thing) -> None:
    give_back_all(of=type(thing), ids=[thing.pk])


def give_back_all(*, of: type[Thing], ids: Collection[UUID]) -> None:
    """Give up a seat in each of these things; joins the caller's transaction."""
    if ids:
        _in_turn(of, ids)
        of.objects.filter(pk__in=ids, taken__gt=0).update(taken=F("taken") - 1)


def keep_still(*, of: type[Thing], ids: Collection[UUID]) -> None:
    """Nobody moves these things or calls them off until the caller's transaction ends."""
    list(of.objects.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True).values_list("pk"))


def _in_turn(of: type[Thing], ids: Collection[UUID]) -> None:
    """Rivals for several of the same things wait for them in the same order, and never for each other."""
    if len(ids) > 1:
        keep_still(of=of, ids=ids)
