"""Serves uploaded files that are public, where no reverse proxy does."""

from pathlib import Path

from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.http import HttpRequest, HttpResponseBase
from django.utils._os import safe_join
from django.views.decorators.http import require_safe

from apps.core import error_responses, images
from apps.core.errors import DomainError, NotFound
from apps.media import files
from apps.media.models.asset import PRIVATE


@require_safe
def serve(request: HttpRequest, path: str) -> HttpResponseBase:
    try:
        response = files.file_response(request, path=_public_path(path))
    except DomainError as error:
        return error_responses.respond(request, error)
    if images.is_immutable(path):
        response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


def _public_path(requested: str) -> Path:
    """
    The file below the media folder.

    :raises NotFound: if there is none, or it is private, also through a link or another spelling
    """
    try:
        # Strict, so that a name that no file can have (300 letters) is not found either.
        path = Path(safe_join(settings.MEDIA_ROOT, requested)).resolve(strict=True)
    except (SuspiciousFileOperation, ValueError, OSError, RuntimeError):
        raise NotFound() from None
    private = Path(settings.MEDIA_ROOT) / PRIVATE
    if private.exists() and any(part.samefile(private) for part in (path, *path.parents)):
        raise NotFound()
    return path
