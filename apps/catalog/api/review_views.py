from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.requests import person_of
from apps.catalog.api.review_serializers import OwnReviewOut, ReviewIn, ReviewListQuery
from apps.catalog.selectors import public
from apps.catalog.selectors.reviews import ReviewLine
from apps.catalog.services import reviews
from apps.core.api.pagination import requested_slice
from apps.core.api.schema import created, failures, success
from apps.core.api.views import ApiView, PublicList


class CourseReviews(PublicList):
    """The published reviews of a course, the newest first."""

    @extend_schema(
        operation_id="listCourseReviews",
        parameters=[ReviewListQuery],
        responses=success("CourseReviewListAnswer", data=list[ReviewLine], totalCount=int)
        | failures({404: "There is no such course."}),
    )
    def get(self, request: Request, key: str) -> Response:
        values = self.read_query(ReviewListQuery)
        answer = public.course_reviews(
            key=key,
            rating=values.get("rating"),
            page=requested_slice(values),
            person=person_of(request),
            now=timezone.now(),
        )
        return Response(answer)


class CourseReview(ApiView):
    """
    Saves a learner's review of a course of which they finished at least half.

    They can do so after their access has ended by itself, but not after a refund. A second review replaces
    the first. Staff read it before it is published.
    """

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="writeReview",
        request=ReviewIn,
        responses=created("ReviewAnswer", message=str, data=OwnReviewOut())
        | failures(
            {
                403: "No access to the course until now, or it was refunded (`course_revoked`).",
                404: "There is no such course.",
                409: "Half of the course is not finished yet.",
            }
        ),
    )
    def post(self, request: Request) -> Response:
        values = self.read(ReviewIn)
        review = reviews.submit(
            person=self.person,
            course_key=values["courseId"],
            rating=values["rating"],
            text=values["text"],
            at=timezone.now(),
        )
        return Response(
            {
                "message": "Thank you. Your review will be published once we have checked it.",
                "data": {
                    "name": review.display_name,
                    "rating": review.rating,
                    "text": review.text,
                    "status": review.status,
                },
            },
            status=status.HTTP_201_CREATED,
        )
