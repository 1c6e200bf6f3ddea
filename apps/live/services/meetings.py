"""
The meetings of a mentorship: staff add, reschedule and cancel them one by one.

Every function locks the mentorship's row first, so that its meetings cannot come to overlap, its start and
end stay those of its meetings, and a seat that is delivered meanwhile is notified (`paid_seats.deliver`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max, Min

from apps.core.errors import Conflict, Invalid
from apps.core.transactions import retry_on_deadlock, time_under_lock
from apps.live.models import Booking, Meeting, Mentorship
from apps.live.selectors import meeting_texts
from apps.live.selectors.meeting_lookup import UnknownMeeting
from apps.live.services import cancellation, notices, seat_offers, seats
from apps.live.services.cancellation import Affected, NotCancellable
from apps.live.services.rescheduling import NotReschedulable, new_times, time_of_revision


class Overlaps(Conflict):
    code = "meetings_overlap"

    def __init__(self, other: Meeting) -> None:
        when = meeting_texts.span(other.starts_at, other.ends_at)
        super().__init__(f"It overlaps with “{other.title}”, {when}. Choose another time.")


class MentorshipCancelled(Conflict):
    code = "called_off"
    message = "This mentorship was cancelled, so it gets no more meetings."


@dataclass(frozen=True, slots=True)
class NewMeeting:
    title: str
    starts_at: datetime
    ends_at: datetime
    join_url: str = ""


class Added(NamedTuple):
    meetings: list[Meeting]
    notified: int


@retry_on_deadlock
@transaction.atomic(durable=True)
def add(*, mentorship_id: UUID, new: Iterable[NewMeeting], at: datetime) -> Added:
    """
    Add meetings to a mentorship. Everybody who booked it is notified of those that are not over, and those on
    its waiting list if it now starts earlier.

    :raises UnknownMeeting: if there is no such mentorship
    :raises Invalid: if one ends before it starts
    :raises Overlaps, MentorshipCancelled: if it cannot have one of them
    """
    return add_in_transaction(mentorship_id=mentorship_id, new=new, at=at)


def add_in_transaction(*, mentorship_id: UUID, new: Iterable[NewMeeting], at: datetime) -> Added:
    """Like `add`, within the caller's transaction."""
    mentorship = _locked(mentorship_id)
    at = time_under_lock(at)
    if mentorship.is_cancelled:
        raise MentorshipCancelled()
    added_at = time_of_revision(of=Mentorship, item_id=mentorship_id, at=at)
    added = []
    for one in new:
        if not one.starts_at < one.ends_at:
            raise Invalid(message=f"“{one.title}” must end after it starts.")
        _require_free_time(mentorship_id, starts_at=one.starts_at, ends_at=one.ends_at)
        added.append(
            Meeting.objects.create(
                mentorship_id=mentorship_id,
                title=one.title,
                starts_at=one.starts_at,
                ends_at=one.ends_at,
                join_url=one.join_url,
                revised_at=added_at,
            )
        )
    _update_span(mentorship_id)
    ahead = [meeting.pk for meeting in added if meeting.ends_at > at]
    bookings = list(_bookings(mentorship_id)) if ahead else []
    notices.notify_meetings_added(bookings=bookings, meeting_ids=ahead)
    starts_earlier = any(at < meeting.starts_at < mentorship.starts_at for meeting in added)
    waiting = seat_offers.in_line(of=Mentorship, item_id=mentorship_id) if starts_earlier else []
    notices.notify_waiting_list_rescheduled(entry_ids=waiting)
    return Added(added, len(bookings) + len(waiting))


def require_addable(*, mentorship: Mentorship, new: Iterable[NewMeeting]) -> None:
    """
    For a preview; adding them checks it again.

    :raises Overlaps, MentorshipCancelled: if the mentorship cannot have one of them
    """
    if mentorship.is_cancelled:
        raise MentorshipCancelled()
    for one in new:
        _require_free_time(mentorship.pk, starts_at=one.starts_at, ends_at=one.ends_at)


@retry_on_deadlock
@transaction.atomic(durable=True)
def reschedule(
    *,
    meeting_id: UUID,
    starts_at: datetime,
    ends_at: datetime,
    at: datetime,
    refuse_unread: Callable[[], None] | None = None,
) -> int:
    """
    Move a meeting to another time. Everybody who booked the mentorship or waits for it is notified.

    Returns how many. `refuse_unread` is as in `rescheduling.reschedule`.

    :raises UnknownMeeting: if there is no such meeting
    :raises Invalid: if the new times are in the past or reversed
    :raises NotReschedulable: if it has started, or was cancelled
    :raises Overlaps: if another meeting of the mentorship is at that time
    """
    mentorship_id = _mentorship_id(meeting_id)
    mentorship = _locked(mentorship_id)
    at = time_under_lock(at)
    if not at < starts_at < ends_at:
        raise Invalid(message="The new start must be in the future, and the end after it.")
    if refuse_unread is not None:
        refuse_unread()
    if mentorship.is_cancelled:
        raise NotReschedulable()
    rows = Meeting.objects.not_cancelled().filter(pk=meeting_id, starts_at__gt=at)
    if rows.filter(starts_at=starts_at, ends_at=ends_at).exists():
        return 0
    _require_free_time(mentorship_id, starts_at=starts_at, ends_at=ends_at, besides=meeting_id)
    revised_at = time_of_revision(of=Mentorship, item_id=mentorship_id, at=at)
    if not rows.update(**new_times(starts_at=starts_at, ends_at=ends_at, at=revised_at)):
        raise NotReschedulable()
    _update_span(mentorship_id)
    bookings = list(_bookings(mentorship_id))
    notices.notify_meeting_revised(bookings=bookings, meeting_id=meeting_id, is_cancelled=False)
    waiting = seat_offers.in_line(of=Mentorship, item_id=mentorship_id)
    notices.notify_waiting_list_rescheduled(entry_ids=waiting, meeting_id=meeting_id)
    return len(bookings) + len(waiting)


@retry_on_deadlock
@transaction.atomic(durable=True)
def cancel(*, meeting_id: UUID, reason: str, at: datetime) -> Affected:
    """
    Cancel a meeting for good. The others stay, and everybody who booked the mentorship or waits for it is
    notified.

    If none of these is on or ahead, the mentorship is cancelled: owners of paid seats can then get a refund.

    :raises UnknownMeeting: if there is no such meeting
    :raises NotCancellable: if it is over, or was already cancelled
    """
    mentorship_id = _mentorship_id(meeting_id)
    cancellation.lock_bookings(of=Mentorship, item_id=mentorship_id)
    _locked(mentorship_id)
    at = time_under_lock(at)
    rows = Meeting.objects.not_cancelled().filter(pk=meeting_id, ends_at__gt=at)
    cancelled = {"cancelled_at": at, "cancellation_reason": reason[:200]}
    revised_at = time_of_revision(of=Mentorship, item_id=mentorship_id, at=at)
    if not rows.update(**cancelled, revision=F("revision") + 1, revised_at=revised_at):
        raise NotCancellable()
    if not Meeting.objects.not_over(now=at).filter(mentorship=mentorship_id).exists():
        return cancellation.cancel_in_transaction(of=Mentorship, item_id=mentorship_id, reason=reason, at=at)
    _update_span(mentorship_id)
    bookings = list(_bookings(mentorship_id))
    notices.notify_meeting_revised(bookings=bookings, meeting_id=meeting_id, is_cancelled=True)
    waiting = seat_offers.in_line(of=Mentorship, item_id=mentorship_id)
    notices.notify_waiting_list_meeting_cancelled(entry_ids=waiting, meeting_id=meeting_id)
    return Affected(paid=len(bookings), free=0, in_line=len(waiting))


def delete_in_transaction(*, meeting_id: UUID) -> None:
    """Delete a meeting of a mentorship that nobody booked. Joins the caller's transaction."""
    mentorship_id = _mentorship_id(meeting_id)
    _locked(mentorship_id)
    Meeting.objects.filter(pk=meeting_id).delete()
    _update_span(mentorship_id)


def _mentorship_id(meeting_id: UUID) -> UUID:
    found = Meeting.objects.filter(pk=meeting_id).values_list("mentorship", flat=True).first()
    if found is None:
        raise UnknownMeeting()
    return found


def _locked(mentorship_id: UUID) -> Mentorship:
    seats.lock_items(of=Mentorship, ids=[mentorship_id])
    found = Mentorship.objects.filter(pk=mentorship_id).first()
    if found is None:
        raise UnknownMeeting()
    return found


def _require_free_time(
    mentorship_id: UUID, *, starts_at: datetime, ends_at: datetime, besides: UUID | None = None
) -> None:
    rows = Meeting.objects.filter(mentorship=mentorship_id)
    if besides is not None:
        rows = rows.exclude(pk=besides)
    other = rows.overlapping(starts_at=starts_at, ends_at=ends_at).order_by("starts_at").first()
    if other is not None:
        raise Overlaps(other)


def _update_span(mentorship_id: UUID) -> None:
    rows = Meeting.objects.not_cancelled().filter(mentorship=mentorship_id).order_by()
    span = rows.aggregate(starts_at=Min("starts_at"), ends_at=Max("ends_at"))
    if span["starts_at"] is not None:
        Mentorship.objects.filter(pk=mentorship_id).update(**span)
        seat_offers.shorten(of=Mentorship, item_id=mentorship_id, starts_at=span["starts_at"])


def _bookings(mentorship_id: UUID) -> Iterable[Booking]:
    return Booking.objects.booked().filter(mentorship=mentorship_id).order_by("pk")
