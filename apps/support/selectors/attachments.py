"""Signed URLs of attachments: for the person, for who has the link from an email, and for staff."""

from datetime import datetime
from typing import Literal
from urllib.parse import quote
from uuid import UUID

from apps.media import grants
from apps.media.grants import Grant
from apps.media.signed_urls import LIFETIME
from apps.support.models import Attachment

PREFIX = "media/support/"

Audience = Literal["support", "support link", "support staff"]
"""Who opens it: the person, logged in; who has the link; staff."""


def sign_url(attachment: Attachment, *, audience: Audience, person_id: UUID | None, now: datetime) -> str:
    """The caller must have checked that they may open it. The link's audience is nobody in particular."""
    grant = Grant(
        audience=audience,
        item_id=attachment.reply_id,
        asset_id=attachment.pk,
        person_id=person_id,
        until=(now + LIFETIME).replace(microsecond=0),
    )
    return f"/{PREFIX}{grants.sign(grant)}/{quote(attachment.name, safe='')}"


def get(grant: Grant) -> Attachment | None:
    rows = Attachment.objects.select_related("reply__ticket", "reply__contact")
    return rows.filter(pk=grant.asset_id, reply_id=grant.item_id).first()
