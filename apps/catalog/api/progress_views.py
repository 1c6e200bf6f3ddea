from datetime import datetime
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import get_user
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.catalog.api.progress_serializers import (
    CourseProgressIn,
    CourseProgressOut,
    ProgressUpdateIn,
    plainly_right,
    reported,
)
from apps.catalog.selectors import outlines
from apps.catalog.selectors import progress as progress_of
from apps.catalog.selectors.progress import Desk
from apps.catalog.services import progress
from apps.core import failures, tagged_cache
from apps.core.api.schema import answer_of
from apps.core.api.views import ApiView, check_csrf
from apps.core.errors import DomainError, Invalid
from apps.core.failures import CsrfFailed

_CHANGED = answer_of("ProgressChangedAnswer", progress=CourseProgressOut(), message=serializers.CharField())


class Progress(ApiView):
    """How far the caller is with a course that opens for them; by its id or address name."""

    @extend_schema(
        operation_id="getProgress", responses=answer_of("ProgressAnswer", progress=CourseProgressOut())
    )
    def get(self, request: Request, key: str) -> Response:
        person = cast(User, request.user)
        return Response({"progress": progress_of.of_course(key=key, person=person, at=timezone.now())})


class StartProgress(ApiView):
    """What a player asks when it opens; nothing is written until something was watched."""

    @extend_schema(operation_id="startProgress", request=CourseProgressIn, responses=_CHANGED)
    def post(self, request: Request) -> Response:
        values = self.read(CourseProgressIn)
        found = progress.start(
            person=cast(User, request.user),
            user_id=values["userId"],
            course_key=values["courseId"],
            at=timezone.now(),
        )
        return Response({"progress": found, "message": "Ready to learn."})


class RestartProgress(ApiView):
    """Sets every topic of a course back to its beginning; minutes learned stay."""

    @extend_schema(operation_id="restartProgress", request=CourseProgressIn, responses=_CHANGED)
    def post(self, request: Request) -> Response:
        values = self.read(CourseProgressIn)
        found = progress.restart(
            person=cast(User, request.user),
            user_id=values["userId"],
            course_key=values["courseId"],
            at=timezone.now(),
        )
        return Response({"progress": found, "message": "You start this course anew."})


class UpdateProgress(ApiView):
    """
    Takes in a player's report; the busiest call of all.

    A report as players send it goes past the framework's own work around each request, which would cost
    more than the call itself. All else is left to the framework, which refuses it as it does everywhere.
    """

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return _taken_in(request, _well_sent(request), at=timezone.now())
        except _LeftToTheFrame:
            return super().dispatch(request, *args, **kwargs)
        except UnreadablePostError:
            return failures.as_json(Invalid())
        except DomainError as error:
            return failures.as_json(error)

    @extend_schema(operation_id="updateProgress", request=ProgressUpdateIn, responses=_CHANGED)
    def post(self, request: Request) -> Response:
        values, at = self.read(ProgressUpdateIn), timezone.now()
        desk = progress_of.desk(key=values["courseId"], person=cast(User, request.user), at=at)
        marks = progress.update(desk=desk, user_id=values["userId"], watched=reported(values), at=at)
        return Response({"progress": progress_of.shown(outline=desk.outline, marks=marks), "message": _SAVED})


_SAVED = "Progress saved."


class _LeftToTheFrame(Exception):
    """The call is none that goes the short way."""


def _well_sent(request: HttpRequest) -> dict[str, Any]:
    """The body of a report that the frame would let pass, but for who sends it."""
    is_unicode = (request.encoding or "utf-8").lower() == "utf-8"
    if request.method != "POST" or not is_unicode:
        raise _LeftToTheFrame()
    try:
        check_csrf(request)
    except CsrfFailed:
        raise _LeftToTheFrame() from None
    body = plainly_right(request.body)
    if body is None:
        raise _LeftToTheFrame()
    return body


def _taken_in(request: HttpRequest, body: dict[str, Any], *, at: datetime) -> HttpResponse:
    desk = _desk(request, course_key=body["courseId"], at=at)
    marks = progress.update(desk=desk, user_id=body["userId"], watched=reported(body), at=at)
    found = progress_of.written(outline=desk.outline, marks=marks)
    return HttpResponse(
        f'{{"progress":{found},"message":"{_SAVED}"}}',
        content_type="application/json",
        headers={"Cache-Control": "private, no-store"},
    )


def _desk(request: HttpRequest, *, course_key: str, at: datetime) -> Desk:
    """
    Who asks, before the course that they ask for, found out once and then kept for a moment.

    It is kept under what the session proves with that the person has not changed, so that only a session
    which was let in finds it, and forgotten as soon as the person changes, or what opens for them, or a
    course.
    """
    session = request.session
    person_id, proof = session.get(SESSION_KEY), session.get(HASH_SESSION_KEY)
    if not person_id or not proof:
        raise _LeftToTheFrame()

    def found() -> Desk:
        person = get_user(request)
        if not isinstance(person, User):
            raise _LeftToTheFrame()
        return progress_of.desk(key=course_key, person=person, at=at)

    kept = tagged_cache.get_or_set(
        tags=(f"person:{person_id}", *outlines.CACHE_TAGS),
        key=f"desk:{proof}:{outlines.canonical(course_key)}",
        make=found,
        seconds=settings.PERSON_CACHE_SECONDS,
    )
    # What has ended or not begun is a matter of the moment.
    return kept if kept.is_open_at(at) else found()
