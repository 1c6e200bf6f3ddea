from typing import Any

from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.catalog.api.serializers import (
    CategoryOut,
    CourseCardOut,
    CourseDetailOut,
    CourseOptionsOut,
    CourseQuestionIn,
    asked_filters,
    asked_of_shelf,
)
from apps.catalog.selectors import public
from apps.catalog.selectors.courses import CourseFilters
from apps.core import failures
from apps.core.api.paging import Slice, asked_slice
from apps.core.api.schema import answer_of
from apps.core.api.views import PublicView, check_csrf
from apps.core.errors import Invalid
from apps.core.failures import CsrfFailed

_USUAL_BODY = 2048
"""Bytes of a body that is worth keeping what it means; questions are shorter."""


class Courses(PublicView):
    """A page of the catalogue, narrowed, searched and sorted as asked."""

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        # What is asked as it should be goes past the framework's own work around each request, which would
        # cost more than to hand out a kept page; all else is left to the framework to refuse.
        try:
            asked = _well_asked(request)
        except UnreadablePostError:
            return failures.as_json(Invalid())
        if asked is None:
            return super().dispatch(request, *args, **kwargs)
        filters, part = asked
        response = _page(filters, part, person=_person(request) if request.session.session_key else None)
        response["Cache-Control"] = "private, no-store"
        return response

    @extend_schema(
        operation_id="listCourses",
        request=CourseQuestionIn,
        responses=answer_of(
            "CourseListAnswer", courses=CourseCardOut(many=True), totalCount=serializers.IntegerField()
        ),
    )
    def post(self, request: Request) -> HttpResponse:
        values = self.read(CourseQuestionIn)
        return _page(asked_filters(values), asked_slice(values), person=_person(request))


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


class CourseOptions(PublicView):
    """What the list of courses can be narrowed to."""

    @extend_schema(
        operation_id="listCourseOptions",
        responses=answer_of("CourseOptionsAnswer", data=CourseOptionsOut()),
    )
    def get(self, request: Request) -> Response:
        return Response(public.course_options())


def _well_asked(request: HttpRequest) -> tuple[CourseFilters, Slice] | None:
    """What is asked by a call that the frame would not refuse; a long body is left to it, too."""
    is_unicode = (request.encoding or "utf-8").lower() == "utf-8"
    if request.method != "POST" or not is_unicode or _length(request) > _USUAL_BODY:
        return None
    try:
        check_csrf(request)
        return asked_of_shelf(request.body)
    except (CsrfFailed, ParseError, ValidationError):
        return None


def _length(request: HttpRequest) -> int:
    return int(request.META.get("CONTENT_LENGTH") or 0)


def _page(filters: CourseFilters, part: Slice, *, person: User | None) -> HttpResponse:
    body = public.course_list_body(filters=filters, asked=part, person=person, now=timezone.now())
    return HttpResponse(body, content_type="application/json")


def _person(request: Request | HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
