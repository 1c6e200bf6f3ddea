"""Seeds the demo's mentorships and their meetings. Each run moves their dates along with today."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import transaction

from apps.catalog.selectors import categories
from apps.content.selectors import instructors
from apps.core.demo import data_file
from apps.core.indian_time import INDIA, day_of
from apps.live.models import Meeting, Mentorship
from apps.live.services.demo_events import MOVED, DemoSeats, set_recording


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoMentorship(DemoSeats):
    """The first meeting is on the first such weekday from its day on."""

    meetings: tuple[str, ...]
    """What each is about. They are a week apart."""
    weekday: int
    moved: int | None = None
    """The meeting that was moved to the next day."""
    cancelled: int | None = None
    reason: str = ""

    def spans(self, *, today: date) -> Iterator[tuple[datetime, datetime]]:
        first = today + timedelta(days=self.day)
        first += timedelta(days=(self.weekday - first.weekday()) % 7)
        for number in range(len(self.meetings)):
            day = first + timedelta(weeks=number, days=1 if number == self.moved else 0)
            starts_at = datetime.combine(day, self.start, tzinfo=INDIA)
            yield starts_at, starts_at + timedelta(minutes=self.minutes)


_MENTORSHIPS = data_file("live", "mentorships.yaml", tuple[DemoMentorship, ...])


@transaction.atomic(durable=True)
def seed(now: datetime) -> str:
    mentorships = _MENTORSHIPS.read()
    today = day_of(now)
    slugs = [demo.weburlname for demo in mentorships]
    existing = {
        row.weburlname: row for row in Mentorship.objects.filter(weburlname__in=slugs).with_meetings()
    }
    missing = [demo for demo in mentorships if demo.weburlname not in existing]
    _add(missing, now=now, today=today)
    moved = [
        meeting
        for demo in mentorships
        if (row := existing.get(demo.weburlname))
        for meeting in _moved(row, demo, now=now, today=today)
    ]
    if moved:
        # Each meeting moves to the time of the next one. Saved one by one, the last first, none collides.
        for meeting in sorted(moved, key=lambda meeting: meeting.starts_at, reverse=True):
            meeting.save(update_fields=MOVED)
        Mentorship.objects.bulk_update(existing.values(), ["starts_at", "ends_at", "markup_last_day"])
    return f"{len(missing)} added, {len(moved)} meetings moved"


def _add(missing: list[DemoMentorship], *, now: datetime, today: date) -> None:
    if not missing:
        return
    hosts, subjects = instructors.ids_by_slug(), categories.ids_by_title()
    for demo in missing:
        spans = list(demo.spans(today=today))
        mentorship = Mentorship.objects.create(
            **demo.columns(hosts=hosts, subjects=subjects),
            **demo.price_columns(offer_until=spans[-1][0]),
            starts_at=spans[0][0],
            ends_at=spans[-1][1],
        )
        Meeting.objects.bulk_create(
            _meeting(mentorship, demo, number, span, now=now) for number, span in enumerate(spans)
        )


def _meeting(
    mentorship: Mentorship,
    demo: DemoMentorship,
    number: int,
    span: tuple[datetime, datetime],
    *,
    now: datetime,
) -> Meeting:
    is_cancelled = number == demo.cancelled
    row = Meeting(
        mentorship=mentorship,
        title=demo.meetings[number],
        starts_at=span[0],
        ends_at=span[1],
        join_url=f"https://meet.example.in/{demo.weburlname}",
        revision=1 if is_cancelled or number == demo.moved else 0,
        cancelled_at=now if is_cancelled else None,
        cancellation_reason=demo.reason if is_cancelled else "",
    )
    _set_recording(row, demo, number, now=now)
    return row


def _moved(row: Mentorship, demo: DemoMentorship, *, now: datetime, today: date) -> list[Meeting]:
    """Sets the dates and recordings of its meetings. Returns those that changed."""
    meetings = sorted(row.meetings.all(), key=lambda meeting: meeting.starts_at)
    spans = list(demo.spans(today=today))
    if len(meetings) != len(spans):
        # Staff added or deleted one, so the dates are theirs.
        return []
    moved = []
    for number, (meeting, (starts_at, ends_at)) in enumerate(zip(meetings, spans, strict=True)):
        before = meeting.starts_at, meeting.recording_url
        meeting.starts_at, meeting.ends_at = starts_at, ends_at
        _set_recording(meeting, demo, number, now=now)
        if (meeting.starts_at, meeting.recording_url) != before:
            moved.append(meeting)
    row.starts_at, row.ends_at = spans[0][0], spans[-1][1]
    if row.markup_last_day:
        row.markup_last_day = day_of(spans[-1][0])
    return moved


def _set_recording(row: Meeting, demo: DemoMentorship, number: int, *, now: datetime) -> None:
    if not row.is_cancelled:
        set_recording(row, ends_at=row.ends_at, name=f"{demo.weburlname}-{number + 1}", now=now)
