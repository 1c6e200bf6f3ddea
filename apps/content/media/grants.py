"""What an address says, signed: who may open which asset, for what, until when."""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.core import signing

from apps.core import ids
from apps.core.errors import Forbidden

_SALT = "rally.content.media"


class AddressRefused(Forbidden):
    code = "address_refused"
    message = "This address has expired or belongs to somebody else. Please open the topic again."


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    door: str
    """Whose rule decides whether the thing still opens: 'topic'."""
    item_id: UUID
    asset_id: UUID
    person_id: UUID | None
    """None: it was made for a visitor, and opens for whoever has it."""
    until: datetime


def signed(grant: Grant) -> str:
    person = None if grant.person_id is None else str(grant.person_id)
    facts = [grant.door, str(grant.item_id), str(grant.asset_id), person, int(grant.until.timestamp())]
    return signing.Signer(salt=_SALT).sign_object(facts)


def read(token: str, *, now: datetime) -> Grant:
    """
    The grant that we signed.

    :raises AddressRefused: if we did not, or it has expired
    """
    try:
        door, item, asset, person, until = signing.Signer(salt=_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError):
        raise AddressRefused() from None
    grant = Grant(
        door=door,
        item_id=UUID(item),
        asset_id=UUID(asset),
        person_id=ids.parsed(person) if person else None,
        until=datetime.fromtimestamp(until, UTC),
    )
    if now >= grant.until:
        raise AddressRefused()
    return grant
