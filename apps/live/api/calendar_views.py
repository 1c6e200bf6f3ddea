from typing import TypedDict

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.requests import person_of
from apps.core import ids
from apps.core.api.named_fields import answer
from apps.core.api.read_limit import FeedLimit
from apps.core.api.schema import created_of, failures, success_of
from apps.core.api.views import ApiView, PublicList
from apps.core.json_types import Url
from apps.live.api.booking_serializers import FeedIn
from apps.live.selectors import calendar_files
from apps.live.selectors.calendar_files import CalendarFile
from apps.live.services import calendar_feeds

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
        person = self.person
        return calendar_response(
            calendar_files.booking_file(
                booking_id=ids.lookup_id(booking_id), person=person, now=timezone.now()
            )
        )


class EventCalendar(PublicList):
    """The calendar entry of a webinar or mentorship."""

    @extend_schema(
        operation_id="getEventCalendar",
        responses={(200, "text/calendar"): _FILE} | failures({404: "Event not found."}),
    )
    def get(self, request: Request, kind: str, key: str) -> HttpResponse:
        file = calendar_files.event_file(kind=kind, key=key, person=person_of(request), now=timezone.now())
        return calendar_response(file)


class FeedUrl(TypedDict):
    url: Url


class OwnFeed(ApiView):
    """
    The private URL of the caller's calendar feed: all that they have booked, for calendar apps.

    Whoever has the URL can read it without logging in. It never contains a join link.
    """

    @extend_schema(operation_id="getCalendarFeed", responses=success_of("CalendarFeedAnswer", FeedUrl))
    def get(self, request: Request) -> Response:
        key = calendar_files.own_feed_key(person=self.person)
        return answer({"url": calendar_files.feed_url(key)})

    @extend_schema(
        operation_id="renewCalendarFeed",
        description="Gives the feed another URL; the earlier ones answer 404 from then on.",
        request=None,
        responses=created_of("CalendarFeedRenewedAnswer", FeedUrl, message=str),
    )
    def post(self, request: Request) -> Response:
        key = calendar_feeds.renew(person=self.person)
        message = "New calendar address made. The old one no longer works."
        return answer({"url": calendar_files.feed_url(key)}, status=status.HTTP_201_CREATED, message=message)


class FeedFile(PublicList):
    """What somebody has booked, as a calendar that apps fetch again and again."""

    throttle_classes = [FeedLimit]

    @extend_schema(
        operation_id="readCalendarFeed",
        parameters=[FeedIn],
        responses={
            (200, "text/calendar"): OpenApiResponse(OpenApiTypes.STR, description="One VEVENT a booking.")
        }
        | failures({404: "The key was not issued, or a later one was."}),
    )
    def get(self, request: Request) -> HttpResponse:
        key = self.read_query(FeedIn)["key"]
        return HttpResponse(
            calendar_files.feed(token=key, now=timezone.now()), content_type="text/calendar; charset=utf-8"
        )

    def _cache_control(self, response: Response) -> str:
        # Calendar apps may keep it, and ask by its ETag whether it has changed.
        return "private, no-cache" if response.status_code == 200 else "private, no-store"


def calendar_response(file: CalendarFile) -> HttpResponse:
    response = HttpResponse(file.content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return response
