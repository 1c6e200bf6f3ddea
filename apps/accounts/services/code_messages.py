"""Sending a login code: looked up again at the moment of sending, by the channel the person allowed."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from apps.accounts.services import codes, delivery
from apps.outbox.handlers import NotNeeded

TEMPLATE = "otp"


def send(payload: Mapping[str, Any], /) -> None:
    """
    The outbox's handler for login codes.

    :raises NotNeeded: if the code was used, replaced or is out of date
    """
    wanted = codes.to_send(
        issue_id=UUID(payload["issue_id"]),
        mobile=payload["mobile"],
        sealed=payload["sealed"],
        now=timezone.now(),
    )
    if wanted is None:
        raise NotNeeded("The code is used, replaced or out of date")
    params = {"otp": wanted.code, "site": urlsplit(settings.SITE_URL).netloc}
    delivery.deliver(template=TEMPLATE, channels=wanted.channels, to=payload["mobile"], params=params)
