from typing import cast

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request

from apps.accounts.models import User
from apps.core import ids
from apps.core.api.schema import failures
from apps.core.api.views import ApiView, PublicView
from apps.live.selectors import calendar_files
from apps.live.selectors.calendar_files import CalendarFile

_FILE = OpenApiResponse(
    OpenApiTypes.STR,
    description="One VEVENT. Its UID never changes, and its SEQUENCE rises with every change. Once it is "
    "cancelled, by the owner or by us, it has METHOD:CANCEL. It never contains the join link.",
)


class BookingCalendar(ApiView):
    """The calendar entry of one of the caller's sessions."""

    @extend_schema(
        operation_id="getBookingCalendar",
        responses={(200, "text/calendar"): _FILE} | failures({404: "Booking not found."}),
    )
    def get(self, request: Request, booking_id: str) -> HttpResponse:
        person = cast(User, request.user)
        return _file_response(
            calendar_files.booking_file(
                booking_id=ids.lookup_id(booking_id), person=person, now=timezone.now()
            )
        )


class EventCalendar(PublicView):
    """The calendar entry of a webinar or mentorship."""

    @extend_schema(
        operation_id="getEventCalendar",
        responses={(200, "text/calendar"): _FILE} | failures({404: "Event not found."}),
    )
    def get(self, request: Request, kind: str, key: str) -> HttpResponse:
        return _file_response(calendar_files.event_file(kind=kind, key=key))


def _file_response(file: CalendarFile) -> HttpResponse:
    response = HttpResponse(file.content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return response
