from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.content.selectors import faq, public, testimonials
from apps.core.api.schema import success
from apps.core.api.views import PublicList


class Faq(PublicList):
    """Questions and answers, by topic and group."""

    @extend_schema(operation_id="listFaq", responses=success("FaqAnswer", data=list[faq.Topic]))
    def get(self, request: Request) -> Response:
        return Response(public.faq())


class Reviews(PublicList):
    """What learners say about us."""

    @extend_schema(
        operation_id="listUserReviews",
        responses=success("UserReviewsAnswer", reviews=list[testimonials.Review]),
    )
    def get(self, request: Request) -> Response:
        return Response(public.reviews())
