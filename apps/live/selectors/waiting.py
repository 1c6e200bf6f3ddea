"""Waiting lists: who is offered a seat until when, and who waits at which place."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Annotated, NamedTuple, TypedDict
from uuid import UUID

from apps.accounts.models import User
from apps.core.api.pagination import Slice, page_and_total
from apps.core.indian_time import iso_utc
from apps.core.json_types import Choices, DateTime, Help, component
from apps.live.models import ProgramSession, WaitlistEntry
from apps.live.models.waitlist import WaitlistQuerySet
from apps.live.states import WaitKind, WaitStatus

LINE_RETRY = timedelta(seconds=30)
"""How soon somebody who waits looks again whether they were offered a seat."""

_PATHS = {"webinar": "/live-webinars", "mentorship": "/live-mentorships", "session": "/live-trading"}

_ORDER: Sequence[str] = ("status", "starts_at", "pk")
"""'offered' sorts before 'waiting'."""

Place = Annotated[int | None, Help("The place in line, from 1. Null while a seat is offered.")]
OfferedUntil = Annotated[DateTime | None, Help("Until when a seat is held for the caller, who can book it.")]


@component("WaitlistEntryOut")
class OwnEntry(TypedDict):
    _id: str
    kind: Annotated[str, Choices(WaitKind.values)]
    id: Annotated[str, Help("Of the webinar, the mentorship or the session.")]
    title: str
    programTitle: Annotated[str | None, Help("The title of a session's program.")]
    startsAt: DateTime
    endsAt: DateTime
    href: Annotated[str, Help("The page on which it can be booked.")]
    place: Place
    offeredUntil: OfferedUntil
    nextChangeAt: Annotated[DateTime, Help("When to request this again.")]


class Standing(NamedTuple):
    """What one person has for one item: an offer, or a place."""

    place: int | None
    offered_until: datetime | None


def of_person(*, person: User, page: Slice, now: datetime) -> tuple[list[OwnEntry], int]:
    """What the person waits for: offers first, then by start."""
    rows = WaitlistEntry.objects.filter(person=person).open_at(now).with_place()
    items = rows.select_related("webinar", "mentorship", "session__program")
    found, total = page_and_total(items.order_by(*_ORDER), page=page)
    return [_own_entry(row, now=now) for row in found], total


def standings(
    *, column: str, among: Collection[UUID], person_id: UUID, now: datetime
) -> dict[UUID, Standing]:
    """What the person is offered or waits for among these items."""
    rows = _of(column, among).filter(person=person_id).open_at(now).with_place()
    found = rows.values_list(column, "status", "place", "offered_until")
    return {item_id: _standing(status, place, until) for item_id, status, place, until in found}


def offered_items(*, column: str, among: Collection[UUID], person_id: UUID, now: datetime) -> set[UUID]:
    rows = _of(column, among).filter(person=person_id).open_at(now).offered()
    return set(rows.values_list(column, flat=True))


def was_offered(*, column: str, among: Collection[UUID], person_id: UUID) -> bool:
    """Whether the person let an offer of one of these run out."""
    rows = _of(column, among).filter(person=person_id)
    return rows.filter(status__in=(WaitStatus.EXPIRED, WaitStatus.OFFERED)).exists()


def path_of(entry: WaitlistEntry) -> str:
    """The page on which the item can be booked."""
    item = entry.item
    listed = item.program if isinstance(item, ProgramSession) else item
    return f"{_PATHS[item.booking_field]}/{listed.weburlname}"


def _of(column: str, among: Collection[UUID]) -> WaitlistQuerySet:
    return WaitlistEntry.objects.filter(**{f"{column}__in": among})


def _standing(status: str, place: int, offered_until: datetime | None) -> Standing:
    if status == WaitStatus.OFFERED:
        return Standing(None, offered_until)
    return Standing(place, None)


def _own_entry(row: WaitlistEntry, *, now: datetime) -> OwnEntry:
    item = row.item
    place, until = _standing(row.status, row.place, row.offered_until)  # type: ignore[attr-defined]
    return {
        "_id": str(row.pk),
        "kind": WaitKind.of(item.booking_field).value,
        "id": str(item.pk),
        "title": str(item),
        "programTitle": item.program.title if isinstance(item, ProgramSession) else None,
        "startsAt": iso_utc(item.starts_at),
        "endsAt": iso_utc(item.ends_at),
        "href": path_of(row),
        "place": place,
        "offeredUntil": None if until is None else iso_utc(until),
        "nextChangeAt": iso_utc(until or now + LINE_RETRY),
    }
