"""Opening rooms and recordings: only for who booked the meeting, and only in its window."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Greatest

from apps.accounts.models import User
from apps.accounts.selectors import access
from apps.core.errors import Forbidden
from apps.live import room_urls
from apps.live.models import Attendance, Booking, RecordingProgress
from apps.live.room_urls import JOIN, WATCH, RoomKey
from apps.live.selectors import meeting_lookup, meeting_texts
from apps.live.selectors.meeting_lookup import MeetingRow, UnknownMeeting
from apps.live.selectors.offers import Occasion
from apps.live.states import BookedBy
from apps.media import signed_urls
from apps.media.signed_urls import Viewer

ROOM_URL_LIFETIME = timedelta(minutes=5)
RECORDING_URL_LIFETIME = timedelta(hours=3)
"""As long as the longest recordings: a video is requested piece by piece. Each request is checked again."""

RECORDING_AUDIENCE = "recording"


class NotBooked(Forbidden):
    code = "not_booked"
    message = "You have not booked this meeting. If you did, log in with the number that you booked it with."


class TooEarly(Forbidden):
    code = "too_early"


class TooLate(Forbidden):
    code = "too_late"


class InvalidAddress(Forbidden):
    code = "address_refused"
    message = "This link has expired or belongs to another account. Open it again from My Learnings."


@dataclass(frozen=True, slots=True)
class OpenUrl:
    """A short-lived URL of our own."""

    url: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class OpenRecording(OpenUrl):
    mime: str | None
    """Null: it is at another address, which the URL redirects to."""
    title: str
    resume_at: int


def join(*, meeting_id: UUID, person: User, at: datetime) -> OpenUrl:
    """
    :raises UnknownMeeting, NotBooked: if there is no such meeting, or they have no seat in it
    :raises TooEarly, TooLate: outside its window
    """
    meeting = _room(meeting_id=meeting_id, person=person, at=at)
    until = min(at + ROOM_URL_LIFETIME, meeting.ends_at).replace(microsecond=0)
    return OpenUrl(room_urls.signed_url(RoomKey(JOIN, meeting_id, person.pk, until)), until)


def open_recording(*, meeting_id: UUID, person: User, at: datetime) -> OpenRecording:
    """
    :raises UnknownMeeting, NotBooked: if there is no such meeting, or they have no seat in it
    :raises TooEarly: until its recording is ready
    :raises TooLate: if the meeting was cancelled
    """
    meeting = recording(meeting_id=meeting_id, person=person, at=at)
    own = RecordingProgress.objects.filter(person=person, meeting_id=meeting_id)
    resume_at = own.values_list("position", flat=True).first() or 0
    until = (at + RECORDING_URL_LIFETIME).replace(microsecond=0)
    if meeting.recording is None:
        url = room_urls.signed_url(RoomKey(WATCH, meeting_id, person.pk, until))
        return OpenRecording(url, until, None, str(meeting), resume_at)
    viewer = Viewer(audience=RECORDING_AUDIENCE, item_id=meeting_id, person_id=person.pk)
    signed = signed_urls.sign_url(meeting.recording, viewer=viewer, now=at, lifetime=RECORDING_URL_LIFETIME)
    return OpenRecording(signed.url, signed.expires_at, signed.mime, str(meeting), resume_at)


def follow(*, token: str, person: User | None, at: datetime) -> str:
    """
    The address behind one of our own, for its owner. Joining is noted as attendance.

    :raises InvalidAddress: if the token was altered, has expired or belongs to somebody else
    :raises UnknownMeeting, NotBooked, TooEarly, TooLate: as when it was made
    """
    key = room_urls.read(token)
    if key is None or at >= key.until or person is None or person.pk != key.person_id:
        raise InvalidAddress()
    if key.action == WATCH:
        return recording(meeting_id=key.meeting_id, person=person, at=at).recording_url
    meeting = _room(meeting_id=key.meeting_id, person=person, at=at)
    note_attendance(meeting_id=meeting.pk, person=person, at=at)
    return meeting.join_url


@transaction.atomic(durable=True)
def note_attendance(*, meeting_id: UUID, person: User, at: datetime) -> None:
    """One row for each person and meeting, however often they join and at how many devices at once."""
    row = Attendance(meeting_id=meeting_id, person=person, first_joined_at=at, last_joined_at=at)
    Attendance.objects.bulk_create([row], ignore_conflicts=True)
    own = Attendance.objects.filter(meeting_id=meeting_id, person=person).exclude(pk=row.pk)
    own.update(last_joined_at=Greatest("last_joined_at", at), count=F("count") + 1)


@transaction.atomic(durable=True)
def save_progress(*, meeting_id: UUID, person: User, position: int, at: datetime) -> None:
    """
    :raises UnknownMeeting, NotBooked, TooEarly, TooLate: as for opening the recording
    """
    recording(meeting_id=meeting_id, person=person, at=at)
    row = RecordingProgress(
        meeting_id=meeting_id, person=person, position=position, furthest=position, updated_at=at
    )
    RecordingProgress.objects.bulk_create([row], ignore_conflicts=True)
    own = RecordingProgress.objects.filter(meeting_id=meeting_id, person=person).exclude(pk=row.pk)
    own.update(position=position, furthest=Greatest("furthest", position), updated_at=at)


def recording(*, meeting_id: UUID, person: User, at: datetime) -> MeetingRow:
    """
    The meeting with its recording, for somebody who may watch it.

    :raises UnknownMeeting, NotBooked, TooEarly, TooLate: if they may not
    """
    meeting = _booked_meeting(meeting_id=meeting_id, person=person, at=at)
    if not Occasion.of(meeting).has_recording or at < meeting.ends_at:
        raise TooEarly("The recording is not ready yet. You find it in My Learnings as soon as it is.")
    return meeting


def _room(*, meeting_id: UUID, person: User, at: datetime) -> MeetingRow:
    meeting = _booked_meeting(meeting_id=meeting_id, person=person, at=at)
    opens_at = Occasion.of(meeting).join_opens_at
    if at < opens_at:
        raise TooEarly(f"You can join from {meeting_texts.moment(opens_at)} IST.")
    if at >= meeting.ends_at:
        raise TooLate("This meeting is over. Its recording will be in My Learnings.")
    if not meeting.join_url:
        raise TooEarly("The room is not open yet. Please try again in a minute.")
    return meeting


def _booked_meeting(*, meeting_id: UUID, person: User, at: datetime) -> MeetingRow:
    of_meeting = Q(webinar=meeting_id) | Q(session=meeting_id) | Q(mentorship__meetings=meeting_id)
    booking = Booking.objects.booked().filter(of_meeting, person=person).with_items().first()
    meeting = meeting_lookup.of_booking(booking, meeting_id=meeting_id) if booking else None
    if booking is None or meeting is None:
        raise NotBooked() if meeting_lookup.exists(meeting_id=meeting_id) else UnknownMeeting()
    if booking.booked_by == BookedBy.PRO and not access.has_paid_pro(person_id=person.pk, at=at):
        raise NotBooked("You booked this with Pro, which has ended. Get Pro to use your seat.")
    if meeting.is_cancelled:
        raise TooLate("We cancelled this meeting.")
    return meeting
