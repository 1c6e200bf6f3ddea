from typing import cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.catalog.api.review_serializers import OwnReviewOut, ReviewIn
from apps.catalog.services import reviews
from apps.core.api.schema import answer_of, refusals
from apps.core.api.views import ApiView


class CourseReview(ApiView):
    """
    What a learner says of a course of which they finished half.

    One a person and course: writing again replaces it. Staff read it before it is shown.
    """

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="writeReview",
        request=ReviewIn,
        responses=answer_of("ReviewAnswer", message=serializers.CharField(), data=OwnReviewOut())
        | refusals({404: "There is no such course.", 409: "Half of the course is not finished yet."}),
    )
    def post(self, request: Request) -> Response:
        values = self.read(ReviewIn)
        review = reviews.write(
            person=cast(User, request.user),  # the frame has let nobody else in
            course_key=values["courseId"],
            rating=values["rating"],
            text=values["text"],
            at=timezone.now(),
        )
        return Response(
            {
                "message": "Thank you. Your review is shown once we have read it.",
                "data": {
                    "name": review.shown_name,
                    "rating": review.rating,
                    "text": review.text,
                    "status": review.status,
                },
            }
        )
