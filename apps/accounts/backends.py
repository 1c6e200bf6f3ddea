"""Authentication backends: login code for everybody, password for staff in the admin."""

from typing import Any

from django.contrib.auth.backends import BaseBackend, ModelBackend

from apps.accounts.models import User


class ByPassword(ModelBackend):
    """Staff log in with mobile and password. Learners have no usable password."""

    def authenticate(self, *args: Any, **kwargs: Any) -> User | None:
        person = super().authenticate(*args, **kwargs)
        return person if isinstance(person, User) and person.is_staff else None

    def get_user(self, user_id: Any) -> User | None:
        return _get_active(user_id)


class ByCode(BaseBackend):
    """Login by code. The login service verifies the code, so there is no `authenticate` here."""

    def get_user(self, user_id: Any) -> User | None:
        return _get_active(user_id)


def _get_active(user_id: Any) -> User | None:
    person = User.objects.get_cached(user_id)
    return person if person is not None and person.is_active else None
