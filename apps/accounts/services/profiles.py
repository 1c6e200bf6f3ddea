"""What people tell of themselves."""

from dataclasses import asdict, dataclass, fields
from datetime import datetime

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.services import consents, people
from apps.accounts.states import ConsentChannel, ConsentKind


@dataclass(frozen=True, slots=True)
class Details:
    """Valid new values; None is left as it is, empty text clears."""

    name: str | None = None
    email: str | None = None
    state: str | None = None
    company: str | None = None
    gst_no: str | None = None
    address: str | None = None


@transaction.atomic(durable=True)
def change(
    *, person: User, details: Details, can_whatsapp: bool | None, network_address: str, at: datetime
) -> None:
    """
    Write down what a person changed; what becomes of the WhatsApp consent goes into its ledger, too.

    :raises NotLoggedIn: if the account was erased in the meantime
    """
    people.hold(person=person)
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


def erase(person: User, _at: datetime, /) -> None:
    """Empty the profile of the person who is held."""
    _save(person, {field.name: "" for field in fields(Details)})


def _save(person: User, told: dict[str, str]) -> None:
    changed = [name for name, value in told.items() if getattr(person, name) != value]
    for name in changed:
        setattr(person, name, told[name])
    if changed:
        person.save(update_fields=changed)
