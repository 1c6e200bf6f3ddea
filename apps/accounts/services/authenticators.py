"""TOTP authenticators for staff accounts."""

from base64 import b32encode

from django.db import transaction
from django_otp.plugins.otp_totp.models import TOTPDevice

from apps.accounts.models import User
from apps.core.errors import Conflict, NotFound

NAME = "Authenticator"


class UnknownStaff(NotFound):
    code = "staff_unknown"
    message = "No active staff account has that mobile number."


class AlreadyHasAuthenticator(Conflict):
    code = "authenticator_exists"
    message = "This account already has an authenticator. Use --replace to replace it."


@transaction.atomic(durable=True)
def create(*, mobile: str, replace: bool) -> TOTPDevice:
    """
    Create a confirmed authenticator for a staff account. The key of a replaced one stops working.

    :raises UnknownStaff: if no active staff account has the number
    :raises AlreadyHasAuthenticator: if the account has one and `replace` is False
    """
    person = check(mobile=mobile, replace=replace)
    TOTPDevice.objects.filter(user=person).delete()
    return TOTPDevice.objects.create(user=person, name=NAME, confirmed=True)


@transaction.atomic
def check(*, mobile: str, replace: bool) -> User:
    """
    The staff account, if `create` may give it an authenticator.

    :raises UnknownStaff: if no active staff account has the number
    :raises AlreadyHasAuthenticator: if the account has one and `replace` is False
    """
    # Locked, so that two concurrent calls create only one authenticator.
    person = User.objects.locked().filter(mobile=mobile, is_staff=True, is_active=True).first()
    if person is None:
        raise UnknownStaff()
    if TOTPDevice.objects.filter(user=person, confirmed=True).exists() and not replace:
        raise AlreadyHasAuthenticator()
    return person


def delete(*, person: User) -> None:
    """Delete all authenticators of the person, in the caller's transaction."""
    TOTPDevice.objects.filter(user=person).delete()


def setup_key(device: TOTPDevice) -> str:
    """Return the secret in base32, in groups of four, for typing into an authenticator app."""
    key = b32encode(device.bin_key).decode()
    return " ".join(key[start : start + 4] for start in range(0, len(key), 4))
