from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.core import ids, indian_time
from apps.core.api.pagination import PaginationIn, requested_slice
from apps.core.api.schema import failures, success
from apps.core.api.views import ApiView, PublicList
from apps.core.formatting import time_span
from apps.live import deadlines
from apps.live.api.booking_serializers import (
    BookingCancelIn,
    BookingChangeIn,
    BookWebinarIn,
    PlansIn,
    SpanIn,
    StatusIn,
)
from apps.live.models import Booking
from apps.live.selectors import bookings, busy_times, cards, plans, public
from apps.live.selectors.booking_reader import BookingPage, BookingReader
from apps.live.services import changes
from apps.live.services.bookings import book_free_webinar
from apps.live.states import EventStatus

_COUNT = {"totalCount": int}
_MESSAGE = {"message": str}
_RULES = failures({409: "A rule forbids the change. The message says which."})


class BookFreeWebinar(ApiView):
    """Books a webinar that is free, or included in the caller's paid Pro. Idempotent."""

    @extend_schema(
        operation_id="bookFreeWebinar",
        request=BookWebinarIn,
        responses=success("BookedWebinarAnswer", data=cards.WebinarDetail, **_MESSAGE)
        | failures({409: "`payment_required`, `sold_out` or `ended`."}),
    )
    def post(self, request: Request) -> Response:
        now, person = timezone.now(), self.person
        webinar = book_free_webinar(person=person, key=self.read(BookWebinarIn)["id"], at=now)
        answer = public.webinar_detail(key=str(webinar.pk), person=person, now=now)
        return Response({**answer, "message": "Your seat is booked."})


class _BookedEvents(ApiView):
    def list_booked(self, request: Request, *, column: str) -> Response:
        query = self.read_query(StatusIn)
        reader = BookingReader(self.person, now=timezone.now())
        page = _list_page(query, column=column, now=reader.now)
        rows, total = bookings.events(reader, page, column=column)
        return Response({"data": rows, "totalCount": total})


class BookedWebinars(_BookedEvents):
    """Webinars in which the caller has a seat."""

    @extend_schema(
        operation_id="listBookedWebinars",
        parameters=[StatusIn],
        responses=success("BookedWebinarListAnswer", data=list[bookings.BookedWebinar], **_COUNT),
    )
    def get(self, request: Request) -> Response:
        return self.list_booked(request, column="webinar")


class BookedMentorships(_BookedEvents):
    """Mentorships in which the caller has a seat."""

    @extend_schema(
        operation_id="listBookedMentorships",
        parameters=[StatusIn],
        responses=success("BookedMentorshipListAnswer", data=list[bookings.BookedMentorship], **_COUNT),
    )
    def get(self, request: Request) -> Response:
        return self.list_booked(request, column="mentorship")


class BookedTimes(ApiView):
    """The times of everything that the caller has booked and that has not ended."""

    @extend_schema(
        operation_id="listBookedTimes",
        responses=success("BookedTimeListAnswer", data=list[busy_times.BookedTime]),
    )
    def get(self, request: Request) -> Response:
        return Response(public.booked_times(person=self.person, now=timezone.now()))


class SessionPlans(PublicList):
    """Plans for several sessions of a program, by descending number of sessions."""

    @extend_schema(
        operation_id="listSessionPlans",
        parameters=[PlansIn],
        responses=success("SessionPlanListAnswer", data=list[plans.SessionPlanData])
        | failures({404: "Program not found."}),
    )
    def get(self, request: Request) -> Response:
        return Response(public.plan_list(program_key=self.read_query(PlansIn).get("liveTradingId")))


class SessionBookings(ApiView):
    """The caller's booked sessions, without cancelled ones."""

    @extend_schema(
        operation_id="listSessionBookings",
        parameters=[StatusIn],
        responses=success("SessionBookingListAnswer", data=list[bookings.SessionBooking], **_COUNT),
    )
    def get(self, request: Request) -> Response:
        query = self.read_query(StatusIn)
        reader = BookingReader(self.person, now=timezone.now())
        rows, total = bookings.sessions(reader, _list_page(query, column="session", now=reader.now))
        return Response({"data": rows, "totalCount": total})


class CanceledBookings(ApiView):
    """The caller's cancelled sessions, which are credits, and what they were used for."""

    @extend_schema(
        operation_id="listCanceledBookings",
        parameters=[PaginationIn],
        responses=success("CanceledBookingListAnswer", data=list[bookings.Credit], **_COUNT),
    )
    def get(self, request: Request) -> Response:
        reader = BookingReader(self.person, now=timezone.now())
        page = bookings.credit_page(part=requested_slice(self.read_query(PaginationIn)), now=reader.now)
        rows, total = bookings.credits(reader, page)
        return Response({"data": rows, "totalCount": total})


class Timeframe(ApiView):
    """The caller's booked sessions, and upcoming sessions with free seats in the same programs."""

    @extend_schema(
        operation_id="listTimeframe",
        parameters=[SpanIn],
        responses=success("TimeframeAnswer", data=list[bookings.TimeframeEntry]),
    )
    def get(self, request: Request) -> Response:
        query = self.read_query(SpanIn)
        begins, ends = query.get("start"), query.get("end")
        rows = bookings.timeframe(
            person=self.person,
            begins=None if begins is None else indian_time.start_of_day(begins),
            ends=None if ends is None else indian_time.end_of_day(ends),
            now=timezone.now(),
        )
        return Response({"data": rows})


class SwapSession(ApiView):
    """Swaps a booked session for another one of its program, without a charge or a refund."""

    @extend_schema(
        operation_id="swapSession",
        request=BookingChangeIn,
        responses=success("SwapAnswer", data=bookings.SessionBooking, **_MESSAGE) | _RULES,
    )
    def post(self, request: Request) -> Response:
        data, now = self.read(BookingChangeIn), timezone.now()
        booking = changes.swap(
            person=self.person,
            booking_id=ids.lookup_id(data["bookingId"]),
            session_id=ids.lookup_id(data["sessionId"]),
            at=now,
        )
        return _changed(booking, "Your session has been swapped.")


class AssignSession(ApiView):
    """Uses the credit of a cancelled booking for another session of its program."""

    @extend_schema(
        operation_id="assignSession",
        request=BookingChangeIn,
        responses=success("AssignAnswer", data=bookings.SessionBooking, **_MESSAGE) | _RULES,
    )
    def post(self, request: Request) -> Response:
        data, now = self.read(BookingChangeIn), timezone.now()
        booking = changes.assign(
            person=self.person,
            booking_id=ids.lookup_id(data["bookingId"]),
            session_id=ids.lookup_id(data["sessionId"]),
            at=now,
        )
        return _changed(booking, "Your credit is used, and the session is booked.")


class CancelSession(ApiView):
    """Cancels a booked session for a credit."""

    @extend_schema(
        operation_id="cancelSession",
        request=BookingCancelIn,
        responses=success("CancelAnswer", data=bookings.SessionBooking, **_MESSAGE) | _RULES,
    )
    def post(self, request: Request) -> Response:
        data = self.read(BookingCancelIn)
        booking = changes.cancel(
            person=self.person, booking_id=ids.lookup_id(data["bookingId"]), at=timezone.now()
        )
        return _changed(
            booking,
            f"Your session is cancelled. You have {time_span(deadlines.CREDIT_VALIDITY)} to choose another.",
        )


def _changed(booking: Booking, message: str) -> Response:
    return Response({"data": bookings.session_booking(booking, now=timezone.now()), "message": message})


def _list_page(query: dict[str, Any], *, column: str, now: datetime) -> BookingPage:
    status = EventStatus(query["status"]) if "status" in query else None
    return bookings.list_page(column=column, status=status, part=requested_slice(query), now=now)
