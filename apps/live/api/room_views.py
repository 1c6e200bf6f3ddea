"""Joining rooms and watching recordings, by addresses of our own."""

from typing import Any, TypedDict

from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.utils import timezone
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.requests import person_of
from apps.accounts.models import User
from apps.core import error_responses, ids
from apps.core.api.named_fields import answer
from apps.core.api.schema import failures, success, success_of
from apps.core.api.views import ApiView
from apps.core.error_responses import ErrorPage
from apps.core.errors import DomainError, NotFound
from apps.core.indian_time import iso_utc
from apps.core.json_types import DateTime, Url
from apps.live.services import rooms
from apps.media import grants, stored_files
from apps.media.local import stored_name

_CLOSED_PAGE = ErrorPage("This link does not open now", "/my-learnings", "Go to My Learnings")

_REFUSALS = failures({403: "`too_early`, `too_late` or `not_booked`.", 404: "Meeting not found."})


class RoomUrl(TypedDict):
    url: Url
    expiresAt: DateTime


class RecordingUrl(RoomUrl):
    mime: str | None
    title: str
    resumeAt: int


class RecordingPositionIn(serializers.Serializer[Any]):
    position = serializers.IntegerField(min_value=0, max_value=86_400)


class JoinRoom(ApiView):
    """
    A short-lived address that opens the room of a meeting, for its owner alone.

    Opening it is noted as attendance. The address of the room itself is in no response.
    """

    @extend_schema(
        operation_id="joinRoom", request=None, responses=success_of("RoomAnswer", RoomUrl) | _REFUSALS
    )
    def post(self, request: Request, meeting_id: str) -> Response:
        found = rooms.join(meeting_id=ids.lookup_id(meeting_id), person=self.person, at=timezone.now())
        return answer({"url": found.url, "expiresAt": iso_utc(found.expires_at)})


class OpenRecording(ApiView):
    """
    A short-lived address of a meeting's recording, for its owner alone, and where to continue.

    Without `mime` the address redirects to a recording elsewhere.
    """

    @extend_schema(
        operation_id="openRecording",
        request=None,
        responses=success_of("RecordingAnswer", RecordingUrl) | _REFUSALS,
    )
    def post(self, request: Request, meeting_id: str) -> Response:
        found = rooms.open_recording(
            meeting_id=ids.lookup_id(meeting_id), person=self.person, at=timezone.now()
        )
        data: RecordingUrl = {
            "url": found.url,
            "expiresAt": iso_utc(found.expires_at),
            "mime": found.mime,
            "title": found.title,
            "resumeAt": found.resume_at,
        }
        return answer(data)


class SaveRecordingProgress(ApiView):
    """Remembers how far the caller has watched a recording."""

    @extend_schema(
        operation_id="saveRecordingProgress",
        request=RecordingPositionIn,
        responses=success("RecordingProgressAnswer", message=str) | _REFUSALS,
    )
    def post(self, request: Request, meeting_id: str) -> Response:
        rooms.save_progress(
            meeting_id=ids.lookup_id(meeting_id),
            person=self.person,
            position=self.read(RecordingPositionIn)["position"],
            at=timezone.now(),
        )
        return Response({"message": "Saved"})


@require_safe
def follow(request: HttpRequest) -> HttpResponseBase:
    """Redirect the owner of one of our addresses to the room or the recording behind it."""
    person = person_of(request)
    try:
        url = rooms.follow(token=request.GET.get("key", ""), person=person, at=timezone.now())
    except DomainError as refusal:
        return error_responses.respond(request, refusal, page=_CLOSED_PAGE)
    response = HttpResponseRedirect(url)
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_safe
def serve_recording(request: HttpRequest, token: str, filename: str) -> HttpResponseBase:
    """Serve a recording's file, if the person that the token was signed for may still watch it."""
    try:
        response = stored_files.stored_response(
            request, name=_authorised_name(request, token=token, filename=filename)
        )
    except DomainError as refusal:
        return error_responses.respond(request, refusal)
    response["Cache-Control"] = "private, no-store"
    return response


def _authorised_name(request: HttpRequest, *, token: str, filename: str) -> str:
    now = timezone.now()
    grant = grants.verify(token, now=now)
    person = request.user
    if grant.audience != rooms.RECORDING_AUDIENCE or not isinstance(person, User):
        raise rooms.InvalidAddress()
    if person.pk != grant.person_id:
        raise rooms.InvalidAddress()
    # Checked with every range request of the video, so that a refund takes effect immediately.
    asset = rooms.recording(meeting_id=grant.item_id, person=person, at=now).recording
    name = None if asset is None or asset.pk != grant.asset_id else stored_name(asset, filename)
    if name is None:
        raise NotFound()
    return name
