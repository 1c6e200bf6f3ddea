"""Whom a message to all attendees reaches, and what was written to them before."""

from dataclasses import dataclass

from django.db.models import Count, Q

from apps.accounts.selectors import email_addresses
from apps.live.models import AttendeeMessage, Booking
from apps.live.models.booking import BookingQuerySet
from apps.live.selectors.attendees import Event

_MAX_LISTED = 50
# The mirror of the newest entry about WhatsApp, the only consent to messages that there is.
_AGREED = Q(person__can_whatsapp=True)
_HAS_EMAIL = email_addresses.is_confirmed(of="person")


@dataclass(frozen=True, slots=True)
class AttendeeReach:
    people: int
    phone: int
    mail: int
    without_consent: int


def recipients(*, event: Event, is_about_booking: bool) -> BookingQuerySet:
    """Seats that are booked or given, of people whom we may write to. Who still pays has none yet."""
    rows = _booked(event)
    return rows if is_about_booking else rows.filter(_AGREED)


def count(*, event: Event, is_about_booking: bool) -> AttendeeReach:
    """As in `message_texts.yaml`: what is about the booking goes both ways."""
    found = _booked(event).aggregate(
        all=Count("pk"),
        agreed=Count("pk", filter=_AGREED),
        mail=Count("pk", filter=_HAS_EMAIL),
        agreed_mail=Count("pk", filter=_AGREED & _HAS_EMAIL),
    )
    if is_about_booking:
        return AttendeeReach(found["all"], found["all"], found["mail"], 0)
    agreed, by_mail = found["agreed"], found["agreed_mail"]
    return AttendeeReach(agreed, agreed - by_mail, by_mail, found["all"] - agreed)


def written_before(*, event: Event) -> list[AttendeeMessage]:
    rows = AttendeeMessage.objects.filter(event_id=event.row.pk).select_related("sent_by")
    return list(rows.order_by("-sent_at", "-pk")[:_MAX_LISTED])


def _booked(event: Event) -> BookingQuerySet:
    return Booking.objects.booked().filter(**event.is_booked, person__erased_at__isnull=True)
