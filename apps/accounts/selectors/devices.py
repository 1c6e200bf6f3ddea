from collections.abc import Mapping
from datetime import datetime
from typing import Any

from apps.accounts import devices
from apps.accounts.models import LoginSession, User
from apps.accounts.models.session import SessionStore
from apps.core import indian_time


def list_for(*, person: User, session_key: str | None, at: datetime) -> list[Mapping[str, Any]]:
    """Return a person's sessions for the API: the current one first, then by last use."""
    current = None if session_key is None else SessionStore.digest_of(session_key)
    rows = LoginSession.objects.live_at(at).filter(person=person, device_id__isnull=False)
    ordered = sorted(rows, key=lambda row: (row.pk == current, row.seen_at or row.expire_date), reverse=True)
    return [_as_json(row, is_current=row.pk == current, at=at) for row in ordered]


def _as_json(row: LoginSession, *, is_current: bool, at: datetime) -> Mapping[str, Any]:
    seen_at = at if is_current else row.seen_at
    return {
        "_id": str(row.device_id),
        "name": row.device or devices.UNKNOWN,
        "current": is_current,
        "lastSeenAt": indian_time.iso_utc_or_none(seen_at),
        "loggedInAt": indian_time.iso_utc_or_none(row.started_at),
    }
