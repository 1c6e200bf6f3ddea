from typing import cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.core import ids, indian_time
from apps.core.api.paging import SliceIn, asked_slice
from apps.core.api.schema import answer_of, refusals
from apps.core.api.views import ApiView, PublicView
from apps.live.api.booking_serializers import (
    BookedMentorshipOut,
    BookedTimeOut,
    BookedWebinarOut,
    BookingCancelIn,
    BookingChangeIn,
    CalendarEntryOut,
    CreditOut,
    IdIn,
    MomentIn,
    PlansIn,
    SessionBookingOut,
    SessionPlanOut,
    SpanIn,
)
from apps.live.api.serializers import WebinarDetailOut
from apps.live.models import Booking
from apps.live.selectors import bookings, public
from apps.live.services import bookings as booking
from apps.live.services import changes
from apps.live.states import Moment

_COUNT = {"totalCount": serializers.IntegerField()}
_SAID = {"message": serializers.CharField()}
_RULES = refusals({409: "A rule forbids it; the message says which."})


class BookFreeWebinar(ApiView):
    """Takes a seat in a webinar that is free, or that a paid Pro opens; a second time it is the same seat."""

    @extend_schema(
        operation_id="bookFreeWebinar",
        request=IdIn,
        responses=answer_of("BookedWebinarAnswer", data=WebinarDetailOut(), **_SAID)
        | refusals({409: "`payment_required`, `sold_out` or `ended`."}),
    )
    def post(self, request: Request) -> Response:
        now, person = timezone.now(), _person(request)
        webinar = booking.book_free_webinar(person=person, key=self.read(IdIn)["id"], at=now)
        answer = public.webinar_detail(key=str(webinar.pk), person=person, now=now)
        return Response({**answer, "message": "Your seat is booked."})


class _BookedEvents(ApiView):
    def listed(self, request: Request, *, column: str) -> Response:
        asked = self.read_query(MomentIn)
        rows, total = bookings.events(
            person=_person(request),
            column=column,
            status=_moment(asked.get("status")),
            asked=asked_slice(asked),
            now=timezone.now(),
        )
        return Response({"data": rows, "totalCount": total})


class BookedWebinars(_BookedEvents):
    """Webinars in which the caller has a seat."""

    @extend_schema(
        operation_id="listBookedWebinars",
        parameters=[MomentIn],
        responses=answer_of("BookedWebinarListAnswer", data=BookedWebinarOut(many=True), **_COUNT),
    )
    def get(self, request: Request) -> Response:
        return self.listed(request, column="webinar")


class BookedMentorships(_BookedEvents):
    """Mentorships in which the caller has a seat."""

    @extend_schema(
        operation_id="listBookedMentorships",
        parameters=[MomentIn],
        responses=answer_of("BookedMentorshipListAnswer", data=BookedMentorshipOut(many=True), **_COUNT),
    )
    def get(self, request: Request) -> Response:
        return self.listed(request, column="mentorship")


class BookedTimes(ApiView):
    """When the caller is taken up by what they have booked and is not over, whatever its kind."""

    @extend_schema(
        operation_id="listBookedTimes",
        responses=answer_of("BookedTimeListAnswer", data=BookedTimeOut(many=True)),
    )
    def get(self, request: Request) -> Response:
        return Response(public.booked_times(person=_person(request), now=timezone.now()))


class SessionPlans(PublicView):
    """Plans by which several sessions of a program cost less, by falling number of sessions."""

    @extend_schema(
        operation_id="listSessionPlans",
        parameters=[PlansIn],
        responses=answer_of("SessionPlanListAnswer", data=SessionPlanOut(many=True))
        | refusals({404: "There is no such program."}),
    )
    def get(self, request: Request) -> Response:
        return Response(public.plan_list(program_key=self.read_query(PlansIn).get("liveTradingId")))


class SessionBookings(ApiView):
    """The caller's booked sessions; cancelled ones are with the credits."""

    @extend_schema(
        operation_id="listSessionBookings",
        parameters=[MomentIn],
        responses=answer_of("SessionBookingListAnswer", data=SessionBookingOut(many=True), **_COUNT),
    )
    def get(self, request: Request) -> Response:
        asked = self.read_query(MomentIn)
        rows, total = bookings.sessions(
            person=_person(request),
            status=_moment(asked.get("status")),
            asked=asked_slice(asked),
            now=timezone.now(),
        )
        return Response({"data": rows, "totalCount": total})


class CanceledBookings(ApiView):
    """Cancelled sessions: credits, and what became of them."""

    @extend_schema(
        operation_id="listCanceledBookings",
        parameters=[SliceIn],
        responses=answer_of("CanceledBookingListAnswer", data=CreditOut(many=True), **_COUNT),
    )
    def get(self, request: Request) -> Response:
        asked = asked_slice(self.read_query(SliceIn))
        rows, total = bookings.credits(person=_person(request), asked=asked, now=timezone.now())
        return Response({"data": rows, "totalCount": total})


class Timeframe(ApiView):
    """The caller's booked sessions, and of the same programs the open ones ahead."""

    @extend_schema(
        operation_id="listTimeframe",
        parameters=[SpanIn],
        responses=answer_of("TimeframeAnswer", data=CalendarEntryOut(many=True)),
    )
    def get(self, request: Request) -> Response:
        asked = self.read_query(SpanIn)
        begins, ends = asked.get("start"), asked.get("end")
        rows = bookings.timeframe(
            person=_person(request),
            begins=None if begins is None else indian_time.start_of_day(begins),
            ends=None if ends is None else indian_time.end_of_day(ends),
            now=timezone.now(),
        )
        return Response({"data": rows})


class SwapSession(ApiView):
    """Moves a booking to another session of its program; it costs nothing and refunds nothing."""

    @extend_schema(
        operation_id="swapSession",
        request=BookingChangeIn,
        responses=answer_of("SwapAnswer", data=SessionBookingOut(), **_SAID) | _RULES,
    )
    def post(self, request: Request) -> Response:
        told, now = self.read(BookingChangeIn), timezone.now()
        changed = changes.swap(
            person=_person(request),
            booking_id=ids.sought(told["bookingId"]),
            session_id=ids.sought(told["sessionId"]),
            at=now,
        )
        return _changed(changed, "Your session is moved.")


class AssignSession(ApiView):
    """Uses a cancelled booking's credit for a session of its program."""

    @extend_schema(
        operation_id="assignSession",
        request=BookingChangeIn,
        responses=answer_of("AssignAnswer", data=SessionBookingOut(), **_SAID) | _RULES,
    )
    def post(self, request: Request) -> Response:
        told, now = self.read(BookingChangeIn), timezone.now()
        made = changes.assign(
            person=_person(request),
            booking_id=ids.sought(told["bookingId"]),
            session_id=ids.sought(told["sessionId"]),
            at=now,
        )
        return _changed(made, "Your credit is used, and the session is booked.")


class CancelSession(ApiView):
    """Gives a seat up for a credit."""

    @extend_schema(
        operation_id="cancelSession",
        request=BookingCancelIn,
        responses=answer_of("CancelAnswer", data=SessionBookingOut(), **_SAID) | _RULES,
    )
    def post(self, request: Request) -> Response:
        told = self.read(BookingCancelIn)
        canceled = changes.cancel(
            person=_person(request), booking_id=ids.sought(told["bookingId"]), at=timezone.now()
        )
        return _changed(canceled, "Your session is cancelled. You have 90 days to choose another.")


def _changed(changed: Booking, message: str) -> Response:
    return Response({"data": bookings.shown(changed, now=timezone.now()), "message": message})


def _person(request: Request) -> User:
    return cast(User, request.user)


def _moment(status: str | None) -> Moment | None:
    return None if status is None else Moment(status)
