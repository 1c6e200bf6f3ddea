"""Generated covers for items without an image of their own."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from apps.core import covers

_SEED = re.compile(r"[A-Za-z0-9-]{1,64}")
_RATIOS: dict[str, covers.Ratio] = {"wide": "wide", "square": "square"}


@require_safe
def cover(_request: HttpRequest, ratio: str, hue: int, seed: str) -> HttpResponse:
    """The same URL always gives the same drawing, so the response is immutable."""
    if ratio not in _RATIOS or not 0 <= hue < 360 or not _SEED.fullmatch(seed):
        raise Http404
    response = HttpResponse(
        covers.svg(seed=seed, hue=hue, ratio=_RATIOS[ratio]), content_type="image/svg+xml"
    )
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
