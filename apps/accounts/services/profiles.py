"""What people tell of themselves."""

from dataclasses import asdict, dataclass, fields
from datetime import datetime

from django.conf import settings
from django.db import transaction

from apps.accounts.models import User
from apps.accounts.recent_proof import ProofNeeded
from apps.accounts.services import consents, messages, people, security_log
from apps.accounts.states import ConsentChannel, ConsentKind, MessageChannel


@dataclass(frozen=True, slots=True)
class Details:
    """Valid new values; None is left as it is, empty text clears."""

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
    can_whatsapp: bool | None,
    is_proved: bool,
    network_address: str,
    at: datetime,
) -> None:
    """
    Write down what a person changed; what becomes of the WhatsApp consent goes into its ledger, too.

    Receipts and notices go to the email address, so another one, the first one too, needs a proof of the
    last minutes that it is them. The address before it is told.

    :raises ProofNeeded: if the email address changes without it; then nothing is changed
    :raises NotLoggedIn: if the account was erased in the meantime
    """
    with transaction.atomic(durable=True):
        people.hold(person=person)
        old_email = person.email
        has_new_email = details.email is not None and details.email != old_email
        if has_new_email and not is_proved:
            raise ProofNeeded()
        _save(person, {name: value for name, value in asdict(details).items() if value is not None})
        if can_whatsapp is not None:
            decide = consents.give if can_whatsapp else consents.withdraw
            decide(
                person=person,
                kind=ConsentKind.WHATSAPP,
                channel=ConsentChannel.SETTINGS,
                address=network_address,
                at=at,
            )
        if has_new_email and old_email:
            _tell_old_email(person, old_email)
    if has_new_email:
        security_log.note("email changed", mobile=person.mobile, address=network_address, person_id=person.pk)


def erase(person: User, _at: datetime, /) -> None:
    """Empty the profile of the person who is held."""
    _save(person, {field.name: "" for field in fields(Details)})


def _tell_old_email(person: User, old_email: str) -> None:
    messages.send(
        template="email_changed",
        channels=[MessageChannel.MAIL],
        to=old_email,
        params={"link": f"{settings.SITE_URL}/settings"},
        person=person,
    )


def _save(person: User, told: dict[str, str]) -> None:
    changed = [name for name, value in told.items() if getattr(person, name) != value]
    for name in changed:
        setattr(person, name, told[name])
    if changed:
        person.save(update_fields=changed)
