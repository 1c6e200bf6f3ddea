from typing import cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.catalog.api.booking_serializers import BookedQuestionIn, BookingIn, OwnCourseOut
from apps.catalog.api.serializers import CourseCardOut
from apps.catalog.selectors import enrolments
from apps.catalog.services import bookings
from apps.catalog.states import BookedStatus
from apps.core.api.paging import asked_slice
from apps.core.api.schema import answer_of, refusals
from apps.core.api.views import ApiView


class BookFreeCourse(ApiView):
    """Takes a free course, or with Pro a Pro course; taking it twice changes nothing."""

    @extend_schema(
        operation_id="bookFreeCourse",
        request=BookingIn,
        responses=answer_of("BookedAnswer", data=CourseCardOut(), message=serializers.CharField())
        | refusals({409: "It costs something (`code` is `payment_required`)."}),
    )
    def post(self, request: Request) -> Response:
        course_id = bookings.book(
            person=cast(User, request.user), key=self.read(BookingIn)["id"], at=timezone.now()
        )
        card = enrolments.card(course_id=course_id)
        return Response({"data": card, "message": "The course is yours. Enjoy learning."})


class BookedCourses(ApiView):
    """The caller's own courses, the newest booking first, whether they still open or not."""

    @extend_schema(
        operation_id="listBookedCourses",
        parameters=[BookedQuestionIn],
        responses=answer_of(
            "BookedListAnswer", data=OwnCourseOut(many=True), totalCount=serializers.IntegerField()
        ),
    )
    def get(self, request: Request) -> Response:
        values = self.read_query(BookedQuestionIn)
        status = values.get("status")
        answer = enrolments.listed(
            person=cast(User, request.user),
            status=None if status is None else BookedStatus(status),
            asked=asked_slice(values),
            now=timezone.now(),
        )
        return Response(answer)
