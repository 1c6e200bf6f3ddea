from typing import cast

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request

from apps.accounts.models import User
from apps.core import ids
from apps.core.api.schema import refusals
from apps.core.api.views import ApiView, PublicView
from apps.live.selectors import calendar_files
from apps.live.selectors.calendar_files import CalendarFile

_FILE = OpenApiResponse(
    OpenApiTypes.STR,
    description="One VEVENT whose UID stays and whose SEQUENCE rises with every change; called off or "
    "cancelled it says METHOD:CANCEL. It never holds the address of the room.",
)


class BookingCalendar(ApiView):
    """The calendar entry of one of the caller's sessions."""

    @extend_schema(
        operation_id="getBookingCalendar",
        responses={(200, "text/calendar"): _FILE} | refusals({404: "The caller has no such booking."}),
    )
    def get(self, request: Request, booking_id: str) -> HttpResponse:
        person = cast(User, request.user)
        return _sent(
            calendar_files.of_booking(booking_id=ids.sought(booking_id), person=person, now=timezone.now())
        )


class EventCalendar(PublicView):
    """The calendar entry of a webinar or mentorship."""

    @extend_schema(
        operation_id="getEventCalendar",
        responses={(200, "text/calendar"): _FILE} | refusals({404: "There is no such event."}),
    )
    def get(self, request: Request, kind: str, key: str) -> HttpResponse:
        return _sent(calendar_files.of_event(kind=kind, key=key))


def _sent(file: CalendarFile) -> HttpResponse:
    response = HttpResponse(file.content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return response
