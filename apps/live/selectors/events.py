from datetime import datetime
from typing import TypeVar

from apps.accounts.models import User
from apps.core.errors import NotFound
from apps.live.models import Mentorship, Webinar
from apps.live.models.events import EventQuerySet, MentorshipQuerySet
from apps.live.states import BookingStatus

Event = TypeVar("Event", Webinar, Mentorship)


class UnknownWebinar(NotFound):
    code = "webinar_unknown"
    message = "We could not find that webinar."


class UnknownMentorship(NotFound):
    code = "mentorship_unknown"
    message = "We could not find that mentorship."


def upcoming_webinars(*, now: datetime) -> EventQuerySet[Webinar]:
    """Published webinars that have not ended, soonest first, with what cards need."""
    return Webinar.objects.published().upcoming(now=now).select_related("host", "category")


def upcoming_mentorships(*, now: datetime) -> MentorshipQuerySet:
    """Published mentorships that have not ended, soonest first, with what cards need."""
    return Mentorship.objects.published().upcoming(now=now).with_meetings().select_related("host", "category")


def webinar(*, key: str) -> Webinar:
    """
    The webinar with this id or slug, ended or not.

    :raises UnknownWebinar: if there is none, or it is not published
    """
    found = Webinar.objects.published().by_id_or_slug(key).select_related("host", "category").first()
    if found is None:
        raise UnknownWebinar()
    return found


def mentorship(*, key: str) -> Mentorship:
    """
    The mentorship with this id or slug, ended or not.

    :raises UnknownMentorship: if there is none, or it is not published
    """
    found = (
        Mentorship.objects.published()
        .by_id_or_slug(key)
        .with_meetings()
        .select_related("host", "category")
        .first()
    )
    if found is None:
        raise UnknownMentorship()
    return found


def archived(*, of: type[Event], key: str, person: User | None) -> Event | None:
    """The event with this id or slug that staff archived, for somebody who booked it."""
    if person is None:
        return None
    rows = of.objects.filter(is_published=False).by_id_or_slug(key).select_related("host", "category")
    return rows.filter(bookings__person=person, bookings__status=BookingStatus.BOOKED).first()
