"""
The secret part of the link to one grievance or contact message, as our emails carry it.

It says which one, which version of its links and until when, and is signed: the database holds no secret.
It is in the query of the URL, which no log contains. Staff end all links of a ticket by raising the version.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple
from uuid import UUID

from django.conf import settings
from django.core import signing

from apps.support.models import ContactMessage, Ticket

LIFETIME = timedelta(days=90)

PATH = "/support/request"

_SIGNER = signing.Signer(salt="support link", sep=".")
_SIGNED = re.compile(r"(?P<kind>[gm])(?P<id>[0-9a-f]{32})-(?P<version>[0-9]{1,9})-(?P<until>[0-9]{1,11})")
_KEY = re.compile(r"[gm][0-9a-f]{32}-[0-9]{1,9}-[0-9]{1,11}\.[\w-]{43}", re.ASCII)
"""What can be a key at all: everything else is refused before it is hashed."""


class LinkKey(NamedTuple):
    kind: Literal["g", "m"]
    """A grievance or a message of the contact form."""
    id: UUID
    version: int
    until: datetime


def page_url(row: Ticket | ContactMessage, *, at: datetime) -> str:
    return f"{settings.SITE_URL}{PATH}?key={key_of(row, at=at)}"


def key_of(row: Ticket | ContactMessage, *, at: datetime) -> str:
    kind = "g" if isinstance(row, Ticket) else "m"
    until = int((at + LIFETIME).timestamp())
    return _SIGNER.sign(f"{kind}{row.pk.hex}-{row.link_version}-{until}")


def read(key: str) -> LinkKey | None:
    """None if we did not sign it."""
    if _KEY.fullmatch(key) is None:
        return None
    try:
        signed = _SIGNED.fullmatch(_SIGNER.unsign(key))
    except signing.BadSignature:
        return None
    if signed is None:
        return None
    until = datetime.fromtimestamp(int(signed["until"]), UTC)
    return LinkKey("g" if signed["kind"] == "g" else "m", UUID(signed["id"]), int(signed["version"]), until)
