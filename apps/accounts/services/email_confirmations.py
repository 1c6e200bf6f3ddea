"""
Confirms email addresses: an address is written to once the link that was sent to it was opened.

Anybody can type anybody's address, so until then it gets nothing but that link, and only a few a day.
"""

import re
from datetime import UTC, datetime
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.db import transaction

from apps.accounts import deadlines
from apps.accounts.models import User
from apps.accounts.services import messages, people, security_log, throttles
from apps.accounts.services.throttles import whole_seconds
from apps.accounts.states import MessageChannel
from apps.core.errors import Conflict, NotFound, Throttled


class BadConfirmationLink(NotFound):
    code = "email_link_invalid"
    message = "This link is no longer valid. You can request a new one in your settings."


class NothingToConfirm(Conflict):
    code = "email_confirmed"
    message = "Your email address needs no confirmation."


class TooManyEmailChanges(Throttled):
    code = "email_too_many"
    message = "You have changed your email address or requested its link too often today."


PATH = "/confirm-email"

_TOKEN = re.compile(r"(?P<id>[0-9a-f]{32})-(?P<until>[0-9]{1,11})\.[\w-]{43}", re.ASCII)


def send_link(*, person: User, at: datetime) -> None:
    """
    Send the link to the address of the person, who is locked, in the caller's transaction.

    :raises TooManyEmailChanges: if the day's limit is reached
    """
    counted = [(f"email-link:{person.pk}", [settings.EMAIL_CHANGE_LIMIT])]
    wait = throttles.longest_wait(counted=counted, now=at)
    if wait is not None:
        raise TooManyEmailChanges(retry_after=whole_seconds(wait))
    throttles.record_all(counted=counted, now=at)
    messages.send(
        template="email_confirmation",
        channels=[MessageChannel.MAIL],
        to=person.email,
        # In the fragment, which browsers do not send: it stays out of logs.
        params={"link": f"{settings.SITE_URL}{PATH}#{token_for(person, at=at)}"},
        person=person,
        expires_at=at + deadlines.EMAIL_LINK_VALIDITY,
    )


@transaction.atomic(durable=True)
def resend_link(*, person: User, at: datetime) -> None:
    """
    :raises NothingToConfirm: if there is no address, or it is confirmed
    :raises TooManyEmailChanges: as `send_link`
    :raises NotLoggedIn: if the account was erased in the meantime
    """
    people.lock(person=person)
    if person.email == "" or person.has_confirmed_email:
        raise NothingToConfirm()
    send_link(person=person, at=at)


def token_for(person: User, *, at: datetime) -> str:
    until = int((at + deadlines.EMAIL_LINK_VALIDITY).timestamp())
    return _signer(person.email).sign(f"{person.pk.hex}-{until}")


@transaction.atomic(durable=True)
def confirm(*, token: str, address: str, at: datetime) -> None:
    """
    Confirm the address to which the link was sent. Doing so again changes nothing.

    :raises BadConfirmationLink: if the link has expired, or the account has another address by now
    """
    found = _TOKEN.fullmatch(token)
    if found is None or at >= datetime.fromtimestamp(int(found["until"]), UTC):
        raise BadConfirmationLink()
    person = User.objects.locked().filter(pk=UUID(found["id"])).first()
    if person is None or not _is_signed_for(person.email, token):
        raise BadConfirmationLink()
    if not person.has_confirmed_email:
        person.confirmed_email = person.email
        person.save(update_fields=["confirmed_email"])
        security_log.write("email confirmed", mobile=person.mobile, address=address, person_id=person.pk)


def _is_signed_for(email: str, token: str) -> bool:
    try:
        _signer(email).unsign(token)
    except signing.BadSignature:
        return False
    return True


def _signer(email: str) -> signing.Signer:
    """The address is part of the salt, so that a link confirms no other one and does not spell it out."""
    return signing.Signer(salt=f"accounts.confirm-email {email}", sep=".")
