from datetime import datetime

from apps.core.errors import NotFound
from apps.live.models import Mentorship, Webinar
from apps.live.models.events import EventQuerySet


class UnknownWebinar(NotFound):
    code = "webinar_unknown"
    message = "We could not find that webinar."


class UnknownMentorship(NotFound):
    code = "mentorship_unknown"
    message = "We could not find that mentorship."


def webinars_ahead(*, now: datetime) -> EventQuerySet[Webinar]:
    """Published webinars that have not ended, soonest first, complete enough for cards."""
    return Webinar.objects.published().ahead(now=now).select_related("host")


def mentorships_ahead(*, now: datetime) -> EventQuerySet[Mentorship]:
    """Published mentorships that have not ended, soonest first, complete enough for cards."""
    return Mentorship.objects.published().ahead(now=now).select_related("host")


def webinar(*, key: str) -> Webinar:
    """
    The webinar with this id or address name, ended or not.

    :raises UnknownWebinar: if there is none, or it is not published
    """
    found = Webinar.objects.published().known_as(key).select_related("host").first()
    if found is None:
        raise UnknownWebinar()
    return found


def mentorship(*, key: str) -> Mentorship:
    """
    The mentorship with this id or address name, ended or not.

    :raises UnknownMentorship: if there is none, or it is not published
    """
    found = Mentorship.objects.published().known_as(key).select_related("host").first()
    if found is None:
        raise UnknownMentorship()
    return found
