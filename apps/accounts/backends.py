"""How a session was begun: by a code, as everybody's, or by a password, as staff's for the staff screens."""

from typing import Any

from django.contrib.auth.backends import BaseBackend, ModelBackend

from apps.accounts.models import User


class ByPassword(ModelBackend):
    """Staff, with mobile and password; learners have none that could match."""

    def authenticate(self, *args: Any, **kwargs: Any) -> User | None:
        person = super().authenticate(*args, **kwargs)
        return person if isinstance(person, User) and person.is_staff else None

    def get_user(self, user_id: Any) -> User | None:
        return _active(user_id)


class ByCode(BaseBackend):
    """Whoever proved to have the phone. Nobody authenticates through here: the login service has done it."""

    def get_user(self, user_id: Any) -> User | None:
        return _active(user_id)


def _active(user_id: Any) -> User | None:
    person = User.objects.remembered(user_id)
    return person if person is not None and person.is_active else None
