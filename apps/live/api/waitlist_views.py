from typing import TypedDict

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.core.api.named_fields import answer
from apps.core.api.pagination import PaginationIn, requested_slice
from apps.core.api.schema import created_of, failures, success
from apps.core.api.views import ApiView
from apps.core.formatting import ordinal
from apps.core.indian_time import iso_utc
from apps.live.api.booking_serializers import GiveUpIn, WaitlistIn
from apps.live.selectors import waiting
from apps.live.services import giving_up, waitlist

_MESSAGE = {"message": str}


class WaitlistPlace(TypedDict):
    place: waiting.Place
    offeredUntil: waiting.OfferedUntil


class GivenUpSeat(TypedDict):
    bookingId: str


class Waitlist(ApiView):
    """The waiting lists that the caller is on, and the seats that are held for them."""

    delete_has_body = True

    @extend_schema(
        operation_id="listWaitlist",
        parameters=[PaginationIn],
        responses=success("WaitlistAnswer", data=list[waiting.OwnEntry], totalCount=int),
    )
    def get(self, request: Request) -> Response:
        page = requested_slice(self.read_query(PaginationIn))
        rows, total = waiting.of_person(person=self.person, page=page, now=timezone.now())
        return Response({"data": rows, "totalCount": total})

    @extend_schema(
        operation_id="joinWaitlist",
        request=WaitlistIn,
        responses=created_of("WaitlistJoinAnswer", WaitlistPlace, **_MESSAGE)
        | failures({409: "`not_full`, `already_booked`, `ended` or `called_off`."}),
    )
    def post(self, request: Request) -> Response:
        """Joins the waiting list of something full. Idempotent: a second call answers the same place."""
        place, until = waitlist.join(person=self.person, at=timezone.now(), **self.read(WaitlistIn))
        message = "A seat is held for you." if place is None else f"You are {ordinal(place)} in line."
        held_until = None if until is None else iso_utc(until)
        return answer(
            {"place": place, "offeredUntil": held_until}, status=status.HTTP_201_CREATED, message=message
        )

    @extend_schema(
        operation_id="leaveWaitlist",
        request=WaitlistIn,
        responses=success("WaitlistLeaveAnswer", **_MESSAGE),
    )
    def delete(self, request: Request) -> Response:
        """Leaves a waiting list; a seat that is held for the caller goes to the next. Idempotent."""
        waitlist.leave(person=self.person, at=timezone.now(), **self.read(WaitlistIn))
        return Response({"message": "You are no longer on the waiting list."})


class GiveUp(ApiView):
    """Gives up a seat that cost nothing, before the start. Idempotent."""

    @extend_schema(
        operation_id="giveUpSeat",
        request=GiveUpIn,
        responses=success("GiveUpAnswer", data=GivenUpSeat, **_MESSAGE)
        | failures({409: "`paid_seat`, `ended` or `not_booked`."}),
    )
    def post(self, request: Request) -> Response:
        booking = giving_up.give_up(
            person=self.person, key=self.read(GiveUpIn)["bookingId"], at=timezone.now()
        )
        return Response({"data": {"bookingId": str(booking.pk)}, "message": "Your seat is given up."})
