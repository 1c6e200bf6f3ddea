from datetime import datetime
from uuid import UUID

from apps.accounts.models import User
from apps.core.errors import NotFound
from apps.live.models import Booking, LiveTrading
from apps.live.models.program import LiveTradingQuerySet
from apps.live.states import BookingStatus


class UnknownLiveTrading(NotFound):
    code = "live_trading_unknown"
    message = "We could not find that live trading program."


def upcoming_programs(*, now: datetime) -> LiveTradingQuerySet:
    """Published programs with a session that has not ended, by the start of the next one."""
    return LiveTrading.objects.published().upcoming(now=now)


def program(*, key: str) -> LiveTrading:
    """
    The program with this id or slug and all its sessions, whatever their dates.

    :raises UnknownLiveTrading: if there is none, or it is not published
    """
    found = LiveTrading.objects.published().by_id_or_slug(key).with_sessions().first()
    if found is None:
        raise UnknownLiveTrading()
    return found


def program_id(*, key: str) -> UUID:
    """
    The id of the program with this id or slug.

    :raises UnknownLiveTrading: if there is none, or it is not published
    """
    found = LiveTrading.objects.published().by_id_or_slug(key).values_list("pk", flat=True).first()
    if found is None:
        raise UnknownLiveTrading()
    return found


def archived(*, key: str, person: User | None) -> LiveTrading | None:
    """The program with this id or slug that staff archived, for somebody who booked a session."""
    if person is None:
        return None
    own = Booking.objects.filter(person=person, status__in=(BookingStatus.BOOKED, BookingStatus.CANCELED))
    rows = LiveTrading.objects.filter(is_published=False, pk__in=own.values("session__program"))
    return rows.by_id_or_slug(key).with_sessions().first()
