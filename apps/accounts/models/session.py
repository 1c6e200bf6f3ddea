"""Sessions in our own table, which knows whose they are, in front of it the cache."""

import re
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore as CachedStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone

from apps.accounts.models.user import User

_KEY = re.compile(r"[a-z0-9]{32}")


class SessionStore(CachedStore):
    """What `SESSION_ENGINE` names: one query reads a session together with its person."""

    cache_key_prefix = "session:"

    @classmethod
    def get_model_class(cls) -> type["LoginSession"]:
        return LoginSession

    def _validate_session_key(self, key: str | None) -> bool:
        # What was never given out is not looked for: a cookie can hold what PostgreSQL refuses to compare.
        return key is not None and _KEY.fullmatch(key) is not None

    def create_model_instance(self, data: dict[str, Any]) -> "LoginSession":
        row = cast(LoginSession, super().create_model_instance(data))
        row.person_id = data.get(SESSION_KEY)
        return row

    def _get_session_from_db(self) -> "LoginSession | None":
        row = (
            LoginSession.objects.select_related("person")
            .filter(session_key=self.session_key, expire_date__gt=timezone.now())
            .first()
        )
        if row is None:
            self._session_key = None
            return None
        if row.person is not None:
            User.objects.keep(row.person)
        return row


class LoginSession(AbstractBaseSession):
    """A browser's session and whose it is."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="sessions")

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        return SessionStore

    class Meta(AbstractBaseSession.Meta):
        verbose_name = "session"
        verbose_name_plural = "sessions"
