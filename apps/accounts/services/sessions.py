"""Ending a person's sessions, in whatever browsers they are."""

from datetime import datetime
from uuid import UUID

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet

from apps.accounts.models import LoginSession, User
from apps.accounts.models.session import SessionStore
from apps.accounts.services import people, security_log
from apps.core.errors import NotFound


class UnknownDevice(NotFound):
    message = "That device is not logged in any more."


def log_out_everywhere(*, person: User, address: str) -> None:
    """
    End all sessions of a person, the one that asks included.

    :raises NotLoggedIn: if the account was erased in the meantime
    """
    with transaction.atomic(durable=True):
        people.hold(person=person)
        end_all(person=person)
    security_log.note("logged out everywhere", mobile=person.mobile, address=address, person_id=person.pk)


def log_out_device(*, person: User, device_id: UUID, address: str) -> None:
    """
    End one session of a person, in whatever browser it is.

    :raises UnknownDevice: if none of theirs has that id
    """
    with transaction.atomic(durable=True):
        row = LoginSession.objects.filter(person=person, device_id=device_id).first()
        if row is None:
            raise UnknownDevice()
        _remove(LoginSession.objects.filter(pk=row.pk))
    security_log.note("device logged out", mobile=person.mobile, address=address, person_id=person.pk)


def erase(person: User, _at: datetime, /) -> None:
    """The same, as a step of the erasure of the person who is held."""
    end_all(person=person)


def end_all(*, person: User) -> None:
    """End the sessions of the person who is held; joins the caller's transaction."""
    person.sessions_epoch += 1
    person.save(update_fields=["sessions_epoch"])
    # The epoch alone turns them away. But a session that is still in the cache would be written once
    # more when it notes its use, and find its row gone.
    _remove(LoginSession.objects.filter(person=person))


def _remove(rows: QuerySet[LoginSession]) -> None:
    copies = [SessionStore.cache_key_prefix + digest for digest in rows.values_list("pk", flat=True)]
    rows.delete()

    def drop_copies() -> None:
        cache.delete_many(copies)

    transaction.on_commit(drop_copies, robust=True)
