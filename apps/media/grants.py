"""What a signed URL grants: opening one asset, as part of one item, for one person, until a time."""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.core import signing

from apps.core import ids
from apps.core.errors import Forbidden

# The name that this module had once: with another salt, URLs that are in use would stop working.
_SALT = "rally.content.media"


class InvalidSignedUrl(Forbidden):
    code = "address_refused"
    message = "This link has expired or belongs to another account. Please open the topic again."


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    audience: str
    """Whose access rule is checked again when the file is requested, such as 'topic'."""
    item_id: UUID
    asset_id: UUID
    person_id: UUID | None
    """None: signed for a visitor; anybody who has the URL may open it."""
    until: datetime


def sign(grant: Grant) -> str:
    person = None if grant.person_id is None else str(grant.person_id)
    values = [grant.audience, str(grant.item_id), str(grant.asset_id), person, int(grant.until.timestamp())]
    return signing.Signer(salt=_SALT).sign_object(values)


def verify(token: str, *, now: datetime) -> Grant:
    """
    The grant that a token contains.

    :raises InvalidSignedUrl: if the signature is wrong, or the grant has expired
    """
    try:
        audience, item, asset, person, until = signing.Signer(salt=_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError):
        raise InvalidSignedUrl() from None
    grant = Grant(
        audience=audience,
        item_id=UUID(item),
        asset_id=UUID(asset),
        person_id=ids.parse(person) if person else None,
        until=datetime.fromtimestamp(until, UTC),
    )
    if now >= grant.until:
        raise InvalidSignedUrl()
    return grant
