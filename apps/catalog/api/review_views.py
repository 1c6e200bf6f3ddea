from typing import cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.catalog.api.review_serializers import OwnReviewOut, ReviewIn
from apps.catalog.services import reviews
from apps.core.api.schema import failures, success
from apps.core.api.views import ApiView


class CourseReview(ApiView):
    """
    Saves a learner's review of a course of which they finished at least half.

    A second review replaces the first. Staff read it before it is published.
    """

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="writeReview",
        request=ReviewIn,
        responses=success("ReviewAnswer", message=str, data=OwnReviewOut())
        | failures({404: "There is no such course.", 409: "Half of the course is not finished yet."}),
    )
    def post(self, request: Request) -> Response:
        values = self.read(ReviewIn)
        review = reviews.submit(
            person=cast(User, request.user),  # `permission_classes` ensures it
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
            }
        )
