"""What staff should know of times before they save them: holidays, nights and what else the host has."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Protocol, TypeVar
from uuid import UUID

from django.db import connection

from apps.content.models import Instructor
from apps.core import indian_time
from apps.core.indian_time import INDIA
from apps.live.models import Meeting, ProgramSession, Webinar
from apps.live.selectors import holidays, meeting_texts

MORNING, NIGHT = time(6), time(22)
"""Indian time. Nobody is expected to come in between."""

_EVERY_DAY = range(7)
_MAX_WARNINGS = 10


class HasTimes(Protocol):
    @property
    def host_id(self) -> object: ...
    @property
    def starts_at(self) -> datetime: ...
    @property
    def ends_at(self) -> datetime: ...
    @property
    def cancelled_at(self) -> datetime | None: ...


Entry = TypeVar("Entry", bound=HasTimes)


@dataclass(frozen=True, slots=True)
class HostTime:
    """Something that a host has, or would have."""

    host_id: UUID
    title: str
    starts_at: datetime
    ends_at: datetime
    key: UUID | None = None
    """None for what is not saved yet."""
    cancelled_at: datetime | None = None


def clashing(entries: Iterable[Entry]) -> Mapping[Entry, list[Entry]]:
    """By start time. One may begin when another ends; what is cancelled clashes with nothing."""
    of_host: defaultdict[object, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.cancelled_at is None:
            of_host[entry.host_id].append(entry)
    found: defaultdict[Entry, list[Entry]] = defaultdict(list)
    for own in of_host.values():
        for at, entry in enumerate(own):
            for other in own[at + 1 :]:
                if other.starts_at >= entry.ends_at:
                    break
                found[entry].append(other)
                found[other].append(entry)
    return found


def warnings(planned: Sequence[HostTime], *, instead_of: Collection[UUID] = ()) -> list[str]:
    """
    Sentences, at most ten. `instead_of` are the keys of rows that move.

    In a transaction the hosts are locked, so that of two that are saved at once the second is warned.
    """
    if not planned:
        return []
    hosts = {one.host_id for one in planned}
    if connection.in_atomic_block:
        rows = Instructor.objects.filter(pk__in=hosts).order_by("pk")
        list(rows.select_for_update(no_key=True).values_list("pk"))
    return [*_at_night(planned), *_on_holidays(planned), *_clashes(planned, hosts, instead_of)][
        :_MAX_WARNINGS
    ]


def _at_night(planned: Sequence[HostTime]) -> Iterator[str]:
    for one in planned:
        start, end = one.starts_at.astimezone(INDIA), one.ends_at.astimezone(INDIA)
        if start.time() < MORNING or start.time() >= NIGHT or end.date() > start.date() or end.time() > NIGHT:
            yield f"{_named(one)}: at night, between 10 PM and 6 AM in India."


def _on_holidays(planned: Sequence[HostTime]) -> Iterator[str]:
    days = {one: indian_time.day_of(one.starts_at) for one in planned}
    since, until = min(days.values()), max(days.values())
    closed = holidays.on_weekdays(weekdays=_EVERY_DAY, since=since, until=until)
    names = {row["date"]: row["name"] for row in closed}
    for one, day in days.items():
        if name := names.get(day.isoformat()):
            yield f"{_named(one)}: an exchange holiday, {name}."


def _clashes(planned: Sequence[HostTime], hosts: set[UUID], instead_of: Collection[UUID]) -> Iterator[str]:
    since, until = min(one.starts_at for one in planned), max(one.ends_at for one in planned)
    taken = [one for one in _taken(hosts, since, until) if one.key not in instead_of]
    every = sorted([*planned, *taken], key=lambda one: one.starts_at)
    for one, others in clashing(every).items():
        for other in others:
            if one.key is None and other.key is not None:
                yield f"{_named(one)}: the host also has {_named(other)}."


def _taken(hosts: set[UUID], since: datetime, until: datetime) -> Iterator[HostTime]:
    """Three queries."""
    for model, host, title in (
        (Webinar, "host", "title"),
        (Meeting, "mentorship__host", "title"),
        (ProgramSession, "program__host", "name"),
    ):
        rows = model._default_manager.filter(
            starts_at__lt=until, ends_at__gt=since, cancelled_at__isnull=True, **{f"{host}__in": hosts}
        )
        for values in rows.order_by("starts_at", "pk").values_list(host, title, "starts_at", "ends_at", "pk"):
            yield HostTime(*values)


def _named(one: HostTime) -> str:
    return f"'{one.title}', {meeting_texts.span(one.starts_at, one.ends_at)}"
