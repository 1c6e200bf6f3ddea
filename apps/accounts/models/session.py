"""Session engine with its own table, which stores the person of each session, behind the cache."""

import hashlib
import re
from datetime import UTC, datetime
from typing import Any, ClassVar, cast
from uuid import UUID

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore as CachedStore
from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
from django.db import models
from django.utils import timezone

from apps.accounts import deadlines
from apps.accounts.models.user import User

STARTED, SEEN, DEVICE, REAUTHENTICATED = "started", "seen", "device", "proved"
"""Keys of the session data: times of start, last use and last reauthentication, and the browser."""


_KEY = re.compile(r"[a-z0-9]{32}")


class SessionStore(CachedStore):
    """
    The store behind `SESSION_ENGINE`. One query reads a session together with its person.

    Only the cookie has the session key. The table and the cache store its digest, so a database dump or
    access to the cache does not reveal a session.
    """

    cache_key_prefix = "session:"

    @classmethod
    def get_model_class(cls) -> type["LoginSession"]:
        return LoginSession

    @staticmethod
    def digest_of(key: str) -> str:
        # Unkeyed: a key has 165 random bits, and a new SECRET_KEY must not orphan the rows.
        return hashlib.sha256(key.encode()).hexdigest()

    @staticmethod
    def device_id_of(key: str) -> UUID:
        """Return the id of the session in its owner's list of devices. It reveals neither key nor digest."""
        return UUID(bytes=hashlib.sha256(b"device:" + key.encode()).digest()[:16])

    @property
    def digest(self) -> str:
        return self.digest_of(self._own_key())

    def _own_key(self) -> str:
        # Every backend of Django has this method, but the stubs don't.
        return str(self._get_or_create_session_key())  # type: ignore[attr-defined]

    @property
    def cache_key(self) -> str:
        return self.cache_key_prefix + self.digest

    def exists(self, session_key: str) -> bool:
        return bool(super().exists(self.digest_of(session_key)))

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        if key is not None:
            super().delete(self.digest_of(key))

    def _validate_session_key(self, key: str | None) -> bool:
        # Malformed keys are not looked up: a cookie can contain characters that PostgreSQL rejects.
        return key is not None and _KEY.fullmatch(key) is not None

    def create_model_instance(self, data: dict[str, Any]) -> "LoginSession":
        row = cast(LoginSession, super().create_model_instance(data))
        row.session_key = self.digest
        row.person_id = data.get(SESSION_KEY)
        row.device_id = self.device_id_of(self._own_key())
        row.device = data.get(DEVICE, "")
        row.started_at, row.seen_at = _datetime_or_none(data.get(STARTED)), _datetime_or_none(data.get(SEEN))
        return row

    def _get_session_from_db(self) -> "LoginSession | None":
        row = (
            LoginSession.objects.select_related("person")
            .filter(session_key=self.digest, expire_date__gt=timezone.now())
            .first()
        )
        if row is None:
            self._session_key = None
            return None
        if row.person is not None:
            User.objects.store_in_cache(row.person)
        return row


def _datetime_or_none(timestamp: float | None) -> datetime | None:
    return None if timestamp is None else datetime.fromtimestamp(timestamp, UTC)


class LoginSessionQuerySet(models.QuerySet["LoginSession"]):
    def live_at(self, moment: datetime) -> "LoginSessionQuerySet":
        """Sessions that have neither expired nor been idle for too long."""
        is_used = models.Q(seen_at__isnull=True) | models.Q(seen_at__gt=moment - deadlines.LOGIN_IDLE_LIMIT)
        return self.filter(is_used, expire_date__gt=moment)


class LoginSession(AbstractBaseSession):
    """A browser's session and its person."""

    session_key = models.CharField("digest of the key", max_length=64, primary_key=True)
    # No reverse relation, so that filters on people cannot reach this table.
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    device_id = models.UUIDField(
        unique=True, null=True, editable=False, help_text="The id of the device in its owner's list."
    )
    device = models.CharField(max_length=60, blank=True, default="", db_default="")
    started_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True, help_text="Updated now and then, not with every request.")

    objects: ClassVar = BaseSessionManager.from_queryset(LoginSessionQuerySet)()

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        return SessionStore

    class Meta(AbstractBaseSession.Meta):
        verbose_name = "session"
        verbose_name_plural = "sessions"
        permissions: ClassVar = [("end_session", "Can end a person's sessions")]
