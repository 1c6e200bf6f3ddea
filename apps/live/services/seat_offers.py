"""
Passes free seats on to the waiting list.

An offered seat counts as taken, so that nobody else gets it. Everything here joins the caller's transaction
and locks items before entries, as taking and releasing seats do.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from apps.live import deadlines
from apps.live.models import Booking, ProgramSession, WaitlistEntry
from apps.live.models.base import HAS_FREE_SEAT
from apps.live.models.waitlist import WaitlistQuerySet
from apps.live.states import IN_LINE, WaitStatus
from apps.outbox.services import messages as outbox

if TYPE_CHECKING:
    from apps.live.services.seats import BookableItem

KIND = "seat offer"


def claim(*, of: "type[BookableItem]", ids: Collection[UUID], person_id: UUID, at: datetime) -> set[UUID]:
    """
    The items among these of which the person was offered a seat: it is theirs now, and already counted.

    They leave the waiting lists of all of them.
    """
    own = _entries(of, ids).in_line().filter(person=person_id)
    if not own.exists():
        return set()
    lock_items(of=of, ids=ids)
    expire(of=of, ids=ids, at=at)
    claimed = set(own.offered().values_list(of.booking_field, flat=True))
    own.update(status=WaitStatus.SEATED)
    return claimed


def offer_free_seats(*, of: "type[BookableItem]", ids: Collection[UUID], at: datetime) -> int:
    """
    Offer the free seats of these items to the first in line. Returns how many.

    The caller has changed or locked the items: somebody who joins now waits, and then finds the seat free.
    """
    waiting = _entries(of, ids).waiting()
    if not waiting.exists():
        return 0
    lock_items(of=of, ids=ids)
    # The free seats (None: no limit) and the start of those that can be booked and have not started.
    published = "program__is_published" if of is ProgramSession else "is_published"
    rows = of.objects.filter(
        HAS_FREE_SEAT, pk__in=ids, starts_at__gt=at, cancelled_at__isnull=True, **{published: True}
    )
    free = {
        pk: (None if capacity is None else capacity - taken, starts_at)
        for pk, capacity, taken, starts_at in rows.values_list("pk", "capacity", "seats_taken", "starts_at")
    }
    if not free:
        return 0
    return _offer(of, _first_in_line(of, waiting, free), at=at)


def expire(*, of: "type[BookableItem]", ids: Collection[UUID], at: datetime) -> int:
    """End the offers of these items whose time has run out, and offer their seats to the next. The items are
    locked by the caller."""
    due = _entries(of, ids).offered().filter(offered_until__lte=at)
    ended = dict(due.values_list("pk", of.booking_field))
    if ended:
        WaitlistEntry.objects.filter(pk__in=ended).update(status=WaitStatus.EXPIRED)
        add_taken(of, Counter(ended.values()), sign=-1)
        offer_free_seats(of=of, ids=set(ended.values()), at=at)
    return len(ended)


def restore(*, of: "type[BookableItem]", released: Iterable[Booking], at: datetime) -> set[UUID]:
    """
    A hold ended unpaid: its owner has their offer again until its time has run out.

    Not if the item was cancelled since. Returns the items whose seats therefore stay taken.
    """
    column = f"{of.booking_field}_id"
    holds = {(row.person_id, getattr(row, column)) for row in released}
    rows = _entries(of, [item_id for _, item_id in holds]).filter(
        status=WaitStatus.SEATED,
        offered_until__gt=at,
        person__in={person_id for person_id, _ in holds},
        **{f"{of.booking_field}__cancelled_at": None},
    )
    latest = {
        (person_id, item_id): pk
        for pk, person_id, item_id in rows.order_by("number").values_list("pk", "person", column)
    }
    restored = {owner: pk for owner, pk in latest.items() if owner in holds}
    if restored:
        WaitlistEntry.objects.filter(pk__in=restored.values()).update(status=WaitStatus.OFFERED)
    return {item_id for _, item_id in restored}


def in_line(*, of: "type[BookableItem]", item_id: UUID) -> list[UUID]:
    """The entries of those who wait for the item or are offered a seat, first in line first."""
    return list(_entries(of, [item_id]).in_line().order_by("number").values_list("pk", flat=True))


def close(*, of: "type[BookableItem]", item_id: UUID) -> list[UUID]:
    """
    The item was cancelled: nobody waits for it any more. Returns the entries of those who did.

    The caller has locked the item.
    """
    ended = in_line(of=of, item_id=item_id)
    rows = _entries(of, [item_id]).in_line()
    add_taken(of, Counter({item_id: rows.offered().count()}), sign=-1)
    rows.update(status=WaitStatus.CLOSED)
    return ended


def shorten(*, of: "type[BookableItem]", item_id: UUID, starts_at: datetime) -> None:
    """The item starts earlier: an offer never lasts past the start, nor one that an unpaid hold restores."""
    offered = _entries(of, [item_id]).filter(status__in=(*IN_LINE, WaitStatus.SEATED))
    offered.filter(offered_until__gt=starts_at).update(offered_until=starts_at)


def withdraw(entry: WaitlistEntry, *, at: datetime) -> None:
    """The person leaves the line; the seat they were offered goes to the next."""
    item = entry.item
    of, ids = type(item), [item.pk]
    lock_items(of=of, ids=ids)
    rows = WaitlistEntry.objects.filter(pk=entry.pk)
    was_offered = rows.offered().update(status=WaitStatus.LEFT)
    rows.waiting().update(status=WaitStatus.LEFT)
    if was_offered:
        add_taken(of, Counter(ids), sign=-1)
        offer_free_seats(of=of, ids=ids, at=at)


def add_taken(of: "type[BookableItem]", counts: Mapping[UUID, int], *, sign: int) -> None:
    """Change the number of taken seats of each item; one statement for all that change by the same."""
    by_count: defaultdict[int, list[UUID]] = defaultdict(list)
    for item_id, count in counts.items():
        by_count[count].append(item_id)
    for count, ids in by_count.items():
        if count:
            rows = of.objects.filter(pk__in=ids)
            if sign < 0:
                rows = rows.filter(seats_taken__gte=count)
            rows.update(seats_taken=F("seats_taken") + sign * count)


def lock_items(*, of: "type[BookableItem]", ids: Collection[UUID]) -> None:
    """Until the caller's transaction ends, nobody can take a seat of, reschedule or cancel these items."""
    list(of.objects.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True).values_list("pk"))


def _entries(of: "type[BookableItem]", ids: Collection[UUID]) -> WaitlistQuerySet:
    return WaitlistEntry.objects.filter(**{f"{of.booking_field}__in": ids})


def _first_in_line(
    of: "type[BookableItem]",
    waiting: WaitlistQuerySet,
    free: Mapping[UUID, tuple[int | None, datetime]],
) -> dict[UUID, tuple[UUID, datetime]]:
    """As many as there are free seats: the item and its start by entry."""
    column = of.booking_field
    rank = Window(RowNumber(), partition_by=[F(column)], order_by=F("number").asc())
    ranked = waiting.filter(**{f"{column}__in": free}).annotate(rank=rank).order_by()
    seats = [count for count, _ in free.values()]
    if None not in seats:
        ranked = ranked.filter(rank__lte=max(count or 0 for count in seats))
    return {
        pk: (item_id, free[item_id][1])
        for pk, item_id, place in ranked.values_list("pk", column, "rank")
        if free[item_id][0] is None or place <= (free[item_id][0] or 0)
    }


def _offer(of: "type[BookableItem]", chosen: Mapping[UUID, tuple[UUID, datetime]], *, at: datetime) -> int:
    by_end: defaultdict[datetime, list[UUID]] = defaultdict(list)
    for entry_id, (_, starts_at) in chosen.items():
        by_end[min(at + deadlines.SEAT_OFFER, starts_at)].append(entry_id)
    for until, entry_ids in by_end.items():
        WaitlistEntry.objects.filter(pk__in=entry_ids).update(status=WaitStatus.OFFERED, offered_until=until)
    add_taken(of, Counter(item_id for item_id, _ in chosen.values()), sign=1)
    outbox.enqueue_all(
        kind=KIND,
        payloads=[
            {"entry_id": str(entry_id), "by_mail": by_mail}
            for entry_id in chosen
            for by_mail in (False, True)
        ],
    )
    return len(chosen)
