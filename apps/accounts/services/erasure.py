"""
Erasing an account: nothing is left that tells who the person was.

The row stays, empty, so that what the law keeps still belongs to somebody; nobody can log in to it. The
number is free: whoever logs in with it next begins a new account.
"""

import string
from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Q
from django.utils.crypto import get_random_string
from django_otp.plugins.otp_totp.models import TOTPDevice

from apps.accounts import personal_data
from apps.accounts.models import LoginCode, TrialLead, User
from apps.accounts.recent_proof import ProofNeeded
from apps.accounts.services import authenticators, security_log
from apps.core.errors import Conflict, Invalid, NotFound

_PLACEHOLDER_CHARACTERS = string.ascii_lowercase + string.digits


class StaffAccount(Conflict):
    code = "staff_account"
    message = "This account belongs to the staff. Staff access must be taken away before it can be deleted."


class UnknownNumber(NotFound):
    message = "No account has that number."


def erase(*, person: User, mobile: str, is_proved: bool, address: str, at: datetime) -> None:
    """
    Erase the account of whoever asks, once they typed its number; asking twice is harmless.

    :raises Invalid: if it is not their number
    :raises StaffAccount: if they are staff
    :raises ProofNeeded: if they did not prove in the last minutes that it is them
    """
    _erase_own(person=person, mobile=mobile, is_proved=is_proved, at=at)
    security_log.note("account erased", mobile=mobile, address=address, person_id=person.pk)


@transaction.atomic(durable=True)
def _erase_own(*, person: User, mobile: str, is_proved: bool, at: datetime) -> None:
    held = User.objects.locked().filter(pk=person.pk, erased_at__isnull=True).first()
    if held is None:
        return
    if mobile != held.mobile:
        raise Invalid({"mobile": ["Enter the mobile number of this account, ten digits."]})
    if held.is_staff:
        raise StaffAccount()
    if not is_proved:
        raise ProofNeeded()
    _erase(held, at=at)


@transaction.atomic(durable=True)
def erase_as_asked(*, mobile: str, at: datetime) -> None:
    """
    Erase the account of somebody who asked staff for it.

    :raises UnknownNumber: if nobody has the number, or has it any more
    :raises StaffAccount: if it is one of the staff
    """
    held = User.objects.locked().filter(mobile=mobile, erased_at__isnull=True).first()
    if held is None:
        raise UnknownNumber()
    _erase(held, at=at)


def forget_trial(person: User, _at: datetime, /) -> None:
    """Keep of a free trial only that the number, known by its digest alone, has had it."""
    theirs = Q(person=person) | Q(mobile=person.mobile)
    TrialLead.objects.filter(theirs).update(mobile="", address=None)


def _erase(held: User, *, at: datetime) -> None:
    if held.is_staff:
        raise StaffAccount()
    # Their name is what it is known by.
    _forget_in_staff_log(held)
    # Then what others hold: they may know the person by the number alone.
    personal_data.erase(person=held, at=at)
    LoginCode.objects.filter(mobile=held.mobile).delete()
    authenticators.forget(person=held)
    _close(held, at=at)


def _forget_in_staff_log(held: User) -> None:
    """The log of the staff screens notes the name of whomever they changed, and of whose authenticator."""
    theirs = Q(
        content_type__app_label=User._meta.app_label,
        content_type__model=User._meta.model_name,
        object_id=str(held.pk),
    )
    authenticator = Q(
        content_type__app_label=TOTPDevice._meta.app_label,
        content_type__model=TOTPDevice._meta.model_name,
        object_repr=f"{authenticators.NAME} ({held})",
    )
    LogEntry.objects.filter(theirs | authenticator).update(object_repr="")


def _close(held: User, *, at: datetime) -> None:
    held.mobile = "x" + get_random_string(9, _PLACEHOLDER_CHARACTERS)
    held.set_unusable_password()
    held.is_active = False
    held.last_login = None
    held.erased_at = at
    held.save(update_fields=["mobile", "password", "is_active", "last_login", "erased_at"])
