"""
Our own addresses of rooms and recordings: signed for one person, one meeting and a time.

A token only names its owner and the meeting. Whether they may enter is decided when the address is opened.
"""

import re
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.core import signing

JOIN, WATCH = "join", "watch"

_SIGNER = signing.Signer(salt="live rooms", sep=".")
_SIGNED = re.compile(
    r"(?P<action>join|watch)-(?P<meeting>[0-9a-f]{32})-(?P<person>[0-9a-f]{32})-(?P<until>[0-9]{1,12})"
)


class RoomKey(NamedTuple):
    action: str
    meeting_id: UUID
    person_id: UUID
    until: datetime


def signed_url(key: RoomKey) -> str:
    signed = f"{key.action}-{key.meeting_id.hex}-{key.person_id.hex}-{int(key.until.timestamp())}"
    # In the query, which no log contains.
    return f"{settings.SITE_URL}/rooms?key={_SIGNER.sign(signed)}"


def read(token: str) -> RoomKey | None:
    """None if we did not sign it."""
    try:
        signed = _SIGNED.fullmatch(_SIGNER.unsign(token))
    except signing.BadSignature:
        return None
    if signed is None:
        return None
    until = datetime.fromtimestamp(int(signed["until"]), UTC)
    return RoomKey(signed["action"], UUID(signed["meeting"]), UUID(signed["person"]), until)


def recording_page(meeting_id: UUID) -> str:
    """The page that plays a recording, for those who booked it."""
    return f"{settings.SITE_URL}/recordings/{meeting_id}"
