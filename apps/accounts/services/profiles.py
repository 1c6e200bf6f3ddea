"""Changes of a person's profile."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import datetime

from django.conf import settings
from django.db import transaction

from apps.accounts.models import User
from apps.accounts.reauthentication import ReauthenticationRequired
from apps.accounts.services import consents, email_confirmations, messages, people, security_log
from apps.accounts.states import ConsentKind, MessageChannel
from apps.core.errors import Conflict


class NothingToCorrect(Conflict):
    code = "nothing_to_correct"
    message = "The profile already has these names."


@dataclass(frozen=True, slots=True)
class Details:
    """Validated new values. None leaves a field unchanged, empty text clears it."""

    name: str | None = None
    email: str | None = None
    state: str | None = None
    company: str | None = None
    gst_no: str | None = None
    address: str | None = None


def change(
    *,
    person: User,
    details: Details,
    choices: Mapping[ConsentKind, bool],
    has_reauthenticated: bool,
    network_address: str,
    at: datetime,
) -> None:
    """
    Save profile changes, and record the consents that the person gives or withdraws with them.

    Receipts and notices go to the email address, so setting or changing it requires a recent
    reauthentication. The new address gets a link that confirms it, and nothing else before that. The old
    address is notified if it was confirmed.

    :raises ReauthenticationRequired: if the email address changes without it; nothing is saved then
    :raises TooManyEmailChanges: as `email_confirmations.send_link`; nothing is saved then
    :raises TooManyConsentChanges: as `consents.choose`; nothing is saved then
    :raises NotLoggedIn: if the account was erased in the meantime
    """
    with transaction.atomic(durable=True):
        people.lock(person=person)
        old_email = person.reachable_email
        has_new_email = details.email is not None and details.email != person.email
        if has_new_email and not has_reauthenticated:
            raise ReauthenticationRequired()
        values = {name: value for name, value in asdict(details).items() if value is not None}
        _save(person, values | ({"confirmed_email": ""} if has_new_email else {}))
        consents.choose(person=person, choices=choices, address=network_address, at=at)
        if has_new_email:
            if old_email:
                _notify_old_email(person, old_email)
            if person.email:
                email_confirmations.send_link(person=person, at=at)
    if has_new_email:
        security_log.write(
            "email changed", mobile=person.mobile, address=network_address, person_id=person.pk
        )


def correct_names(*, person: User, name: str, company: str, by: User) -> None:
    """
    Correct the names that future invoices take from the profile, in the caller's transaction.

    :raises NothingToCorrect: if the profile has these names
    :raises ErasedAccount, StaffOnlyBySuperuser: as `people.lock_for_staff`
    """
    people.lock_for_staff(person=person, by=by)
    if (person.name, person.company) == (name, company):
        raise NothingToCorrect()
    _save(person, {"name": name, "company": company})


def erase(person: User, _at: datetime, /) -> None:
    """Clear the profile. The caller has locked the person."""
    _save(person, {field.name: "" for field in fields(Details)} | {"confirmed_email": ""})


def _notify_old_email(person: User, old_email: str) -> None:
    messages.send(
        template="email_changed",
        channels=[MessageChannel.MAIL],
        to=old_email,
        params={"link": f"{settings.SITE_URL}/settings"},
        person=person,
    )


def _save(person: User, values: dict[str, str]) -> None:
    changed = [name for name, value in values.items() if getattr(person, name) != value]
    for name in changed:
        setattr(person, name, values[name])
    if changed:
        person.save(update_fields=changed)
