from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.catalog.api.serializers import (
    CategoryOut,
    CourseCardOut,
    CourseDetailOut,
    CourseQuestionIn,
    asked_filters,
)
from apps.catalog.selectors import public
from apps.core.api.paging import asked_slice
from apps.core.api.schema import answer_of
from apps.core.api.views import PublicView


class Courses(PublicView):
    """A page of the catalogue, narrowed and sorted as asked."""

    @extend_schema(
        operation_id="listCourses",
        request=CourseQuestionIn,
        responses=answer_of(
            "CourseListAnswer", courses=CourseCardOut(many=True), totalCount=serializers.IntegerField()
        ),
    )
    def post(self, request: Request) -> Response:
        values = self.read(CourseQuestionIn)
        answer = public.course_list(
            filters=asked_filters(values),
            asked=asked_slice(values),
            person=_person(request),
            now=timezone.now(),
        )
        return Response(answer)


class CourseDetail(PublicView):
    """A course by its id or address name."""

    @extend_schema(
        operation_id="getCourse", responses=answer_of("CourseDetailAnswer", data=CourseDetailOut())
    )
    def get(self, request: Request, key: str) -> Response:
        return Response(public.course_detail(key=key, person=_person(request), now=timezone.now()))


class Categories(PublicView):
    @extend_schema(
        operation_id="listCategories",
        responses=answer_of("CategoryListAnswer", categories=CategoryOut(many=True)),
    )
    def get(self, request: Request) -> Response:
        return Response(public.categories())


def _person(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None
