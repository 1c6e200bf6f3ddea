"""
Blocks a person: they are logged out everywhere and cannot log in, until staff unblock them.

Nothing is deleted and nothing that they own ends meanwhile. Both functions join the caller's transaction.
"""

from functools import partial

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.services import people, security_log, sessions
from apps.core.errors import Conflict


class OwnAccount(Conflict):
    code = "own_account"
    message = "You cannot block your own account."


class AlreadyBlocked(Conflict):
    code = "already_blocked"
    message = "This person is already blocked."


class NotBlocked(Conflict):
    code = "not_blocked"
    message = "This person is not blocked."


def block(*, person: User, by: User) -> None:
    """:raises OwnAccount, AlreadyBlocked, ErasedAccount, StaffOnlyBySuperuser: if they cannot be blocked"""
    if person.pk == by.pk:
        raise OwnAccount()
    people.lock_for_staff(person=person, by=by)
    if not person.is_active:
        raise AlreadyBlocked()
    _set_active(person, is_active=False, by=by)
    sessions.end_all(person=person)


def unblock(*, person: User, by: User) -> None:
    """:raises NotBlocked, ErasedAccount, StaffOnlyBySuperuser: if there is nothing to undo, or not by them"""
    people.lock_for_staff(person=person, by=by)
    if person.is_active:
        raise NotBlocked()
    _set_active(person, is_active=True, by=by)


def _set_active(person: User, *, is_active: bool, by: User) -> None:
    person.is_active = is_active
    person.save(update_fields=["is_active"])
    write_line = partial(
        security_log.write,
        "unblocked" if is_active else "blocked",
        mobile=person.mobile,
        person_id=person.pk,
        by=str(by.pk),
    )
    transaction.on_commit(write_line, robust=True)
