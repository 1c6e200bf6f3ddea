"""What anybody may see of the uploaded files, on a machine without a proxy that serves them."""

from pathlib import Path

from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.http import HttpRequest, HttpResponseBase
from django.utils._os import safe_join
from django.views.decorators.http import require_safe

from apps.content.media import files
from apps.content.models.asset import PRIVATE
from apps.core import failures, pictures
from apps.core.errors import DomainError, NotFound


@require_safe
def serve(request: HttpRequest, path: str) -> HttpResponseBase:
    try:
        response = files.answer(request, path=_open_path(path))
    except DomainError as refusal:
        return failures.answer(request, refusal)
    if pictures.never_changes(path):
        response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


def _open_path(asked: str) -> Path:
    """
    The file below the media folder, if it is none of the private ones.

    :raises NotFound: otherwise; links and other spellings of that folder's name lead nowhere either
    """
    try:
        # Strict, so that what no file can be called (a name of 300 letters) is not there either.
        path = Path(safe_join(settings.MEDIA_ROOT, asked)).resolve(strict=True)
    except (SuspiciousFileOperation, ValueError, OSError, RuntimeError):
        raise NotFound() from None
    private = Path(settings.MEDIA_ROOT) / PRIVATE
    if private.exists() and any(part.samefile(private) for part in (path, *path.parents)):
        raise NotFound()
    return path
