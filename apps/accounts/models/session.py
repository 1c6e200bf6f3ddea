"""Sessions in our own table, which knows whose they are, in front of it the cache."""

import hashlib
import re
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, cast
from uuid import UUID

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore as CachedStore
from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
from django.db import models
from django.utils import timezone

from apps.accounts.models.user import User

STARTED, SEEN, DEVICE, PROVED = "started", "seen", "device", "proved"
"""What a session says of itself: when it began and was last used, in which browser, when a code was right."""

IDLE_LIMIT = timedelta(days=7)

_KEY = re.compile(r"[a-z0-9]{32}")


class SessionStore(CachedStore):
    """
    What `SESSION_ENGINE` names: one query reads a session together with its person.

    The key is in the cookie alone. The table and the cache know its digest, so that neither a dump nor a
    filter nor a look into the cache gives a session away.
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
        """What the owner's list of devices calls the session by; it leads to neither key nor digest."""
        return UUID(bytes=hashlib.sha256(b"device:" + key.encode()).digest()[:16])

    @property
    def digest(self) -> str:
        return self.digest_of(self._own_key())

    def _own_key(self) -> str:
        # Django's own names it this way in every backend; its stubs leave it out.
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
        # What was never given out is not looked for: a cookie can hold what PostgreSQL refuses to compare.
        return key is not None and _KEY.fullmatch(key) is not None

    def create_model_instance(self, data: dict[str, Any]) -> "LoginSession":
        row = cast(LoginSession, super().create_model_instance(data))
        row.session_key = self.digest
        row.person_id = data.get(SESSION_KEY)
        row.device_id = self.device_id_of(self._own_key())
        row.device = data.get(DEVICE, "")
        row.started_at, row.seen_at = _moment(data.get(STARTED)), _moment(data.get(SEEN))
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
            User.objects.keep(row.person)
        return row


def _moment(timestamp: float | None) -> datetime | None:
    return None if timestamp is None else datetime.fromtimestamp(timestamp, UTC)


class LoginSessionQuerySet(models.QuerySet["LoginSession"]):
    def live_at(self, moment: datetime) -> "LoginSessionQuerySet":
        """Those that still open something: neither past their end nor left alone for too long."""
        is_used = models.Q(seen_at__isnull=True) | models.Q(seen_at__gt=moment - IDLE_LIMIT)
        return self.filter(is_used, expire_date__gt=moment)


class LoginSession(AbstractBaseSession):
    """A browser's session and whose it is."""

    session_key = models.CharField("digest of the key", max_length=64, primary_key=True)
    # People know nothing of their sessions: no filter of theirs reaches this table.
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    device_id = models.UUIDField(
        unique=True, null=True, editable=False, help_text="What its owner's list calls it by."
    )
    device = models.CharField(max_length=60, blank=True, default="", db_default="")
    started_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True, help_text="Noted now and then, not with each request.")

    objects: ClassVar = BaseSessionManager.from_queryset(LoginSessionQuerySet)()

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        return SessionStore

    class Meta(AbstractBaseSession.Meta):
        verbose_name = "session"
        verbose_name_plural = "sessions"
