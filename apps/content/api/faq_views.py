from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.content.api.faq_serializers import FaqTopicOut, TestimonialOut
from apps.content.selectors import public
from apps.core.api.schema import answer_of
from apps.core.api.views import PublicView


class Faq(PublicView):
    """Questions and answers, by topic and group."""

    @extend_schema(operation_id="listFaq", responses=answer_of("FaqAnswer", data=FaqTopicOut(many=True)))
    def get(self, request: Request) -> Response:
        return Response(public.faq())


class Reviews(PublicView):
    """What learners say about us."""

    @extend_schema(
        operation_id="listUserReviews",
        responses=answer_of("UserReviewsAnswer", reviews=TestimonialOut(many=True)),
    )
    def get(self, request: Request) -> Response:
        return Response(public.reviews())
