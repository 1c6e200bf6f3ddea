"""
The calls of the curriculum page's upload buttons: a video in parts, and how far its import is.

JSON in and out; a part is the raw body. Errors are those of the API.
"""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any, cast
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse, RawPostDataException
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import User
from apps.core import error_responses
from apps.core.errors import DomainError, Invalid, NotFound
from apps.media.models import Asset, VideoImport, VideoUpload
from apps.media.services import video_uploads

_MAX_OFFSET_DIGITS = 15
_MAX_TEXT = {"name": 120, "fingerprint": 200}

View = Callable[..., HttpResponse]


def _answers_errors(view: View) -> View:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.has_perm("media.add_asset"):
            raise PermissionDenied
        try:
            return view(request, *args, **kwargs)
        except DomainError as error:
            return error_responses.as_json(error)
        except OSError as raised:
            failure = error_responses.of_failed_dependency(raised)
            if failure is None:
                raise
            return error_responses.as_json(failure)

    return wrapped


@require_POST
@_answers_errors
def start(request: HttpRequest) -> HttpResponse:
    """The upload of a file: a new one, or the one that was broken off."""
    given = _json_object(request)
    upload = video_uploads.start(
        staff=_staff(request),
        filename=_text(given, "name"),
        size=_size(given),
        fingerprint=_text(given, "fingerprint"),
        now=timezone.now(),
    )
    return JsonResponse({**_upload(upload), "partBytes": video_uploads.PART_BYTES})


@require_POST
@_answers_errors
def add_part(request: HttpRequest, upload_id: UUID) -> HttpResponse:
    offset = request.GET.get("offset", "")
    if not (offset.isascii() and offset.isdigit() and len(offset) <= _MAX_OFFSET_DIGITS):
        raise Invalid({"offset": ["Enter a whole number."]})
    upload = video_uploads.add_part(
        upload_id=upload_id,
        staff=_staff(request),
        offset=int(offset),
        content=request.body,
        now=timezone.now(),
    )
    return JsonResponse(_upload(upload))


@require_POST
@_answers_errors
def finish(request: HttpRequest, upload_id: UUID) -> HttpResponse:
    title = _json_object(request).get("title", "")
    asset = video_uploads.finish(
        upload_id=upload_id,
        staff=_staff(request),
        # PostgreSQL stores no NUL character. Without a title it is the file's name.
        title=title.replace("\x00", "") if isinstance(title, str) else "",
        now=timezone.now(),
    )
    return JsonResponse(
        {"asset": str(asset.pk), "name": asset.choice_name, "seconds": asset.duration_seconds}
    )


@require_safe
@_answers_errors
def import_state(_request: HttpRequest, asset_id: UUID) -> HttpResponse:
    """How far the import of a video is; without ffmpeg there is none."""
    if not Asset.objects.filter(pk=asset_id).exists():
        raise NotFound()
    found = VideoImport.objects.filter(asset=asset_id).first()
    return JsonResponse(
        {
            "description": found.description if found else "",
            "percent": found.percent if found else 100,
            "isOpen": found is not None and found.is_open,
        }
    )


def _staff(request: HttpRequest) -> User:
    return cast(User, request.user)


def _upload(upload: VideoUpload) -> dict[str, Any]:
    return {"id": str(upload.pk), "received": upload.received_bytes, "size": upload.size_bytes}


def _json_object(request: HttpRequest) -> dict[str, Any]:
    try:
        given = json.loads(request.body)
    except (ValueError, RecursionError, RawPostDataException):
        # The last of a form with files, which the middleware has read.
        given = None
    if not isinstance(given, dict):
        raise Invalid(message="A JSON object is expected.")
    return given


def _text(given: dict[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value.strip() or "\x00" in value:
        raise Invalid({name: ["This field is required."]})
    if len(value) > _MAX_TEXT[name]:
        raise Invalid(
            {name: [f"At most {_MAX_TEXT[name]} characters."]}, message="This file's name is too long."
        )
    return value


def _size(given: dict[str, Any]) -> int:
    value = given.get("size")
    if type(value) is not int:
        raise Invalid({"size": ["Enter a whole number."]})
    return value
