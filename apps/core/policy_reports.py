"""Browsers' reports of violations of the Content-Security-Policy: a line in the log for each."""

import json
import logging
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

_logger = logging.getLogger("rally.policy")

_MAX_BYTES = 16 * 1024
_A_MINUTE = 60
"""Lines of the whole site: anybody can send reports, and one bad release makes every browser send some."""
_WORD = re.compile(r"[a-z-]{1,40}")


@csrf_exempt
@require_POST
def collect(request: HttpRequest) -> HttpResponse:
    """
    Answers 204 whatever was sent.

    A line has the directive and the origin of what was blocked, and nothing else of the report: pages and
    queries say who did what.
    """
    for report in _reports(request):
        directive = _word(report.get("effectiveDirective") or report.get("effective-directive"))
        blocked = _origin(report.get("blockedURL") or report.get("blocked-uri"))
        if directive and blocked and _is_below_limit():
            facts = {"directive": directive, "blocked": blocked}
            _logger.warning("policy violated", extra={"facts": facts})
    return HttpResponse(status=204)


def _reports(request: HttpRequest) -> Iterator[dict[str, Any]]:
    """In the form of `report-to`, a list, or that of `report-uri`."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if int(length) > _MAX_BYTES:
        return
    try:
        sent = json.loads(request.body)
    except (ValueError, RecursionError):
        return
    for entry in sent if isinstance(sent, list) else [sent]:
        report = entry.get("body") or entry.get("csp-report") if isinstance(entry, dict) else None
        if isinstance(report, dict):
            yield report


def _word(value: object) -> str:
    return value if isinstance(value, str) and _WORD.fullmatch(value) else ""


def _origin(value: object) -> str:
    """`https://host:port` of a URL, the scheme alone of others, or a word such as 'inline'."""
    if not isinstance(value, str) or not value.isascii() or not value.isprintable():
        return ""
    try:
        url = urlsplit(value)
        host = f"{url.hostname}:{url.port}" if url.port else url.hostname
    except ValueError:
        return ""
    if host:
        return f"{url.scheme}://{host}"[:200]
    return _word(url.scheme or value)


def _is_below_limit() -> bool:
    cache.add("policy-reports", 0, timeout=60)
    try:
        # 0 means that the cache is away.
        return 0 < cache.incr("policy-reports") <= _A_MINUTE
    except ValueError:
        return False
