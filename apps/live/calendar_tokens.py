"""
The secret part of a calendar feed's URL: whose feed it is and which version of it, signed.

Nothing in the database leads to the URL, so a copy of the database opens no feed.
"""

import re
from typing import NamedTuple
from uuid import UUID

from django.core import signing

_SIGNER = signing.Signer(salt="calendar feed", sep=".")
_SIGNED = re.compile(r"(?P<person>[0-9a-f]{32})-(?P<version>[0-9]{1,9})")


class FeedKey(NamedTuple):
    person_id: UUID
    version: int


def token(key: FeedKey) -> str:
    return _SIGNER.sign(f"{key.person_id.hex}-{key.version}")


def read(token: str) -> FeedKey | None:
    """None if we did not sign it."""
    try:
        signed = _SIGNED.fullmatch(_SIGNER.unsign(token))
    except signing.BadSignature:
        return None
    return FeedKey(UUID(signed["person"]), int(signed["version"])) if signed else None
