"""Authenticators of staff: an app on a phone that shows a new code every half minute."""

from base64 import b32encode

from django.db import transaction
from django_otp.plugins.otp_totp.models import TOTPDevice

from apps.accounts.models import User
from apps.core.errors import Conflict, NotFound

NAME = "Authenticator"


class UnknownStaff(NotFound):
    code = "staff_unknown"
    message = "No active staff account has that mobile number."


class HasOne(Conflict):
    code = "authenticator_exists"
    message = "This account has an authenticator. Put a new one in its place with --replace."


@transaction.atomic(durable=True)
def make(*, mobile: str, replace: bool) -> TOTPDevice:
    """
    A confirmed authenticator for a staff account; the key of a replaced one opens nothing any more.

    :raises UnknownStaff: if nobody active on the staff has the number
    :raises HasOne: if the account has one already and it is not to be replaced
    """
    # Held until the end, so that two at once make one authenticator and not two.
    person = User.objects.locked().filter(mobile=mobile, is_staff=True, is_active=True).first()
    if person is None:
        raise UnknownStaff()
    present = TOTPDevice.objects.filter(user=person)
    if present.filter(confirmed=True).exists() and not replace:
        raise HasOne()
    present.delete()
    return TOTPDevice.objects.create(user=person, name=NAME, confirmed=True)


def forget(*, person: User) -> None:
    """Nothing is left that shows codes for the person; joins the caller's transaction."""
    TOTPDevice.objects.filter(user=person).delete()


def key_for_typing(device: TOTPDevice) -> str:
    """The secret as authenticator apps take it by hand, in groups of four."""
    key = b32encode(device.bin_key).decode()
    return " ".join(key[start : start + 4] for start in range(0, len(key), 4))
