"""Ending a person's sessions, in whatever browsers they are."""

from datetime import datetime

from django.core.cache import cache
from django.db import transaction

from apps.accounts.models import LoginSession, User
from apps.accounts.models.session import SessionStore
from apps.accounts.services import people


@transaction.atomic(durable=True)
def log_out_everywhere(*, person: User) -> None:
    """
    End all sessions of a person, the one that asks included.

    :raises NotLoggedIn: if the account was erased in the meantime
    """
    people.hold(person=person)
    _end_all(person)


def erase(person: User, _at: datetime, /) -> None:
    """The same, as a step of the erasure of the person who is held."""
    _end_all(person)


def _end_all(person: User) -> None:
    person.sessions_epoch += 1
    person.save(update_fields=["sessions_epoch"])
    rows = LoginSession.objects.filter(person=person)
    copies = [SessionStore.cache_key_prefix + key for key in rows.values_list("pk", flat=True)]
    rows.delete()

    # The epoch alone turns them away. But a session that is still in the cache would be written once
    # more when it notes its use, and find its row gone.
    def drop_copies() -> None:
        cache.delete_many(copies)

    transaction.on_commit(drop_copies, robust=True)
