import json
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import get_user
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.catalog.api.progress_serializers import (
    CourseProgressIn,
    ProgressUpdateIn,
    parse_valid_report,
    to_player_report,
)
from apps.catalog.selectors import outlines
from apps.catalog.selectors import progress as progress_selectors
from apps.catalog.selectors.progress import CourseContext
from apps.catalog.services import progress
from apps.core import error_responses, tagged_cache
from apps.core.api.schema import failures, success
from apps.core.api.views import ApiView, check_csrf
from apps.core.error_responses import CsrfFailed
from apps.core.errors import DomainError, Invalid

_RESPONSES = success("ProgressChangedAnswer", progress=progress_selectors.CourseProgress, message=str)


class Progress(ApiView):
    """The caller's progress in a course that they have access to, by its id or slug."""

    @extend_schema(
        operation_id="getProgress",
        responses=success("ProgressAnswer", progress=progress_selectors.CourseProgress)
        | failures({403: "No access to the course (`no_access`)."}),
    )
    def get(self, request: Request, key: str) -> Response:
        person = self.person
        return Response(
            {"progress": progress_selectors.get_progress(key=key, person=person, at=timezone.now())}
        )


class StartProgress(ApiView):
    """The progress that a player loads when it opens. The first time is kept: certificates wait from then."""

    @extend_schema(operation_id="startProgress", request=CourseProgressIn, responses=_RESPONSES)
    def post(self, request: Request) -> Response:
        values = self.read(CourseProgressIn)
        current = progress.start(
            person=self.person,
            user_id=values["userId"],
            course_key=values["courseId"],
            at=timezone.now(),
        )
        return Response({"progress": current, "message": "Ready to learn."})


class RestartProgress(ApiView):
    """Resets every topic of a course. Minutes learned stay."""

    @extend_schema(operation_id="restartProgress", request=CourseProgressIn, responses=_RESPONSES)
    def post(self, request: Request) -> Response:
        values = self.read(CourseProgressIn)
        current = progress.restart(
            person=self.person,
            user_id=values["userId"],
            course_key=values["courseId"],
            at=timezone.now(),
        )
        return Response({"progress": current, "message": "Course restarted."})


class UpdateProgress(ApiView):
    """
    Saves a player's report. The busiest endpoint.

    Valid reports take a fast path around Django REST framework, whose work for each request costs more than
    saving the report. Everything else goes through the framework, which refuses it as on any endpoint.
    """

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return _save_report(request, _read_valid_report(request), at=timezone.now())
        except _UseFramework:
            return super().dispatch(request, *args, **kwargs)
        except UnreadablePostError:
            return error_responses.as_json(Invalid())
        except DomainError as error:
            return error_responses.as_json(error)

    @extend_schema(operation_id="updateProgress", request=ProgressUpdateIn, responses=_RESPONSES)
    def post(self, request: Request) -> Response:
        values, at = self.read(ProgressUpdateIn), timezone.now()
        person = self.person
        context = progress_selectors.course_context(key=values["courseId"], person=person, at=at)
        report = to_player_report(values)
        states = progress.update(context=context, user_id=values["userId"], report=report, at=at)
        current = progress_selectors.course_progress(context=context, states=states, at=at)
        return Response({"progress": current, "message": _SAVED_MESSAGE})


_SAVED_MESSAGE = "Progress saved."

# `json.dumps` with separators would create an encoder for each response.
_encode_json = json.JSONEncoder(separators=(",", ":")).encode


class _UseFramework(Exception):
    """The request cannot take the fast path."""


def _read_valid_report(request: HttpRequest) -> dict[str, Any]:
    """The body, if the framework would accept the request, authentication aside."""
    is_unicode = (request.encoding or "utf-8").lower() == "utf-8"
    if request.method != "POST" or not is_unicode:
        raise _UseFramework()
    try:
        check_csrf(request)
    except CsrfFailed:
        raise _UseFramework() from None
    body = parse_valid_report(request.body)
    if body is None:
        raise _UseFramework()
    return body


def _save_report(request: HttpRequest, body: dict[str, Any], *, at: datetime) -> HttpResponse:
    context = _cached_context(request, course_key=body["courseId"], at=at)
    states = progress.update(context=context, user_id=body["userId"], report=to_player_report(body), at=at)
    current = progress_selectors.course_progress(context=context, states=states, at=at)
    return HttpResponse(
        _encode_json({"progress": current, "message": _SAVED_MESSAGE}),
        content_type="application/json",
        headers={"Cache-Control": "private, no-store"},
    )


def _cached_context(request: HttpRequest, *, course_key: str, at: datetime) -> CourseContext:
    """
    The learner's course context, cached for `USER_CACHE_SECONDS`.

    The key contains the session's authentication hash, so only an authenticated session finds it. The tags
    invalidate it when the person, their access or a course changes.
    """
    session = request.session
    person_id, auth_hash = session.get(SESSION_KEY), session.get(HASH_SESSION_KEY)
    if not person_id or not auth_hash:
        raise _UseFramework()

    def query_context() -> CourseContext:
        person = get_user(request)
        if not isinstance(person, User):
            raise _UseFramework()
        return progress_selectors.course_context(key=course_key, person=person, at=at)

    cached = tagged_cache.get_or_set(
        tags=(f"person:{person_id}", *outlines.CACHE_TAGS),
        key=f"course-context:{auth_hash}:{outlines.canonical_key(course_key)}",
        make=query_context,
        seconds=settings.USER_CACHE_SECONDS,
    )
    # Access may have started or ended since it was cached.
    return cached if cached.is_open_at(at) else query_context()
