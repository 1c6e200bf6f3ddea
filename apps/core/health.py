"""Whether this process lives, and whether it can serve."""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from apps.core.ids import new_id

_seen_migrated = False


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    return _told({"status": "ok"}, status=200)


@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    reasons = {"database": _database(), "cache": _cache()}
    if not reasons["database"]:
        # Asking an absent database a second time would only double the wait.
        reasons["migrations"] = _migrations()
    reasons = {name: reason for name, reason in reasons.items() if reason}
    if reasons:
        return _told({"status": "unavailable", "reasons": reasons}, status=503)
    return _told({"status": "ok"}, status=200)


def _told(answer: dict[str, object], *, status: int) -> HttpResponse:
    return JsonResponse(answer, status=status, headers={"Cache-Control": "no-store"})


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return f"not reached ({type(error).__name__})"
    return ""


def _migrations() -> str:
    # Migrations of running code never become unapplied again, so the costly look is taken until it is clean.
    global _seen_migrated  # noqa: PLW0603
    if _seen_migrated:
        return ""
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return f"not known ({type(error).__name__})"
    if waiting:
        return f"{len(waiting)} to apply"
    _seen_migrated = True
    return ""


def _cache() -> str:
    mark = str(new_id())
    cache.set("readyz", mark, 10)
    # Another process may have written its own mark in between; any mark proves the cache.
    return "" if cache.get("readyz") else "does not keep what it is given"
