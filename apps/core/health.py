"""Liveness and readiness endpoints."""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from apps.core import server, squashed_migrations
from apps.core.ids import new_id

_is_migrated = False


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    return _response({"status": "ok"}, status=200)


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    timed_out = request.META.get(server.NOT_READY)
    if reasons := {"database": timed_out} if timed_out else reasons_against():
        return _response({"status": "unavailable", "reasons": reasons}, status=503)
    return _response({"status": "ok"}, status=200)


def reasons_against() -> dict[str, str]:
    """Why this process cannot serve; empty if it can."""
    reasons = {"database": _database(), "cache": _cache()}
    if not reasons["database"]:
        # A second query to an unreachable database would only double the wait.
        reasons["migrations"] = pending_migrations()
    return {name: reason for name, reason in reasons.items() if reason}


def _response(content: dict[str, object], *, status: int) -> HttpResponse:
    return JsonResponse(content, status=status, headers={"Cache-Control": "no-store"})


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return f"not reached ({type(error).__name__})"
    return ""


def pending_migrations() -> str:
    """Why migrations are not all applied; empty if they are."""
    # Once applied, migrations stay applied: the expensive check is not repeated.
    global _is_migrated  # noqa: PLW0603
    if _is_migrated:
        return ""
    try:
        if refusal := squashed_migrations.refusal(connection):
            return refusal
        executor = MigrationExecutor(connection)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return f"not known ({type(error).__name__})"
    if pending:
        return f"{len(pending)} to apply"
    _is_migrated = True
    return ""


def _cache() -> str:
    value = str(new_id())
    cache.set("readyz", value, 10)
    # Another process may have set its own value in between; any value proves that the cache works.
    return "" if cache.get("readyz") else "does not keep what it is given"
