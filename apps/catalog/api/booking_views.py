from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.catalog.api.booking_serializers import BookCourseIn, EnrolmentListQuery
from apps.catalog.selectors import cards, enrolments
from apps.catalog.services import bookings
from apps.catalog.states import EnrolmentStatus
from apps.core.api.pagination import requested_slice
from apps.core.api.schema import failures, success
from apps.core.api.views import ApiView


class BookFreeCourse(ApiView):
    """Books a free course, or with Pro a Pro course. Idempotent."""

    @extend_schema(
        operation_id="bookFreeCourse",
        request=BookCourseIn,
        responses=success("CourseBookedAnswer", data=cards.CourseCard, message=str)
        | failures({409: "The course must be paid for (`code` is `payment_required`)."}),
    )
    def post(self, request: Request) -> Response:
        now = timezone.now()
        course_id = bookings.book(person=self.person, key=self.read(BookCourseIn)["id"], at=now)
        card = enrolments.enrolled_card(course_id=course_id, now=now)
        return Response({"data": card, "message": "You're enrolled. Enjoy learning."})


class BookedCourses(ApiView):
    """The caller's own courses and those completed with Pro, the newest first, expired ones too."""

    @extend_schema(
        operation_id="listBookedCourses",
        parameters=[EnrolmentListQuery],
        responses=success(
            "BookedListAnswer",
            data=list[enrolments.OwnCourse],
            totalCount=int,
        ),
    )
    def get(self, request: Request) -> Response:
        values = self.read_query(EnrolmentListQuery)
        status = values.get("status")
        answer = enrolments.list_enrolments(
            enrolments.CourseReader(self.person, now=timezone.now()),
            status=None if status is None else EnrolmentStatus(status),
            part=requested_slice(values),
        )
        return Response(answer)
