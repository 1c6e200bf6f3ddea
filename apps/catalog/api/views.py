from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.requests import person_of
from apps.accounts.models import User
from apps.catalog.api.serializers import (
    FILTER_LISTS,
    CourseFiltersIn,
    CourseQuestionIn,
    SearchHelpIn,
    parse_course_query,
    to_course_filters,
)
from apps.catalog.selectors import cards, filters, public, search_help
from apps.catalog.selectors.courses import CourseFilters
from apps.core import error_responses
from apps.core.api.pagination import Slice, requested_slice
from apps.core.api.read_limit import reader_wait
from apps.core.api.schema import success
from apps.core.api.views import PublicList, PublicView, check_csrf
from apps.core.error_responses import CsrfFailed
from apps.core.errors import Invalid, Throttled

_MAX_CACHED_BODY = 2048
"""Bytes. Longer bodies are not parsed on the fast path, which caches what it parses."""


class Courses(PublicList):
    """A page of the catalogue, with filters, search and sort order."""

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        # Valid requests take a fast path around Django REST framework, whose work for each request costs more
        # than sending a cached page. Everything else goes through the framework, which refuses it.
        try:
            query = _read_valid_query(request)
        except UnreadablePostError:
            return error_responses.as_json(Invalid())
        if query is None:
            return super().dispatch(request, *args, **kwargs)
        person = person_of(request) if request.session.session_key else None
        wait = reader_wait(request, member=person and person.pk)
        if wait is not None:
            return error_responses.as_json(Throttled(retry_after=ceil(wait)))
        response = _list_response(*query, person=person)
        response["Cache-Control"] = "private, no-store"
        return response

    @extend_schema(
        operation_id="listCourses",
        request=CourseQuestionIn,
        responses=success(
            "CourseListAnswer",
            courses=list[cards.CourseCard],
            totalCount=int,
        ),
    )
    def post(self, request: Request) -> HttpResponse:
        values = self.read(CourseQuestionIn)
        return _list_response(to_course_filters(values), requested_slice(values), person=person_of(request))


class CourseDetail(PublicView):
    """A course by its id or slug."""

    @extend_schema(operation_id="getCourse", responses=success("CourseDetailAnswer", data=cards.CourseDetail))
    def get(self, request: Request, key: str) -> Response:
        return Response(public.course_detail(key=key, person=person_of(request), now=timezone.now()))


class CoursesAfterModule(PublicList):
    """The course that goes on from a module of the academy, if staff chose one."""

    @extend_schema(
        operation_id="listCoursesAfterModule",
        responses=success("CoursesAfterModuleAnswer", courses=list[cards.CourseCard]),
    )
    def get(self, request: Request, module_key: str) -> Response:
        return Response(
            public.courses_after_module(module_key=module_key, person=person_of(request), now=timezone.now())
        )


class Categories(PublicList):
    @extend_schema(
        operation_id="listCategories",
        responses=success("CategoryListAnswer", categories=list[public.CategoryRow]),
    )
    def get(self, request: Request) -> Response:
        return Response(public.categories())


class CourseOptions(PublicList):
    """
    The filters of the course list.

    With filters in the query string each value says as well how many courses it leaves together with these.
    """

    @extend_schema(
        operation_id="listCourseOptions",
        parameters=[CourseFiltersIn],
        responses=success("CourseOptionsAnswer", data=filters.FilterOptions),
    )
    def get(self, request: Request) -> Response:
        values = self.read_query(CourseFiltersIn, lists=FILTER_LISTS)
        return Response(public.course_options(filters=to_course_filters(values)))


class SearchHelp(PublicList):
    """What to offer beside a search of courses: a filter, another spelling, courses that come close."""

    @extend_schema(
        operation_id="getCourseSearchHelp",
        parameters=[SearchHelpIn],
        responses=success("CourseSearchHelpAnswer", data=search_help.SearchHelp),
    )
    def get(self, request: Request) -> Response:
        text = self.read_query(SearchHelpIn)["search"]
        return Response(public.search_help(text=text, person=person_of(request), now=timezone.now()))


def _read_valid_query(request: HttpRequest) -> tuple[CourseFilters, Slice] | None:
    """The query of a request that the framework would accept; None leaves it to the framework."""
    is_unicode = (request.encoding or "utf-8").lower() == "utf-8"
    if request.method != "POST" or not is_unicode or _content_length(request) > _MAX_CACHED_BODY:
        return None
    try:
        check_csrf(request)
        return parse_course_query(request.body)
    except (CsrfFailed, ParseError, ValidationError):
        return None


def _content_length(request: HttpRequest) -> int:
    return int(request.META.get("CONTENT_LENGTH") or 0)


def _list_response(filters: CourseFilters, part: Slice, *, person: User | None) -> HttpResponse:
    body = public.course_list_body(filters=filters, part=part, person=person, now=timezone.now())
    return HttpResponse(body, content_type="application/json")
