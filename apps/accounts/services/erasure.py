"""
Erases accounts: removes everything that identifies the person. What each app deletes is in its
`services/personal_data.py`; the account itself is anonymised here.

The empty row stays for the records that we must keep by law, and nobody can log in to it. The number is
free again: the next login with it creates a new account.
"""

import string
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Model, Q
from django.utils.crypto import get_random_string
from django_otp.plugins.otp_totp.models import TOTPDevice

from apps.accounts import personal_data
from apps.accounts.models import LoginCode, TrialLead, User
from apps.accounts.personal_data import ClosingRefund
from apps.accounts.reauthentication import ReauthenticationRequired
from apps.accounts.services import authenticators, security_log
from apps.core.errors import Conflict, Invalid, NotFound
from apps.core.transactions import retry_on_deadlock, time_under_lock

_PLACEHOLDER_CHARACTERS = string.ascii_lowercase + string.digits


class StaffAccount(Conflict):
    code = "staff_account"
    message = "This is a staff account. Its staff access must be removed before it can be deleted."


class AccountInUse(Conflict):
    code = "account_in_use"

    def __init__(self, sections: Sequence[str]) -> None:
        super().__init__(
            f"The account with the new number is in use ({', '.join(sections)}), so it cannot be "
            "closed here. Its owner can delete it under Settings; after that the number is free."
        )


class UnknownNumber(NotFound):
    message = "No account has that mobile number."


def erase(
    *, person: User, mobile: str, has_reauthenticated: bool, address: str, at: datetime
) -> list[ClosingRefund]:
    """
    Erase the person's own account, confirmed by typing its number. Idempotent; returns what it refunds.

    :raises Invalid: if it is not their number
    :raises StaffAccount: if it is a staff account
    :raises ReauthenticationRequired: if they have not reauthenticated recently
    """
    refunded = _erase_own(person=person, mobile=mobile, has_reauthenticated=has_reauthenticated, at=at)
    security_log.write("account erased", mobile=mobile, address=address, person_id=person.pk)
    return refunded


@retry_on_deadlock
@transaction.atomic(durable=True)
def _erase_own(*, person: User, mobile: str, has_reauthenticated: bool, at: datetime) -> list[ClosingRefund]:
    locked = User.objects.locked().filter(pk=person.pk, erased_at__isnull=True).first()
    if locked is None:
        return []
    if mobile != locked.mobile:
        raise Invalid({"mobile": ["Enter the 10-digit mobile number of this account."]})
    if locked.is_staff:
        raise StaffAccount()
    if not has_reauthenticated:
        raise ReauthenticationRequired()
    return _erase(locked, at=time_under_lock(at))


@retry_on_deadlock
@transaction.atomic(durable=True)
def erase_on_request(*, mobile: str, at: datetime) -> list[ClosingRefund]:
    """
    Erase the account of a person who asked staff to do so; returns what it refunds.

    :raises UnknownNumber: if no account has the number
    :raises StaffAccount: if it is a staff account
    """
    return _erase(check_request(mobile=mobile), at=time_under_lock(at))


@transaction.atomic
def check_request(*, mobile: str) -> User:
    """
    The account of a person who asked staff to erase it, locked.

    :raises UnknownNumber: if no account has the number
    :raises StaffAccount: if it is a staff account
    """
    person = User.objects.locked().filter(mobile=mobile, erased_at__isnull=True).first()
    if person is None:
        raise UnknownNumber()
    if person.is_staff:
        raise StaffAccount()
    return person


def close_unused(*, mobile: str, beside: User, by: User, at: datetime) -> None:
    """
    Erase the account with this number, which `beside` gets next, if nothing was ever done with it.

    Joins the caller's transaction. Locks both people, in the order of their ids.

    :raises AccountInUse: if something was
    :raises StaffAccount: if it is a staff account
    """
    both = User.objects.locked().filter(Q(pk=beside.pk) | Q(mobile=mobile)).order_by("pk")
    person = next((row for row in both if row.mobile == mobile), None)
    if person is None:
        return
    if sections := personal_data.sections_in_use(person=person):
        raise AccountInUse(sections)
    _erase(person, at=time_under_lock(at))
    line = partial(
        security_log.write, "unused account erased", mobile=mobile, person_id=person.pk, by=str(by.pk)
    )
    transaction.on_commit(line, robust=True)


def erase_trial(person: User, _at: datetime, /) -> None:
    """Keep only the digest of the number, which prevents a second trial."""
    theirs = Q(person=person) | Q(mobile=person.mobile)
    TrialLead.objects.filter(theirs).update(mobile="", address=None)


def _erase(person: User, *, at: datetime) -> list[ClosingRefund]:
    if person.is_staff:
        raise StaffAccount()
    # First the admin log, which stores the names of people and authenticators, and finds entries by them.
    clear_admin_log(User, object_id=str(person.pk))
    clear_admin_log(TOTPDevice, object_repr=f"{authenticators.NAME} ({person})")
    # Before the number is removed: some sections find their rows by it.
    refunded = personal_data.erase(person=person, at=at)
    LoginCode.objects.filter(mobile=person.mobile).delete()
    authenticators.delete(person=person)
    _close(person, at=at)
    return refunded


def clear_admin_log(model: type[Model], **which: object) -> None:
    """Remove the names of these rows and what staff typed about them, such as a reason."""
    meta = model._meta
    entries = LogEntry.objects.filter(
        content_type__app_label=meta.app_label, content_type__model=meta.model_name, **which
    )
    entries.update(object_repr="", change_message="")


def create_closed(*, person_id: UUID, at: datetime) -> None:
    """
    Create the row of an account that our database has lost, as an erased one looks, unless it exists by now.

    Joins the caller's transaction.
    """
    person = User(pk=person_id)
    _anonymise(person, at=at)
    User.objects.bulk_create([person], ignore_conflicts=True)


def _close(person: User, *, at: datetime) -> None:
    _anonymise(person, at=at)
    person.save(update_fields=["mobile", "password", "is_active", "last_login", "erased_at"])


def _anonymise(person: User, *, at: datetime) -> None:
    person.mobile = "x" + get_random_string(9, _PLACEHOLDER_CHARACTERS)
    person.set_unusable_password()
    person.is_active = False
    person.last_login = None
    person.erased_at = at
