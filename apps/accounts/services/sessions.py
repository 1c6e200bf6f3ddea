"""Ends sessions of a person."""

from datetime import datetime
from functools import partial
from uuid import UUID

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet

from apps.accounts.models import LoginSession, User
from apps.accounts.models.session import SessionStore
from apps.accounts.services import people, security_log
from apps.core.errors import NotFound


class UnknownDevice(NotFound):
    message = "That device is no longer logged in."


def log_out_everywhere(*, person: User, address: str) -> None:
    """
    End all sessions of a person, including the current one.

    :raises NotLoggedIn: if the account was erased in the meantime
    """
    with transaction.atomic(durable=True):
        people.lock(person=person)
        end_all(person=person)
    security_log.write("logged out everywhere", mobile=person.mobile, address=address, person_id=person.pk)


def log_out_device(*, person: User, device_id: UUID, address: str) -> None:
    """
    End one session of a person.

    :raises UnknownDevice: if the person has no session with that id
    """
    with transaction.atomic(durable=True):
        row = LoginSession.objects.filter(person=person, device_id=device_id).first()
        if row is None:
            raise UnknownDevice()
        _remove(LoginSession.objects.filter(pk=row.pk))
    security_log.write("device logged out", mobile=person.mobile, address=address, person_id=person.pk)


def end_for_staff(*, person: User, device_id: UUID | None, by: User) -> None:
    """
    End one session of a person, or all, in the caller's transaction.

    :raises UnknownDevice: if the person has no session with that id
    :raises ErasedAccount, StaffOnlyBySuperuser: as `people.lock_for_staff`
    """
    people.lock_for_staff(person=person, by=by)
    if device_id is None:
        end_all(person=person)
    else:
        rows = LoginSession.objects.filter(person=person, device_id=device_id)
        if not rows.exists():
            raise UnknownDevice()
        _remove(rows)
    write_line = partial(
        security_log.write,
        "logged out by staff",
        mobile=person.mobile,
        person_id=person.pk,
        by=str(by.pk),
        device="all" if device_id is None else str(device_id),
    )
    transaction.on_commit(write_line, robust=True)


def erase(person: User, _at: datetime, /) -> None:
    end_all(person=person)


def end_all(*, person: User) -> None:
    """End all sessions of the person, whom the caller has locked, in the caller's transaction."""
    person.sessions_epoch += 1
    person.save(update_fields=["sessions_epoch"])
    # The epoch alone invalidates them. But a cached session would be saved again on its next use, and
    # its row is gone by then.
    _remove(LoginSession.objects.filter(person=person))


def _remove(rows: QuerySet[LoginSession]) -> None:
    cache_keys = [SessionStore.cache_key_prefix + digest for digest in rows.values_list("pk", flat=True)]
    rows.delete()

    def delete_cached() -> None:
        cache.delete_many(cache_keys)

    transaction.on_commit(delete_cached, robust=True)
